/** What `webhook listen` does in each step of a run: it verifies, saves, answers, shows and forwards deliveries. */

import { Forwarding } from '#forwarding/forwarding.ts'
import { shownTarget } from '#forwarding/routes.ts'
import { demandSameTargets } from '#forwarding/same-targets.ts'
import type { Inbox } from '#inbox/inbox.ts'
import type { RejectedWriter } from '#inbox/rejected/writer.ts'
import type { Certificate } from '#lib/certificate.ts'
import { listenFailure } from '#lib/connections.ts'
import { aborted } from '#lib/ending.ts'
import { Failure, LocalizedError, localizedMessage } from '#lib/failure.ts'
import { localized } from '#lib/language.ts'
import { isLoopback, urlHost } from '#lib/plain-address.ts'
import type { EarlyRefusal } from '#lib/refused-early.ts'
import type { MonitorAddress } from '#monitor/monitor.ts'
import { LISTENER_CERTIFICATE, writeLines } from '#state/lines.ts'
import { type Lock, tryLock } from '#state/lock.ts'
import { Receiver } from '#webhooks/receiver.ts'
import type { SigningSecrets } from '#webhooks/signing-secrets.ts'
import { createVerifier } from '#webhooks/verify-delivery.ts'
import type { GracefulShutdown } from '../graceful-shutdown.ts'
import { withInbox } from '../open-inbox.ts'
import { RECORD_MS, runStream, type StreamEngine } from '../run.ts'
import { type SignedForward, Stream, type StreamContext } from '../stream.ts'
import { texts } from '../texts.ts'
import { RefusedExplainer } from './explain-refused.ts'
import { Intake } from './intake.ts'
import { createKeeper, startRejectedWriter } from './keep-rejected.ts'
import { isItself } from './own-address.ts'
import type { ListenView } from './view.ts'

/** How many files are needed besides the connections. */
const OTHER_FILES = 100
const MIN_CONNECTIONS = 16
/** How long it still accepts deliveries when it isn't ready any more, until a load balancer has seen that. Milliseconds. */
const ACCEPT_MS = 3000

export interface Endpoint {
  address: string
  /** 0 for any free one. */
  port: number
  path: string
  tls: Certificate | undefined
}

export interface ListenOptions extends Endpoint {
  toleranceMs: number
  max: number
  forward: SignedForward | undefined
  secrets: SigningSecrets
  monitor: MonitorAddress | undefined
  createView(shutdown: GracefulShutdown, inbox: Inbox): ListenView
  /** Says which account is used. */
  announce(): void
  /** Shows the deliveries in a browser; undefined if nobody asked for it. @param url of this listener */
  inspect: ((url: string) => Promise<{ newLoginUrl(): string; close(): Promise<void> }>) | undefined
}

/** Listens. Returns when `--max` is reached; otherwise throws the reason why it ended. */
export async function listen(context: StreamContext, options: ListenOptions): Promise<void> {
  const { forward, createView } = options
  await refuseItself(options, options.port)
  await withInbox(context, 'webhook', options.monitor, async (inbox, monitor) => {
    await inbox.writing.ready
    if (forward) await demandSameTargets(inbox.queue, forward.routes, context)
    const stream = new Stream(context, { inbox, forward, monitor, createView })
    const rejected = await startRejectedWriter(context, stream.view.out)
    try {
      await runStream(stream, new ListenEngine(stream, { options, inbox, rejected }))
    } finally {
      await rejected.close()
    }
  })
}

export function urlOf({ address, path, tls }: Endpoint, port: number): string {
  return `${tls ? 'https' : 'http'}://${urlHost(address)}:${port}${path}`
}

/** Failure (usage) if a target is the listener itself. */
async function refuseItself({ forward, address }: ListenOptions, port: number): Promise<void> {
  for (const { url } of forward?.routes ?? []) {
    if (!(await isItself(url, { address, port }))) continue
    throw new Failure('usage', () => texts.toItself(shownTarget(url)), { next: texts.giveOtherTarget })
  }
}

class ListenEngine implements StreamEngine {
  readonly #stream: Stream<ListenView>
  readonly #options: ListenOptions
  readonly #intake: Intake
  readonly #explainer: RefusedExplainer
  readonly forwarding: Forwarding | undefined
  #receiver: Receiver | undefined
  #inspector: Awaited<ReturnType<NonNullable<ListenOptions['inspect']>>> | undefined
  #certificateLock: Lock | null | undefined
  readonly #saidRefused = new Set<EarlyRefusal>()

