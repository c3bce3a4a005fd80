/** The first page of a store, for its counter: the totals of today, what is to be paid, what was paid, the latest events. */

import { toBRL } from '#contract/money.ts'
import { formatCount } from '#lib/language.ts'
import { Empty } from '#web/components/empty.tsx'
import { ActionForm, Button, Keycap } from '#web/components/form.tsx'
import { Halves, PageHeader, Panel, Stats } from '#web/components/header.tsx'
import { ChargeStatus } from '#web/components/status.tsx'
import { Table } from '#web/components/table.tsx'
import { Countdown, Money, When } from '#web/components/value.tsx'
import { withQuery } from '#web/page.ts'
import { latestEvents } from '../../core/outbox.ts'
import { countCharges, toPayment } from '../../core/payments.ts'
import { listCharges } from '../data/charges.ts'
import { paidToday, totalsOfToday } from '../data/totals.ts'
import { Events } from './events.tsx'
import { Frame, pathOf, type Visit } from './frame.tsx'
import { texts } from './texts.ts'

const WAITING_SHOWN = 20
const PAID_SHOWN = 20
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
          <Halves>
            <Waiting visit={visit} count={counts.PENDING} />
            <PaidToday {...visit} />
          </Halves>
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

/** The charges that a customer may be about to pay, the newest first. */
function Waiting({ visit: { page, store, database }, count }: { visit: Visit; count: number }) {
  const { charges } = listCharges(database, { storeId: store.id, status: 'PENDING' })
  const all = withQuery(pathOf(store, 'charges'), { status: 'PENDING' })
  return (
    <Panel
      title={texts.waiting()}
      actions={count > WAITING_SHOWN && <a href={all}>{texts.allOfThem(count)}</a>}
      flush
      id="waiting"
    >
      <Table
        label={texts.waiting()}
        columns={[
          { header: texts.amount(), align: 'end' },
          { header: texts.about(), narrow: 'below' },
          { header: texts.timeLeft(), align: 'end', narrow: 'end' },
        ]}
        rows={charges.slice(0, WAITING_SHOWN).map(({ id, amount, description, expiresAt }) => ({
          id,
          href: pathOf(store, 'charges', id),
          cells: [
            <Money amount={amount} />,
            description,
            expiresAt && <Countdown to={expiresAt} now={page.now} />,
          ],
        }))}
        empty={<Empty title={texts.noneWaiting()} />}
      />
    </Panel>
  )
}

function PaidToday({ page, store, database }: Visit) {
  return (
    <Panel title={texts.chargesPaidToday()} flush id="paid">
      <Table
        label={texts.chargesPaidToday()}
        columns={[
          { header: texts.amount(), align: 'end' },
          { header: texts.status() },
          { header: texts.about(), narrow: 'below' },
          { header: texts.paidAt(), narrow: 'end' },
        ]}
        rows={paidToday(database, store.id, page.now, PAID_SHOWN).map(charge => ({
          // Another one than while it waited: it is a new row here.
          id: `paid-${charge.id}`,
          href: pathOf(store, 'charges', charge.id),
          cells: [
            <Money amount={charge.amount} />,
            <ChargeStatus charge={toPayment(charge)} />,
            charge.description,
            charge.paidAt && <When at={charge.paidAt} now={page.now} />,
          ],
        }))}
        empty={<Empty title={texts.nonePaid()} />}
      />
    </Panel>
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
  const profile = stores.profileOf(store.name) ?? 'sandbox'
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
