/** What this machine's journal says of the rows of a file, before any is sent. */

import { setImmediate } from 'node:timers/promises'
import { requestDifferences } from '#contract/charge.ts'
import { requestOf } from '../creations/create.ts'
import type { Journal } from '../creations/journal.ts'
import { keyOf, type Rows } from './rows.ts'

/** How many lines are named. */
const MOST_NAMED = 10

export interface KnownRows {
  fresh: number
  /** As they were sent before. */
  unchanged: number
  /** Sent before with other data. */
  contradicting: number
  /** The first lines of the contradicting ones. */
  lines: number[]
}

/** @param journal null if this machine has none */
export async function knownRows(
  journal: Journal | null,
  baseUrl: string | undefined,
  rows: Rows,
  { batch, signal }: { batch: string; signal: AbortSignal },
): Promise<KnownRows> {
  const known: KnownRows = { fresh: 0, unchanged: 0, contradicting: 0, lines: [] }
  for (const { line, reference, request } of rows.inOrder()) {
    const entries = journal?.find(keyOf(batch, reference)) ?? []
    // What was refused made no charge, nor what was forgotten before it was sent.
    const before = entries.find(
      ({ outcome, inDoubt, ...entry }) =>
        entry.baseUrl === baseUrl && outcome !== 'refused' && (outcome !== 'forgotten' || inDoubt),
    )
    const asked = before && requestOf(before.body)
    if (!before) known.fresh++
    else if (asked && requestDifferences(asked, request).length === 0) known.unchanged++
    else if (++known.contradicting <= MOST_NAMED) known.lines.push(line)
    // Otherwise no signal would be seen.
    await setImmediate()
    signal.throwIfAborted()
  }
  return known
}
