/** `webhook listen`: verifies, saves, answers, shows and forwards deliveries. What becomes of one is in `intake.ts`. */

import { shownTarget } from '#forwarding/routes.ts'
import type { Certificate } from '#lib/certificate.ts'
import { listenFailure } from '#lib/connections.ts'
import { aborted } from '#lib/ending.ts'
import { Failure, LocalizedError } from '#lib/failure.ts'
import { localized } from '#lib/language.ts'
import { isItself } from '#lib/own-address.ts'
import { isLoopback, urlHost } from '#lib/plain-address.ts'
import type { EarlyRefusal } from '#lib/refused-early.ts'
import { Receiver } from '#webhooks/receiver.ts'
import { RejectedExplainer } from '#webhooks/rejected/explain-rejected.ts'
import { RejectedWriter } from '#webhooks/rejected/writer.ts'
import type { SigningSecrets } from '#webhooks/signing-secrets.ts'
import { createVerifier } from '#webhooks/verify-delivery.ts'
import { withInbox } from '../open-inbox.ts'
import { type Opened, RECORD_MS, Run, type RunContext, type SourceOptions } from '../run.ts'
import { texts } from '../texts.ts'
import { Intake, type ListenView } from './intake.ts'

/** How long it still accepts deliveries when it isn't ready any more, until a load balancer has seen that. Milliseconds. */
const ACCEPT_MS = 3000

export interface Endpoint {
  address: string
  /** 0 for any free one. */
  port: number
  path: string
  tls: Certificate | undefined
}

export interface ListenOptions extends Endpoint, SourceOptions<ListenView> {
  toleranceMs: number
  secrets: SigningSecrets
  /** Shows the deliveries in a browser; undefined if nobody asked for it. @param url of this listener */
  inspect: ((url: string) => Promise<{ newLoginUrl(): string; close(): Promise<void> }>) | undefined
}

/** Listens. Returns when `--max` is reached; otherwise throws the reason why it ended. */
export async function listen(context: RunContext, options: ListenOptions): Promise<void> {
  await withInbox(context, 'webhook', options, (inbox, monitor) =>
    new ListenRun(context, options, { inbox, monitor }).run(),
  )
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

class ListenRun extends Run<ListenView> {
  readonly #options: ListenOptions
  readonly #rejected: RejectedWriter
  readonly #explainer: RejectedExplainer
  readonly #intake: Intake
  #receiver: Receiver | undefined
  #inspector: Awaited<ReturnType<NonNullable<ListenOptions['inspect']>>> | undefined
  readonly #saidRefused = new Set<EarlyRefusal>()

  constructor(context: RunContext, options: ListenOptions, opened: Opened) {
    super(context, options, opened)
    const { dataDir, profile, host } = context
    const { toleranceMs, max } = options
    const { view, forwarding, meter } = this
    const { values: secrets } = options.secrets
    const checking = { secrets, toleranceMs, clock: host.clock }
    const onFault = (message: string) => view.out.warn(() => texts.rejectedNotKept(message))
    this.#options = options
    this.#rejected = new RejectedWriter({ dataDir, profile, ...checking, onFault })
    this.#explainer = new RejectedExplainer(checking)
    this.#intake = new Intake({
      ...{ writing: this.inbox.writing, forwarding, view, meter, clock: host.clock, max },
      keepRejected: refused => this.#rejected.add(refused),
      explainer: this.#explainer,
      secrets: () => options.secrets.description,
      onMaxShown: () => this.shutdown.endAtMax(),
    })
  }

  protected override async open(): Promise<void> {
    const receiver = await this.#listen()
    this.shutdown.graceOver.addEventListener('abort', () => receiver.abort())
    this.#receiver = receiver
    try {
      await refuseItself(this.#options, receiver.port)
      this.#inspector = await this.#options.inspect?.(this.#url)
    } catch (error) {
      await receiver.stop()
      throw error
    }
  }

  get #url(): string {
    return urlOf(this.#options, this.#receiver!.port)
  }

  protected async announce(): Promise<void> {
    const { out } = this.view
    this.#options.announce()
    const url = this.#url
    out.say(() => texts.listening(url), { url })
    const host = urlHost(this.#options.address)
    if (!isLoopback(host)) out.note(texts.reachable(host))
    await this.announceRoutes()
    const inspector = this.#inspector?.newLoginUrl()
    if (inspector) out.say(() => `${texts.inspectAt()} ${inspector}`, { url: inspector })
    const { tls } = this.#options
    tls?.watch(this.context.host.clock, out, this.shutdown.stopIntake, endsAt =>
      this.meter?.certificateEnds(endsAt),
    )
    if (!out.logsJson) out.note(texts.toStop())
  }

  protected override async check(): Promise<void> {
    if ((this.#options.tls?.endsAt ?? Infinity) <= this.context.host.clock.now()) {
      throw new LocalizedError(texts.certificateEnded)
    }
    await super.check()
  }

  /** The server receives by itself. */
  protected receive(): Promise<void> {
    return aborted(this.shutdown.stopIntake)
  }

  protected override async close(): Promise<void> {
    await this.#inspector?.close()
    if (!this.shutdown.isTerminated) return this.#receiver?.stop()
    // Only who looks at the monitor can know that it isn't ready any more.
    await this.#receiver?.drain(this.#options.monitor ? ACCEPT_MS : 0)
  }

  protected async drain(ending: Promise<unknown>): Promise<void> {
    const { shutdown, view } = this
    // Short: the time for all of them is bounded.
    await shutdown.withinGrace(this.#explainer.ended())
    await shutdown.withinGrace(ending, RECORD_MS)
    view.release?.(true)
    await shutdown.withinGrace(view.lines.written())
    await this.#rejected.close()
  }

  protected summarize(forwarding: readonly (() => string)[]): void {
    const { received, rejected, notSaved: not_saved } = this.#intake
    const { out, lines } = this.view
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

  async #listen(): Promise<Receiver> {
    const { port, address: host, toleranceMs, secrets } = this.#options
    const { debug, host: machine } = this.context
    try {
      return await Receiver.listen({
        ...this.#options,
        host,
        clock: machine.clock,
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
    this.meter?.refusedEarly(reason)
    this.context.debug?.(`refused: ${reason} ${detail}`.trim())
    if (this.#saidRefused.has(reason)) return
    this.#saidRefused.add(reason)
    this.view.out.warn(() => texts.refusedEarly[reason](detail, this.#options.path), { reason })
  }
}
