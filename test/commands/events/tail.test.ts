/** `events tail`: what it shows, from where it continues, and what it leaves out. */

import { describe, expect, it } from 'vitest'
import { rows } from '../../support/store.ts'
import { cursors, localMachineOf, range, Stream, sequence, Tail, WS_TOKEN } from '../../support/tailing.ts'

describe('events tail', () => {
  it('starts at current events, and the next run continues where it ended', async () => {
    const stream = await Stream.start()
    const machine = localMachineOf(stream)
    stream.addMany(3)
    const first = new Tail(machine, ['--max', '2'])
    await stream.clients(1)
    stream.addMany(3)
    expect(await first.ended).toMatchObject({ code: 0, stderr: '' })
    expect(first.ids).toEqual(range(4, 5))
    const second = new Tail(machine)
    expect(await second.shows(1)).toEqual(['evt_6'])
    expect((await second.end('SIGINT')).code).toBe(130)
    expect(await cursors(machine)).toEqual([sequence(6)])
    expect(stream.auths).toEqual([
      { op: 'auth', token: WS_TOKEN },
      { op: 'auth', token: WS_TOKEN, after: sequence(5) },
    ])
  })

  it('prints an event as it came: every digit, on one line, and no terminal control characters', async () => {
    const stream = await Stream.start()
    const tail = new Tail(localMachineOf(stream), ['--max', '1'])
    await stream.clients(1)
    stream.add({
      text: '{ "id" : "b",\n "type":"x.y", "data":{"amount":10.50,"big":12345678901234567890,"t":"ç\u202e"}}',
    })
    const event = '{"id":"b","type":"x.y","data":{"amount":10.50,"big":12345678901234567890,"t":"ç\\u202e"}}'
    expect((await tail.ended).stdout).toBe(`{"sequence":"${sequence(1)}","event":${event}}\n`)
  })

  it('prints rows to a pipe: createdAt, type, paymentId, status, amount, sequence, id', async () => {
    const stream = await Stream.start()
    const machine = localMachineOf(stream)
    const run = machine.pixctl(['events', 'tail', '--max', '2'])
    await stream.clients(1)
    stream.add({ data: { paymentId: 'pay\t1', amount: 1234.5 } })
    stream.add({ text: '{"type":"connection.test"}' })
    const { stdout, stderr, code } = await run
    expect(code).toBe(0)
    const at = '2026-03-10T12:00:00.000Z'
    expect(rows(stdout)).toEqual([
      [at, 'payment.approved', 'pay\\u00091', 'PAID', '1234.50', sequence(1), 'evt_1'],
      ['', 'connection.test', '', '', '', sequence(2), ''],
    ])
    expect(stderr).toMatch(
      /^profile default at 127\.0\.0\.1:\d+, with PIXCTL_WS_TOKEN of the environment\nshowing events from now on; press Ctrl-C to stop\n/,
    )
    expect(stderr).toContain('test, proves no payment')
  })
})
