/** `webhook listen`: verify, persist, answer, show, forward; until it is stopped or has shown enough. */

import { join } from 'node:path'
import { type Context, type Flags, patienceOf } from '../../../cli/context/context.ts'
import type { Signer, SigningSecrets } from '../../../cli/context/signing.ts'
import { aborted, ClosedPipe } from '../../../cli/host/host.ts'
import { Output } from '../../../cli/output/output.ts'
import { Forwarding } from '../../../forwarding/forwarding.ts'
import { rememberTarget } from '../../../forwarding/last-target.ts'
import { Failure } from '../../../shared/failure.ts'
import { isLoopback } from '../../../shared/plain-address.ts'
import type { Inbox } from '../../../store/inbox.ts'
import type { InboxWriter } from '../../../store/inbox-writer.ts'
import { GracefulShutdown } from '../../../stream/graceful-shutdown.ts'
import { createJudge } from '../../../webhooks/receive.ts'
import { Receiver } from '../../../webhooks/server.ts'
import { Intake } from './intake.ts'
import { Lines } from './lines.ts'
import { type ListenFlags, type ListenOptions, listenOptions } from './options.ts'
import { HumanView, JsonView, TsvView, type View } from './views.ts'

/** How long the record of an attempt that was cut may take, in milliseconds. */
const RECORD_MS = 500
/** How many files this needs beside the connections. */
const OTHER_FILES = 100
const MIN_CONNECTIONS = 16

/** Listens; returns once `--max` are shown, and otherwise throws the reason why it ended. */
export async function listen(context: Context, flags: ListenFlags & Flags): Promise<void> {
  const options = await listenOptions(flags)
  const secrets = await context.webhookSecrets(flags['secret-file'])
  const { profile } = context.profile()
  const { data } = context.folders
  const [{ Inbox }, { InboxWriter }] = await Promise.all([
    import('../../../store/inbox.ts'),
    import('../../../store/inbox-writer.ts'),
  ])
  const inbox = await Inbox.open(data, profile)
  try {
    const writer = await InboxWriter.open(join(context.host.root, 'dist', 'inbox-thread.cjs'), data, profile)
    try {
      await new Listener(context, { flags, options, inbox, writer, secrets }).run()
    } finally {
      await writer.close()
    }
  } finally {
    inbox.close()
  }
}

interface Parts {
  flags: ListenFlags & Flags
  options: ListenOptions
  inbox: Inbox
  writer: InboxWriter
  secrets: SigningSecrets
}

class Listener {
  readonly #context: Context
  readonly #parts: Parts
  readonly #ending: GracefulShutdown
  readonly #out: Output
  readonly #lines: Lines
  readonly #view: View
  readonly #forwarding: Forwarding | undefined
  readonly #intake: Intake
  #toldElsewhere = false

