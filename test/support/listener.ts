/** `webhook listen` as a process, and a sender that signs by hand. */

import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { SECRET, sign } from '../webhooks/target.ts'
import { envelope } from './envelope.ts'
import { LocalMachine } from './local.ts'
import { Machine, wordsOf } from './pixctl.ts'
import { Running } from './running.ts'

/** A machine that knows the signing secret; it ends with the test. */
export function listeningMachine(env: Record<string, string> = {}): Machine {
  const machine = new Machine({ PIXCTL_WEBHOOK_SECRET: SECRET, ...env })
  onTestFinished(() => machine[Symbol.dispose]())
  return machine
}

/** The same for commands in this process. */
export function localListeningMachine(env: Record<string, string> = {}): LocalMachine {
  const machine = new LocalMachine({ PIXCTL_WEBHOOK_SECRET: SECRET, ...env })
  onTestFinished(() => machine[Symbol.dispose]())
  return machine
}

/** A delivery of the service. */
export interface Delivery {
  delivery: string
  body: Buffer
  headers: Record<string, string | undefined>
}

export interface DeliveryOptions {
  delivery?: string
  id?: string
  type?: string
  data?: Record<string, unknown>
  /** In place of an envelope. */
  body?: string | Buffer
  /** Seconds since the epoch; now by default. */
  at?: number
  secret?: string
  /** Over those of the service; undefined leaves one out. */
  headers?: Record<string, string | undefined>
}

let made = 0
const ADDRESS = /^listening on (.*)$/m

/** A signed delivery, with new ids if none are given. */
export function signed(options: DeliveryOptions = {}): Delivery {
  const n = ++made
  const { delivery = `dlv_${n}`, id = `evt_${n}`, type = 'payment.approved', data = {} } = options
  const { at = Math.floor(Date.now() / 1000), secret = SECRET, headers = {} } = options
  const body = Buffer.from(options.body ?? envelope({ id, type, paymentId: `pay_${n}`, data }))
  return {
    delivery,
    body,
    headers: {
      'Content-Type': 'application/json',
      'X-Service-Event': type,
      'X-Service-Delivery': delivery,
      'X-Service-Signature': sign(String(at), body, secret),
      ...headers,
    },
  }
}

/** A listener that is up. */
export class Listener extends Running {
  /** Starts one with --json, on any port or that of `--port`, and ends it with the test. */
  static start(machine: Machine | LocalMachine, ...args: string[]): Promise<Listener> {
    return Listener.startAs(machine, ['--json', ...args])
  }

  static async startAs(
    machine: Machine | LocalMachine,
    args: string[],
    env: Record<string, string> = {},
  ): Promise<Listener> {
    const port = args.includes('--port') ? [] : ['--port', '0']
    const listener = new Listener(machine.start(['webhook', 'listen', ...port, ...args], env))
    await listener.says(ADDRESS)
    return listener
  }

  get url(): string {
    return ADDRESS.exec(wordsOf(this.stderr))![1]!
  }

  get port(): number {
    return Number(new URL(this.url).port)
  }

  /** POSTs a delivery. */
  send({ headers, body }: Pick<Delivery, 'headers' | 'body'>, path = ''): Promise<Answered> {
    return send(this.url + path, { headers, body })
  }
}

export interface Answered {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

const agent = new Agent({ keepAlive: false })

/** POSTs a delivery over a new connection. Rejects when no whole answer came. */
export function send(
  url: string,
  { headers, body, method = 'POST' }: Pick<Delivery, 'headers' | 'body'> & { method?: string },
): Promise<Answered> {
  const present = Object.entries(headers).filter(([, value]) => value !== undefined) as [string, string][]
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers: Object.fromEntries(present), agent }, response => {
      let text = ''
      response.on('data', part => {
        text += part
      })
      response.on('error', reject)
      response.on('end', () => resolve({ status: response.statusCode!, headers: response.headers, text }))
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

/** The ids of all deliveries that the inbox of a machine holds. */
export async function kept(machine: Machine): Promise<Set<string>> {
  const { DatabaseSync } = await import('node:sqlite')
  const inbox = new DatabaseSync(join(machine.dataDir, 'profiles', 'default', 'state.db'))
  const rows = inbox.prepare('SELECT delivery FROM arrivals').all()
  inbox.close()
  return new Set(rows.map(({ delivery }) => String(delivery)))
}
