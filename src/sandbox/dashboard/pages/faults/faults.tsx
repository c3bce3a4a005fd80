/** The faults of a store: what is ordered to go wrong. */

import {
  FAULT_KINDS,
  FAULT_PLACES,
  FAULT_STATUSES,
  type FaultPlace,
  type FaultSummary,
} from '../../../../shared/sandbox-faults.ts'
import { Empty } from '../../../../web/components/empty.tsx'
import { ActionButton, ActionForm, Button, SelectField, TextField } from '../../../../web/components/form.tsx'
import { Columns, PageHeader, Panel } from '../../../../web/components/header.tsx'
import { Badge } from '../../../../web/components/status.tsx'
import { Table } from '../../../../web/components/table.tsx'
import { Time } from '../../../../web/components/value.tsx'
import type { Answer, PageContext } from '../../../../web/page.ts'
import { isUsedUp } from '../../../faults/faults.ts'
import { parseOrder } from '../../../faults/order.ts'
import { KINDS, whatFaultDoes } from './fault-text.ts'
import { Frame, pathOf, type Visit } from '../frame.tsx'
import { attempted, NO_PROBLEMS, type Problems } from '../problems.ts'
import { FormProblem } from '../view.tsx'

const PLACES: Readonly<Record<FaultPlace, string>> = {
  create: 'Creating a charge',
  get: 'Reading one charge',
  list: 'Listing charges',
  balance: 'Reading the balance',
  status: 'Reading the status',
  webhook: 'Webhook deliveries',
  realtime: 'The WebSocket',
}

export function FaultsPage(visit: Visit) {
  return <Page visit={visit} problems={NO_PROBLEMS} />
}

/** Adds a fault, as the JSON call does. */
export async function addFault(visit: Visit): Promise<Answer> {
  const { page, store, faults } = visit
  const [kind, often] = [page.field('kind'), page.field('often')]
  const order = {
    on: page.field('on'),
    kind,
    status: kind === 'status' ? numberOf(page.field('status')) : null,
    delaySeconds: kind === 'delay' ? numberOf(page.field('delaySeconds')) : null,
    times: often === 'times' ? numberOf(page.field('times')) : null,
    rate: often === 'rate' ? numberOf(page.field('percent')) / 100 : null,
  }
  const outcome = await attempted(() => faults.add(store.id, parseOrder(order)), {}, [
    ...['on', 'kind', 'status', 'delaySeconds', 'times', 'rate'],
  ])
  if ('problems' in outcome) return page.invalid(<Page visit={visit} problems={outcome.problems} />)
  page.notice('ok', `The fault ${outcome.result.id} is on.`)
  return page.seeOther(pathOf(store, 'faults'))
}

/** As people write it, with a comma or a point. */
function numberOf(text: string): number {
  return text === '' ? Number.NaN : Number(text.replace(',', '.'))
}

export function clearFault({ page, store, faults }: Visit): Answer {
  faults.clear(store.id, page.param('id'))
  return page.seeOther(pathOf(store, 'faults'))
}

export function clearFaults({ page, store, faults }: Visit): Answer {
  faults.clearAll(store.id)
  return page.seeOther(pathOf(store, 'faults'))
}

function Page({ visit, problems }: { visit: Visit; problems: Problems }) {
  const { page, store, faults } = visit
  const list = faults.list(store.id).toReversed()
  return (
    <Frame visit={visit} title="Faults" section="Faults">
      <PageHeader
        title="Faults"
        lead="Let calls and events go wrong, to see how your integration takes it. Faults end with the sandbox."
        actions={
          list.length > 0 && (
            <ActionButton page={page} action={pathOf(store, 'faults', 'clear')}>
              Clear all
            </ActionButton>
          )
        }
      />
      <Columns
        aside={
          <Panel title="New fault">
            <FaultForm visit={visit} problems={problems} />
          </Panel>
        }
      >
        <Panel title="All faults" flush>
          <FaultTable visit={visit} faults={list} />
        </Panel>
      </Columns>
    </Frame>
  )
}

/** The fields that only some choices have are shown with these choices (src/web/style/dashboard.css). */
function FaultForm({ visit: { page, store }, problems }: { visit: Visit; problems: Problems }) {
  return (
    <ActionForm page={page} action={pathOf(store, 'faults')}>
      <FormProblem problems={problems} />
      <SelectField
        name="on"
        label="What goes wrong"
        value={page.field('on')}
        options={FAULT_PLACES.map(value => ({ value, label: PLACES[value] }))}
        error={problems.on}
      />
      <SelectField
        name="kind"
        label="How"
        value={page.field('kind')}
        options={FAULT_KINDS.map(value => ({ value, label: KINDS[value] }))}
        error={problems.kind}
      />
      <p class="hint for-webhook">
        The receiver answers as usual, then its answer is lost or counts as another status. Not JSON: the body
        is altered after it was signed. Never answer, or cut: half of the body is sent.
      </p>
      <div class="for-status">
        <SelectField
          name="status"
          label="Status"
          value={page.field('status')}
          options={FAULT_STATUSES.map(status => ({ value: String(status), label: String(status) }))}
          error={problems.status}
        />
      </div>
      <div class="for-delay">
        <TextField
          name="delaySeconds"
          label="Wait, in seconds"
          inputmode="decimal"
          value={page.field('delaySeconds') || '5'}
          error={problems.delaySeconds}
        />
      </div>
      <HowOften page={page} problems={problems} />
      <Button>Add fault</Button>
    </ActionForm>
  )
}

function HowOften({ page, problems }: { page: PageContext; problems: Problems }) {
  return (
    <>
      <SelectField
        name="often"
        label="How often"
        value={page.field('often')}
        options={[
          { value: 'always', label: 'Every time, until it is cleared' },
          { value: 'times', label: 'A number of times' },
          { value: 'rate', label: 'A part of the times' },
        ]}
      />
      <div class="for-times">
        <TextField
          name="times"
          label="Number of times"
          inputmode="numeric"
          value={page.field('times') || '1'}
          error={problems.times}
        />
      </div>
      <div class="for-rate">
        <TextField
          name="percent"
          label="Percent of the times"
          inputmode="decimal"
          value={page.field('percent') || '10'}
          error={problems.rate}
        />
      </div>
    </>
  )
}

function FaultTable({ visit: { page, store }, faults }: { visit: Visit; faults: readonly FaultSummary[] }) {
  return (
    <Table
      label="Faults, newest first"
      columns={[
        { header: 'What' },
        { header: 'How' },
        { header: 'Used', align: 'end' },
        { header: 'Left' },
        { header: 'Added', minor: true },
        { header: 'Id', minor: true },
      ]}
      rows={faults.map(fault => ({
        id: fault.id,
        cells: [
          PLACES[fault.on],
          whatFaultDoes(fault),
          String(fault.used),
          leftOf(fault),
          <Time at={fault.createdAt} />,
          <code>{fault.id}</code>,
        ],
        actions: (
          <ActionButton
            page={page}
            action={pathOf(store, 'faults', fault.id, 'clear')}
            label={`Clear the fault ${fault.id}`}
          >
            Clear
          </ActionButton>
        ),
      }))}
      empty={
        <Empty
          title="Nothing goes wrong"
          text="Every call is answered as it should be, until a fault is added."
        />
      }
    />
  )
}

function leftOf(fault: FaultSummary) {
  const { times, used, rate } = fault
  if (isUsedUp(fault)) return <Badge tone="off">used up</Badge>
  if (times !== null) return `${times - used} of ${times}`
  return rate === null ? 'Until cleared' : `${Math.round(rate * 1000) / 10} % of the calls`
}
