/** How `webhook listen --forward-to` ends: by --max, and by a signal. */

import { describe, expect, it } from 'vitest'
import { forwardingListener, forwardStates } from '../../support/forwarding.ts'
import { localListeningMachine, signed } from '../../support/listener.ts'
import { errorOf, notesOf } from '../../support/pixctl.ts'
import { jsonLines } from '../../support/store.ts'
import { openTarget } from '../../webhooks/target.ts'

describe('--max', () => {
  it('is exit 0 when that many are shown and forwarded, also by a target that refuses at first', async () => {
    const target = await openTarget(500, 503, 204)
    const listener = await forwardingListener(localListeningMachine(), target, '--max', '2')
    for (let n = 0; n < 2; n++) await listener.send(signed())
    const { stdout, code } = await listener.ended
    expect(code).toBe(0)
    const lines = jsonLines(stdout)
    expect(lines.filter(each => each.verdict)).toHaveLength(2)
    expect(lines.flatMap(({ attempt }) => attempt?.status ?? [])).toEqual([500, 503, 204, 204])
  })

  it('is exit 8 when the target refuses for longer than --timeout, and names what is pending', async () => {
    const machine = localListeningMachine()
    const target = await openTarget(500)
    const listener = await forwardingListener(machine, target, '--max', '2', '--timeout', '0.3')
    for (const n of [1, 2]) await listener.send(signed({ delivery: `dlv_${n}` }))
    const run = await listener.ended
    expect(notesOf(run).at(-1)).toBe('2 received, 0 forwarded, 2 still pending')
    expect(errorOf(run)).toMatchObject({
      error: expect.stringMatching(/^2 still pending: none of them was accepted for 300 ms/),
      exitCode: 8,
    })
    expect(await forwardStates(machine)).toMatchObject({
      dlv_1: ['pending', expect.any(Number)],
      dlv_2: ['pending', 0],
    })
    const working = await openTarget(204)
    await forwardingListener(machine, working)
    await working.requests(2)
  })
})

describe('Ctrl-C', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('%s lets the running attempt finish', async (signal, code) => {
    const machine = localListeningMachine()
    const answers: (() => void)[] = []
    const target = await openTarget(response => answers.push(() => response.writeHead(204).end()))
    const listener = await forwardingListener(machine, target)
    for (const n of [1, 2]) await listener.send(signed({ delivery: `dlv_${n}` }))
    await target.requests(1)
    listener.child.kill(signal)
    // The signal has arrived once nothing more is taken; answered before that, the next attempt would begin.
    const look = () =>
      fetch(listener.url, { headers: { connection: 'close' } }).then(
        () => 'open',
        () => 'closed',
      )
    await expect.poll(look).toBe('closed')
    answers[0]!()
    const run = await listener.ended
    expect(run.code).toBe(code)
    expect(run.stderr).toContain('2 received, 1 forwarded, 1 still pending')
    expect(await forwardStates(machine)).toEqual({ dlv_1: ['done', 1], dlv_2: ['pending', 0] })
  })

  it('ends soon when the target never answers', async () => {
    const machine = localListeningMachine()
    const target = await openTarget(() => {})
    const listener = await forwardingListener(machine, target, '--forward-timeout', '600')
    await listener.send(signed({ delivery: 'dlv_1' }))
    await target.requests(1)
    const { code, stderr } = await listener.end('SIGINT')
    expect(code).toBe(130)
    expect(stderr).toContain('1 received, 0 forwarded, 1 still pending')
    expect(await forwardStates(machine)).toMatchObject({ dlv_1: ['pending', expect.any(Number)] })
  })
})
