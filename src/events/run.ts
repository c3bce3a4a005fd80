/** What `webhook listen` and `events tail` have in common: they start, receive, stop, forward the rest, and end. */

import { Forwarding, type ForwardOptions, type ForwardView } from '#forwarding/forwarding.ts'
import { rememberRoutes } from '#forwarding/last-target.ts'
import { isOnlyTarget, nameAmong, shownTarget, targetOf, warnUnencrypted } from '#forwarding/routes.ts'
import { replayParked } from '#forwarding/target-news.ts'
import type { PostHost } from '#forwarding/targets.ts'
import { type Inbox, LeaseLost } from '#inbox/inbox.ts'
import type { InboxPlace } from '#inbox/open.ts'
import { ClosedPipe } from '#lib/ending.ts'
import type { Notes } from '#lib/notes.ts'
import { suggest } from '#lib/suggestion.ts'
import type { Meter, Monitor, MonitorAddress } from '#monitor/monitor.ts'
import { watchedInbox } from '#monitor/start.ts'
import type { Signer } from '#webhooks/signing-secrets.ts'
import { GracefulShutdown } from './graceful-shutdown.ts'
import { texts } from './texts.ts'

/** What a run needs of the machine; src/cli/host/host.ts has it. */
export interface Machine extends PostHost {
  /** Called when the time is over: output that was not read yet is dropped. */
  abandonOutput?: () => void
}

export interface RunContext {
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

export type SignedForward = ForwardOptions & { signer(to: string): Signer }

/** Shows what a run does, until the grace time is over. */
export interface RunView extends ForwardView {
  readonly out: Notes
}

/** What both commands say. */
export interface SourceOptions<View extends RunView = RunView> {
  /** How many lines are shown. */
  max: number
  forward: SignedForward | undefined
  monitor: MonitorAddress | undefined
  createView(shutdown: GracefulShutdown): View
  /** Says which account is used. */
  announce(): void
}

export interface Opened {
  inbox: Inbox
  monitor: Monitor | undefined
}

/** After the grace time: how long saving the results may still take, in milliseconds. */
export const RECORD_MS = 500

export abstract class Run<View extends RunView = RunView> {
  readonly context: RunContext
  readonly inbox: Inbox
  readonly view: View
  readonly shutdown: GracefulShutdown
  readonly meter: Meter | undefined
  readonly forwarding: Pick<Forwarding, keyof Forwarding> | undefined
  readonly #forward: SignedForward | undefined
  readonly #monitor: Monitor | undefined

  constructor(context: RunContext, { forward, createView }: SourceOptions<View>, { inbox, monitor }: Opened) {
    this.context = context
    this.inbox = inbox
    this.shutdown = new GracefulShutdown(context.host)
    this.view = createView(this.shutdown)
    this.meter = monitor?.meter
    this.#monitor = monitor
    this.#forward = forward
    this.forwarding = forward && this.#forwardingWith(forward)
  }

  /** Opens the source of events. Errors come before anything is printed. */
  protected async open(): Promise<void> {}
  protected abstract announce(): Promise<void>
  /** Receives, saves and shows events until {@link GracefulShutdown.stopIntake}. An error ends the run. */
  protected abstract receive(): Promise<void>
  /** Accepts nothing more. Resolves when everything received is answered. */
  protected async close(): Promise<void> {}
  /** Writes the rest, within the grace time. `ending` resolves when what was begun is saved, and the last attempt recorded. */
  protected abstract drain(ending: Promise<unknown>): Promise<void>
  /** @param forwarding the counts of the forwarding; empty without it */
  protected abstract summarize(forwarding: readonly (() => string)[]): void

  /** Rejects, with the reason, if it can't do its work now. */
  protected check(): Promise<void> {
    return this.inbox.writing.check()
  }

