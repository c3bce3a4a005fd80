/** `webhook replay`: kept events sent again. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { rememberRoutes } from '#forwarding/last-target.ts'
import type { Inbox } from '#inbox/inbox.ts'
import { listed, openInbox } from '../../inbox/arriving.ts'
import { FakeClock } from '../../support/clock.ts'
import { BODY, keep, withReplayable } from '../../support/kept.ts'
import { LocalMachine } from '../../support/local.ts'
import { errorOf, notesOf } from '../../support/pixctl.ts'
import { jsonLines, rows } from '../../support/store.ts'
import { type Answer, openTarget, SECRET, sentHeaders, signedAt, type Target } from '../../webhooks/target.ts'

const replaying = (...answers: Answer[]) =>
  withReplayable(new LocalMachine({ PIXCTL_WEBHOOK_SECRET: SECRET }), answers)
const replay = (target: Target, ...args: string[]) => ['webhook', 'replay', ...args, '--to', target.url]

/** What became of the event of a delivery. */
async function stateOf(inbox: Inbox, delivery: string) {
  const { forward, attemptCount, lastStatus } = (await listed(inbox)).find(row => row.delivery === delivery)!
  return { forward, attemptCount, lastStatus }
}

describe('webhook replay', () => {
  it('sends the same bytes under the same delivery id, with headers and a signature made anew', async () => {
    const { machine, inbox, target } = await replaying(204)
    const signature = await keep(inbox, 'dlv_4', { eventId: 'evt_4' })
    const before = Math.floor(Date.now() / 1000)
    const { stdout, stderr, code } = await machine.pixctl([...replay(target, 'dlv_4'), '--json'])
    const signedWith = 'signed with the secret of PIXCTL_WEBHOOK_SECRET, …8c1f'
    expect([notesOf({ stderr }), code]).toEqual([[signedWith], 0])
    const answered = { to: target.url, status: 204, ms: expect.any(Number) }
    expect(jsonLines(stdout)).toEqual([{ delivery: 'dlv_4', ...answered }])
    const [got] = target.got
    expect(got).toMatchObject({ method: 'POST', url: '/hooks?store=1', body: BODY })
    const ofIt = ['X-Service-Event', 'payment.created', 'X-Service-Delivery', 'dlv_4']
    const made = ['User-Agent', expect.stringMatching(/^pixctl/), 'Content-Type', 'application/json', ...ofIt]
    expect(sentHeaders(got!)).toEqual([...made, 'X-Service-Signature', expect.any(String)])
    expect(got?.headers['x-service-signature']).not.toBe(signature)
    expect(signedAt(got!)).toBeGreaterThanOrEqual(before)
  })

  it('sends several in the order given, each once, also one that begins with a hyphen', async () => {
    const { machine, inbox, target } = await replaying(204)
    await keep(inbox, '-dlv', { eventId: 'evt_8' })
    const args = ['webhook', 'replay', '--to', target.url, '--', 'dlv_3', '-dlv', 'dlv_3']
    const { stdout, stderr, code } = await machine.pixctl(args)
    expect(code).toBe(0)
    expect(target.got.map(each => each.headers['x-service-delivery'])).toEqual(['dlv_3', '-dlv'])
    expect(rows(stdout)).toEqual([
      ['dlv_3', target.url, '204', expect.stringMatching(/^\d+$/)],
      ['-dlv', target.url, '204', expect.stringMatching(/^\d+$/)],
    ])
    expect(stderr.split('\n')[0]).toBe(`profile default, sending to ${target.url}`)
  })

  it('makes the event processed: it is not forwarded again', async () => {
    const { machine, inbox, target } = await replaying(200)
    await machine.pixctl(replay(target, 'dlv_1'))
    await keep(inbox, 'dlv_4', { eventId: 'evt_1', forward: true })
    expect(await stateOf(inbox, 'dlv_1')).toEqual({ forward: 'done', attemptCount: 1, lastStatus: 200 })
    expect(await stateOf(inbox, 'dlv_2')).toMatchObject({ forward: 'none', attemptCount: 0 })
  })
})

describe('an event that is not known', () => {
  it('is exit 5, and nothing at all is sent', async () => {
    const { machine, target, inbox } = await replaying(204)
    const { exitCode, error } = errorOf(
      await machine.pixctl([...replay(target, 'dlv_1', 'dlv_9', 'dlv_2', 'dlv_8'), '--json']),
    )
    expect(exitCode).toBe(5)
    expect(error).toContain('has no event dlv_9, and 1 more is missing')
    expect(error).toContain('pixctl webhook deliveries')
    expect(target.got).toEqual([])
    expect(await stateOf(inbox, 'dlv_1')).toMatchObject({ attemptCount: 0 })
  })
})

