/** The monitor's three pages, and the metrics that Prometheus reads from them. */

import { once } from 'node:events'
import { get } from 'node:http'
import { createConnection } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Stats } from '#inbox/inbox.ts'
import { Monitor, type Watched } from '#monitor/monitor.ts'
import { FakeClock } from '../support/clock.ts'
import { describeWith, runProgram } from '../support/programs-on-path.ts'

const START = '2026-03-10T12:00:00.000Z'
const LOOPBACK = { host: '127.0.0.1', port: 0 }

const calm: Watched = {
  check: async () => {},
  stats: async () => ({ pending: 0, parked: 0, oldestPending: null }),
  lastEvent: async () => null,
  stopping: new AbortController().signal,
}

async function startMonitor(address = LOOPBACK, channel: 'webhook' | 'realtime' = 'webhook') {
  const clock = new FakeClock(START)
  const monitor = await Monitor.start(address, clock, '1.2.3', channel)
  onTestFinished(() => monitor.close())
  const get = async (path: string, method = 'GET') => {
    const response = await fetch(`http://127.0.0.1:${monitor.port}${path}`, { method })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  const ready = async () => {
    const { status, text } = await get('/readyz')
    return `${status} ${text.trimEnd()}`
  }
  /** The samples of a metric, as lines. */
  const samples = async (name: string) => {
    const { text } = await get('/metrics')
    return text.split('\n').filter(line => line.startsWith(name))
  }
  return { monitor, clock, get, ready, samples }
}

it('/healthz answers while the process lives, ready or not, HEAD without a body, whatever the query', async () => {
  const { get } = await startMonitor()
  expect(await get('/healthz')).toMatchObject({ status: 200, text: 'alive\n' })
  expect(await get('/healthz?from=here', 'HEAD')).toMatchObject({ status: 200, text: '' })
})

describe('/readyz', () => {
  it('is 503 until the command can work, says why it cannot, as text, and recovers', async () => {
    const { monitor, ready } = await startMonitor()
    expect(await ready()).toBe('503 not ready: starting')
    let problem: Error | null = new Error('the disk is full\u001b[2J')
    monitor.watch({ ...calm, check: async () => void (problem && (await Promise.reject(problem))) })
    expect(await ready()).toBe('503 not ready: the disk is full\\u001b[2J')
    problem = null
    expect(await ready()).toBe('200 ready')
  })

  it('does not wait for an inbox that never answers, and asks it only once', async () => {
    const { monitor, clock, ready } = await startMonitor()
    const answer = Promise.withResolvers<void>()
    let asked = 0
    const check = () => {
      asked++
      return answer.promise
    }
    monitor.watch({ ...calm, check })
    for (let n = 0; n < 2; n++) {
      const waiting = ready()
      await clock.asleep()
      clock.advance(2000)
      expect(await waiting).toBe('503 not ready: no answer from the inbox for 2 s')
    }
    expect(asked).toBe(1)
    answer.resolve()
    expect(await ready()).toBe('200 ready')
  })

  it('is 503 at once when the command begins to stop, also during a check', async () => {
    const { monitor, ready } = await startMonitor()
    const stopping = new AbortController()
    const [asked, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const check = () => {
      asked.resolve()
      return answer.promise
    }
    monitor.watch({ ...calm, check, stopping: stopping.signal })
    const waiting = ready()
    await asked.promise
    stopping.abort()
    expect(await ready()).toBe('503 not ready: stopping')
    answer.resolve()
    expect(await waiting).toBe('503 not ready: stopping')
  })

  it('is about what the command does now, not about what it did before', async () => {
    const { monitor, ready } = await startMonitor()
    const first = new AbortController()
    monitor.watch({ ...calm, stopping: first.signal })
    first.abort()
    expect(await ready()).toBe('503 not ready: stopping')
    monitor.watch(calm)
    expect(await ready()).toBe('200 ready')
  })
})

describe('Host', () => {
  /** The first line of the answer to a request with this line for a Host, or with none. */
  async function answerTo(port: number, hostLine: string, version = '1.1'): Promise<string> {
    const socket = createConnection(port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    socket.write(`GET /metrics HTTP/${version}\r\n${hostLine}Connection: close\r\n\r\n`)
    const chunks = await socket.toArray()
    return chunks.join('')
  }

  // test/web/access.test.ts has what names this machine.
  it('may be this machine by any port that leads there; a web page could have any other name point here', async () => {
    const { monitor } = await startMonitor()
    for (const host of ['[::1]', '127.0.0.1']) {
      const answer = await answerTo(monitor.port, `Host: ${host}:8080\r\n`)
      expect(answer).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*pixctl_ready 0/)
    }
    for (const host of ['', `evil.example:${monitor.port}`]) {
      const answer = await answerTo(monitor.port, `Host: ${host}\r\n`)
      expect(answer).toMatch(/^HTTP\/1\.1 403 Forbidden/)
      expect(answer).not.toContain('pixctl_')
    }
  })

  it('may be missing in HTTP/1.0, as in the checks of load balancers, and anything where others may ask', async () => {
    const { monitor } = await startMonitor()
    expect(await answerTo(monitor.port, '', '1.0')).toContain(' 200 OK')
    const open = await startMonitor({ host: '0.0.0.0', port: 0 })
    expect(await answerTo(open.monitor.port, 'Host: listener.shop.example:9464\r\n')).toContain(' 200 OK')
  })

  it.runIf(process.platform === 'linux')('may be the address that was given', async () => {
    const { monitor } = await startMonitor({ host: '127.0.0.2', port: 0 })
    const status = (host: string) =>
      new Promise(resolve => {
        const url = `http://127.0.0.2:${monitor.port}/healthz`
        get(url, { headers: { host } }, answer => resolve(answer.resume().statusCode))
      })
    expect(await status(`127.0.0.2:${monitor.port}`)).toBe(200)
    expect(await status('127.0.0.3')).toBe(403)
  })
})

describe('other requests', () => {
  it.each([
    ['/', 'GET', 404],
    ['/METRICS', 'GET', 404],
    ['/metrics', 'DELETE', 405],
  ])('%s by %s is %i', async (path, method, status) => {
    const { get } = await startMonitor()
    expect((await get(path, method)).status).toBe(status)
  })

  it('that are not HTTP end their own connection only', async () => {
    const { monitor, get } = await startMonitor()
    const socket = createConnection(monitor.port, '127.0.0.1')
    const answer = await new Promise<string>(resolve => {
      socket.on('data', data => resolve(String(data))).end('\u0000\u0001\r\n\r\n')
    })
    expect(answer).toContain('400 Bad Request')
    expect((await get('/healthz')).status).toBe(200)
  })
})

describe('/metrics', () => {
  it('counts by channel, verdict and documented type; every other type is one', async () => {
    const { monitor, samples } = await startMonitor()
    const { meter } = monitor
    const copies = () => samples('pixctl_copies_not_saved_total')
    for (const verdict of ['accepted', 'duplicate', 'not_saved'] as const) {
      meter.received(verdict, 'payment.approved')
    }
    expect(await copies()).toEqual(['pixctl_copies_not_saved_total 0'])
    meter.received('duplicate', 'payment.approved', true)
    expect(await copies()).toEqual(['pixctl_copies_not_saved_total 1'])
    for (let n = 0; n < 100; n++) meter.received('rejected', `x"y\n${n}`)
    meter.received('rejected', null)
    const all = await samples('pixctl_received_total')
    const of = (verdict: string, type: string) =>
      `pixctl_received_total{channel="webhook",verdict="${verdict}",type="${type}"}`
    expect(all.filter(line => !line.endsWith(' 0')).sort()).toEqual([
      `${of('accepted', 'payment.approved')} 1`,
      `${of('duplicate', 'payment.approved')} 2`,
      `${of('not_saved', 'payment.approved')} 1`,
      `${of('rejected', 'unknown')} 101`,
    ])
    // Four verdicts of seven documented types and "unknown", from the start.
    expect(all).toHaveLength(4 * 8)
  })

  it('has each reason for which something was refused before it was a delivery, from the start', async () => {
    const { monitor, samples } = await startMonitor()
    const name = 'pixctl_refused_early_total'
    const before = await samples(name)
    expect(before).toContain(`${name}{reason="tls_to_plain_port"} 0`)
    monitor.meter.refusedEarly('tls_to_plain_port')
    // What is refused at its own port isn't the listener's.
    const socket = createConnection(monitor.port, '127.0.0.1').on('error', () => {})
    socket.resume().write('GET /metrics HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'.repeat(2))
    await once(socket, 'close')
    const after = before.map(line => line.replace(/("tls_to_plain_port"\}) 0$/, '$1 1'))
    expect(await samples(name)).toEqual(after)
  })

  it('counts attempts by target and the class of the status, from zero on', async () => {
    const { monitor, samples } = await startMonitor()
    const [one, other] = ['http://127.0.0.1:3000/one', 'http://127.0.0.1:3000/other']
    for (const target of [one, other]) monitor.meter.target(target)
    for (const status of [200, 204, 302, 404, 503, null, 999, 42]) monitor.meter.forwarded(one, status, 40)
    const of = (target: string, counts: Record<string, number>) =>
      Object.entries(counts).map(
        ([status, count]) => `pixctl_forward_attempts_total{target="${target}",status="${status}"} ${count}`,
      )
    const counted = await samples('pixctl_forward_attempts_total')
    expect(counted.sort()).toEqual([
      ...of(one, { '2xx': 2, '3xx': 1, '4xx': 1, '5xx': 1, none: 1, unknown: 2 }),
      ...of(other, { '2xx': 0, '3xx': 0, '4xx': 0, '5xx': 0, none: 0 }),
    ])
    expect(await samples('pixctl_forward_duration_seconds_count')).toEqual([
      'pixctl_forward_duration_seconds_count 8',
    ])
  })

  it('measures answers in seconds, counts what can not be read from zero on, and names the version', async () => {
    const { monitor, get } = await startMonitor(LOOPBACK, 'realtime')
    const lines = async () => (await get('/metrics')).text.split('\n')
    expect(await lines()).toContain('pixctl_realtime_unreadable_messages_total 0')
    for (const ms of [4, 3000]) monitor.meter.answered(ms)
    monitor.meter.unreadable()
    expect(await lines()).toEqual(
      expect.arrayContaining([
        'pixctl_answer_duration_seconds_sum 3.004',
        'pixctl_answer_duration_seconds_bucket{le="0.005"} 1',
        'pixctl_realtime_unreadable_messages_total 1',
        'pixctl_build_info{version="1.2.3"} 1',
        expect.stringMatching(/^process_resident_memory_bytes \d/),
      ]),
    )
  })

  it('has what the inbox says, and nothing where it says nothing', async () => {
    const { monitor, samples } = await startMonitor()
    let known: Stats | null = { pending: 7, parked: 2, oldestPending: '2026-03-10T11:59:30.000Z' }
    const stats = async () => known ?? Promise.reject(new Error('away'))
    monitor.watch({ ...calm, stats })
    const names = ['pending_deliveries', 'parked_deliveries', 'oldest_pending_timestamp_seconds']
    const all = async () => Promise.all(names.map(name => samples(`pixctl_${name}`)))
    // date -u -d 2026-03-10T11:59:30Z +%s
    const oldest = 'pixctl_oldest_pending_timestamp_seconds 1773143970'
    expect(await all()).toEqual([['pixctl_pending_deliveries 7'], ['pixctl_parked_deliveries 2'], [oldest]])
    known = { pending: 0, parked: 0, oldestPending: null }
    expect(await all()).toEqual([['pixctl_pending_deliveries 0'], ['pixctl_parked_deliveries 0'], []])
    known = null
    expect(await all()).toEqual([[], [], []])
  })

  it('has the time of the last event, also of an earlier run; one that was rejected or not saved does not count', async () => {
    const { monitor, clock, samples } = await startMonitor()
    const last = async () => Number((await samples('pixctl_last_event_timestamp_seconds'))[0]!.split(' ')[1])
    // date -u -d 2026-03-10T12:00:00Z +%s
    const start = 1_773_144_000
    clock.advance(5000)
    expect(await last()).toBe(start)
    monitor.watch({ ...calm, lastEvent: async () => '2026-03-10T11:00:00.000Z' })
    expect(await last()).toBe(start - 3600)
    monitor.meter.received('rejected', 'payment.approved')
    monitor.meter.received('not_saved', 'payment.approved')
    expect(await last()).toBe(start - 3600)
    monitor.meter.received('duplicate', 'payment.approved')
    clock.advance(2000)
    expect(await last()).toBe(start + 5)
    monitor.watch({ ...calm, lastEvent: async () => '2026-03-10T11:00:00.000Z' })
    expect(await last()).toBe(start + 5)
  })

  it('says whether it is ready and, of the realtime channel only, whether that is connected', async () => {
    expect(await (await startMonitor()).samples('pixctl_realtime')).toEqual([])
    const { monitor, samples } = await startMonitor(LOOPBACK, 'realtime')
    expect(await samples('pixctl_ready')).toEqual(['pixctl_ready 0'])
    expect(await samples('pixctl_realtime_connected')).toEqual(['pixctl_realtime_connected 0'])
    monitor.watch(calm)
    monitor.meter.connected(true)
    expect(await samples('pixctl_ready')).toEqual(['pixctl_ready 1'])
    expect(await samples('pixctl_realtime_connected')).toEqual(['pixctl_realtime_connected 1'])
    monitor.meter.connected(false)
    expect(await samples('pixctl_realtime_connected')).toEqual(['pixctl_realtime_connected 0'])
  })
})

describeWith('promtool', 'promtool check metrics', () => {
  it('accepts the metrics of a busy process', async () => {
    const { monitor, get } = await startMonitor(LOOPBACK, 'realtime')
    const oldestPending = '2026-03-10T11:59:30.000Z'
    monitor.watch({ ...calm, stats: async () => ({ pending: 1, parked: 0, oldestPending }) })
    monitor.meter.received('accepted', 'payment.approved')
    monitor.meter.answered(3)
    monitor.meter.forwarded('http://127.0.0.1:3000/', 200, 12)
    monitor.meter.connected(true)
    const { headers, text } = await get('/metrics')
    expect(headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    expect(runProgram('promtool', ['check', 'metrics'], text)).toEqual({ code: 0, output: '' })
  })
})
