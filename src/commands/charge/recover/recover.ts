/** `charge recover`: the unresolved creations of a profile, listed, sent again, or dropped. */

import type { Context } from '../../../cli/context/context.ts'
import { checkIdempotencyKey } from '../../../cli/flags/arguments.ts'
import { written } from '../../../cli/host/host.ts'
import { mostSerious } from '../../../cli/output/exit-codes.ts'
import { toReais } from '../../../contract/money.ts'
import { isoNow } from '../../../shared/clock.ts'
import { Failure, oneLine } from '../../../shared/failure.ts'
import { suggest } from '../../../shared/suggestion.ts'
import type { Entry } from '../../../store/journal.ts'
import { decimalAmount, humanAmount } from '../../../terminal/amount.ts'
import { formatFields } from '../../../terminal/fields.ts'
import { formatJson, formatJsonLine, parseLossless } from '../../../terminal/json.ts'
import { formatTable } from '../../../terminal/table.ts'
import { formatLocal } from '../../../terminal/time.ts'
import { tsvRow } from '../../../terminal/tsv.ts'
import { afterCreation, type Created, CreationFailure, recover, requestOf } from '../shared/creations.ts'
import { divide, type Left, leftAlone, named, seeList, unknownKey, unresolvedOf } from './choice.ts'

/** Prints the unresolved creations; sends nothing. */
export async function listUnresolved(context: Context, keys: readonly string[]): Promise<void> {
  noKeys(keys, '--list')
  const { out } = context
  const { profile } = await context.profile()
  const journal = await context.journalIfAny()
  const rows = (journal?.unresolved() ?? []).map(entry => {
    const request = requestOf(entry.body)
    return {
      idempotencyKey: entry.idempotencyKey,
      createdAt: entry.createdAt,
      amount: request === null ? null : toReais(request.amount),
      description: request?.description ?? null,
      profile,
      baseUrl: entry.baseUrl,
    }
  })
  if (out.json) return out.data(formatJson(rows))
  if (!out.human) {
    const cells = rows.map(row => Object.values({ ...row, amount: decimalAmount(row.amount) }))
    return out.data(cells.map(tsvRow).join(''))
  }
  if (rows.length === 0) return out.note('there are no unresolved creations')
  const table = await formatTable(
    [
      { header: 'KEY', whole: true },
      { header: 'CREATED' },
      { header: 'AMOUNT', align: 'right' },
      { header: 'DESCRIPTION', minWidth: 8, dropRank: 1 },
      { header: 'BASE URL', minWidth: 8, dropRank: 2 },
    ],
    rows.map(row => [
      row.idempotencyKey,
      formatLocal(row.createdAt),
      humanAmount(row.amount),
      row.description ?? '',
      row.baseUrl,
    ]),
    { style: out.style, columns: out.columns },
  )
  await out.data(table)
  out.note(suggest('charge recover', { say: 'to finish them' }))
}

/** Drops one unresolved creation: it won't be sent again by recover. */
export async function forget(context: Context, text: string, keys: readonly string[]): Promise<void> {
  noKeys(keys, '--forget')
  const key = checkIdempotencyKey(text)
  const journal = await context.journalIfAny()
  if (journal === null) throw unknownKey(key)
  const entry = await unresolvedOf(context, journal, key, 'forget')
  journal.resolve(entry, 'forgotten', null, isoNow(context.host.clock))
  if (context.out.json) await context.out.data(formatJson({ idempotencyKey: key, outcome: 'forgotten' }))
  context.out.note(`forgotten: ${key}; if the charge was created, it still exists`)
}

/**
 * Sends entries again, those of the keys or every unresolved one, and prints how each ended. The exit
 * code is that of the most serious end: unknown before refused; that some were left alone counts least.
 */
