/** What is pending, by its target, and how a run waits for it at the end. */

import type { Inbox } from '#inbox/inbox.ts'
import { Failure } from '#lib/failure.ts'
import { formatDuration } from '#lib/local-time.ts'
import { isOnlyTarget, type Routes, shownTarget, targetOf } from './routes.ts'
import type { PostHost } from './targets.ts'
import { texts } from './texts.ts'

/** How often to check whether everything is forwarded, in milliseconds. */
const CATCH_UP_MS = 50

export interface PendingOptions {
  routes: Routes
  inbox: Inbox
  host: PostHost
  /** Aborts when nothing is waited for any more. */
  signal: AbortSignal
}

export class Pending {
  readonly #options: PendingOptions
  /** At the end, deliveries after this mark are not waited for. */
  #mark = 0

  constructor(options: PendingOptions) {
    this.#options = options
  }

  /** How much is pending, up to a {@link InboxReading.mark}, for each target; null for what has none. */
  async byTarget(mark?: number): Promise<Map<string | null, number>> {
    const { routes, inbox } = this.#options
    if (isOnlyTarget(routes)) return new Map([[routes[0].url, await inbox.queue.countPending(mark)]])
    const pending = new Map<string | null, number>(routes.map(({ url }) => [url, 0]))
    for (const [type, count] of await inbox.queue.pendingTypes(mark)) {
      const to = targetOf(routes, type)
      pending.set(to, (pending.get(to) ?? 0) + count)
    }
    return pending
  }

  /** Of what is waited for at the end, what is still pending. What has no target isn't waited for. */
  async #left(): Promise<[to: string, count: number][]> {
    const pending = await this.byTarget(this.#mark)
    return [...pending].flatMap(([to, count]) => (to === null || count === 0 ? [] : [[to, count]]))
  }

  /** Resolves when everything received so far is forwarded, by any process, or when nothing was for `timeoutMs`. */
  async caughtUp(timeoutMs: number): Promise<void> {
    const { host, signal, inbox } = this.#options
    const { clock } = host
    this.#mark = await inbox.reading.mark()
    let [left, since] = [Number.POSITIVE_INFINITY, clock.monotonic()]
    while (!signal.aborted) {
      const pending = sumOf(await this.#left())
      if (pending === 0) return
      if (pending < left) [left, since] = [pending, clock.monotonic()]
      if (clock.monotonic() - since >= timeoutMs) return
      await clock.sleep(CATCH_UP_MS, signal).catch(() => {})
    }
  }

  /**
   * The error if something is still pending after {@link caughtUp}; null if nothing is.
   *
   * @param standsBy whether another process forwards
   */
  async failure(timeoutMs: number, standsBy: boolean): Promise<Failure | null> {
    const left = await this.#left()
    if (left.length === 0) return null
    const { routes } = this.#options
    const [count, span] = [sumOf(left), formatDuration(timeoutMs)]
    if (standsBy) {
      return new Failure('service', () => texts.otherForwards(count, span), { next: texts.nextRunForwards })
    }
    const next = [texts.checkLogForReason, texts.nextRunForwards]
    if (routes.length === 1) {
      return new Failure('service', () => texts.pendingFailure(count, shownTarget(routes[0].url), span), {
        next,
      })
    }
    const lines = left.map(
      ([to, count]) =>
        () =>
          texts.pendingFor(shownTarget(to), count),
    )
    return new Failure('service', () => texts.severalPending(count, span), { lines, next })
  }
}

export function sumOf(counts: readonly (readonly [to: string, count: number])[]): number {
  return counts.reduce((sum, [, count]) => sum + count, 0)
}
