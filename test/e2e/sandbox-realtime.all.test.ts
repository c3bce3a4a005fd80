/** The realtime channel of `sandbox start`, as a process: what it streams, and how it ends. */

import { describe, expect, it, onTestFinished } from 'vitest'
import { openRealtime, stream } from '../sandbox/realtime-client.ts'
import { Machine } from '../support/pixctl.ts'
import { spawnSandbox } from '../support/sandbox.ts'

function newMachine(): Machine {
  const machine = new Machine()
  onTestFinished(() => machine[Symbol.dispose]())
  return machine
}

async function pay(machine: Machine): Promise<string> {
  const { stdout, stderr } = await machine.pixctl(['charge', 'create', '--amount', '10.50', '-q'])
  expect(stdout, stderr).toMatch(/^pay_/)
  await machine.pixctl(['sandbox', 'pay', stdout.trim()])
  return stdout.trim()
}

describe('the end of a sandbox', () => {
  it('by SIGTERM closes the connections with 1001: exit 143', async () => {
    const machine = newMachine()
    const { line, stop } = await spawnSandbox(machine)
    const clients = [await stream(line), await openRealtime(line)]
    expect((await stop('SIGTERM')).code).toBe(143)
    for (const client of clients) expect(await client.closed).toMatchObject({ code: 1001 })
  })

  it('by Ctrl-C does not wait for ever for a client that does not answer: exit 130', async () => {
    const machine = newMachine()
    const { line, stop } = await spawnSandbox(machine)
    const client = await stream(line)
    client.socket.pause()
    expect((await stop('SIGINT')).code).toBe(130)
  })

  it('by SIGKILL loses no event: the next run continues after the sequence', async () => {
    const machine = newMachine()
    const first = await spawnSandbox(machine)
    const client = await stream(first.line)
    const one = await pay(machine)
    await client.events.until(1)
    await first.stop('SIGKILL')
    await client.closed
    const second = await spawnSandbox(machine)
    const other = await pay(machine)
    const again = await stream(second.line, client.sequences[0])
    const events = await again.events.until(3)
    expect(events.map(({ event }) => [event.type, event.data.paymentId])).toEqual([
      ['payment.approved', one],
      ['payment.created', other],
      ['payment.approved', other],
    ])
  })
})