export async function recoverEntries(context: Context, keys: readonly string[]): Promise<void> {
  const checked = [...new Set(keys.map(checkIdempotencyKey))]
  const journal = await context.journalIfAny()
  if (journal === null && checked[0] !== undefined) throw unknownKey(checked[0])
  if (journal === null) return context.out.note('there are no unresolved creations')
  const { entries, left } =
    keys.length === 0
      ? await divide(context, journal.unresolved())
      : { entries: await Promise.all(checked.map(key => named(context, journal, key))), left: [] }
  if (entries.length === 0 && left.length === 0) return context.out.note('there are no unresolved creations')
  const addressOf = (entry: Entry) => context.baseUrlFlag ?? entry.baseUrl
  for (const address of new Set(entries.map(addressOf))) context.announce(address)
  if (entries.length > 0) {
    context.out.note(`sending ${entries.length} again; a charge that doesn't exist yet is created now`)
  }
  const failures: Failure[] = []
  for (const entry of entries) {
    let recovered: Created
    try {
      recovered = await recover(await context.clientFor(addressOf(entry)), journal, entry, context.host.clock)
    } catch (error) {
      if (!(error instanceof Failure) || context.host.signal.aborted) throw error
      failures.push(error)
      // Before anything was sent (no key, for example) nothing new is known either.
      const outcome = error instanceof CreationFailure ? error.outcome : 'unknown'
      await showFailure(context, entry, error, outcome, entries.length > 1)
      continue
    }
    try {
      await show(context, recovered)
      await written(context.host)
    } catch (error) {
      throw afterCreation(error, recovered.payment.id)
    }
  }
  end(failures, entries.length, left)
}

async function show(context: Context, { outcome, payment, text, idempotencyKey }: Created): Promise<void> {
  const { out } = context
  if (out.json) {
    const charge = (parseLossless(text) as { data: unknown }).data
    return out.data(formatJsonLine({ idempotencyKey, outcome, charge }))
  }
  if (!out.human) return out.data(tsvRow([idempotencyKey, outcome, payment.id, payment.status]))
  const said = outcome === 'created' ? 'created now' : 'already existed'
  await out.data(
    formatFields(
      [
        { label: 'Key', value: idempotencyKey, whole: true },
        { label: 'Outcome', value: said, paint: out.style.green },
        { label: 'Charge', value: payment.id, whole: true },
        { label: 'Status', value: payment.status },
        { label: 'Amount', value: humanAmount(payment.amount) },
      ],
      { style: out.style, columns: out.columns },
    ),
  )
}

async function showFailure(
  { out }: Context,
  { idempotencyKey }: Entry,
  failure: Failure,
  outcome: string,
  several: boolean,
): Promise<void> {
  if (out.json)
    return out.data(
      formatJsonLine({ idempotencyKey, outcome, error: oneLine(failure.message, ...failure.lines) }),
    )
  if (!out.human) await out.data(tsvRow([idempotencyKey, outcome, null, null]))
  // A single one is in the error that ends the command.
  if (several) out.warn(`${idempotencyKey} ${outcome}: ${oneLine(failure.message, ...failure.lines)}`)
}

/** The end of it all as an error, the most serious of what happened; nothing when all went well. */
function end(failures: readonly Failure[], total: number, left: readonly Left[]): void {
  const first = mostSerious(failures)
  if (!first) {
    if (left.length > 0) throw leftAlone(left, total)
    return
  }
  const ended =
    total === 1
      ? first
      : first.with({
          message: `${failures.length} of ${total} creations failed or are still unknown; the most serious: ${first.message}`,
          next: seeList('see what is left'),
        })
  if (left.length === 0) throw ended
  const also = leftAlone(left, total)
  throw ended.with({
    lines: [...ended.lines, also.message, ...also.lines],
    next: [...ended.next, ...also.next],
  })
}

function noKeys(keys: readonly string[], flag: string): void {
  if (keys.length > 0)
    throw new Failure('usage', `${flag} takes no other keys`, { next: 'leave the others out' })
}
