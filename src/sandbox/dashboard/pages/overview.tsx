/** The first page of a store: its balance, the totals of today, the latest events. */

import { toBRL } from '#contract/money.ts'
import { formatCount } from '#lib/language.ts'
import { Empty } from '#web/components/empty.tsx'
import { ActionForm, Button, Keycap } from '#web/components/form.tsx'
import { PageHeader, Panel, Stats } from '#web/components/header.tsx'
import { Money } from '#web/components/value.tsx'
import { latestEvents } from '../../core/outbox.ts'
import { countCharges } from '../../core/payments.ts'
import { totalsOfToday } from '../data/totals.ts'
import { Events } from './events.tsx'
import { Frame, pathOf, type Visit } from './frame.tsx'
import { texts } from './texts.ts'

const EVENTS_SHOWN = 20
const SAMPLES = 50

export function Overview(visit: Visit) {
  const { page, store, database, service } = visit
  const events = latestEvents(database, store.id, EVENTS_SHOWN)
  const today = totalsOfToday(database, store.id, page.now)
  const counts = countCharges(database, store.id)
  return (
    <Frame visit={visit} title={texts.overview()} section="overview">
      <PageHeader title={texts.overview()} actions={<NewChargeLink {...visit} />} />
      <Stats
        items={[
          {
            label: texts.paidToday(),
            value: <Money amount={today.amount} />,
            note: texts.chargeCount(today.paid),
          },
          {
            label: texts.netToday(),
            value: <Money amount={today.netAmount} />,
            note: texts.feesToday(toBRL(today.fee)),
          },
          { label: texts.availableBalance(), value: <Money amount={service.balance(store.id)} /> },
          {
            label: texts.createdToday(),
            value: formatCount(today.created),
            note: texts.toBePaid(counts.PENDING),
          },
        ]}
      />
      {events.length === 0 ? (
        <Panel id="first-steps">
          <FirstSteps {...visit} />
        </Panel>
      ) : (
        <>
          <p
            class="hidden"
            data-announce={`${texts.toBePaid(counts.PENDING)}, ${texts.paidCount(today.paid)}`}
          />
          <Panel
            title={texts.liveEvents()}
            actions={<a href={pathOf(store, 'charges')}>{texts.allCharges()}</a>}
            flush
            id="events"
          >
            <Events visit={visit} events={events} />
          </Panel>
        </>
      )}
    </Frame>
  )
}

/** The key is the one of every page. */
export function NewChargeLink({ store }: Visit) {
  return (
    <a class="button" href={pathOf(store, 'charges', 'new')}>
      {texts.newCharge()} <Keycap>n</Keycap>
    </a>
  )
}

/** What to do in a new store. */
export function FirstSteps({ page, store, stores }: Visit) {
  const profile = stores.profileOf(store) ?? 'sandbox'
  return (
    <Empty
      title={texts.noCharge()}
      text={texts.createOne()}
      command={`pixctl charge create --amount 10.50 --profile ${profile}`}
    >
      <p>{texts.trySamples()}</p>
      <ActionForm page={page} action={pathOf(store, 'seed')} values={{ count: String(SAMPLES) }}>
        <Button tone="plain">{texts.addSamples(SAMPLES)}</Button>
      </ActionForm>
    </Empty>
  )
}
