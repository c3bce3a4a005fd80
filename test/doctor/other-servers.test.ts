/** `doctor`: the realtime channel, the proxy and a shared inbox. */

import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { Service, TOKEN } from '../realtime/service.ts'
import { FakeClock } from '../support/clock.ts'
import { describeOnPostgres, newDatabase } from '../support/postgres.ts'
import { startSandboxOn } from '../support/sandbox.ts'
import { doctor, KEY, machine } from './examine.ts'

describe('the other servers', () => {
  it('a realtime channel that refuses the token', async () => {
    const own = machine()
    const host = own.host()
    await startSandboxOn(host)
    const wrong = { ...host, env: { ...host.env, PIXCTL_WS_TOKEN: 'service_ws_wrong' } }
    const { checks } = await doctor(wrong)
    expect(checks.realtime).toMatchObject({
      status: 'fail',
      detail: expect.stringContaining('refused the token'),
      next: expect.stringContaining('auth login --kind ws-token'),
    })
  })

  it('a realtime channel whose messages can not be read', async () => {
    await using service = await Service.start()
    const own = machine({ PIXCTL_REALTIME_URL: service.url, PIXCTL_WS_TOKEN: TOKEN })
    const looking = doctor(own.host())
    const peer = await service.peer()
    await peer.message()
    peer.socket.send('<html>')
    expect((await looking).checks.realtime).toMatchObject({
      status: 'warn',
      detail: "a message of the realtime channel can't be read (it is no JSON object)",
      next: 'events may have been missed; compare: pixctl reconcile',
    })
  })

  it('a realtime channel that is not there, and one without a token', async () => {
    const there = { PIXCTL_REALTIME_URL: 'ws://127.0.0.1:1/realtime' }
    const away = machine({ ...there, PIXCTL_WS_TOKEN: 'service_ws_x' })
    expect((await doctor(away.host())).checks.realtime).toMatchObject({
      status: 'fail',
      detail: 'no connection to the realtime channel (the connection was refused)',
      next: 'check the network and the realtime URL',
    })
    expect((await doctor(machine(there).host())).checks.realtime).toMatchObject({ status: 'skip' })
  })

  it('a realtime channel that says nothing takes no longer than the others', async () => {
    const silent = createServer().listen(0, '127.0.0.1')
    await once(silent, 'listening')
    onTestFinished(() => void silent.close())
    const { port } = silent.address() as AddressInfo
    const env = { PIXCTL_REALTIME_URL: `ws://127.0.0.1:${port}/realtime`, PIXCTL_WS_TOKEN: 'service_ws_x' }
    const clock = new FakeClock()
    const run = doctor(machine(env).host({ clock }), '--timeout', '3')
    await clock.asleep(3_700)
    await clock.advanceAsync(3_700)
    expect((await run).checks.realtime).toMatchObject({ status: 'fail', detail: 'no result within 3 s' })
  })

  it('a proxy that is not there, without its password', async () => {
    const env = {
      HTTPS_PROXY: 'http://user:hidden@127.0.0.1:1',
      PIXCTL_BASE_URL: 'https://pix.invalid/api/v1',
      PIXCTL_API_KEY: KEY,
    }
    const { run, checks } = await doctor(machine(env).host(), '--timeout', '2')
    expect(checks.proxy).toMatchObject({ status: 'ok', detail: '127.0.0.1:1 is used for pix.invalid' })
    expect(run.stdout + run.stderr).not.toContain('hidden')
    expect(checks.base_url).toMatchObject({
      status: 'fail',
      detail: 'the proxy 127.0.0.1:1 does not answer: the connection was refused',
      next: expect.stringContaining('HTTPS_PROXY'),
    })
    const skipped = { status: 'skip', detail: 'the base URL gives no answer' }
    expect(checks).toMatchObject({ clock: skipped, api_key: skipped })
    const other = { PIXCTL_REALTIME_URL: 'wss://ws.invalid/realtime', PIXCTL_WS_TOKEN: 'service_ws_x' }
    const withRealtime = await doctor(machine({ ...env, ...other }).host(), '--timeout', '2')
    expect(withRealtime.checks.realtime).toMatchObject({
      status: 'fail',
      detail: expect.stringContaining('the proxy 127.0.0.1:1 does not answer'),
    })
    const except = machine({ ...env, PIXCTL_BASE_URL: 'http://127.0.0.1:1/api/v1' })
    expect((await doctor(except.host())).checks.proxy!.detail).toContain('not used for this profile')
  })

  it.each(['ftp://127.0.0.1:1', 'http://user:hidden%@127.0.0.1:1'])(
    'a proxy that can not be read: %s',
    async proxy => {
      const env = { HTTPS_PROXY: proxy, PIXCTL_BASE_URL: 'https://pix.invalid/api/v1' }
      const { checks, run } = await doctor(machine({ ...env, PIXCTL_API_KEY: KEY }).host())
      expect(run.stdout + run.stderr).not.toContain('hidden')
      const detail = expect.stringContaining('HTTPS_PROXY')
      expect(checks).toMatchObject({
        proxy: { status: 'fail', detail },
        base_url: { status: 'fail', detail },
        clock: { status: 'skip', detail: 'the base URL gives no answer' },
      })
    },
  )

  it('PostgreSQL that is not there', async () => {
    const own = machine({ PIXCTL_INBOX_URL: 'postgres://nobody:hidden@127.0.0.1:9/none' })
    for (const args of [[], ['--inbox', 'postgres://nobody@127.0.0.1:9/other']]) {
      const { run, checks } = await doctor(own.host(), '--timeout', '9', ...args)
      expect(checks.inbox).toMatchObject({ status: 'fail', detail: expect.stringContaining('127.0.0.1:9') })
      expect(run.stdout + run.stderr).not.toContain('hidden')
    }
  })
})

describeOnPostgres('a shared inbox', () => {
  it('needs its schema', async () => {
    const { url } = await newDatabase()
    const own = machine({ PIXCTL_INBOX_URL: url })
    const { checks } = await doctor(own.host())
    expect(checks.inbox).toMatchObject({ status: 'fail', next: expect.stringContaining('pixctl inbox init') })
    await own.pixctl(['inbox', 'init'])
    const { checks: after } = await doctor(own.host())
    expect(after.inbox).toMatchObject({ status: 'ok', detail: expect.stringContaining('version') })
  })
})
