/** The steps that `webhook listen` and `events tail` share. What each does in them is in its engine. */

import {
  type Forwarding,
  type ForwardingOptions,
  type ForwardOptions,
  replayParked,
} from '#forwarding/forwarding.ts'
import { rememberAnswer, rememberRoutes } from '#forwarding/last-target.ts'
import { isOnlyTarget, nameAmong, shownTarget, targetOf, warnUnencrypted } from '#forwarding/routes.ts'
import type { PostHost } from '#forwarding/targets.ts'
import type { Inbox } from '#inbox/inbox.ts'
import type { InboxPlace } from '#inbox/open.ts'
import { ClosedPipe } from '#lib/ending.ts'
import { type Failure, saidBy } from '#lib/failure.ts'
import type { Notes } from '#lib/notes.ts'
import { suggest } from '#lib/suggestion.ts'
import type { Meter, Monitor } from '#monitor/monitor.ts'
import type { Signer } from '#webhooks/signing-secrets.ts'
import { GracefulShutdown, mayGoOn } from './graceful-shutdown.ts'
import { watchedInbox } from './open-inbox.ts'
import { texts } from './texts.ts'

/** After the grace time: how long saving the results may still take, in milliseconds. */
export const RECORD_MS = 500

/** What a run needs of the machine; src/cli/host/host.ts has it. */
export interface Machine extends PostHost {
  version: string
  /** The folder that holds package.json. */
  root: string
  /** After this, writing never waits for a terminal that is paused with Ctrl-S. */
  neverWaitForTerminal?: () => void
  /** Called when the time is over: output that was not read yet is dropped. */
  abandonOutput?: () => void
  /** How many files and connections this process may have open; undefined if unknown. */
  maxOpenFiles?: () => number | undefined
}

export interface StreamContext {
  host: Machine
  /** For what is said before and after the run. It can't write any more when the run is stopped; that of a view can. */
  out: Notes
  /** Undefined without --debug. */
  debug: ((line: string) => void) | undefined
  dataDir: string
  profile: string
  /** How long to wait for an answer, in milliseconds. */
  timeoutMs: number
  inboxPlace(): Promise<InboxPlace>
}

/** Shows what a run does. Its output can write until the grace time is over. */
interface StreamView {
  readonly out: Notes
}

export type SignedForward = ForwardOptions & { signer(to: string): Signer }

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

interface StreamRunOptions<View extends StreamView> {
  inbox: Inbox
  forward: SignedForward | undefined
  monitor: Monitor | undefined
  createView(shutdown: GracefulShutdown, inbox: Inbox): View
}

/** So many types are named of those that no route names. */
const MOST_TYPES = 10

export class StreamRun<View extends StreamView = StreamView> {
  readonly #context: StreamContext
  readonly #options: StreamRunOptions<View>
  readonly shutdown: GracefulShutdown
  readonly view: View
  readonly forwardingOptions: Omit<ForwardingOptions, 'view'> | undefined
  readonly meter: Meter | undefined
  /** The targets that have answered. */
  readonly #answered = new Set<string>()

