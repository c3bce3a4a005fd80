/** `charge recover`: lists the unresolved creations of a profile, sends them again, or forgets one. */

import { type Created, recover, requestOf } from '#charges/creations/creations.ts'
import { afterCreation, CreationFailure } from '#charges/creations/failures.ts'
import type { Entry } from '#charges/creations/journal.ts'
import type { Context } from '#cli/context/context.ts'
import { written } from '#cli/host/host.ts'
import { mostSerious } from '#cli/output/exit-codes.ts'
import { toReais } from '#contract/money.ts'
import { isoNow } from '#lib/clock.ts'
import { Failure, oneLine } from '#lib/failure.ts'
import { checkIdempotencyKey } from '#lib/input/ids.ts'
import { formatJson, formatJsonLine, parseLossless } from '#lib/json.ts'
import { formatLocal } from '#lib/local-time.ts'
import { isText, type Step, suggest } from '#lib/suggestion.ts'
import { decimalAmount, humanAmount } from '#terminal/amount.ts'
import { formatFields } from '#terminal/fields.ts'
import { formatTable } from '#terminal/table.ts'
import { tsvRow } from '#terminal/tsv.ts'
import { divide, seeList, unresolvedOf } from '../../../charges/creations/recovery.ts'
import { texts } from './texts.ts'

/** Prints the unresolved creations; sends nothing. */
export async function listUnresolved(context: Context, keys: readonly string[]): Promise<void> {
  refuseKeys(keys, '--list')
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
  if (rows.length === 0) return out.note(texts.noneUnresolved())
  const table = await formatTable(
    [
      { header: texts.heads.key(), whole: true },
      { header: texts.heads.created() },
      { header: texts.heads.amount(), align: 'right' },
      { header: texts.heads.description(), minWidth: 8, dropRank: 1 },
      { header: texts.heads.baseUrl(), minWidth: 8, dropRank: 2 },
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
  out.note(suggest('charge recover', { say: texts.toFinishThem }))
}

/** Forgets one unresolved creation: recover won't send it again. */
export async function forget(context: Context, text: string, keys: readonly string[]): Promise<void> {
  refuseKeys(keys, '--forget')
  const key = checkIdempotencyKey(text)
  const journal = await context.journalIfAny()
  const found = unresolvedOf(journal, key)
  // Stores may have the same key: then it is that of the store in use.
  const { entries, left } = found.length > 1 ? await divide(context, found) : { entries: found, left: null }
  if (left && entries.length === 0) throw left
  for (const entry of entries) {
    journal!.resolve(entry, 'forgotten', null, isoNow(context.host.clock))
  }
  if (context.out.json) await context.out.data(formatJson({ idempotencyKey: key, outcome: 'forgotten' }))
  context.out.note(texts.forgotten(key))
}

/**
 * Sends entries again, of these keys or all unresolved ones, and prints each outcome. The exit code is that of the most
 * serious outcome: unknown comes before refused, and entries that were not sent come last.
 *
 * @param force sends the entries of these keys whichever store they are of
 */
export async function recoverEntries(
  context: Context,
  keys: readonly string[],
  force: boolean,
): Promise<void> {
  if (force && keys.length === 0) throw new Failure('usage', texts.forceAll, { next: seeList(texts.nameKey) })
  const { out, host } = context
  const named = [...new Set(keys.map(checkIdempotencyKey))]
  const journal = await context.journalIfAny()
  const chosen =
    named.length === 0 ? (journal?.unresolved() ?? []) : named.flatMap(key => unresolvedOf(journal, key))
  if (chosen.length === 0) return out.note(texts.noneUnresolved())
  const { entries, left } = force ? { entries: chosen, left: null } : await divide(context, chosen)
  const failures: Failure[] = []
  if (entries.length > 0) {
    context.announce()
    if (force) out.warn(() => texts.mayBeOtherStore(context.target().host))
    out.note(texts.sendingAgain(entries.length))
    const client = await context.client()
    for (const entry of entries) {
      let recovered: Created
      try {
        recovered = await recover(client, journal!, entry, host.clock)
      } catch (error) {
        if (!(error instanceof CreationFailure) || host.signal.aborted) throw error
        failures.push(force ? forced(error) : error)
        await showFailure(context, entry, error, entries.length > 1)
        continue
      }
      try {
        await show(context, recovered)
        await written(host)
      } catch (error) {
        throw afterCreation(error, recovered.payment.id)
      }
    }
  }
  throwResult(failures, entries.length, left)
}

async function show(context: Context, { outcome, payment, text, idempotencyKey }: Created): Promise<void> {
  const { out } = context
  if (out.json) {
    const charge = (parseLossless(text) as { data: unknown }).data
    return out.data(formatJsonLine({ idempotencyKey, outcome, charge }))
  }
  if (!out.human) return out.data(tsvRow([idempotencyKey, outcome, payment.id, payment.status]))
  const { labels, outcomes } = texts
  await out.data(
    formatFields(
      [
        { label: labels.key(), value: idempotencyKey, whole: true },
        { label: labels.outcome(), value: outcomes[outcome](), paint: out.style.green },
        { label: labels.charge(), value: payment.id, whole: true },
        { label: labels.status(), value: payment.status },
        { label: labels.amount(), value: humanAmount(payment.amount) },
        { label: labels.description(), value: payment.description || '-' },
      ],
      { style: out.style, columns: out.columns },
    ),
  )
}

async function showFailure(
  { out }: Context,
  { idempotencyKey }: Entry,
  failure: CreationFailure,
  several: boolean,
): Promise<void> {
  const { outcome } = failure
  if (out.json)
    return out.data(
      formatJsonLine({ idempotencyKey, outcome, error: oneLine(failure.message, ...failure.lines) }),
    )
  if (!out.human) await out.data(tsvRow([idempotencyKey, outcome, null, null]))
  // For a single one, the command's error says it.
  if (several)
    out.warn(() => texts.failed(idempotencyKey, outcome, oneLine(failure.said, ...failure.saidLines)))
}

/** What it suggests to send again needs --force too. */
function forced(failure: Failure): Failure {
  const withForce = (step: Step) =>
    isText(step) || step.command !== 'charge recover' || !step.args
      ? step
      : { ...step, flags: { force: true } as const }
  return failure.with({ next: failure.next.map(withForce) })
}

/** Throws the most serious failure, with those that were left. Does nothing if all went well. */
function throwResult(failures: readonly Failure[], total: number, left: Failure | null): void {
  const worst = mostSerious(failures)
  const message = () => texts.someFailed(failures.length, total, worst!.said)
  const result = total > 1 && worst ? worst.with({ message, next: seeList(texts.seeLeft) }) : (worst ?? left)
  if (!result) return
  if (!worst || !left) throw result
  throw result.with({
    lines: [...result.lineTexts, left.text, ...left.lineTexts],
    next: [...result.next, ...left.next],
  })
}

function refuseKeys(keys: readonly string[], flag: string): void {
  if (keys.length > 0) throw new Failure('usage', () => texts.noOtherKeys(flag), { next: texts.leaveOut })
}
