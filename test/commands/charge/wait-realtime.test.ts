/** `charge wait` on the realtime channel, over real sockets. */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { updateConfig } from '#credentials/profiles.ts'
import { systemClock } from '#lib/clock.ts'
import { type Peer, Service, TOKEN } from '../../realtime/service.ts'
import { FakeClock } from '../../support/clock.ts'
import type { LocalMachine } from '../../support/local.ts'
import type { Run } from '../../support/pixctl.ts'
import { runCommand, testHost } from '../../support/run.ts'
import { API_KEY } from '../../support/scripted.ts'
import type { Act } from '../../support/service.ts'
import { event, openBothLocal, paid, pending, ready } from '../../support/wait-realtime.ts'

/** A `charge wait` that runs. */
class Waiting {
  readonly clock = new FakeClock()
  readonly run: Promise<Run>
  #check = (_text: string) => {}

  constructor(machine: LocalMachine, flags: string[], env: Record<string, string> = {}) {
    const host = testHost({ clock: this.clock, home: machine.folder, env: { ...machine.env, ...env } })
    const args = ['charge', 'wait', 'pay_1', ...flags]
    this.run = runCommand(args, { host, onOutput: text => this.#check(text) })
  }

  /** Resolves once it has said this. */
  said(pattern: RegExp): Promise<void> {
    return new Promise(resolve => {
      this.#check = text => {
        if (pattern.test(text)) resolve()
      }
    })
  }

  /** Once it sleeps until the next reading, lets that much time pass; gives how it ends. */
  async after(ms: number): Promise<Run> {
    await this.clock.asleep(5000)
    await this.clock.advanceAsync(ms)
    return this.run
  }
}

/** A service with both channels, and a `charge wait` with a clock that stands still. */
async function openBoth(...script: Act[]) {
  const both = await openBothLocal(...script)
  return { ...both, wait: (...flags: string[]) => new Waiting(both.machine, flags) }
}

describe('charge wait with a token', () => {
  it('listens at --realtime-url', async () => {
    await using both = await openBoth(pending, paid)
    const waiting = new Waiting(both.machine, ['--realtime-url', both.realtime.url], {
      PIXCTL_REALTIME_URL: '',
    })
    await ready(both)
    expect((await waiting.run).code).toBe(0)
  })

  it('never trusts only an event: the charge is read from the service', async () => {
    await using both = await openBoth(pending, pending, pending, pending)
    const waiting = both.wait('--wait-timeout', '2', '--json')
    const { peer } = await ready(both)
    peer.socket.send(event({ paymentId: 'pay_1', source: 'api', status: 'PAID' }))
    await both.rest.requests(3)
    const { stdout, code } = await waiting.after(2000)
    expect(code).toBe(12)
    expect(JSON.parse(stdout)).toMatchObject({ status: 'PENDING' })
  })

  it('saves nothing: no cursor, no inbox, no state', async () => {
    await using both = await openBoth(pending, pending, paid)
    const { run } = both.wait()
    const { peer } = await ready(both)
    peer.socket.send(event({ id: 'pay_1' }))
    expect((await run).code).toBe(0)
    expect(existsSync(join(both.machine.dataDir, 'profiles'))).toBe(false)
  })

  it('shows its messages with --debug, and never the token', async () => {
    await using both = await openBoth(pending, paid)
    const { run } = both.wait('--debug')
    await ready(both)
    const { stderr, code } = await run
    expect(code).toBe(0)
    expect(stderr).toMatch(/^realtime < ready$/m)
    expect(stderr).not.toContain(TOKEN)
    expect(stderr).not.toContain(TOKEN.slice('service_ws_'.length))
  })

  it.each<[string, (peer: Peer) => Promise<unknown>]>([
    [
      'is refused',
      async peer => {
        await peer.message()
        peer.socket.close(4401, 'the token is wrong')
      },
    ],
    ['is lost', async peer => peer.tcp.destroy()],
  ])('says once that the channel %s, and reads every 5 s', async (_name, end) => {
    await using both = await openBoth(pending, paid)
    const waiting = both.wait()
    const said = waiting.said(/realtime channel/)
    end(await both.realtime.peer())
    await said
    await waiting.clock.asleep(5000)
    await waiting.clock.advanceAsync(4999)
    expect(both.rest.seen).toHaveLength(1)
    const { stderr, code } = await waiting.after(1)
    expect(code).toBe(0)
    expect(stderr).toMatch(/^[^\n]*realtime channel[^\n]* reading every 5 s (instead|meanwhile)\n$/)
    expect(stderr).not.toContain(TOKEN)
  })
})

describe('the token and the address', () => {
  it.each<[string, Record<string, string>]>([
    ['no token', { PIXCTL_WS_TOKEN: '' }],
    ['no address', { PIXCTL_REALTIME_URL: '' }],
  ])('with %s it polls, and says nothing', async (_name, env) => {
    await using both = await openBoth(pending, paid)
    const { stderr, code } = await new Waiting(both.machine, ['--wait-timeout', '1'], env).after(1000)
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 })
    expect(both.realtime.requests).toHaveLength(0)
  })