describe('a target that does not take it', () => {
  it.each([302, 500])('and answers %i is exit 8, and asked once', async status => {
    const elsewhere = await openTarget(204)
    const answer: Answer = response => response.writeHead(status, { location: elsewhere.url }).end('why not')
    const { machine, inbox, target } = await replaying(answer)
    const run = await machine.pixctl([...replay(target, 'dlv_1'), '--json'])
    expect(errorOf(run)).toMatchObject({ exitCode: 8, error: expect.stringContaining(`answered ${status}`) })
    expect(jsonLines(run.stdout)).toMatchObject([{ delivery: 'dlv_1', status }])
    expect(target.got).toHaveLength(1)
    expect(elsewhere.got).toEqual([])
    const state = { forward: 'none', attemptCount: 1, lastStatus: status }
    expect(await stateOf(inbox, 'dlv_1')).toEqual(state)
  })

  it('does not stop the other events; no answer counts more than a bad one', async () => {
    const { machine, inbox, target } = await replaying(500, response => response.destroy(), 204)
    const run = await machine.pixctl([...replay(target, 'dlv_1', 'dlv_2', 'dlv_3'), '--json'])
    expect(jsonLines(run.stdout).map(each => each.status)).toEqual([500, null, 204])
    expect(errorOf(run)).toMatchObject({ exitCode: 9, error: expect.stringMatching(/^2 of 3 events/) })
    expect(await stateOf(inbox, 'dlv_2')).toMatchObject({ attemptCount: 1, lastStatus: null })
  })
})

describe('without --to', () => {
  it('sends to the target of the last --forward-to, and says since when it is that', async () => {
    const { machine, target } = await replaying(204)
    const owner = { dataDir: machine.dataDir, profile: 'default' }
    const clock = new FakeClock(Date.parse('2026-11-20T12:00:00.000Z'))
    rememberRoutes(owner, [{ types: null, url: 'http://127.0.0.1:9/older' }], clock)
    rememberRoutes(owner, [{ types: null, url: target.url }], clock)
    const { stderr, code } = await machine.pixctl(['webhook', 'replay', 'dlv_1'])
    expect(code).toBe(0)
    expect(stderr).toContain('that is the target of the last --forward-to of 2026-11-20 09:00:00\n')
    expect(stderr).toContain(`sending to ${target.url}\n`)
    expect(target.got).toHaveLength(1)
    // Not that of another profile.
    await keep(await openInbox(machine.dataDir, 'other'), 'dlv_1')
    expect((await machine.pixctl(['webhook', 'replay', 'dlv_1', '-p', 'other'])).code).toBe(2)
  })

  it('is exit 2 when there was none, and says what is missing', async () => {
    const { machine } = await replaying(204)
    const { exitCode, error } = errorOf(await machine.pixctl(['webhook', 'replay', 'dlv_1', '--json']))
    expect(exitCode).toBe(2)
    expect(error).toContain('--to')
  })
})

it.each([
  ['plain http to elsewhere', ['dlv_1', '--to', 'http://example.com/hooks']],
  ['a secret file that is not there', ['dlv_1', '--to', '1', '--secret-file', '/nowhere']],
])('is exit 2, and nothing is sent: %s', async (_name, args) => {
  const { machine, inbox } = await replaying(204)
  const { exitCode } = errorOf(await machine.pixctl(['webhook', 'replay', ...args, '--json']))
  expect(exitCode).toBe(2)
  expect(await stateOf(inbox, 'dlv_1')).toMatchObject({ attemptCount: 0 })
})

describe('the secret', () => {
  it('is required: exit 3, and nothing is sent', async () => {
    const { machine, target } = await replaying(204)
    const env = { PIXCTL_WEBHOOK_SECRET: '' }
    const { exitCode, error } = errorOf(await machine.pixctl([...replay(target, 'dlv_1'), '--json'], { env }))
    expect([exitCode, error]).toEqual([3, expect.stringContaining('PIXCTL_WEBHOOK_SECRET')])
    expect(target.got).toEqual([])
  })

  it('is the first of a file that has several', async () => {
    const { machine, target } = await replaying(204)
    const file = join(machine.folder, 'secrets')
    writeFileSync(file, `whsec_4e6a21c7d0\n${SECRET}\n`, { mode: 0o600 })
    expect((await machine.pixctl([...replay(target, 'dlv_1'), '--secret-file', file])).code).toBe(0)
    expect(signedAt(target.got[0]!, 'whsec_4e6a21c7d0')).toBeGreaterThan(0)
  })
})
