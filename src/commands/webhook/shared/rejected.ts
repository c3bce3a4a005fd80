/** The refused deliveries that this machine keeps. */

import type { Context } from '#cli/context/context.ts'
import { type Suggestion, suggest } from '#lib/suggestion.ts'
import type { RejectedStore } from '#webhooks/rejected/store.ts'
import { texts } from './texts.ts'

/** How long a read may wait for another process, in milliseconds. */
const BUSY_MS = 1_000

/** The number of a refused delivery; null if the text is no such id. */
export function rejectedNumber(text: string): number | null {
  const digits = /^rejected_(\d{1,15})$/.exec(text)?.[1]
  return digits === undefined ? null : Number(digits)
}

/** Reads what is kept; the store is null if there is none yet. Failure (fault) if its file can't be used. */
export async function withRejected<T>(
  { folders, profile }: Context,
  read: (store: RejectedStore | null) => T | Promise<T>,
): Promise<T> {
  const owner = [folders.data, profile().profile] as const
  const { RejectedStore } = await import('#webhooks/rejected/store.ts')
  const store = RejectedStore.exists(...owner) ? await RejectedStore.open(...owner, BUSY_MS) : null
  try {
    return await read(store)
  } finally {
    store?.close()
  }
}

/** Where the refused ones are, if any are kept. It's only a hint, so a file that can't be used is none. */
export async function seeRejected(context: Context): Promise<Suggestion[]> {
  const count = await withRejected(context, store => store?.list().length ?? 0).catch(() => 0)
  const say = () => texts.wereRefused(count)
  return count === 0 ? [] : [suggest('webhook deliveries', { say, flags: { rejected: true } })]
}
