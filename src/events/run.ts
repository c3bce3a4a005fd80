/** The steps that `webhook listen` and `events tail` share. What each does in them is in its engine. */

import type { Forwarding } from '#forwarding/forwarding.ts'
import { rememberRoutes } from '#forwarding/last-target.ts'
import { isOnlyTarget, shownTarget } from '#forwarding/routes.ts'
import { ClosedPipe } from '#lib/ending.ts'
import type { Failure } from '#lib/failure.ts'
import { type GracefulShutdown, mayGoOn } from './graceful-shutdown.ts'
import { watchedInbox } from './open-inbox.ts'
import type { SignedForward, Stream } from './stream.ts'
import { texts } from './texts.ts'

/** After the grace time: how long saving the results may still take, in milliseconds. */
export const RECORD_MS = 500

export interface StreamEngine {
  readonly forwarding:
    | Pick<Forwarding, 'run' | 'caughtUp' | 'pendingFailure' | 'pendingByTarget' | 'forwarded'>
    | undefined
  /** Opens the source of events. Errors come before anything is printed. */
  open?(): Promise<void>
  announce(): void | Promise<void>
  /** Receives, saves and shows events until {@link GracefulShutdown.stopIntake}. An error ends the run. */
  receive(): Promise<void>
  /** Accepts nothing more. Resolves when everything received is answered. */
  close?(): Promise<void>
  /** Writes the rest, within the grace time. `forwarded` resolves when the last forwarding attempt is recorded. */
  drain(forwarded: Promise<void> | undefined): Promise<void>
  /** @param forwarding the forwarding counts as text; empty without forwarding */
  summarize(forwarding: readonly (() => string)[]): void
  /** Rejects, with the reason, if it can't do its work now. Without it, the inbox says so. */
  check?(): Promise<void>
  /** The error that ends the run when nothing can be saved any more. */
  writerEnded(why: Error): Failure
}

/** Runs until `--max` is reached; otherwise throws the reason why it ended. */
export async function runStream(stream: Stream, engine: StreamEngine): Promise<void> {
  const { shutdown } = stream
  await shutdown.run(async () => {
    await start(stream, engine)
    const forwarded = engine.forwarding?.run().catch(error => shutdown.end(error))
    try {
      // A slow disk may block it for longer than the grace time.
      await shutdown.withinGrace(engine.receive())
    } catch (error) {
      shutdown.end(error)
    }
    await engine.close?.()
    const { timeoutMs } = stream.context
    if (shutdown.reachedMax) await engine.forwarding?.caughtUp(timeoutMs)
    // The current attempt ends with the grace time. It is recorded, because it may have reached the target.
    shutdown.endForwarding()
    await engine.drain(forwarded)
    // Nobody reads the output any more, or it goes on later.
    const { reason } = shutdown.stopIntake
    const isLast = !(reason instanceof ClosedPipe || mayGoOn(reason))
    if (isLast) engine.summarize(await forwardingCounts(stream, engine))
    const pendingFailure = shutdown.reachedMax ? await engine.forwarding?.pendingFailure(timeoutMs) : null
    if (pendingFailure) throw pendingFailure
  })
}

async function start(stream: Stream, engine: StreamEngine): Promise<void> {
  const { context, options, shutdown } = stream
  const { forward, inbox, monitor } = options
  await engine.open?.()
  if (forward) rememberRoutes(context, forward.routes, context.host.clock)
  await engine.announce()
  const watched = watchedInbox(inbox, shutdown.stopIntake)
  monitor?.watch(engine.check ? { ...watched, check: () => engine.check!() } : watched)
  inbox.writing.ended.then(why => shutdown.end(engine.writerEnded(why)))
}

async function forwardingCounts(
  { options }: Stream,
  { forwarding }: StreamEngine,
): Promise<(() => string)[]> {
  if (!forwarding) return []
  const done = () => texts.forwarded(forwarding.forwarded)
  const stats = await options.inbox.queue.stats().catch(() => null)
  if (stats === null) return [done, texts.pendingUnknown]
  const counts = [done, ...(await pendingCounts(options.forward, forwarding, stats.pending))]
  return stats.parked === 0 ? counts : [...counts, () => texts.parked(stats.parked)]
}

async function pendingCounts(
  forward: SignedForward | undefined,
  forwarding: NonNullable<StreamEngine['forwarding']>,
  pending: number,
): Promise<(() => string)[]> {
  const all = () => texts.stillPending(pending)
  if (pending === 0 || forward === undefined || isOnlyTarget(forward.routes)) return [all]
  const byTarget = await forwarding.pendingByTarget().catch(() => new Map<string | null, number>())
  const counts = [...byTarget].filter(([, count]) => count > 0)
  return [
    all,
    ...counts.map(
      ([to, count]) =>
        () =>
          texts.pendingFor(count, to === null ? null : shownTarget(to)),
    ),
  ]
}
