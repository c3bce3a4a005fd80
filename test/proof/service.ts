/** The service: it sends each delivery to two listeners, and again until each has acknowledged it. */

import { createHmac } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import type { Member } from './fleet.ts'

export const EVENTS_EACH = 3
const TYPES = ['payment.created', 'payment.processing', 'payment.approved']
/** How many payments are on their way at once. */
const AT_ONCE = 48
/** How long one answer may take, in milliseconds. */
const TIMEOUT_MS = 20_000
/** How long to wait after an answer that isn't 2xx, in milliseconds. The service waits a minute. */
const AGAIN_MS = 200

interface Delivery {
  id: string
  event: string
  body: Buffer
  type: string
}

export class Service {
  readonly #listeners: readonly Member[]
  readonly #secret: string
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 256 })
  /** The ids of the deliveries that were acknowledged, by any listener. */
  readonly acknowledged = new Set<string>()
  /** How often each status came; `none` if no answer did. */
  readonly answers = new Map<string, number>()
  #copies: Promise<void>[] = []
  readonly #random: () => number
  #sent = 0
  #waiting: { count: number; resolve(): void }[] = []

  constructor(listeners: readonly Member[], secret: string, random: () => number) {
    this.#listeners = listeners
    this.#secret = secret
    this.#random = random
  }

  /** Sends the events of so many payments; resolves when all are acknowledged by both of their listeners. */
  async send(payments: number): Promise<void> {
    let next = 0
    const work = async () => {
      while (next < payments) await this.#payment(++next)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    await Promise.all(this.#copies)
    this.#agent.destroy()
  }

  /** Resolves when so many deliveries were acknowledged. */
  until(count: number): Promise<void> {
    return new Promise(resolve => this.#waiting.push({ count, resolve }))
  }

  /** An event of a payment is sent when the one before it was acknowledged: that is the order of arrival. */
  async #payment(n: number): Promise<void> {
    for (let order = 1; order <= EVENTS_EACH; order++) {
      const event = `evt_${n}_${order}`
      const type = TYPES[order - 1]!
      const envelope = {
        id: event,
        type,
        createdAt: new Date().toISOString(),
        storeId: 'store_1',
        data: { paymentId: `pay_${n}`, order, source: 'api', status: 'PENDING', amount: 10.5 },
      }
      const delivery = { id: `dlv_${n}_${order}`, event, type, body: Buffer.from(JSON.stringify(envelope)) }
      const copies = this.#two().map(listener => this.#deliver(delivery, listener))
      this.#copies.push(...copies)
      await Promise.any(copies)
    }
  }

  #two(): Member[] {
    const rest = [...this.#listeners]
    const one = rest.splice(Math.floor(this.#random() * rest.length), 1)
    return [...one, rest[Math.floor(this.#random() * rest.length)]!]
  }

  async #deliver(delivery: Delivery, listener: Member): Promise<void> {
    for (;;) {
      const url = await listener.up
      const status = await this.#post(url, delivery)
      const name = String(status ?? 'none')
      this.answers.set(name, (this.answers.get(name) ?? 0) + 1)
      if (status !== null && status >= 200 && status < 300) break
      // Without an answer, the listener was killed: it is up again when it says so.
      await setTimeout(status === null ? 1 : AGAIN_MS)
    }
    this.acknowledged.add(delivery.id)
    this.#sent++
    this.#waiting = this.#waiting.filter(({ count, resolve }) => this.#sent < count || resolve())
  }

  #post(url: string, { id, type, body }: Delivery): Promise<number | null> {
    const t = Math.floor(Date.now() / 1000)
    const v1 = createHmac('sha256', this.#secret).update(`${t}.`).update(body).digest('hex')
    const headers = {
      'Content-Type': 'application/json',
      'Content-Length': body.length,
      'X-Service-Event': type,
      'X-Service-Delivery': id,
      'X-Service-Signature': `t=${t},v1=${v1}`,
    }
    return new Promise(resolve => {
      const posted = request(url, { method: 'POST', headers, agent: this.#agent, timeout: TIMEOUT_MS })
      posted.on('response', response => {
        response.resume()
        response.on('end', () => resolve(response.statusCode ?? null))
        response.on('error', () => resolve(null))
      })
      posted.on('timeout', () => posted.destroy())
      posted.on('error', () => resolve(null))
      posted.end(body)
    })
  }
}