  it.each<[string, Record<string, string>, string]>([
    ['a token of another kind', { PIXCTL_WS_TOKEN: API_KEY }, 'PIXCTL_WS_TOKEN is not a WebSocket token'],
    ['an address that is none', { PIXCTL_REALTIME_URL: 'nowhere' }, 'the realtime URL is not an address'],
    [
      'an address that would show the token',
      { PIXCTL_REALTIME_URL: 'ws://example.com/' },
      'the realtime URL is ws://',
    ],
  ])('with %s it polls, and says so', async (_name, env, said) => {
    await using both = await openBoth(pending, paid)
    const { stderr, code } = await new Waiting(both.machine, ['--wait-timeout', '1'], env).after(1000)
    expect(code).toBe(0)
    expect(stderr).toMatch(/^not listening on the realtime channel: [^\n]+\n$/)
    expect(stderr).toContain(said)
    expect(stderr).not.toContain(API_KEY)
    expect(both.realtime.requests).toHaveLength(0)
  })

  /** A profile whose token is in a file, stored for an origin. */
  async function logIn(both: Awaited<ReturnType<typeof openBoth>>, baseUrl: string, realtimeUrl: string) {
    const { machine, realtime } = both
    const stored = await machine.pixctl(
      ['auth', 'login', '--kind', 'ws-token', '--insecure-storage', '--realtime-url', realtime.url],
      { input: TOKEN },
    )
    expect(stored).toMatchObject({ code: 0 })
    await updateConfig(machine.configDir, systemClock, ({ profiles }) => {
      Object.assign(profiles.get('default')!, { baseUrl, realtimeUrl })
    })
    return (...flags: string[]) =>
      new Waiting(machine, ['--wait-timeout', '1', ...flags], {
        PIXCTL_WS_TOKEN: '',
        PIXCTL_REALTIME_URL: '',
      })
  }

  it('are those of the profile', async () => {
    await using both = await openBoth(pending, paid)
    const wait = await logIn(both, both.rest.baseUrl, both.realtime.url)
    const { run } = wait()
    expect((await ready(both)).auth).toEqual({ op: 'auth', token: TOKEN })
    expect((await run).code).toBe(0)
  })

  it('with a keychain that can not be read it polls, and says so', async () => {
    await using both = await openBoth(pending, paid)
    const wait = await logIn(both, both.rest.baseUrl, both.realtime.url)
    await updateConfig(both.machine.configDir, systemClock, ({ profiles }) => {
      const { origin } = new URL(both.realtime.url)
      profiles.get('default')!.secrets = { 'ws-token': { storage: 'keychain', origin } }
    })
    const waiting = wait()
    await waiting.said(/not listening/)
    const { stderr, code } = await waiting.after(1000)
    expect(code).toBe(0)
    expect(stderr).toMatch(/^not listening on the realtime channel: [^\n]*keychain[^\n]*\n$/)
    expect(both.realtime.requests).toHaveLength(0)
  })

  it('a token stored for another origin is not sent', async () => {
    await using both = await openBoth(pending, paid)
    await using other = await Service.start()
    const wait = await logIn(both, both.rest.baseUrl, other.url)
    expect(await wait().after(1000)).toMatchObject({ stderr: '', code: 0 })
    expect(other.requests).toHaveLength(0)
  })

  it("the profile's channel is not used for another service", async () => {
    await using both = await openBoth(pending, paid)
    const wait = await logIn(both, 'https://example.com/api/v1', both.realtime.url)
    expect(await wait().after(1000)).toMatchObject({ stderr: '', code: 0 })
    expect(both.realtime.requests).toHaveLength(0)
  })
})