  /** Returns when `--max` is reached; otherwise throws the reason why it ended. */
  async run(): Promise<void> {
    const { shutdown, forwarding, context } = this
    await shutdown.run(async () => {
      await this.#start()
      const forwarded = forwarding?.run().catch(error => shutdown.end(error))
      const received = this.receive().catch(error => shutdown.end(error))
      // A slow disk may block it for longer than the grace time.
      await shutdown.withinGrace(received)
      await this.close()
      if (shutdown.reachedMax) await forwarding?.caughtUp(context.timeoutMs)
      // The current attempt ends with the grace time. It is recorded, because it may have reached the target.
      shutdown.endForwarding()
      await this.drain(Promise.all([received, forwarded]))
      // Nobody reads the output any more, or it goes on later.
      const { reason } = shutdown.stopIntake
      const isLast = !(reason instanceof ClosedPipe || reason instanceof LeaseLost)
      if (isLast) this.summarize(await this.#counts())
      const pending = shutdown.reachedMax ? await forwarding?.pendingFailure(context.timeoutMs) : null
      if (pending) throw pending
    })
  }

  async #start(): Promise<void> {
    const { context, inbox, shutdown } = this
    await this.open()
    if (this.#forward) rememberRoutes(context, this.#forward.routes, context.host.clock)
    await this.announce()
    this.#monitor?.watch({ ...watchedInbox(inbox, shutdown.stopIntake), check: () => this.check() })
  }

  #forwardingWith(forward: SignedForward): Forwarding {
    const { context, inbox, shutdown, view, meter } = this
    const { env, clock, version } = context.host
    for (const { url } of forward.routes) meter?.target(shownTarget(url))
    return new Forwarding({
      ...forward,
      host: { env, clock, version, signal: shutdown.graceOver },
      out: view.out,
      view,
      inbox,
      debug: context.debug,
      signal: shutdown.stopForwarding,
      onSent: (to, status, ms) => meter?.forwarded(shownTarget(to), status, ms),
    })
  }

  /**
   * Says what goes to each target and how much waits for it, what signs for it, and how much stays pending because no route
   * names its type. An inbox that is away at this moment doesn't end the run.
   */
  protected async announceRoutes(): Promise<void> {
    const { inbox, forwarding, view } = this
    if (!this.#forward || !forwarding) return
    const { routes, signer, concurrency } = this.#forward
    const { out } = view
    warnUnencrypted(routes, out)
    const { parked } = await inbox.queue.stats().catch(() => ({ parked: 0 }))
    const pendingBy = await forwarding.pendingByTarget().catch(() => new Map<string | null, number>())
    for (const { types, url } of routes) {
      const [to, pending] = [nameAmong(routes, url), pendingBy.get(url) ?? 0]
      const named = isOnlyTarget(routes) ? undefined : types
      const members = { to, types: named ?? undefined, concurrency, pending, parked }
      out.note(texts.forwarding(to, concurrency, pending, named), members)
    }
    if (parked > 0) out.note(replayParked(texts.parkedWait(parked)))
    const saySigner = (url: string) => texts.signedWith(signer(url).description)
    if (new Set(routes.map(({ url }) => signer(url).secret)).size === 1)
      out.say(() => saySigner(routes[0].url))
    else for (const { url } of routes) out.say(() => texts.ofTarget(nameAmong(routes, url), saySigner(url)))
    if (routes.some(({ types }) => types === null)) return
    const left = [...(await inbox.queue.pendingTypes().catch(() => []))].filter(
      ([type]) => targetOf(routes, type) === null,
    )
    if (left.length === 0) return
    const count = left.reduce((sum, [, ofType]) => sum + ofType, 0)
    const types = left.map(([type, ofType]) => `${ofType} ${type}`)
    const say = () => texts.pendingWithoutTarget(count, types)
    out.say(suggest('webhook replay', { say, flags: { pending: true, to: 'URL' } }), { withoutTarget: count })
  }

  async #counts(): Promise<(() => string)[]> {
    const { forwarding, inbox } = this
    if (!forwarding) return []
    const done = () => texts.forwarded(forwarding.forwarded)
    const stats = await inbox.queue.stats().catch(() => null)
    if (stats === null) return [done, texts.pendingUnknown]
    const { pending, parked } = stats
    return [done, () => texts.stillPending(pending), ...(parked === 0 ? [] : [() => texts.parked(parked)])]
  }
}
