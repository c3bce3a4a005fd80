/** The first page of a store: balance, what happened today, the latest events. */

import { Empty } from '../../../web/components/empty.tsx'
import { ActionForm, Button } from '../../../web/components/form.tsx'
import { PageHeader, Panel, Stats } from '../../../web/components/header.tsx'
import { Money } from '../../../web/components/value.tsx'
import { countCharges } from '../../core/counts.ts'
import { latestEvents } from '../data/events.ts'
import { totalsOfToday } from '../data/totals.ts'
import { Events } from './events.tsx'
import { Frame, pathOf, type Visit } from './frame.tsx'
import { chargesText } from './view.tsx'

const EVENTS_SHOWN = 20
const SAMPLES = 50

export function Overview(visit: Visit) {
  const { page, store, database, service } = visit
  const events = latestEvents(database, store.id, EVENTS_SHOWN)
  const today = totalsOfToday(database, store.id, page.now)
  const counts = countCharges(database, store.id)
  return (
    <Frame visit={visit} title="Overview" section="Overview">
      <PageHeader title="Overview" actions={<NewChargeLink {...visit} />} />
      <Stats
        items={[
          { label: 'Available balance', value: <Money amount={service.balance(store.id)} /> },
          { label: 'Paid today', value: <Money amount={today.amount} />, note: chargesText(today.paid) },
          { label: 'Fees today', value: <Money amount={today.fee} /> },
          { label: 'Net today', value: <Money amount={today.netAmount} /> },
          {
            label: 'Created today',
            value: today.created.toLocaleString('en'),
            note: `${counts.PENDING.toLocaleString('en')} to be paid`,
          },
        ]}
      />
      <Panel title="Live events" actions={<a href={pathOf(store, 'charges')}>All charges</a>} flush>
        {events.length > 0 ? <Events visit={visit} events={events} /> : <FirstSteps {...visit} />}
      </Panel>
    </Frame>
  )
}

export function NewChargeLink({ store }: Visit) {
  return (
    <a class="button" href={pathOf(store, 'charges', 'new')}>
      New charge
    </a>
  )
}

/** What to do in a new store. */
export function FirstSteps({ page, store, stores }: Visit) {
  const profile = stores.profileOf(store.name) ?? 'sandbox'
  return (
    <Empty
      title="No charge yet"
      text="Create one with New charge, or from a terminal. It can then be paid here, as a customer would."
      command={`pixctl charge create --amount 10.50 --profile ${profile}`}
    >
      <p>To try lists and exports, add charges of all states from the last hours.</p>
      <ActionForm page={page} action={pathOf(store, 'seed')} values={{ count: String(SAMPLES) }}>
        <Button tone="plain">Add {String(SAMPLES)} sample charges</Button>
      </ActionForm>
    </Empty>
  )
}
