/** `webhook listen`: verifies, saves, answers, shows and forwards deliveries, until it is stopped or `--max` is reached. */

import { join } from 'node:path'
import type { Context, Flags } from '#cli/context/context.ts'
import type { ForwardOptions } from '#cli/flags/forwarding.ts'
import { Lines } from '#commands/webhook/listen/lines.ts'
import {
  DEFAULT_PORT,
  type ListenFlags,
  type ListenOptions,
  listenOptions,
} from '#commands/webhook/listen/options.ts'
import { texts } from '#commands/webhook/listen/texts.ts'
import { createView, type View } from '#commands/webhook/listen/views.ts'
import { startInspector } from '#commands/webhook/shared/inspector.ts'
import { Forwarding } from '#forwarding/forwarding.ts'
import { replayParked } from '#forwarding/parked-advice.ts'
import type { Inbox } from '#inbox/inbox.ts'
import type { RejectedWriter } from '#inbox/rejected/writer.ts'
import type { Inspector } from '#inspector/inspector.ts'
import { aborted } from '#lib/ending.ts'
import { Failure, saidBy } from '#lib/failure.ts'
import { said } from '#lib/language.ts'
import { listenFailure } from '#lib/listen-failure.ts'
import { isLoopback, urlHost } from '#lib/plain-address.ts'
import { suggest } from '#lib/suggestion.ts'
import { withMonitor } from '#monitor/with-monitor.ts'
import { createVerifier } from '#webhooks/receive.ts'
import { Receiver } from '#webhooks/server.ts'
import type { Signer, SigningSecrets } from '#webhooks/signing-secrets.ts'
import { withInbox } from '../open-inbox.ts'
import { RECORD_MS, type StreamEngine, StreamRun } from '../stream-run.ts'
import { Intake } from './intake.ts'
import { createKeeper } from './rejected.ts'

/** How many files are needed besides the connections. */
const OTHER_FILES = 100
const MIN_CONNECTIONS = 16
/** How long it still accepts deliveries when it isn't ready any more, until a load balancer has seen that. Milliseconds. */
const ACCEPT_MS = 3000
/** How many deliveries that came without a target are counted. */
const MOST_COUNTED = 1000

/** Listens. Returns when `--max` is reached; otherwise throws the reason why it ended. */
export async function listen(context: Context, flags: ListenFlags & Flags): Promise<void> {
  const options = await listenOptions(flags)
  await context.host.watchReader?.()
  const secrets = await context.webhookSecrets(flags['secret-file'], {
    url: addressOf(options, options.port || DEFAULT_PORT),
    port: options.port || null,
  })
  const { forward } = options
  // If the target is not an endpoint of the sandbox, use the secret of the endpoint that is this listener.
  const signer = forward && secrets.signer(forward.to, addressOf(options, options.port))
  await withMonitor(context, flags.monitor, monitor =>
    withInbox(context, flags, async inbox => {
      await inbox.writing.ready
      const run = new StreamRun(context, {
        flags,
        inbox,
        forward: forward && signer && { ...forward, secret: signer.secret },
        monitor,
      })
      const rejected = await startRejectedWriter(context, run)
      try {
        await run.run(new ListenEngine(context, run, { flags, options, inbox, rejected, secrets, signer }))
      } finally {
        await rejected.close()
      }
    }),
  )
}

async function startRejectedWriter({ host, folders, profile }: Context, { out }: StreamRun) {
  const { RejectedWriter } = await import('#inbox/rejected/writer.ts')
  return new RejectedWriter({
    thread: join(host.root, 'dist', 'rejected-thread.cjs'),
    dataDir: folders.data,
    profile: profile().profile,
    clock: host.clock,
    onFault: message => out.warn(() => texts.rejectedNotKept(message)),
  })
}

interface Parts {
  inbox: Inbox
  flags: ListenFlags & Flags
  options: ListenOptions
  rejected: RejectedWriter
  secrets: SigningSecrets
  /** Signs deliveries again whose signature is too old to forward. */
  signer: Signer | undefined
}

class ListenEngine implements StreamEngine {
  readonly #context: Context
  readonly #run: StreamRun
  readonly #parts: Parts
  readonly #lines: Lines
  readonly #view: View
  readonly #intake: Intake
  readonly forwarding: Forwarding | undefined
  #receiver: Receiver | undefined
  #inspector: Inspector | undefined
  #notedOtherPath = false

