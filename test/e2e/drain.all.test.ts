/** How a listener ends that is stopped or killed with deliveries and an attempt to forward in flight. */

import { Agent, request } from 'node:http'
import type { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { forwardingListener } from '../support/forwarding.ts'
import { kept, Listener, listeningMachine, signed } from '../support/listener.ts'
import type { Machine } from '../support/pixctl.ts'
import { jsonLines } from '../support/store.ts'
import { volume } from '../support/volume.ts'
import { openTarget } from '../webhooks/target.ts'

/** What a sender got: a whole answer, the beginning of one, or nothing. */
interface Outcome {
  delivery: string
  status: number | 'cut' | 'none'
  closes: boolean
}

function deliver(url: string, agent: Agent): Promise<Outcome> {
  const { delivery, headers, body } = signed()
  return new Promise(resolve => {
    let socket: Socket | undefined
    let before = 0
    const failed = () => {
      const began = socket !== undefined && socket.bytesRead > before
      resolve({ delivery, status: began ? 'cut' : 'none', closes: true })
    }
    const outgoing = request(url, { method: 'POST', agent, headers: headers as never }, response => {
      const closes = response.headers.connection === 'close'
      response.resume().on('end', () => resolve({ delivery, status: response.statusCode!, closes }))
      response.on('error', failed)
    })
    outgoing.on('error', failed)
    outgoing.on('socket', used => {
      socket = used
      before = used.bytesRead
    })
    outgoing.end(body)
  })
}

/** Sends over many connections, one delivery after another on each, until nobody accepts a new connection. */
async function sendUntilClosed(url: string, agent: Agent, onAnswer: () => void): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const sendOn = async () => {
    for (let refused = 0; refused < 5; ) {
      const outcome = await deliver(url, agent)
      outcomes.push(outcome)
      refused = outcome.status === 'none' ? refused + 1 : 0
      onAnswer()
    }
  }
  await Promise.all(Array.from({ length: 64 }, sendOn))
  agent.destroy()
  return outcomes
}

/** A listener under load; `stop` sends a signal, and gives what the senders got and how it ended. */
async function underLoad(machine: Machine, keepAlive: boolean) {
  const listener = await Listener.start(machine)
  let answers = 0
  const enough = Promise.withResolvers<void>()
  const sending = sendUntilClosed(listener.url, new Agent({ keepAlive, maxSockets: 64 }), () => {
    if (++answers === volume(2000, 500)) enough.resolve()
  })
  await enough.promise
  return async (signal: NodeJS.Signals) => {
    const [outcomes, run] = await Promise.all([sending, listener.end(signal)])
    const acknowledged = outcomes.filter(({ status }) => status === 204).map(({ delivery }) => delivery)
    return { outcomes, acknowledged, ...run }
  }
}

describe.each([
  ['SIGTERM', false],
  ['SIGHUP', true],
] as const)('%s under load (connections kept alive: %s)', (signal, keepAlive) => {
  it('cuts no answer, and keeps and shows what was answered 204', async () => {
    const machine = listeningMachine()
    const stop = await underLoad(machine, keepAlive)
    const { outcomes, acknowledged, code, stdout, stderr } = await stop(signal)
    expect(code).toBe(143)
    expect(outcomes.filter(({ status }) => status !== 204 && status !== 'none')).toEqual([])
    const there = await kept(machine)
    expect(acknowledged.filter(delivery => !there.has(delivery))).toEqual([])
    expect(new Set(jsonLines(stdout).map(({ delivery }) => delivery))).toEqual(there)
    expect(stderr).toContain(`${acknowledged.length} received`)
  })
})

describe('SIGTERM', () => {
  it('gives an attempt to forward eight seconds, then ends without it', async () => {
    const machine = listeningMachine()
    const target = await openTarget(() => {})
    const listener = await forwardingListener(machine, target)
    await listener.send(signed({ delivery: 'dlv_1' }))
    await target.requests(1)
    const start = performance.now()
    const { code, stderr } = await listener.end('SIGTERM')
    expect(performance.now() - start).toBeGreaterThan(7900)
    expect(code).toBe(143)
    expect(stderr).toContain('1 received, 0 forwarded, 1 still pending')
  })
})

it('a second SIGHUP does not cut the end short', async () => {
  const machine = listeningMachine()
  const answer = Promise.withResolvers<void>()
  const target = await openTarget(response => void answer.promise.then(() => response.writeHead(204).end()))
  const listener = await forwardingListener(machine, target)
  await listener.send(signed({ delivery: 'dlv_1' }))
  await target.requests(1)
  listener.child.kill('SIGHUP')
  const isOpen = () =>
    fetch(listener.url, { headers: { connection: 'close' } }).then(
      () => true,
      () => false,
    )
  await expect.poll(isOpen).toBe(false)
  listener.child.kill('SIGHUP')
  answer.resolve()
  const { code, stderr } = await listener.ended
  expect(code).toBe(143)
  expect(stderr).toContain('1 received, 1 forwarded, 0 still pending')
})
