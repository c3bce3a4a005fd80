/** What a run of `webhook listen` or `events tail` has: its shutdown, its view, what it forwards with; and its routes. */

import {
  type Forwarding,
  type ForwardingOptions,
  type ForwardOptions,
  replayParked,
} from '#forwarding/forwarding.ts'
import { rememberAnswer } from '#forwarding/last-target.ts'
import { isOnlyTarget, nameAmong, shownTarget, targetOf, warnUnencrypted } from '#forwarding/routes.ts'
import type { PostHost } from '#forwarding/targets.ts'
import type { Inbox } from '#inbox/inbox.ts'
import type { InboxPlace } from '#inbox/open.ts'
import { localizedMessage } from '#lib/failure.ts'
import type { Notes } from '#lib/notes.ts'
import { suggest } from '#lib/suggestion.ts'
import type { Meter, Monitor } from '#monitor/monitor.ts'
import type { Signer } from '#webhooks/signing-secrets.ts'
import { GracefulShutdown } from './graceful-shutdown.ts'
import { texts } from './texts.ts'

/** What a run needs of the machine; src/cli/host/host.ts has it. */
export interface Machine extends PostHost {
  version: string
  /** The folder that holds package.json. */
  root: string
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

interface StreamOptions<View extends StreamView> {
  inbox: Inbox
  forward: SignedForward | undefined
  monitor: Monitor | undefined
  createView(shutdown: GracefulShutdown, inbox: Inbox): View
}

export class Stream<View extends StreamView = StreamView> {
  readonly context: StreamContext
  readonly options: StreamOptions<View>
  readonly shutdown: GracefulShutdown
  readonly view: View
  readonly forwardingOptions: Omit<ForwardingOptions, 'view'> | undefined
  readonly meter: Meter | undefined
  /** The targets that have answered. */
  readonly #answered = new Set<string>()

  constructor(context: StreamContext, options: StreamOptions<View>) {
    const { forward, inbox, monitor } = options
    const { env, clock } = context.host
    this.context = context
    this.options = options
    this.shutdown = new GracefulShutdown(context.host)
    this.view = options.createView(this.shutdown, inbox)
    this.meter = monitor?.meter
    for (const { url } of forward?.routes ?? []) monitor?.meter.target(shownTarget(url))
    this.forwardingOptions = forward && {
      ...forward,
      host: { env, clock, signal: this.shutdown.graceOver },
      out: this.view.out,
      inbox,
      debug: context.debug,
      signal: this.shutdown.stopForwarding,
      onSent: (to, status, ms) => {
        monitor?.meter.forwarded(shownTarget(to), status, ms)
        if (status !== null && !this.#answered.has(to)) this.#noteAnswer(to)
      },
    }
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
    const { forward, inbox } = this.options
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
    if (lines.size === 1) out.say(() => line(signer(routes[0].url).description))
    else
      for (const { url } of routes) out.say(() => texts.ofTarget(nameOf(url), line(signer(url).description)))
    if (routes.some(({ types }) => types === null)) return
    const pending = await inbox.queue.pendingTypes().catch(() => new Map<string, number>())
    const left = [...pending].filter(([type]) => targetOf(routes, type) === null)
    if (left.length === 0) return
    const count = left.reduce((sum, [, ofType]) => sum + ofType, 0)
    const types = left.map(([type, ofType]) => `${ofType} ${type}`)
    const say = () => texts.pendingWithoutTarget(count, types)
    out.say(suggest('webhook replay', { say, flags: { pending: true, to: 'URL' } }), { withoutTarget: count })
  }

  #noteAnswer(to: string): void {
    this.#answered.add(to)
    try {
      rememberAnswer(this.context, to)
    } catch (error) {
      this.view.out.warn(() => localizedMessage(error))
    }
  }
}