  constructor(
    stream: Stream<ListenView>,
    { options, inbox, rejected }: { options: ListenOptions; inbox: Inbox; rejected: RejectedWriter },
  ) {
    const { context, shutdown, view, forwardingOptions, meter } = stream
    const { secrets, toleranceMs, max } = options
    const { clock } = context.host
    this.#stream = stream
    this.#options = options
    this.forwarding = forwardingOptions && new Forwarding({ ...forwardingOptions, view: view.deliveries })
    this.#explainer = new RefusedExplainer({ secrets: secrets.values, toleranceMs, clock })
    this.#intake = new Intake({
      writing: inbox.writing,
      forwarding: this.forwarding,
      view,
      meter,
      clock,
      keepRejected: createKeeper(rejected, secrets.values, toleranceMs),
      explainer: this.#explainer,
      max,
      secrets: () => secrets.description,
      onMaxShown: () => shutdown.endAtMax(),
    })
  }

  async open(): Promise<void> {
    const receiver = await this.#receive()
    this.#stream.shutdown.graceOver.addEventListener('abort', () => receiver.abort())
    this.#receiver = receiver
    try {
      if (this.#options.port === 0) await refuseItself(this.#options, receiver.port)
      this.#inspector = await this.#options.inspect?.(this.#url)
    } catch (error) {
      await receiver.stop()
      throw error
    }
  }

  get #url(): string {
    return urlOf(this.#options, this.#receiver!.port)
  }

  async announce(): Promise<void> {
    const { announce, address } = this.#options
    const { out } = this.#stream.view
    announce()
    const url = this.#url
    out.say(() => texts.listening(url), { url })
    const host = urlHost(address)
    if (!isLoopback(host)) out.note(texts.reachable(host))
    await this.#stream.announceRoutes(texts.newSignatures, this.forwarding)
    if (this.#inspector) out.sayAddress(texts.inspectAt, this.#inspector.newLoginUrl())
    await this.#watchCertificate()
    if (!out.logsJson) out.note(texts.toStop())
  }

  async #watchCertificate(): Promise<void> {
    const { context, shutdown, view, meter } = this.#stream
    const { tls } = this.#options
    if (!tls) return
    tls.watch(context.host.clock, view.out, shutdown.stopIntake, endsAt => meter?.certificateEnds(endsAt))
    // For `doctor`. Without the lock another listener runs, and its certificate is the one that is named.
    this.#certificateLock = await tryLock(context.dataDir, context.profile, LISTENER_CERTIFICATE)
    if (this.#certificateLock) writeLines(context, LISTENER_CERTIFICATE, [tls.file])
  }

  async check(): Promise<void> {
    const { context, options } = this.#stream
    if ((this.#options.tls?.endsAt ?? Infinity) <= context.host.clock.now()) {
      throw new LocalizedError(texts.certificateEnded)
    }
    await options.inbox.writing.check()
  }

  async receive(): Promise<void> {
    await aborted(this.#stream.shutdown.stopIntake)
  }

  async close(): Promise<void> {
    this.#certificateLock?.release()
    await this.#inspector?.close()
    if (!this.#stream.shutdown.isTerminated) return this.#receiver?.stop()
    // Only who looks at the monitor can know that it isn't ready any more.
    await this.#receiver?.drain(this.#options.monitor ? ACCEPT_MS : 0)
  }

  async drain(forwarded: Promise<void> | undefined): Promise<void> {
    const { shutdown, view } = this.#stream
    // Short: the time for all of them is bounded.
    await shutdown.withinGrace(this.#explainer.ended())
    await shutdown.withinGrace(forwarded, RECORD_MS)
    view.deliveries.release?.(true)
    await shutdown.withinGrace(view.lines.written())
  }

  summarize(forwarding: readonly (() => string)[]): void {
    const { received, rejected, notSaved: not_saved } = this.#intake
    const { out, lines } = this.#stream.view
    const counts = [
      () => texts.countReceived(received),
      ...(rejected === 0 ? [] : [() => texts.countRejected(rejected)]),
      ...(not_saved === 0 ? [] : [() => texts.countNotSaved(not_saved)]),
    ]
    out.say(() => [...counts, ...forwarding].map(localized).join(', '), { received, rejected, not_saved })
    const unread = lines.leftOut + lines.count
    // The reader was too slow, or the lines came at the very end.
    if (unread > 0) out.warn(() => texts.skippedLines(unread), { skipped: unread })
  }

  writerEnded(why: Error): Failure {
    return new Failure('fault', () => localizedMessage(why), { next: texts.startAgain })
  }

  async #receive(): Promise<Receiver> {
    const { port, address: host, path, tls, toleranceMs, secrets } = this.#options
    const { debug, host: machine } = this.#stream.context
    try {
      return await Receiver.listen({
        port,
        host,
        path,
        tls,
        clock: machine.clock,
        // The system silently drops connections above its limit, so stay below it.
        maxConnections: Math.max(MIN_CONNECTIONS, (machine.maxOpenFiles?.() ?? Infinity) - OTHER_FILES),
        verify: createVerifier(secrets.values, toleranceMs),
        intake: this.#intake,
        onRefused: (reason, detail) => this.#noteRefused(reason, detail),
        onAnswered: debug && (({ method, url }, status) => debug(`${method} ${url} ${status}`)),
      })
    } catch (error) {
      throw listenFailure(error as NodeJS.ErrnoException, { port, host }, '--port', '--host')
    }
  }

  /** Counts it, and says each reason once: scanners of the network send such things all the time. */
  #noteRefused(reason: EarlyRefusal, detail = ''): void {
    const { meter, context, view } = this.#stream
    meter?.refusedEarly(reason)
    context.debug?.(`refused: ${reason} ${detail}`.trim())
    if (this.#saidRefused.has(reason)) return
    this.#saidRefused.add(reason)
    view.out.warn(() => texts.refusedEarly[reason](detail, this.#options.path), { reason })
  }
}
