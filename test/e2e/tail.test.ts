/** `events tail`: what it shows, from where it continues, and what it leaves out. */

import { describe, expect, it } from 'vitest'
import { Listener, signed } from '../support/listener.ts'
import { jsonLines, openStore, rows } from '../support/store.ts'
import { cursors, machineOf, range, Stream, sequence, Tail, WS_TOKEN } from '../support/tailing.ts'

describe('the sandbox', () => {
  it('sends events as they happen', async () => {
    const { machine, sandbox, create, move } = await openStore()
    const env = { PIXCTL_REALTIME_URL: sandbox.realtimeUrl, PIXCTL_WS_TOKEN: sandbox.wsToken }
    const watch = new Tail(machine, ['--debug'], env)
    await watch.says(/< ready/)
    const { id } = await create('--amount', '10.50', '--description', 'Pedido 1, mesa 2')
    await watch.shows(1)
    await move(id, 'pay')
    await watch.shows(2)
    expect(watch.lines).toMatchObject([
      { event: { type: 'payment.created', data: { paymentId: id, description: 'Pedido 1, mesa 2' } } },
      { event: { type: 'payment.approved', data: { paymentId: id, status: 'PAID', netAmount: 10.39 } } },
    ])
    expect(BigInt(watch.lines[1].sequence)).toBe(BigInt(watch.lines[0].sequence) + 1n)
    const { code, stderr } = await watch.end('SIGINT')
    expect(code).toBe(130)
    expect(stderr).not.toContain(sandbox.wsToken)
  })
})

describe('events tail', () => {
  it('starts at current events, and the next run continues where it ended', async () => {
    const stream = await Stream.start()
    const machine = machineOf(stream)
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
    const tail = new Tail(machineOf(stream), ['--max', '4'])
    await stream.clients(1)
    const plain = '{"id":"a","type":"x.y","data":{"amount":10.50,"text":"1, 2 : [ \\u001b","n":1e400}}'
    stream.add({ text: plain })
    stream.add({ text: '{ "id" : "b",\n "type": "x.y", "data": {"big": 12345678901234567890} }' })
    stream.add({ text: '{"id":"c","type":"x.y","data":{"text":"a\u0085b\u202ec\u007f"}}' })
    stream.add({ text: '{"id":"d","type":"x.y","data":{"text":"olá, ção"}}' })
    expect((await tail.ended).stdout).toBe(
      [
        `{"sequence":"${sequence(1)}","event":${plain}}`,
        `{"sequence":"${sequence(2)}","event":{"id":"b","type":"x.y","data":{"big":12345678901234567890}}}`,
        `{"sequence":"${sequence(3)}","event":{"id":"c","type":"x.y","data":{"text":"a\\u0085b\\u202ec\\u007f"}}}`,
        `{"sequence":"${sequence(4)}","event":{"id":"d","type":"x.y","data":{"text":"olá, ção"}}}`,
        '',
      ].join('\n'),
    )
  })

  it('prints rows to a pipe: createdAt, type, paymentId, status, amount, sequence, id', async () => {
    const stream = await Stream.start()
    const machine = machineOf(stream)
    const run = machine.pixctl(['events', 'tail', '--max', '2'])
    await stream.clients(1)
    stream.add({ data: { paymentId: 'pay\t1', amount: 1234.5 } })
    stream.add({ text: '{"type":"connection.test"}' })
    const { stdout, stderr, code } = await run
    expect(code).toBe(0)
    expect(rows(stdout)).toEqual([
      [
        '2026-03-10T12:00:00.000Z',
        'payment.approved',
        'pay\\u00091',
        'PAID',
        '1234.50',
        sequence(1),
        'evt_1',
      ],
      ['', 'connection.test', '', '', '', sequence(2), ''],
    ])
    expect(stderr).toMatch(
      /^profile default at 127\.0\.0\.1:\d+\nshowing events from now on; press Ctrl-C to stop\n/,
    )
    expect(stderr).toContain('test, proves no payment')
  })

  it('prints a line at once, and ends quietly when its reader stops reading', async () => {
    const stream = await Stream.start()
    const machine = machineOf(stream)
    const run = machine.shell('pixctl events tail --json | head -1 | cut -c1-30')
    await stream.clients(1)
    stream.add()
    // Nothing more is written: on Linux the pipe itself says that its reader has gone.
    const later = process.platform === 'linux' ? undefined : setInterval(() => stream.add(), 50)
    const { stdout, stderr, code } = await run.finally(() => clearInterval(later))
    expect({ stdout, stderr, code }).toEqual({
      stdout: `{"sequence":"${sequence(1)}"\n`,
      stderr: '',
      code: 0,
    })
  })

  it('continues after what was written when its reader stopped reading, and skips nothing', async () => {
    const stream = await Stream.start()
    const machine = machineOf(stream)
    stream.add()
    const runs: number[][] = []
    for (const args of ['--after 0', '', '']) {
      const run = machine.shell(`pixctl events tail --json ${args} | head -2`)
      const later = setInterval(() => stream.add(), 20)
      const { stdout, code } = await run.finally(() => clearInterval(later))
      expect(code).toBe(0)
      runs.push(jsonLines(stdout).map(({ event }) => Number(event.id.slice(4))))
    }
    const rest = new Tail(machine)
    const last = stream.add()
    while (!rest.ids.includes(last)) await rest.shows(rest.ids.length + 1)
    runs.push(rest.ids.map(id => Number(id.slice(4))))
    for (const [index, run] of runs.entries()) {
      expect(run).toEqual(run.map((_, n) => run[0]! + n))
      // Events that were in the pipe when the reader stopped may be lost.
      expect(run[0]).toBeGreaterThan(runs[index - 1]?.at(-1) ?? 0)
    }
    expect((await rest.end()).code).toBe(143)
  })
})

