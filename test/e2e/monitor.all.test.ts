/** `--monitor`: a listener and a tail as processes, watched from outside. */

import { request } from 'node:http'
import { describe, expect, it } from 'vitest'
import { Listener, listeningMachine, localListeningMachine, signed } from '../support/listener.ts'
import { wordsOf } from '../support/pixctl.ts'
import { machineOf, Stream, Tail } from '../support/tailing.ts'
import { openTarget } from '../webhooks/target.ts'

const ADDRESS = /^monitor at (.*)\/$/m

async function get(url: string): Promise<string> {
  const response = await fetch(url, { headers: { connection: 'close' } })
  return `${response.status} ${await response.text()}`.trimEnd()
}

/** The values of the samples whose names, with labels, are asked for. */
async function valuesOf(monitor: string, ...names: string[]): Promise<(number | undefined)[]> {
  const lines = (await get(`${monitor}/metrics`)).split('\n')
  return names.map(name => {
    const line = lines.find(each => each.startsWith(`${name} `))
    return line === undefined ? undefined : Number(line.slice(name.length + 1))
  })
}

const received = (channel: string, verdict: string, type: string) =>
  `pixctl_received_total{channel="${channel}",verdict="${verdict}",type="${type}"}`
const attempts = ({ url }: { url: string }, status: string) =>
  `pixctl_forward_attempts_total{target="${url.replace(/\?.*/, '')}",status="${status}"}`

async function startListener(...args: string[]) {
  const machine = listeningMachine()
  const listener = await Listener.start(machine, '--monitor', '0', ...args)
  const monitor = ADDRESS.exec(wordsOf(listener.stderr))![1]!
  return { machine, listener, monitor }
}

describe('webhook listen --monitor', () => {
  it('counts what it received and forwarded', async () => {
    const target = await openTarget(204)
    const { listener, monitor } = await startListener('--forward-to', target.url)
    expect(await get(`${monitor}/healthz`)).toBe('200 alive')
    expect(await get(`${monitor}/readyz`)).toBe('200 ready')
    const delivery = signed({ delivery: 'dlv_1' })
    await listener.send(delivery)
    await listener.send(delivery)
    await listener.send(signed({ secret: 'whsec_00000000000000000000000000000000' }))
    await target.requests(1)
    await listener.says(/listening/)
    await expect
      .poll(() => valuesOf(monitor, attempts(target, '2xx'), 'pixctl_pending_deliveries'))
      .toEqual([1, 0])
    expect(
      await valuesOf(
        monitor,
        received('webhook', 'accepted', 'payment.approved'),
        received('webhook', 'duplicate', 'payment.approved'),
        received('webhook', 'rejected', 'payment.approved'),
        'pixctl_answer_duration_seconds_count',
        'pixctl_parked_deliveries',
        'pixctl_ready',
        'pixctl_realtime_connected',
      ),
    ).toEqual([1, 1, 1, 2, 0, 1, undefined])
  })

  it('after SIGTERM is not ready at once, takes deliveries for three seconds more, and exits with 143', async () => {
    const { listener, monitor } = await startListener()
    const start = performance.now()
    listener.child.kill('SIGTERM')
    await expect.poll(() => get(`${monitor}/readyz`), { interval: 5 }).toBe('503 not ready: stopping')
    const answer = await listener.send(signed())
    expect([answer.status, answer.headers.connection]).toEqual([204, 'close'])
    expect(await get(`${monitor}/healthz`)).toBe('200 alive')
    expect(await valuesOf(monitor, 'pixctl_ready')).toEqual([0])
    const { code, stderr } = await listener.ended
    expect(performance.now() - start).toBeGreaterThan(2900)
    expect(code).toBe(143)
    expect(stderr).toContain('1 received')
    await expect(get(`${monitor}/healthz`)).rejects.toThrow()
  })

  it('on all addresses says so, and asks for no Host', async () => {
    const machine = listeningMachine()
    const listener = await Listener.startAs(machine, ['--monitor', '0.0.0.0:0'])
    await listener.says(/other machines can reach 0\.0\.0\.0: the monitor answers anyone there/)
    const { port } = new URL(ADDRESS.exec(wordsOf(listener.stderr))![1]!)
    const status = await new Promise(resolve => {
      const headers = { host: 'balancer.example' }
      request({ port, path: '/healthz', headers }, answer => resolve(answer.statusCode)).end()
    })
    expect(status).toBe(200)
  })

  it.each(['', 'x', '99999', ':9464', '1.2.3.4:', '[::1', 'http://127.0.0.1:9464'])(
    'refuses %s',
    async value => {
      const machine = localListeningMachine()
      const { code, stderr } = await machine.pixctl(['webhook', 'listen', '--monitor', value])
      expect(code).toBe(2)
      expect(stderr).toContain('error: --monitor takes a port, or a host and a port, not')
    },
  )
})

describe('events tail --monitor', () => {
  it('is ready while it is connected, and counts each event once', async () => {
    const stream = await Stream.start()
    const machine = machineOf(stream)
    const tail = new Tail(machine, ['--monitor', '0'])
    await tail.says(ADDRESS)
    const monitor = ADDRESS.exec(wordsOf(tail.stderr))![1]!
    await expect.poll(() => get(`${monitor}/readyz`)).toBe('200 ready')
    stream.addMany(3)
    stream.add({ id: 'evt_1' })
    stream.add({ type: 'checkout.paid' })
    await tail.shows(4)
    await expect
      .poll(() =>
        valuesOf(
          monitor,
          received('realtime', 'accepted', 'payment.approved'),
          received('realtime', 'duplicate', 'payment.approved'),
          received('realtime', 'accepted', 'unknown'),
          'pixctl_realtime_connected',
        ),
      )
      .toEqual([3, 1, 1, 1])
  })
})
