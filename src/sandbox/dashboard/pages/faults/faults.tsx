/** The faults of a store: what is ordered to go wrong. */

import { FAULT_KINDS, FAULT_PLACES, FAULT_STATUSES, type FaultSummary } from '#lib/sandbox/faults.ts'
import { Empty } from '#web/components/empty.tsx'
import { ActionButton, ActionForm, Button, SelectField, TextField } from '#web/components/form.tsx'
import { Columns, PageHeader, Panel } from '#web/components/header.tsx'
import { Badge } from '#web/components/status.tsx'
import { Table } from '#web/components/table.tsx'
import { Time } from '#web/components/value.tsx'
import type { Answer } from '#web/page.ts'
import { FormProblem, fieldsOf, NO_PROBLEMS, type Problems } from '#web/problems.tsx'
import * as operations from '../../../control/operations.ts'
import { isUsedUp } from '../../../faults/faults.ts'
import { Frame, pathOf, type Visit } from '../frame.tsx'
import { attempted } from '../problems.ts'
import { texts as shared } from '../texts.ts'
import { texts } from './texts.ts'

export async function addFault(visit: Visit): Promise<Answer> {
  const { page, store } = visit
  const [kind, often] = [page.field('kind'), page.field('often')]
  const order = {
    on: page.field('on'),
    kind,
    status: kind === 'status' ? numberOf(page.field('status')) : null,
    retryAfter: kind === 'status' && page.field('retryAfter') ? numberOf(page.field('retryAfter')) : null,
    delaySeconds: kind === 'delay' ? numberOf(page.field('delaySeconds')) : null,
    times: often === 'times' ? numberOf(page.field('times')) : null,
    rate: often === 'rate' ? numberOf(page.field('percent')) / 100 : null,
    ...Object.fromEntries(['charge', 'type', 'endpoint'].map(name => [name, page.field(name) || null])),
  }
  const fields = { payment_not_found: 'charge', endpoint_not_found: 'endpoint' } as const
  const { id } = await attempted(() => operations.addFault(visit, store, order), fields, Object.keys(order))
  page.notice('ok', texts.isOn(id))
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

export function FaultsPage(visit: Visit, problems: Problems = NO_PROBLEMS) {
  const { page, store, faults } = visit
  const list = faults.list(store.id).toReversed()
  return (
    <Frame visit={visit} title={texts.title()} section="faults">
      <PageHeader
        title={texts.title()}
        lead={texts.lead()}
        actions={
          list.length > 0 && (
            <ActionButton page={page} action={pathOf(store, 'faults', 'clear')}>
              {texts.clearAll()}
            </ActionButton>
          )
        }
      />
      <Columns
        aside={
          <Panel title={texts.newFault()}>
            <FaultForm visit={visit} problems={problems} />
          </Panel>
        }
      >
        <Panel title={texts.all()} flush>
          <FaultTable visit={visit} faults={list} />
        </Panel>
      </Columns>
    </Frame>
  )
}

/** The fields that only some choices have are shown with these choices (src/web/style/dashboard.css). */
function FaultForm({ visit: { page, store }, problems }: { visit: Visit; problems: Problems }) {
  const field = fieldsOf(page, problems)
  return (
    <ActionForm page={page} action={pathOf(store, 'faults')}>
      <FormProblem problems={problems} />
      <SelectField
        {...field('on')}
        label={texts.whatFails()}
        options={FAULT_PLACES.map(value => ({ value, label: texts.places[value]() }))}
      />
      <SelectField
        {...field('kind')}
        label={texts.how()}
        options={FAULT_KINDS.map(value => ({ value, label: texts.kinds[value]() }))}
      />
      <p class="hint for-webhook">{texts.webhookHint()}</p>
      <div class="stack for-status">
        <SelectField
          {...field('status', '500')}
          label={texts.statusCode()}
          options={FAULT_STATUSES.map(status => ({ value: String(status), label: String(status) }))}
        />
        <TextField {...field('retryAfter')} label={texts.retryAfter()} inputmode="numeric" />
      </div>
      <div class="for-delay">
        <TextField {...field('delaySeconds', '5')} label={texts.seconds()} inputmode="decimal" />
      </div>
      <SelectField
        {...field('often')}
        label={texts.often()}
        options={[
          { value: 'always', label: texts.always() },
          { value: 'times', label: texts.aNumber() },
          { value: 'rate', label: texts.aPart() },
        ]}
      />
      <div class="for-times">
        <TextField {...field('times', '1')} label={texts.number()} inputmode="numeric" />
      </div>
      <div class="for-rate">
        <TextField
          {...field('percent', '10')}
          label={texts.percent()}
          inputmode="decimal"
          error={problems.rate}
        />
      </div>
      <TextField {...field('charge')} label={texts.onlyCharge()} />
      <TextField {...field('type')} label={texts.onlyType()} />
      <TextField {...field('endpoint')} label={texts.onlyEndpoint()} />
      <Button>{texts.add()}</Button>
    </ActionForm>
  )
}

function FaultTable({ visit: { page, store }, faults }: { visit: Visit; faults: readonly FaultSummary[] }) {
  return (
    <Table
      label={texts.newestFirst()}
      columns={[
        { header: texts.what() },
        { header: texts.how() },
        { header: texts.used(), align: 'end' },
        { header: texts.left() },
        { header: texts.added(), minor: true },
        { header: shared.id(), minor: true },
      ]}
      rows={faults.map(fault => ({
        id: fault.id,
        cells: [
          [texts.places[fault.on](), fault.charge, fault.type, fault.endpoint].filter(Boolean).join(' '),
          effectOf(fault),
          String(fault.used),
          leftOf(fault),
          <Time at={fault.createdAt} />,
          <code>{fault.id}</code>,
        ],
        actions: (
          <ActionButton
            page={page}
            action={pathOf(store, 'faults', fault.id, 'clear')}
            label={texts.clearThis(fault.id)}
          >
            {texts.clear()}
          </ActionButton>
        ),
      }))}
      empty={<Empty title={texts.nothing()} text={texts.nothingText()} />}
    />
  )
}

function effectOf({ kind, status, retryAfter, delaySeconds }: FaultSummary): string {
  if (kind === 'delay') return texts.wait(delaySeconds)
  if (kind !== 'status') return texts.kinds[kind]()
  return texts.answer(status) + (retryAfter === null ? '' : `, Retry-After: ${retryAfter}`)
}

function leftOf(fault: FaultSummary) {
  const { times, used, rate } = fault
  if (isUsedUp(fault)) return <Badge tone="off">{texts.usedUp()}</Badge>
  if (times !== null) return texts.leftOf(times - used, times)
  return rate === null ? texts.untilCleared() : texts.ofCalls(Math.round(rate * 1000) / 10)
}
