/** The webhook commands with an inbox on PostgreSQL. */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startListening } from '../../support/listening.ts'
import { errorOf } from '../../support/pixctl.ts'
import { describeOnPostgres, startPostgres } from '../../support/postgres.ts'
import { deliver, newSharedInbox } from '../../support/shared-inbox.ts'
import { startTcpProxy } from '../../support/tcp-proxy.ts'
import { openTarget } from '../../webhooks/target.ts'

/** With `npm test` too, which otherwise knows only SQLite. */
describeOnPostgres('machines that share an inbox', sharing, { always: true })

function sharing(): void {
  it('know what the others have received, and need no inbox of their own', async () => {
    const { machine, url } = await newSharedInbox()
    const [one, other] = [machine(), machine()]
    const first = await startListening(one.host())
    expect(first.stderr()).toContain(`inbox: ${url}\n`)
    const second = await startListening(other.host())
    expect((await deliver(first.url, '1')).status).toBe(204)
    expect((await deliver(second.url, '1')).status).toBe(204)
    expect((await second.stop()).stdout).toContain('duplicate')
    expect((await first.stop()).stdout).toContain('accepted')
    const reader = machine({ PIXCTL_INBOX_URL: '' })
    const list = await reader.pixctl(['webhook', 'deliveries', '--inbox', url, '--json'])
    expect(JSON.parse(list.stdout)).toMatchObject([{ delivery: 'dlv_1', forward: 'none' }])
    const show = await reader.pixctl(['webhook', 'show', 'dlv_1', '--inbox', url, '--json'])
    expect(JSON.parse(show.stdout)).toMatchObject({ delivery: 'dlv_1', eventId: 'evt_1' })
    const target = await openTarget(204)
    const again = ['webhook', 'replay', 'dlv_1', '--to', target.url, '--inbox', url, '--json']
    const replay = await reader.pixctl(again)
    expect(JSON.parse(replay.stdout)).toMatchObject({ delivery: 'dlv_1', status: 204 })
    const copy = ['--from', 'dlv_1', '--to', target.url, '--inbox', url]
    expect((await reader.pixctl(['webhook', 'trigger', ...copy])).code).toBe(0)
    expect(JSON.parse(target.got[1]!.body.toString()).id).toMatch(/^pixctl_test_/)
    for (const each of [one, other, reader]) {
      expect(existsSync(join(each.dataDir, 'profiles', 'default', 'state.db'))).toBe(false)
    }
  })

  it('send what is parked one at a time, and each event once', async () => {
    const { machine } = await newSharedInbox()
    const refusing = await openTarget(422)
    const flags = ['--forward-to', refusing.url, '--forward-concurrency', '2', '--park-on', '422']
    const listening = await startListening(machine().host(), flags)
    for (const id of ['1', '2']) expect((await deliver(listening.url, id)).status).toBe(204)
    await refusing.requests(2)
    await listening.stop()
    const replay = (to: string) => machine().pixctl(['webhook', 'replay', '--parked', '--to', to, '--json'])
    let second: ReturnType<typeof replay> | undefined
    const target = await openTarget(async response => {
      second ??= replay(target.url)
      await second
      response.writeHead(204).end()
    })
    expect((await replay(target.url)).code).toBe(0)
    expect(target.got.map(each => each.headers['x-service-delivery'])).toEqual(['dlv_1', 'dlv_2'])
    expect(errorOf(await second!)).toMatchObject({
      exitCode: 6,
      error: expect.stringContaining('another pixctl of this profile is forwarding'),
    })
  })
}

describeOnPostgres('while PostgreSQL is away', () => {
  it('answers 503 with Retry-After, forwards nothing, and goes on by itself', async () => {
    const server = await startPostgres()
    const { machine, name } = await newSharedInbox(server)
    const target = await openTarget(500, 204)
    const listening = await startListening(machine().host(), ['--forward-to', target.url])
    await server.stop('immediate')
    const refused = await deliver(listening.url, '1')
    expect(refused.status).toBe(503)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    await listening.says(/^warning: the inbox .* can't be reached: .*; waiting for it/m)
    await server.start()
    await expect.poll(async () => (await deliver(listening.url, '1')).status).toBe(204)
    await target.requests(2)
    await listening.says(/^the inbox .* is back$/m)
    const { stdout, stderr } = await listening.stop()
    expect(stdout).toContain('accepted')
    expect(stderr).toMatch(/^1 received, \d+ not saved, /m)
    expect(stderr).not.toMatch(/\d rejected/)
    expect(await server.query('SELECT delivery FROM pixctl.arrivals', [], name)).toEqual([
      { delivery: 'dlv_1' },
    ])
  })

  it('records a 2xx that came while it was away, and sends nothing again', async () => {
    const server = await startPostgres()
    const { machine } = await newSharedInbox(server)
    const sent = Promise.withResolvers<void>()
    const answer = Promise.withResolvers<void>()
    const target = await openTarget(async response => {
      sent.resolve()
      await answer.promise
      response.writeHead(204).end()
    })
    const listening = await startListening(machine().host(), ['--forward-to', target.url])
    expect((await deliver(listening.url, '1')).status).toBe(204)
    await sent.promise
    await server.stop('immediate')
    answer.resolve()
    await listening.says(/can't be reached/)
    await server.start()
    const forward = async () => {
      const { stdout } = await machine().pixctl(['webhook', 'deliveries', '--json'])
      return JSON.parse(stdout)[0].forward
    }
    await expect.poll(forward).toBe('done')
    expect((await deliver(listening.url, '2')).status).toBe(204)
    await target.requests(2)
    await listening.stop()
    expect(target.got.map(each => each.headers['x-service-delivery'])).toEqual(['dlv_1', 'dlv_2'])
  })

  it('answers 503 in time though its connections lead nowhere', async () => {
    const { server, machine, name } = await newSharedInbox()
    const proxy = await startTcpProxy(server.port)
    const env = { PIXCTL_INBOX_URL: server.url(name, { port: proxy.port }) }
    const listening = await startListening(machine(env).host(), ['--timeout', '2'])
    expect((await deliver(listening.url, '1')).status).toBe(204)
    proxy.swallow()
    expect((await deliver(listening.url, '2')).status).toBe(503)
    proxy.pass()
    await expect.poll(async () => (await deliver(listening.url, '2')).status).toBe(204)
    proxy.cut()
    await expect.poll(async () => (await deliver(listening.url, '3')).status).toBe(204)
  })

  it('ends as it was told to, also while it is away', async () => {
    const server = await startPostgres()
    const { machine } = await newSharedInbox(server)
    const listening = await startListening(machine().host(), ['--forward-to', (await openTarget(204)).url])
    await listening.says(/press Ctrl-C/)
    await server.stop('immediate')
    await listening.says(/can't be reached/)
    const { code, stderr } = await listening.stop()
    expect(code).toBe(130)
    expect(stderr).toContain("the inbox can't be asked what is still pending")
  })
})
