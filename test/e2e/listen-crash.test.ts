/** `webhook listen`, killed in a burst of deliveries: nothing acknowledged is lost. */

import { Agent, request } from 'node:http'
import { describe, expect, it } from 'vitest'
import { kept, Listener, listeningMachine, signed } from '../support/listener.ts'
import type { Machine } from '../support/pixctl.ts'
import { volume } from '../support/volume.ts'

/** A listener in the middle of a burst; `stop` ends the burst, and gives the ids that were answered 204. */
async function startBurst(machine: Machine) {
  const listener = await Listener.start(machine)
  let over = false
  const acknowledged = burst(listener, 32, () => over)
  await listener.shows(volume(500, 200))
  const stop = () => {
    over = true
    return acknowledged
  }
  return { listener, stop }
}

/** Sends without a pause over some connections; gives the ids that were answered 204 once each has ended. */
async function burst(listener: Listener, connections: number, isOver: () => boolean): Promise<string[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const acknowledged: string[] = []
  const sendOn = async () => {
    while (!isOver()) {
      const { delivery, headers, body } = signed()
      const status = await new Promise<number>(resolve => {
        const outgoing = request(
          listener.url,
          { method: 'POST', agent, headers: headers as never },
          response => {
            response.resume().on('end', () => resolve(response.statusCode!))
            response.on('error', () => resolve(0))
          },
        )
        outgoing.on('error', () => resolve(0))
        outgoing.end(body)
      })
      if (status === 204) acknowledged.push(delivery)
    }
  }
  await Promise.all(Array.from({ length: connections }, sendOn))
  agent.destroy()
  return acknowledged
}

describe('SIGKILL', () => {
  it('during a burst loses nothing that was answered 204', async () => {
    const machine = listeningMachine()
    const { listener, stop } = await startBurst(machine)
    await listener.kill()
    const ids = await stop()
    expect(ids.length).toBeGreaterThan(volume(400, 160))
    const there = await kept(machine)
    expect(ids.filter(id => !there.has(id))).toEqual([])
  })
})