  constructor(context: Context, parts: Parts) {
    const { inbox, writer, options, secrets, flags } = parts
    this.#context = context
    this.#parts = parts
    this.#ending = new GracefulShutdown(context.host, reason => {
      if (reason instanceof ClosedPipe) this.#lines.close()
    })
    const { host, noAttempt } = this.#ending
    const out = new Output(host, flags)
    this.#out = out
    this.#lines = new Lines(out, error => this.#ending.finish(error))
    this.#view = createView(out, this.#lines, inbox)
    const shared = { view: this.#view, out, writer }
    this.#forwarding =
      options.forward &&
      new Forwarding({
        ...shared,
        ...options.forward,
        ...{ host, inbox, signal: noAttempt, debug: context.debug },
        secret: this.#signer(options.forward.to).secret,
        dataDir: context.folders.data,
        profile: context.profile().profile,
      })
    this.#intake = new Intake({
      ...shared,
      ...{ lines: this.#lines, forwarding: this.#forwarding, unseen: options.unseen, max: options.max },
      secrets: secrets.words,
      onEnough: () => this.#ending.enough(),
    })
  }

  async run(): Promise<void> {
    await this.#context.host.saveMemory?.()
    const { over, grace } = this.#ending
    await this.#ending.run(async () => {
      const receiver = await this.#receive()
      grace.addEventListener('abort', () => receiver.abort())
      if (this.#parts.options.forward) await rememberTarget(this.#context, this.#parts.options.forward.to)
      this.#announce(receiver.port)
      // Nothing can be kept any more: whoever started this must learn of it.
      this.#parts.writer.ended.then(why => {
        if (!this.#ending.isDone)
          this.#ending.finish(new Failure('fault', why.message, { next: 'start it again' }))
      })
      const forwarding = this.#forwarding?.run().catch(error => this.#ending.finish(error))
      await aborted(over)
      await this.#end(receiver, forwarding)
    })
  }

  /** Where the target is no endpoint of the sandbox, it stands for the one that this listener is. */
  #signer(to: string): Signer {
    const { host, port, path, tls } = this.#parts.options
    return this.#parts.secrets.signer(to, `${tls ? 'https' : 'http'}://${urlHost(host)}:${port}${path}`)
  }

  async #receive(): Promise<Receiver> {
    const { port, host, path, tls, toleranceMs } = this.#parts.options
    const { debug, host: machine } = this.#context
    const isoTime = isoTimes()
    try {
      return await Receiver.listen({
        ...{ port, host, path, tls, clock: machine.clock },
        // A connection that the system has no room for is dropped by it, and nobody hears of that.
        maxConnections: Math.max(MIN_CONNECTIONS, (machine.maxOpenFiles?.() ?? Infinity) - OTHER_FILES),
        judge: createJudge(this.#parts.secrets.values, toleranceMs),
        keep: (signed, nowMs) => this.#intake.keep(signed, isoTime(nowMs)),
        onRefused: (refusal, nowMs) => this.#intake.refused(refusal, isoTime(nowMs)),
        onElsewhere: asked => this.#elsewhere(asked),
        onAnswered: this.#parts.flags.debug
          ? ({ method, url }, status) => debug(`${method} ${url} ${status}`)
          : undefined,
      })
    } catch (error) {
      throw listenFailure(error as NodeJS.ErrnoException, port, host)
    }
  }

  /** The usual reason why nothing arrives: the endpoint was registered with another path. Told once. */
  #elsewhere(asked: string): void {
    if (this.#toldElsewhere) return
    this.#toldElsewhere = true
    const { path } = this.#parts.options
    this.#out.note(`a request to ${asked} was answered 404: this listens on ${path} alone (see --path)`)
  }

  #announce(port: number): void {
    const { options, inbox } = this.#parts
    const { addresses, announce, profile } = this.#context
    if (addresses().baseUrl === undefined) this.#out.note(`profile ${profile().profile}`)
    else announce()
    const host = urlHost(options.host)
    this.#out.say(`listening on ${options.tls ? 'https' : 'http'}://${host}:${port}${options.path}`)
    if (!isLoopback(host)) {
      this.#out.note(`other machines can reach ${host}: only signed deliveries are taken, whoever sends them`)
    }
    if (options.forward) {
      const pending = inbox.countPending()
      const first = pending === 0 ? '' : `, first ${pending} pending from earlier`
      this.#out.note(`forwarding to ${options.forward.to}${first}`)
      this.#out.note(
        `deliveries without a fresh signature are signed with ${this.#signer(options.forward.to).words}`,
      )
    }
    this.#out.note('Ctrl-C ends it')
  }

  async #end(receiver: Receiver, forwarding: Promise<void> | undefined): Promise<void> {
    const { over, isEnough } = this.#ending
    const patienceMs = patienceOf(this.#parts.flags)
    await receiver.stop()
    if (isEnough) await this.#forwarding?.caughtUp(patienceMs)
    this.#ending.stopAttempts()
    // An attempt that is cut ends at once, and is recorded: it may have reached the target.
    await this.#ending.within(forwarding, RECORD_MS)
    this.#view.release(true)
    await this.#ending.within(this.#lines.written())
    // Whoever read has gone, and is told nothing more.
    if (!(over.reason instanceof ClosedPipe)) this.#summarize()
    const leftBehind = isEnough ? this.#forwarding?.leftBehind(patienceMs) : null
    if (leftBehind) throw leftBehind
  }

  #summarize(): void {
    const { received, rejected } = this.#intake
    const forwarded = this.#forwarding
      ? [`${this.#forwarding.forwarded} forwarded`, `${this.#parts.inbox.countPending()} still pending`]
      : []
    const refused = rejected === 0 ? [] : [`${rejected} rejected`]
    this.#out.say([`${received} received`, ...refused, ...forwarded].join(', '))
    const unread = this.#lines.leftOut + this.#lines.count
    if (unread > 0) this.#out.warn(`${unread} lines were left out: what was to read them was too slow`)
  }
}

function urlHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}

function createView(out: Output, lines: Lines, inbox: Inbox): View {
  if (out.json) return new JsonView(lines, delivery => inbox.find(delivery)?.body ?? null)
  return out.human
    ? new HumanView(lines, out, event => inbox.findOtherApproval(event))
    : new TsvView(lines, out)
}

function listenFailure(error: NodeJS.ErrnoException, port: number, host: string): unknown {
  switch (error.code) {
    case 'EADDRINUSE':
      return new Failure('usage', `port ${port} is in use`, {
        next: 'choose another port with --port, or any with --port 0',
      })
    case 'EACCES':
      return new Failure('usage', `port ${port} may not be listened on by this user`, {
        next: 'choose a port from 1024 up with --port',
      })
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EINVAL':
      return new Failure('usage', `--host ${host} is no address of this machine`, {
        next: 'leave it out for 127.0.0.1, or use 0.0.0.0 for all',
      })
    default:
      return error
  }
}

/** Milliseconds since the epoch as ISO 8601; of the many deliveries of one millisecond it is made once. */
function isoTimes(): (ms: number) => string {
  let last = { ms: 0, text: '' }
  return ms => {
    if (ms !== last.ms) last = { ms, text: new Date(ms).toISOString() }
    return last.text
  }
}
