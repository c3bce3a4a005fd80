/** The connection of `events tail`: from which place it continues, cuts and refusals. */

import { describe, expect, it } from 'vitest'
import { errorOf, notesOf } from '../../support/pixctl.ts'
import { runCommand, testHost } from '../../support/run.ts'
import { startSandboxOn } from '../../support/sandbox.ts'
import { cursors, localMachineOf, range, Stream, sequence, Tail, WS_TOKEN } from '../../support/tailing.ts'

describe('the connection', () => {
  it('is opened again when it is cut, and continues after the last event', async () => {
    const stream = await Stream.start()
    const tail = new Tail(localMachineOf(stream))
    await stream.clients(1)
    stream.addMany(2)
    await tail.shows(2)
    stream.cut()
    stream.add()
    expect(await tail.shows(3)).toEqual(range(1, 3))
    expect(stream.auths[1]).toEqual({ op: 'auth', token: WS_TOKEN, after: sequence(2) })
    expect(notesOf(await tail.end())).toEqual([
      expect.stringMatching(/^connection lost \(.*\); reconnecting$/),
      'connected again',
    ])
  })

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

  it('whose token was rotated says to start it again, because the profile has the new one', async () => {
    const host = testHost()
    await startSandboxOn(host)
    const { promise: connected, resolve } = Promise.withResolvers<void>()
    const tail = runCommand(['events', 'tail', '--debug', '--profile', 'sandbox'], {
      host,
      onOutput: text => /< ready/.test(text) && resolve(),
    })
    await connected
    await runCommand(['sandbox', 'token', 'rotate'], { host })
    const { code, stderr } = await tail
    expect(code).toBe(3)
    expect(stderr).toContain('the stored token is another one by now: start it again')
    expect(stderr).not.toContain('auth login')
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
