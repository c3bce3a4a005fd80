/** `events tail` as a process, and a service that streams to it. */

import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type Peer, Service } from '../realtime/service.ts'
import { SECRET } from '../webhooks/target.ts'
import { envelope } from './envelope.ts'
import { LocalMachine } from './local.ts'
import { Machine } from './pixctl.ts'
import { Running } from './running.ts'

export const WS_TOKEN = 'service_ws_k3J9mQ2xA7'
/** The first sequence: no double holds the next one. */
export const FIRST = 9007199254740992n

/** The sequence of the nth event of a stream, from 1; of 0 that before the first. */
export const sequence = (n: number) => String(FIRST + BigInt(n))

/** The ids of events of a stream, in their order. */
export const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `evt_${from + index}`)

export interface EventOptions {
  id?: string
  type?: string
  data?: Record<string, unknown>
  /** In place of that of its number. */
  sequence?: string
  /** The envelope's text, in place of one. */
  text?: string
  /** The whole message, in place of one with an event. */
  message?: string
}

/** The realtime channel of a store: it knows its events, and sends those after the client's `after`. */
export class Stream {
  readonly service: Service
  /** What each client said first. */
  readonly auths: { op: string; token: string; after?: string }[] = []
  /** Messages with their sequences. */
  readonly #events: { sequence: string; message: string }[] = []
  #peers = new Set<Peer>()
  #auth: (() => void)[] = []
  /** How every client is refused; null if none is. */
  refusal: { code: number; reason: string } | null = null
  /** Whether `ready` carries the sequence of the last event, as that of the sandbox does. */
  saysPlace = true

  private constructor(service: Service) {
    this.service = service
  }

  /** Starts one that ends with the test. */
  static async start(port = 0): Promise<Stream> {
    const stream = new Stream(await Service.start({ port }))
    onTestFinished(() => stream.service[Symbol.asyncDispose]())
    void stream.#serve()
    return stream
  }

  get url(): string {
    return this.service.url
  }

  async #serve(): Promise<void> {
    for (;;) {
      const peer = await this.service.peer()
      void this.#greet(peer)
    }
  }

  async #greet(peer: Peer): Promise<void> {
    const auth = JSON.parse(await peer.message())
    this.auths.push(auth)
    for (const resolve of this.#auth.splice(0)) resolve()
    if (this.refusal) return peer.socket.close(this.refusal.code, this.refusal.reason)
    const place = `,"sequence":"${sequence(this.#events.length)}"`
    peer.socket.send(`{"op":"ready"${this.saysPlace ? place : ''}}`)
    const from = auth.after === undefined ? this.#events.length : this.#behind(auth.after)
    for (const { message } of this.#events.slice(from)) peer.socket.send(message)
    this.#peers.add(peer)
    peer.closed.then(() => this.#peers.delete(peer))
  }

  #behind(after: string): number {
    return this.#events.findIndex(({ sequence }) => sequence === after) + 1
  }

  /** Resolves once that many clients have said who they are. */
  async clients(count: number): Promise<void> {
    while (this.auths.length < count) await new Promise<void>(resolve => this.#auth.push(resolve))
  }

  /** Adds an event; gives its id. */
  add(options: EventOptions = {}): string {
    const n = this.#events.length + 1
    const { id = `evt_${n}`, type = 'payment.approved', data = {} } = options
    const text = options.text ?? envelope({ id, type, paymentId: `pay_${n}`, data })
    const own = options.sequence ?? sequence(n)
    const message = options.message ?? `{"op":"event","sequence":"${own}","event":${text}}`
    this.#events.push({ sequence: own, message })
    for (const peer of this.#peers) peer.socket.send(message)
    return id
  }

  addMany(count: number): string[] {
    return Array.from({ length: count }, () => this.add())
  }

  /** How many bytes wait to be read by clients that don't. */
  get waiting(): number {
    return [...this.#peers].reduce((sum, { socket }) => sum + socket.bufferedAmount, 0)
  }

  /** Cuts every connection. */
  cut(): void {
    for (const peer of this.#peers) peer.socket.terminate()
    this.#peers.clear()
  }
}

type Env = Record<string, string>
type AnyMachine = Machine | LocalMachine

const envOf = (stream: { url: string }, env: Env): Env => ({
  PIXCTL_REALTIME_URL: stream.url,
  PIXCTL_WS_TOKEN: WS_TOKEN,
  PIXCTL_WEBHOOK_SECRET: SECRET,
  ...env,
})

/** A machine that knows the stream; it ends with the test. */
export const machineOf = (stream: { url: string }, env: Env = {}) => inTest(new Machine(envOf(stream, env)))

/** The same for commands in this process. */
export const localMachineOf = (stream: { url: string }, env: Env = {}) =>
  inTest(new LocalMachine(envOf(stream, env)))

function inTest<Some extends Disposable>(machine: Some): Some {
  onTestFinished(() => machine[Symbol.dispose]())
  return machine
}

/** The saved sequences of a machine. */
export async function cursors(machine: AnyMachine): Promise<string[]> {
  const { DatabaseSync } = await import('node:sqlite')
  const state = new DatabaseSync(join(machine.dataDir, 'profiles', 'default', 'state.db'), { timeout: 5000 })
  const rows = state.prepare('SELECT sequence FROM cursors').all()
  state.close()
  return rows.map(({ sequence }) => String(sequence))
}

/** Holds a machine's state as another process would that writes for long; gives what lets it go. */
export async function holdState(machine: AnyMachine): Promise<() => void> {
  const { DatabaseSync } = await import('node:sqlite')
  // The machine may be in a commit just now.
  const state = new DatabaseSync(join(machine.dataDir, 'profiles', 'default', 'state.db'), { timeout: 5000 })
  state.exec('BEGIN IMMEDIATE')
  return () => {
    state.exec('ROLLBACK')
    state.close()
  }
}

/** A tail that runs. */
export class Tail extends Running {
  /** Starts one with --json, and ends it with the test. */
  constructor(machine: AnyMachine, args: readonly string[] = [], env: Env = {}) {
    super(machine.start(['events', 'tail', '--json', ...args], env))
  }

  get ids(): string[] {
    return this.lines.map(({ event }) => event.id)
  }

  /** Resolves once that many lines have come, with the ids. */
  override async shows(count: number): Promise<string[]> {
    await super.shows(count)
    return this.ids
  }
}
