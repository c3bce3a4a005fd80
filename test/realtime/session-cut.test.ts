/** A proxy that cuts every connection that is idle for a few seconds. */

import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Effect } from '#realtime/session-state.ts'
import { eventOf, FIRST, Service, Watched } from './service.ts'
import { event, LOST, MISSED, Run, status } from './session-run.ts'

describe('behind a proxy that cuts every connection after 8 s', () => {
  /** The waits before the connections of an hour, and the minutes of the lines. `each` happens on every connection. */
  function hour(run: Run, each: (run: Run) => readonly Effect[]) {
    const [waits, lines]: [number[], number[]] = [[], []]
    const startMs = run.nowMs
    const note = (effects: readonly Effect[]) => {
      for (const { kind } of effects) if (kind === 'status') lines.push((run.nowMs - startMs) / 60_000)
    }
    while (run.nowMs < startMs + 3_600_000) {
      note(each(run))
      note(run.cut())
      waits.push(run.state.connectAtMs - run.nowMs)
      while (run.state.phase === 'waiting') note(run.wake())
      run.take({ kind: 'opened' })
    }
    return { waits: new Set(waits), lines }
  }

  it('the waits grow, and one line is printed', () => {
    const run = new Run({ after: '5' }).authenticating()
    const { waits, lines } = hour(run, () => [...run.message({ kind: 'ready' }), ...run.pass(8)])
    expect([...waits]).toEqual([250, 500, 1000, 2000, 4000, 8000, 15_000])
    expect(lines).toHaveLength(1)
  })

  it('at most one line a minute is printed though events come between', () => {
    for (const options of [{ after: '5' }, {}]) {
      const run = new Run(options).authenticating()
      let sequence = 5
      const { lines } = hour(run, () => [
        ...run.message({ kind: 'ready' }),
        ...run.pass(4),
        ...(++sequence % 3 === 0 ? run.message(event(`${sequence}`)) : []),
        ...run.pass(4),
      ])
      expect(lines.length).toBeGreaterThan(30)
      expect(lines.length).toBeLessThanOrEqual(60)
    }
  })

  it('missed events are reported at most once in two minutes, and none is forgotten', () => {
    const run = new Run().authenticating()
    const { lines } = hour(run, () => [...run.message({ kind: 'ready' }), ...run.pass(12)])
    expect(lines.length).toBeLessThanOrEqual(60)
    run.message({ kind: 'ready' })
    const said = []
    for (let times = 0; times < 12; times++) said.push(...run.pass(10), ...run.message({ kind: 'pong' }))
    expect(said.filter(({ kind }) => kind === 'status')).toEqual([status(MISSED)])
  })

  it('a loss that was not said is said if the connection stays lost', () => {
    const run = new Run({ after: '5' }).ready()
    expect(run.cut()).toEqual([LOST])
    run.reopen()
    run.message(event('6'))
    expect(run.cut()).toEqual([])
    const said = []
    const startMs = run.nowMs
    while (said.length === 0) {
      said.push(...run.wake().filter(({ kind }) => kind === 'status'))
      if (said.length === 0) run.take({ kind: 'failed', why: 'the connection was refused', status: null })
    }
    expect(said).toEqual([LOST])
    expect(run.nowMs - startMs).toBeLessThanOrEqual(120_000)
  })
})

/** The address of a real proxy in front of a port, and a function that cuts what goes through it. */
async function cuttingProxy(port: number): Promise<{ url: string; cut(): void }> {
  const sockets = new Set<Socket>()
  const proxy = createServer(client => {
    const service = connect(port, '127.0.0.1')
    for (const socket of [client, service]) sockets.add(socket.on('error', () => {}))
    client.pipe(service).pipe(client)
  })
  const cut = () => {
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }
  onTestFinished(() => {
    cut()
    proxy.close()
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return { url: `ws://127.0.0.1:${(proxy.address() as AddressInfo).port}/realtime`, cut }
}

describe('a tail through a real proxy', () => {
  /** The waits before ten connections, each of which is cut when it was ready for that long. */
  async function tenTimes(cutAfterMs: number) {
    await using service = await Service.start()
    const proxy = await cuttingProxy(service.port)
    await using client = new Watched(proxy.url, { after: '5' })
    const batch = client.batch()
    const waits = []
    for (let times = 0; times < 10; times++) {
      const ready = client.logged(/< ready/)
      const peer = await service.peer()
      await peer.ready()
      await ready
      client.clock.advance(cutAfterMs)
      const lost = client.logged(/the next one/)
      proxy.cut()
      await lost
      waits.push(await client.clock.pass())
    }
    const peer = await service.peer()
    await peer.ready()
    peer.socket.send(eventOf(FIRST).text)
    return { waits, statuses: client.statuses, got: await batch }
  }

  it('that cuts it every 12 s connects again at once each time, and says it once', async () => {
    const { waits, statuses, got } = await tenTimes(12_000)
    expect(waits).toEqual(Array(10).fill(250))
    expect(statuses.slice(0, 1)).toEqual(['connection lost (the connection was cut); reconnecting'])
    expect(statuses.length).toBeLessThanOrEqual(2)
    expect(got).toEqual([eventOf(FIRST).item])
  })

  it('that cuts it before it is stable waits longer and longer', async () => {
    const { waits, statuses } = await tenTimes(200)
    expect(waits).toEqual([250, 500, 1000, 2000, 4000, 8000, 15_000, 15_000, 15_000, 15_000])
    expect(statuses.length).toBeLessThanOrEqual(2)
  })
})
