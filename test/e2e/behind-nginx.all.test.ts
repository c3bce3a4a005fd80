/** Two listeners with one inbox behind nginx, restarted and killed while deliveries come: nothing is lost. */

import { Agent, request } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { eventsOf } from '../support/forwarding.ts'
import { freePort } from '../support/http.ts'
import { type Delivery, Listener, listeningMachine, signed } from '../support/listener.ts'
import { startNginx } from '../support/nginx.ts'
import type { Machine } from '../support/pixctl.ts'
import { describeOnPostgres, newDatabase } from '../support/postgres.ts'
import { describeWith } from '../support/programs-on-path.ts'
import { openTarget, type Target } from '../webhooks/target.ts'

const SENDERS = 16
const PAUSE_MS = 40
/** No more wait to be forwarded: they would have to be waited for at the end. A kill stops the forwarding for ten seconds. */
const MOST_WAITING = 500

/** Sends once; gives the status, or null if no whole answer came. */
function sendOnce(url: string, agent: Agent, { headers, body }: Delivery): Promise<number | null> {
  return new Promise(resolve => {
    const options = { method: 'POST', agent, headers: headers as never, rejectUnauthorized: false }
    const outgoing = request(url, options, response => {
      response.resume().on('end', () => resolve(response.statusCode!))
      response.on('error', () => resolve(null))
    })
    outgoing.on('error', () => resolve(null))
    outgoing.end(body)
  })
}

/** A service that sends deliveries, each again until its 2xx, until it is stopped. */
class Sending {
  readonly agent = new Agent({ keepAlive: true, maxSockets: SENDERS })
  readonly acknowledged: string[] = []
  /** What was answered that wasn't 2xx; null for no answer. */
  readonly failed: (number | null)[] = []
  #over = false
  #waiting: { count: number; resolve(): void }[] = []
  readonly #url: string
  readonly #target: Target
  readonly #ended: Promise<unknown>

  constructor(url: string, target: Target) {
    this.#url = url
    this.#target = target
    this.#ended = Promise.all(Array.from({ length: SENDERS }, () => this.#send()))
  }

  async #send(): Promise<void> {
    while (!this.#over) {
      if (this.acknowledged.length - this.#target.got.length >= MOST_WAITING) {
        await sleep(PAUSE_MS)
        continue
      }
      const delivery = signed()
      for (;;) {
        const status = await sendOnce(this.#url, this.agent, delivery)
        if (status === 204) break
        this.failed.push(status)
        await sleep(PAUSE_MS)
      }
      this.acknowledged.push(JSON.parse(delivery.body.toString()).id)
      await sleep(PAUSE_MS)
      this.#waiting = this.#waiting.filter(
        ({ count, resolve }) => this.acknowledged.length < count || resolve(),
      )
    }
  }

  /** Resolves once that many more are acknowledged. */
  more(count: number): Promise<void> {
    return new Promise(resolve => {
      this.#waiting.push({ count: this.acknowledged.length + count, resolve })
    })
  }

  async stop(): Promise<void> {
    this.#over = true
    await this.#ended
    this.agent.destroy()
  }
}

async function behindNginx(machine: Machine) {
  const target = await openTarget(204)
  const ports = [await freePort(), await freePort()] as const
  const start = (port: number) =>
    Listener.start(
      machine,
      ...['--port', String(port), '--path', '/pix', '--monitor', '0', '--forward-to', target.url],
    )
  const listeners = [await start(ports[0]), await start(ports[1])]
  const nginx = await startNginx(ports)
  /** Starts one again that has ended, as an upgrade does. */
  const again = async (index: 0 | 1) => {
    listeners[index] = await start(ports[index])
  }
  return { target, listeners, nginx, again }
}

describeWith('nginx', 'behind nginx', () => {
  it('two listeners of one profile take every delivery at once while each is drained and started again', async () => {
    const { target, listeners, nginx, again } = await behindNginx(listeningMachine())
    const sending = new Sending(nginx.url, target)
    await sending.more(200)
    for (const index of [0, 1] as const) {
      const { code } = await listeners[index]!.end('SIGTERM')
      expect(code).toBe(143)
      await sending.more(50)
      await again(index)
      await sending.more(100)
    }
    await sending.stop()
    expect(sending.failed).toEqual([])
    const { acknowledged } = sending
    await target.requests(acknowledged.length)
    expect(new Set(eventsOf(target))).toEqual(new Set(acknowledged))
    // Nothing was in flight when its sender ended, so nothing was sent twice.
    expect(eventsOf(target)).toHaveLength(acknowledged.length)
  })

  describeOnPostgres('two listeners with an inbox on PostgreSQL', () => {
    it('lose nothing when they are killed', async () => {
      const { url } = await newDatabase()
      const machine = listeningMachine({ PIXCTL_INBOX_URL: url })
      expect(await machine.pixctl(['inbox', 'init'])).toMatchObject({ code: 0 })
      const { target, listeners, nginx, again } = await behindNginx(machine)
      const sending = new Sending(nginx.url, target)
      for (const index of [0, 1, 0] as const) {
        await sending.more(100)
        await listeners[index]!.kill()
        await sending.more(50)
        await again(index)
      }
      await sending.more(100)
      await sending.stop()
      const all = new Set(sending.acknowledged)
      await expect.poll(() => new Set(eventsOf(target)), { interval: 250 }).toEqual(all)
      // At each kill, at most the one that was being forwarded.
      expect(eventsOf(target).length - all.size).toBeLessThanOrEqual(3)
      // nginx has asked the other listener, so the service has seen none of it.
      expect(sending.failed).toEqual([])
    })
  })
})