  constructor(context: Context, run: StreamRun, parts: Parts) {
    const { inbox, rejected, flags, options, secrets } = parts
    const { shutdown, out, forwardingOptions, meter } = run
    this.#context = context
    this.#run = run
    this.#parts = parts
    const lines = new Lines(out, error => shutdown.end(error))
    const view = createView(out, lines, inbox)
    this.#lines = lines
    this.#view = view
    this.forwarding = forwardingOptions && new Forwarding({ ...forwardingOptions, view })
    this.#intake = new Intake({
      writing: inbox.writing,
      forwarding: this.forwarding,
      view,
      lines,
      out,
      meter,
      clock: context.host.clock,
      keepRejected: createKeeper({
        writer: rejected,
        secrets: secrets.values,
        toleranceMs: options.toleranceMs,
      }),
      max: options.max,
      secrets: () => secrets.said,
      secretFile: flags['secret-file'],
      onMaxShown: () => shutdown.endAtMax(),
    })
    shutdown.readerGone.addEventListener('abort', () => lines.close())
  }

  async open(): Promise<void> {
    const receiver = await this.#receive()
    this.#run.shutdown.graceOver.addEventListener('abort', () => receiver.abort())
    this.#receiver = receiver
    try {
      await this.#inspect()
    } catch (error) {
      await receiver.stop()
      throw error
    }
  }

  async #inspect(): Promise<void> {
    const { flags, options, secrets } = this.#parts
    if (flags.inspect === undefined) return
    this.#inspector = await startInspector(this.#context, flags, {
      port: flags.inspect,
      secrets,
      secretsMissing: null,
      secretFile: flags['secret-file'],
      listening: addressOf(options, this.#receiver!.port),
    })
  }

  async announce(): Promise<void> {
    const { options, signer } = this.#parts
    const { addresses, announce, profile } = this.#context
    const { out } = this.#run
    if (addresses().baseUrl === undefined) out.note(texts.profile(profile().profile))
    else announce()
    const host = urlHost(options.host)
    const url = addressOf(options, this.#receiver!.port)
    out.say(() => texts.listening(url), { url })
    if (!isLoopback(host)) out.note(texts.reachable(host))
    if (options.forward && signer) {
      await this.#noteForwarding(options.forward)
      out.say(() => texts.newSignatures(signer.said))
      await this.#noteWithoutTarget()
    }
    if (this.#inspector) out.sayAddress(texts.inspectAt, this.#inspector.newLoginUrl())
    if (!out.logsJson) out.note(texts.toStop())
  }

  async #noteForwarding({ to, concurrency }: ForwardOptions): Promise<void> {
    const { out } = this.#run
    // An inbox that is away at this moment doesn't end the run.
    const { pending, parked } = await this.#parts.inbox.queue.stats().catch(() => ({ pending: 0, parked: 0 }))
    out.note(texts.forwarding(to, concurrency, pending), { to, concurrency, pending, parked })
    if (parked === 0) return
    out.note(replayParked(texts.parkedWait(parked), { inbox: this.#parts.inbox, to }))
  }

  /** What came without a target stays unsent until the user replays it, so it is mentioned. */
  async #noteWithoutTarget(): Promise<void> {
    const found = await this.#parts.inbox.reading.withoutTarget(MOST_COUNTED)
    if (found === null) return
    const { count, since } = found
    const say = texts.withoutTarget(count, count === MOST_COUNTED)
    this.#run.out.note(suggest('webhook replay', { say, flags: { since } }))
  }

  async take(): Promise<void> {
    await aborted(this.#run.shutdown.stopIntake)
  }

  async close(): Promise<void> {
    await this.#inspector?.close()
    if (!this.#run.shutdown.isTerminated) return this.#receiver?.stop()
    // Only who looks at the monitor can know that it isn't ready any more.
    await this.#receiver?.drain(this.#parts.flags.monitor ? ACCEPT_MS : 0)
  }

  async drain(forwarded: Promise<void> | undefined): Promise<void> {
    const { shutdown } = this.#run
    await shutdown.withinGrace(forwarded, RECORD_MS)
    this.#view.release(true)
    await shutdown.withinGrace(this.#lines.written())
  }

  summarize(forwarding: readonly (() => string)[]): void {
    const { received, rejected, notSaved } = this.#intake
    const { out } = this.#run
    const counts = [
      () => texts.countReceived(received),
      ...(rejected === 0 ? [] : [() => texts.countRejected(rejected)]),
      ...(notSaved === 0 ? [] : [() => texts.countNotSaved(notSaved)]),
    ]
    out.say(() => [...counts, ...forwarding].map(said).join(', '), { received, rejected, notSaved })
    const unread = this.#lines.leftOut + this.#lines.count
    // The reader was too slow, or the lines came at the very end.
    if (unread > 0) out.warn(() => texts.skippedLines(unread), { skipped: unread })
  }

  writerEnded(why: Error): Failure {
    return new Failure('fault', () => saidBy(why), { next: texts.startAgain })
  }

  async #receive(): Promise<Receiver> {
    const { port, host, path, tls, toleranceMs } = this.#parts.options
    const { monitor } = this.#parts.flags
    const { debug, host: machine } = this.#context
    const isoTime = isoTimes()
    try {
      return await Receiver.listen({
        port,
        host,
        path,
        tls,
        clock: machine.clock,
        // The system silently drops connections above its limit, so stay below it.
        maxConnections: Math.max(MIN_CONNECTIONS, (machine.maxOpenFiles?.() ?? Infinity) - OTHER_FILES),
        verify: createVerifier(this.#parts.secrets.values, toleranceMs),
        keep: (signed, nowMs, request) => this.#intake.keep(signed, isoTime(nowMs), request),
        onRefused: (refusal, nowMs, request, body) =>
          this.#intake.refused(refusal, isoTime(nowMs), request, body),
        onElsewhere: asked => this.#noteOtherPath(asked),
        onAnswered: this.#parts.flags.debug
          ? ({ method, url }, status) => debug(`${method} ${url} ${status}`)
          : undefined,
      })
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EADDRINUSE' && port === monitor?.port) {
        throw new Failure('usage', () => texts.samePort(port), { next: texts.ownPorts })
      }
      throw listenFailure(error as NodeJS.ErrnoException, { port, host }, '--port', '--host')
    }
  }

  /** Notes, once, that a request used another path. This is the usual reason why no delivery arrives. */
  #noteOtherPath(asked: string): void {
    if (this.#notedOtherPath) return
    this.#notedOtherPath = true
    const { path } = this.#parts.options
    this.#run.out.note(texts.otherPath(asked, path))
  }
}

/** The address of this listener. */
function addressOf({ host, path, tls }: ListenOptions, port: number): string {
  return `${tls ? 'https' : 'http'}://${urlHost(host)}:${port}${path}`
}

/** Converts milliseconds since the epoch to ISO 8601, once for all deliveries of the same millisecond. */
function isoTimes(): (ms: number) => string {
  let last = { ms: 0, text: '' }
  return ms => {
    if (ms !== last.ms) last = { ms, text: new Date(ms).toISOString() }
    return last.text
  }
}
