/** Prints what `charge recover` finds, and how each creation ended. */

import { type Created, requestOf } from '#charges/creations/create.ts'
import type { Recovered } from '#charges/creations/recovery.ts'
import type { Context } from '#cli/context/context.ts'
import type { Output } from '#cli/output/output.ts'
import { dataOf, idLines, printList, printObject } from '#cli/output/present.ts'
import { toJsonLine } from '#cli/output/typed-json.ts'
import { toReais } from '#contract/money.ts'
import { type Failure, oneLine } from '#lib/failure.ts'
import { formatLocal } from '#lib/local-time.ts'
import { stateWord } from '#lib/state-words.ts'
import { suggest } from '#lib/suggestion.ts'
import { decimalAmount, humanAmount } from '#terminal/amount.ts'
import { formatFields } from '#terminal/fields.ts'
import { tsvRow } from '#terminal/tsv.ts'
import { texts } from './texts.ts'

export async function printUnresolved(context: Context): Promise<void> {
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
  if (out.human && rows.length === 0) return out.note(texts.noneUnresolved())
  await printList<'charge-recover-list'>(
    out,
    rows,
    [
      { header: texts.heads.key(), whole: true, cell: row => row.idempotencyKey },
      { header: texts.heads.created(), cell: row => formatLocal(row.createdAt) },
      { header: texts.heads.amount(), align: 'right', cell: row => humanAmount(row.amount) },
      { header: texts.heads.description(), minWidth: 8, dropRank: 1, cell: row => row.description ?? '' },
      { header: texts.heads.baseUrl(), minWidth: 8, dropRank: 2, cell: row => row.baseUrl },
    ],
    row => Object.values({ ...row, amount: decimalAmount(row.amount) }),
  )
  if (out.human) out.note(suggest('charge recover', { say: texts.toFinishThem }))
}

export async function printRecovered(out: Output, created: Created, quiet: boolean): Promise<void> {
  const { outcome, payment, text, idempotencyKey } = created
  if (quiet) return out.data(idLines([payment]))
  if (out.json) {
    const charge = dataOf<'charge'>(text)
    return out.data(toJsonLine<'charge-recover'>({ idempotencyKey, outcome, charge }))
  }
  if (!out.human) return out.data(tsvRow([idempotencyKey, outcome, payment.id, payment.status]))
  const { labels, outcomes } = texts
  const fields = [
    { label: labels.key(), value: idempotencyKey, whole: true },
    { label: labels.outcome(), value: outcomes[outcome](), paint: out.style.green },
    { label: labels.charge(), value: payment.id, whole: true },
    { label: labels.status(), value: stateWord(payment.status) },
    { label: labels.amount(), value: humanAmount(payment.amount) },
    { label: labels.description(), value: payment.description || '-' },
  ]
  await out.data(formatFields(fields, { style: out.style, columns: out.columns }))
}

/** @param several whether other creations are sent too */
export async function printFailure(
  out: Output,
  { entry: { idempotencyKey }, outcome, failure }: Extract<Recovered, { failure: Failure }>,
  { quiet, several }: { quiet: boolean; several: boolean },
): Promise<void> {
  if (out.json) {
    const error = oneLine(failure.message, ...failure.lines)
    return out.data(toJsonLine<'charge-recover'>({ idempotencyKey, outcome, error }))
  }
  if (!out.human && !quiet) await out.data(tsvRow([idempotencyKey, outcome, null, null]))
  // For a single one, the command's error says it.
  if (several)
    out.warn(() =>
      texts.failed(idempotencyKey, outcome, oneLine(failure.localized, ...failure.localizedLines)),
    )
}

export async function printForgotten(out: Output, idempotencyKey: string): Promise<void> {
  await printObject<'charge-recover-forget'>(out, { idempotencyKey, outcome: 'forgotten' })
  out.note(texts.forgotten(idempotencyKey))
}
