/** The realtime channel of `sandbox start`, by a client that uses only ws. */

import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { callers } from '../../sandbox/harness.ts'
import { openRealtime, stream } from '../../sandbox/realtime-client.ts'
import { LocalMachine } from '../../support/local.ts'
import { startSandboxOn } from '../../support/sandbox.ts'

function newMachine(): LocalMachine {
  const machine = new LocalMachine()
  onTestFinished(() => machine[Symbol.dispose]())
  return machine
}

/** The sandbox's own secrets, as the profile's commands read them. */
const secretsOf = (folder: string): Record<string, string> =>
  JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8'))

describe('sandbox start', () => {
  it('sends a connection.test when it is asked to', async () => {
    const machine = newMachine()
    const line = await startSandboxOn(machine.host(), '--data', join(machine.folder, 'shop'))
    const client = await stream(line)
    const answer = await callers(line).control('/realtime/test', {})
    expect(answer).toMatchObject({ status: 200, body: { data: { clients: 1 } } })
    const [event] = await client.events.until(1)
    expect(event).toMatchObject({ sequence: answer.body.data.sequence, event: { type: 'connection.test' } })
  })

  it("keeps the token beside its data, 0600, and gives it to the profile's commands", async () => {
    const machine = newMachine()
    const data = join(machine.folder, 'shop')
    const line = await startSandboxOn(machine.host(), '--data', data)
    expect(secretsOf(data)['ws-token']).toBe(line.wsToken)
    expect(statSync(join(data, 'secrets.json')).mode & 0o777).toBe(0o600)
    const config = readFileSync(join(machine.configDir, 'config.json'), 'utf8')
    const { realtimeUrl, secrets } = JSON.parse(config).profiles.sandbox
    expect(realtimeUrl).toBe(line.realtimeUrl)
    expect(secrets['ws-token']).toEqual({
      storage: 'file',
      origin: new URL(line.realtimeUrl).origin,
      path: join(data, 'secrets.json'),
    })
    expect(config).not.toContain(line.wsToken)
  })

  it('in memory removes its token at the end', async () => {
    const machine = newMachine()
    const { stop, ...line } = await startSandboxOn(machine.host(), '--data', ':memory:')
    const [path] = Object.values(
      JSON.parse(readFileSync(join(machine.configDir, 'config.json'), 'utf8')).profiles.sandbox.secrets,
    ).map(secret => (secret as { path: string }).path)
    expect(readFileSync(path!, 'utf8')).toContain(line.wsToken)
    await stop('terminated')
    expect(existsSync(path!)).toBe(false)
  })

  it('does not show the token with --debug', async () => {
    const machine = newMachine()
    const { stop, ...line } = await startSandboxOn(machine.host(), '--debug')
    const client = await openRealtime(line)
    client.send({ op: 'auth', token: line.wsToken, after: 'x' })
    await client.closed
    expect((await stop('terminated')).stderr).not.toContain(line.wsToken)
  })
})
