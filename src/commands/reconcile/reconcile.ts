/** `reconcile`: compares the journal of creations and the inbox with the service's list of charges. */

import { pages, waitText } from '../../api/paging.ts'
import type { Context } from '../../cli/context/context.ts'
import { parseSince } from '../../cli/flags/times.ts'
import { hint } from '../../cli/output/hints.ts'
import { MAX_LIMIT, MAX_PAGE } from '../../contract/limits.ts'
import { Failure } from '../../shared/failure.ts'
import { formatLocal } from '../../shared/local-time.ts'
import { suggest } from '../../shared/suggestion.ts'
import { decimalAmount, humanAmount } from '../../terminal/amount.ts'
import { formatJson } from '../../terminal/json.ts'
import {
  type CompareOptions,
  compare,
  type Listed,
  type ListedCharge,
  type LocalRecords,
  sumDays,
} from './compare.ts'
import { type DaySum, type Difference, formatDays, formatDifferences, reconciliationTsv } from './view.ts'

/** How long to wait for the event of a new payment, in milliseconds, before it counts as missed. */
const ON_ITS_WAY_MS = 3_000

/** Prints the payments of each day and the differences. Failure (not_as_expected) if there are differences. */
export async function reconcile(context: Context, since: string | undefined): Promise<void> {
  const { out } = context
  const sinceMs =
    since === undefined ? Number.NEGATIVE_INFINITY : parseSince(since, '--since', context.host.clock.now())
  await context.hasState()
  // First of all: without an API key nothing can be compared.
  const owner = await context.owner()
  const [inbox, journal] = await Promise.all([context.inboxIfAny(), context.journalIfAny()])
  const listed = await list(context)
  const firstArrival = inbox?.firstArrival() ?? null
  const localRecords = (): LocalRecords => ({
    firstArrival,
    approvals: inbox?.approvals() ?? [],
    unresolved: journal?.unresolved() ?? [],
    made: journal?.charges(owner) ?? [],
  })
  const options: CompareOptions = {
    sinceMs,
    baseUrl: owner.baseUrl,
    time: iso => (out.human ? formatLocal(iso) : iso),
    command: step => hint(step, context.host.argv),
    amount: reais => (out.human ? humanAmount(reais) : decimalAmount(reais)),
  }
  let differences = compare(listed, localRecords(), options)
  if (differences.some(each => mayBeOnItsWay(each, listed))) {
    out.status('waiting for events that may still arrive')
    await context.host.clock.sleep(ON_ITS_WAY_MS, context.host.signal)
    differences = compare(listed, localRecords(), options)
  }
  await show(context, sumDays(listed, sinceMs), differences, listed.complete)
  noteInboxStart(context, firstArrival)
  throwResult(context, listed, differences.length)
}

/** Whether this is a missing event of a payment made just now. */
function mayBeOnItsWay({ kind, paymentId }: Difference, { charges, asOfMs }: Listed): boolean {
  const paidAt = charges.get(paymentId ?? '')?.paidAt
  return kind === 'missed_event' && paidAt != null && Date.parse(paidAt) > asOfMs - ON_ITS_WAY_MS
}

/** Reads all charges that the service lists. */
async function list(context: Context): Promise<Listed> {
  const { out, host } = context
  const { clock, signal } = host
  const client = await context.client()
  const asOfMs = clock.now()
  const charges = new Map<string, ListedCharge>()
  let rows = 0
  let total = 0
  const onWait = (ms: number, asked: boolean) => out.status(`${charges.size} read, ${waitText(ms, asked)}`)
  for await (const { data } of pages({ client, clock, signal, onWait })) {
    for (const { id, status, amount, netAmount, paidAt } of data.data) {
      charges.set(id, { status, amount, netAmount, paidAt })
    }
    rows += data.data.length
    total = data.pagination.total
    out.status(`${charges.size} of ${total} charges read`)
  }
  out.clearStatus()
  return { charges, complete: rows >= total, total, asOfMs }
}

async function show(
  { out }: Context,
  days: readonly DaySum[],
  differences: readonly Difference[],
  complete: boolean,
): Promise<void> {
  const agrees = complete && differences.length === 0
  if (out.json) return out.data(formatJson({ agrees, days, differences }))
  if (!out.human) return out.data(reconciliationTsv(days, differences))
  const options = { style: out.style, columns: out.columns }
  const parts = [await formatDays(days, options), formatDifferences(differences, options)]
  await out.data(parts.filter(part => part !== '').join('\n'))
}

function noteInboxStart({ out }: Context, firstArrival: string | null): void {
  if (firstArrival === null) out.note('the inbox is empty: no payment counts as missed')
  else
    out.note(`the inbox begins at ${formatLocal(firstArrival)}: payments before that don't count as missed`)
}

/** Throws the error if something differs or the list is not complete. */
function throwResult({ out }: Context, { charges, complete, total }: Listed, differences: number): void {
  const incomplete = complete
    ? null
    : `the service reports ${total} charges, but its pages contained ${charges.size}`
  if (differences > 0) {
    if (incomplete) out.warn(`${incomplete}: there may be more`)
    throw new Failure(
      'not_as_expected',
      `${differences} ${differences === 1 ? 'difference' : 'differences'}`,
      {
        next: suggest('reconcile', {
          say: 'to see what each one means',
          flags: { help: true },
          profile: 'none',
        }),
      },
    )
  }
  if (incomplete) {
    throw new Failure('service', `${incomplete}, so not everything could be compared`, {
      next:
        total > MAX_PAGE * MAX_LIMIT
          ? `a list shows at most ${MAX_PAGE * MAX_LIMIT} charges`
          : 'run it again',
    })
  }
  out.note(`everything agrees: ${charges.size} ${charges.size === 1 ? 'charge' : 'charges'} compared`)
}
