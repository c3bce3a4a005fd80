/** `events tail` as a process, and before a reader of its pipe that stops; the rest is in test/commands/events. */

import { describe, expect, it } from 'vitest'
import { jsonLines, openStore } from '../support/store.ts'
import { machineOf, Stream, sequence, Tail } from '../support/tailing.ts'

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

describe('a reader that stops reading', () => {
  it('gets a line at once, and ends it quietly', async () => {
    const stream = await Stream.start()
    const machine = machineOf(stream)
    const run = machine.shell('pixctl events tail --json | head -1 | cut -c1-30')
    await stream.clients(1)
    stream.add()
    // What is written next finds that the reader has gone.
    const later = setInterval(() => stream.add(), 50)
    const { stdout, stderr, code } = await run.finally(() => clearInterval(later))
    expect({ stdout, stderr, code }).toEqual({
      stdout: `{"sequence":"${sequence(1)}"\n`,
      stderr: '',
      code: 0,
    })
  })

  it('gets what it has not read from the next run, which skips nothing', async () => {
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