  constructor(context: StreamContext, options: StreamRunOptions<View>) {
    const { forward, inbox, monitor } = options
    const { env, clock } = context.host
    this.#context = context
    this.#options = options
    this.shutdown = new GracefulShutdown(context.host)
    this.view = options.createView(this.shutdown, inbox)
    this.meter = monitor?.meter
    const nameOf = (to: string) => (forward?.routes.length === 1 ? undefined : shownTarget(to))
    for (const { url } of forward?.routes ?? []) monitor?.meter.target(nameOf(url))
    this.forwardingOptions = forward && {
      ...forward,
      host: { env, clock, signal: this.shutdown.graceOver },
      out: this.view.out,
      inbox,
      debug: context.debug,
      signal: this.shutdown.stopForwarding,
      onSent: (to, status, ms) => {
        monitor?.meter.forwarded(status, ms, nameOf(to))
        if (status !== null && !this.#answered.has(to)) this.#noteAnswer(to)
      },
    }
  }

  /** Runs until `--max` is reached; otherwise throws the reason why it ended. */
  async run(engine: StreamEngine): Promise<void> {
    await this.shutdown.run(async () => {
      const { shutdown } = this
      await this.#start(engine)
      const forwarded = engine.forwarding?.run().catch(error => shutdown.end(error))
      try {
        // A slow disk may block it for longer than the grace time.
        await shutdown.withinGrace(engine.receive())
      } catch (error) {
        shutdown.end(error)
      }
      await engine.close?.()
      const { timeoutMs } = this.#context
      if (shutdown.reachedMax) await engine.forwarding?.caughtUp(timeoutMs)
      // The current attempt ends with the grace time. It is recorded, because it may have reached the target.
      shutdown.endForwarding()
      await engine.drain(forwarded)
      // Nobody reads the output any more, or it goes on later.
      const { reason } = shutdown.stopIntake
      const isLast = !(reason instanceof ClosedPipe || mayGoOn(reason))
      if (isLast) engine.summarize(await this.#forwardingCounts(engine))
      const pendingFailure = shutdown.reachedMax ? await engine.forwarding?.pendingFailure(timeoutMs) : null
      if (pendingFailure) throw pendingFailure
    })
  }

  /**
   * Says what goes to each target and how much waits for it, what signs for it, and how much stays pending because no route
   * names its type. An inbox that is away at this moment doesn't end the run.
   *
   * @param line says that something is signed with a secret
   * @param forwarding without it, what goes to the only target isn't said
   */
  async announceRoutes(
    line: (secret: string) => string,
    forwarding: Pick<Forwarding, 'pendingByTarget'> | undefined,
  ): Promise<void> {
    const { forward, inbox } = this.#options
    if (!forward) return
    const { routes, signer, concurrency } = forward
    const { out } = this.view
    const nameOf = (url: string) => nameAmong(routes, url)
    warnUnencrypted(routes, out)
    if (forwarding) {
      const { parked } = await inbox.queue.stats().catch(() => ({ parked: 0 }))
      const pendingBy = await forwarding.pendingByTarget().catch(() => new Map<string | null, number>())
      for (const { types, url } of routes) {
        const [to, pending] = [nameOf(url), pendingBy.get(url) ?? 0]
        const named = isOnlyTarget(routes) ? undefined : types
        const members = { to, types: named ?? undefined, concurrency, pending, parked }
        out.note(texts.forwarding(to, concurrency, pending, named), members)
      }
      if (parked > 0) out.note(replayParked(texts.parkedWait(parked), { inbox, routes }))
    }
    const lines = new Set(routes.map(({ url }) => signer(url).secret))
    if (lines.size === 1) out.say(() => line(signer(routes[0].url).said))
    else for (const { url } of routes) out.say(() => texts.ofTarget(nameOf(url), line(signer(url).said)))
    if (routes.some(({ types }) => types === null)) return
    const pending = await inbox.queue.pendingTypes().catch(() => new Map<string, number>())
    const left = [...pending].filter(([type]) => targetOf(routes, type) === null)
    if (left.length === 0) return
    const count = left.reduce((sum, [, each]) => sum + each, 0)
    const types = left.slice(0, MOST_TYPES).map(([type, each]) => `${each} ${type}`)
    const more = left.length > MOST_TYPES ? ['…'] : []
    const say = () => texts.pendingWithoutTarget(count, [...types, ...more])
    out.say(suggest('webhook replay', { say, flags: { pending: true, to: 'URL' } }), { withoutTarget: count })
  }

  #noteAnswer(to: string): void {
    this.#answered.add(to)
    try {
      rememberAnswer(this.#context, to)
    } catch (error) {
      this.view.out.warn(() => saidBy(error))
    }
  }

  async #start(engine: StreamEngine): Promise<void> {
    const { forward, inbox, monitor } = this.#options
    await engine.open?.()
    if (forward) rememberRoutes(this.#context, forward.routes, this.#context.host.clock)
    await engine.announce()
    const watched = watchedInbox(inbox, this.shutdown.stopIntake)
    monitor?.watch(engine.check ? { ...watched, check: () => engine.check!() } : watched)
    inbox.writing.ended.then(why => this.shutdown.end(engine.writerEnded(why)))
  }

  async #forwardingCounts({ forwarding }: StreamEngine): Promise<(() => string)[]> {
    if (!forwarding) return []
    const done = () => texts.forwarded(forwarding.forwarded)
    const stats = await this.#options.inbox.queue.stats().catch(() => null)
    if (stats === null) return [done, texts.pendingUnknown]
    const counts = [done, ...(await this.#pendingCounts(forwarding, stats.pending))]
    return stats.parked === 0 ? counts : [...counts, () => texts.parked(stats.parked)]
  }

  async #pendingCounts(
    forwarding: NonNullable<StreamEngine['forwarding']>,
    pending: number,
  ): Promise<(() => string)[]> {
    const all = () => texts.stillPending(pending)
    const { forward } = this.#options
    if (pending === 0 || forward === undefined || isOnlyTarget(forward.routes)) return [all]
    const byTarget = await forwarding.pendingByTarget().catch(() => new Map<string | null, number>())
    const counts = [...byTarget].filter(([, count]) => count > 0)
    return [
      all,
      ...counts.map(
        ([to, count]) =>
          () =>
            texts.pendingFor(count, to),
      ),
    ]
  }
}
