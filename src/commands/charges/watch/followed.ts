/** What all ways of showing `charges watch` share: the charges that are followed, and their printing for a script. */

import type { ChargesWatch, WatchUpdate } from '#charges/watching/charges-watch.ts'
import { connectionNotices } from '#charges/watching/connection-notices.ts'
import type { Context } from '#cli/context/context.ts'
import { saveCents } from '#credentials/profiles.ts'
import { formatJsonLines } from '#lib/json.ts'
import { type Step, suggest } from '#lib/suggestion.ts'
import { chargeTsvRow } from '#terminal/charge.ts'
import { texts } from './texts.ts'

/** 4242 is the listener's, 4243 the inspector's. */
export const PAGE_PORT = 4244

/** A watch of charges, and what it was made with. */
export interface Followed {
  context: Context
  watch: ChargesWatch
  /** The charges created or paid at this time or later, in milliseconds since the epoch. */
  since: number
  /** Whether typed digits are cents. */
  cents: boolean
}

/** Whether typed digits are cents at this counter; a flag is kept for the profile. */
export async function keptCents({ profile, folders, clock }: Context, flag?: boolean): Promise<boolean> {
  const { profile: name, settings } = profile()
  if (flag === undefined) return settings.cents === true
  await saveCents(folders.config, clock, name, flag)
  return flag
}

/**
 * Runs until it is stopped. Throws the signal's reason, or the Failure that ends the watch.
 *
 * @param textOf what is printed of an update: lines, or nothing
 */
export async function printChanges(
  { context, watch }: Followed,
  textOf?: (update: WatchUpdate) => string,
): Promise<void> {
  const print = changePrinter(context, textOf)
  for await (const update of watch) await print(update)
}

/** Prints an update, and says on stderr what became of the connection. */
export function changePrinter(
  { out }: Context,
  textOf = ({ changed }: WatchUpdate) =>
    out.json ? formatJsonLines(changed) : changed.map(chargeTsvRow).join(''),
): (update: WatchUpdate) => Promise<void> {
  const noticeConnection = connectionNotices(out)
  return async update => {
    const text = textOf(update)
    if (text !== '') await out.handedOver(text)
    for (const refusal of update.unknown.values()) out.warn(refusal.text)
    noticeConnection(update)
  }
}

/**
 * What an earlier run has left, which must not be made again, each time it is asked for; null if nothing is left. Another
 * terminal may finish it meanwhile.
 */
export async function unfinishedOf(context: Context): Promise<() => Step | null> {
  const journal = await context.journalIfAny()
  const newest = journal?.unresolved().at(-1)?.id ?? 0
  return () => {
    const left = journal?.unresolved().filter(({ id }) => id <= newest).length ?? 0
    return left === 0 ? null : suggest('charge recover', { say: () => texts.unfinished(left) })
  }
}
