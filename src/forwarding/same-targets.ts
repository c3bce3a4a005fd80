/** All processes of a profile that forward have the same targets (docs/decisions/webhooks.md#one-set-of-targets). */

import { isDeepStrictEqual } from 'node:util'
import type { InboxQueue } from '#inbox/inbox.ts'
import { Failure } from '#lib/failure.ts'
import { listed } from '#lib/language.ts'
import type { Notes } from '#lib/notes.ts'
import { type Routes, shownRoutes } from './routes.ts'
import type { PostHost } from './targets.ts'
import { texts } from './texts.ts'

/** How long another one may take to end, in milliseconds: the lease of one that was killed lives for ten seconds. */
const END_MS = 15_000
const LOOK_MS = 500

/** Where another process forwards to, for a person; undefined if none does, or if its targets are the same. */
export async function otherTargets(queue: InboxQueue, routes: Routes): Promise<string | undefined> {
  const inForce = (await queue.routesInForce()) ?? []
  const isSame = inForce.length === 0 || isDeepStrictEqual(inForce, shownRoutes(routes))
  return isSame ? undefined : listed(inForce)
}

/** At the start: waits for a process with other targets, which may be about to end. Failure (conflict) if it doesn't. */
export async function demandSameTargets(
  queue: InboxQueue,
  routes: Routes,
  { host: { clock, signal }, out }: { host: PostHost; out: Notes },
): Promise<void> {
  const until = clock.monotonic() + END_MS
  for (let isFirst = true; ; isFirst = false) {
    // An inbox that can't say it now must not keep a listener from taking deliveries.
    const others = await otherTargets(queue, routes).catch(() => undefined)
    if (others === undefined) return
    if (clock.monotonic() >= until)
      throw new Failure('conflict', () => texts.otherSet(others), { next: texts.sameSet })
    if (isFirst) out.say(() => texts.waitsForOtherSet(others, END_MS / 1000))
    await clock.sleep(LOOK_MS, signal)
  }
}
