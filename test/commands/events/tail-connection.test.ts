/** The connection of `events tail`: from which place it continues, cuts and refusals. */

import { describe, expect, it } from 'vitest'
import { errorOf } from '../../support/pixctl.ts'
import { cursors, localMachineOf, Stream, sequence, Tail, WS_TOKEN } from '../../support/tailing.ts'

describe('the connection', () => {
  it.each([
    [4401, '', 3, /refused the token.*store a valid token: pixctl auth login --kind ws-token/s],
    [4403, '', 3, /refused the token/],
    [4400, 'unknown after', 2, /--no-resume.*--after SEQUENCE/],
  ])('refused with %i %j ends it with its exit code', async (code, reason, exitCode, error) => {
    const stream = await Stream.start()
    stream.refusal = { code, reason }
    const run = await localMachineOf(stream).pixctl(['events', 'tail', '--after', '7', '--json'])
    expect(errorOf(run)).toMatchObject({ exitCode, error: expect.stringMatching(error) })
    expect(run.stderr).not.toContain(WS_TOKEN)
  })

  it('that is refused because of --after leaves the cursor as it was', async () => {
    const stream = await Stream.start()
    const machine = localMachineOf(stream)
    stream.add()
    await new Tail(machine, ['--after', sequence(0), '--max', '1']).ended
    stream.refusal = { code: 4400, reason: 'unknown after' }
    expect((await machine.pixctl(['events', 'tail', '--after', '123'])).code).toBe(2)
    expect(await cursors(machine)).toEqual([sequence(1)])
  })
})

describe('before anything is sent', () => {
  it.each([
    ['no token', { PIXCTL_WS_TOKEN: '' }, 3],
    ['no address', { PIXCTL_REALTIME_URL: '' }, 2],
    ['no address and no token', { PIXCTL_REALTIME_URL: '', PIXCTL_WS_TOKEN: '' }, 3],
    ['an address that shows the token to the network', { PIXCTL_REALTIME_URL: 'ws://pix.example/' }, 2],
    ['another kind of secret', { PIXCTL_WS_TOKEN: 'service_live_x' }, 3],
  ])('%s ends it', async (_, env, code) => {
    const run = await localMachineOf({ url: 'ws://127.0.0.1:9/' }).pixctl(['events', 'tail', '--json'], {
      env,
    })
    expect(errorOf(run).exitCode).toBe(code)
  })
})