describe('what is shown', () => {
  it('has each id once, over all runs', async () => {
    const stream = await Stream.start()
    const machine = machineOf(stream)
    const first = new Tail(machine, ['--after', sequence(0)])
    await stream.clients(1)
    for (const id of ['a', 'b', 'a', 'c', 'b']) stream.add({ id })
    expect(await first.shows(3)).toEqual(['a', 'b', 'c'])
    await first.end()
    stream.add({ id: 'a' })
    stream.add({ id: 'd' })
    const second = new Tail(machine)
    expect(await second.shows(1)).toEqual(['d'])
    await second.end()
    expect(await cursors(machine)).toEqual([sequence(7)])
  })

  it('has every event without an id', async () => {
    const stream = await Stream.start()
    const tail = new Tail(machineOf(stream), ['--max', '2'])
    await stream.clients(1)
    stream.add({ text: '{"type":"connection.test","data":{}}' })
    stream.add({ text: '{"type":"connection.test","data":{}}' })
    expect((await tail.ended).code).toBe(0)
    expect(tail.lines).toHaveLength(2)
  })

  it('has the types of --type only; the cursor moves past the others', async () => {
    const stream = await Stream.start()
    const machine = machineOf(stream)
    const tail = new Tail(machine, [
      '--type',
      'payment.failed,new.kind',
      '--allow-unknown-type',
      '--after',
      sequence(0),
    ])
    await stream.clients(1)
    for (const type of ['payment.created', 'payment.failed', 'new.kind', 'payment.expired'])
      stream.add({ type })
    expect(await tail.shows(2)).toEqual(range(2, 3))
    await tail.end()
    expect(await cursors(machine)).toEqual([sequence(4)])
    // What was skipped wasn't shown.
    const again = new Tail(machine, ['--after', sequence(0), '--max', '4'])
    await again.ended
    expect(again.ids).toEqual(range(1, 4))
  })

  it('repeats what webhook listen has shown', async () => {
    const stream = await Stream.start()
    const machine = machineOf(stream)
    const listener = await Listener.start(machine)
    await listener.send(signed({ id: 'evt_both' }))
    const tail = new Tail(machine)
    await stream.clients(1)
    stream.add({ id: 'evt_both' })
    expect(await tail.shows(1)).toEqual(['evt_both'])
    await listener.send(signed({ id: 'evt_both' }))
    expect((await listener.shows(2)).map(({ verdict }) => verdict)).toEqual(['accepted', 'duplicate'])
  })
})
