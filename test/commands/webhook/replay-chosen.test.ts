/** `webhook replay --pending`, `--parked` and `--since`: events that are chosen, not named. */

import { describe, expect, it } from 'vitest'
import type { ForwardState, Inbox, NamedEvent } from '#inbox/inbox.ts'
import { Stopped } from '#lib/failure.ts'
import { tryLock } from '#state/lock.ts'
import { attempt, listed } from '../../inbox/arriving.ts'
import { BODY, keep, withReplayable } from '../../support/kept.ts'
import { LocalMachine } from '../../support/local.ts'
import { errorOf, notesOf } from '../../support/pixctl.ts'
import { jsonLines, rows } from '../../support/store.ts'
import { type Answer, SECRET, type Target } from '../../webhooks/target.ts'

const replaying = (...answers: Answer[]) =>
  withReplayable(new LocalMachine({ PIXCTL_WEBHOOK_SECRET: SECRET }), answers)
const replay = (target: Target, ...args: string[]) => ['webhook', 'replay', ...args, '--to', target.url]
const sent = (target: Target) => target.got.map(each => each.headers['x-service-delivery'])
const at = (minute: number) => `2026-03-11T12:${String(minute).padStart(2, '0')}:00.000Z`

/** The deliveries of the events in a state, the newest first. */
const withState = async (inbox: Inbox, forward: ForwardState) =>
  (await listed(inbox, { forward })).map(({ delivery }) => delivery)

/** dlv_1 to dlv_3 came without a target; dlv_4 to dlv_6 are pending, a minute apart. */
async function withPending(...answers: Answer[]) {
  const setting = await replaying(...answers)
  for (const n of [4, 5, 6]) {
    await keep(setting.inbox, `dlv_${n}`, { eventId: `evt_${n}`, forward: true, receivedAt: at(n) })
  }
  return setting
}

describe('--pending', () => {
  it('sends what waits for a 2xx, the oldest first, and says how many before', async () => {
    const { machine, inbox, target } = await withPending(204)
    await attempt(inbox, 'dlv_5', 500)
    const { stdout, stderr, code } = await machine.pixctl(replay(target, '--pending'))
    expect(code).toBe(0)
    expect(sent(target)).toEqual(['dlv_4', 'dlv_5', 'dlv_6'])
    expect(rows(stdout).map(row => [row[0], row[2]])).toEqual([
      ['dlv_4', '204'],
      ['dlv_5', '204'],
      ['dlv_6', '204'],
    ])
    expect(stderr).toMatch(/\n3 events to send, the oldest first\n$/)
    expect((await inbox.reading.contents()).pending).toBe(0)
    const [{ id }] = (await inbox.reading.named('dlv_5', 1)) as [NamedEvent]
    expect(await inbox.reading.attemptsOf(id)).toMatchObject([
      { number: 1, status: 500, replay: false },
      { number: 2, status: 204, replay: true, to: target.url.replace(/\?.*/, '') },
    ])
    const again = await machine.pixctl(replay(target, '--pending'))
    expect(again).toMatchObject({ stdout: '', stderr: 'nothing is pending\n', code: 0 })
  })

  it('continues after a refusal, stops if no answer comes, and says how many are left', async () => {
    const { machine, inbox, target } = await withPending(500, response => response.destroy(), 204)
    const { stdout, stderr, code } = await machine.pixctl(replay(target, '--pending'))
    expect(code).toBe(9)
    expect(rows(stdout).map(row => [row[0], row[2]])).toEqual([
      ['dlv_4', '500'],
      ['dlv_5', ''],
    ])
    expect(stderr).toContain(
      `1 left that was not sent; to continue: pixctl webhook replay --pending --to '${target.url}'\n`,
    )
    expect(await withState(inbox, 'pending')).toEqual(['dlv_6', 'dlv_5', 'dlv_4'])
  })

  it('is refused while another process of the profile forwards; nothing is sent twice', async () => {
    const { machine, target } = await withPending(204)
    const held = await tryLock(machine.dataDir, 'default', 'forwarding')
    const { exitCode, error } = errorOf(await machine.pixctl(replay(target, '--pending', '--json')))
    expect(exitCode).toBe(6)
    expect(error).toContain('another pixctl of this profile is forwarding')
    expect(target.got).toEqual([])
    held?.release()
    expect((await machine.pixctl(replay(target, '--pending'))).code).toBe(0)
    expect(target.got).toHaveLength(3)
  })

  it('keeps others from forwarding, and leaves out what was accepted in the meantime and what comes later', async () => {
    let others: unknown
    const { machine, inbox, target } = await withPending(async (response, { headers }) => {
      if (headers['x-service-delivery'] === 'dlv_4') {
        others = await tryLock(machine.dataDir, 'default', 'forwarding')
        await attempt(inbox, 'dlv_5', 204)
        await keep(inbox, 'dlv_9', { eventId: 'evt_9', forward: true })
      }
      response.writeHead(204).end()
    })
    expect((await machine.pixctl(replay(target, '--pending'))).code).toBe(0)
    expect(others).toBeNull()
    expect(sent(target)).toEqual(['dlv_4', 'dlv_6'])
    expect(await withState(inbox, 'pending')).toEqual(['dlv_9'])
  })
})

it('--parked sends what is parked, with the extra headers; what is refused again stays parked', async () => {
  const { machine, inbox, target } = await withPending(204, 422)
  for (const name of ['dlv_4', 'dlv_5']) await attempt(inbox, name, 422, { outcome: 'parked' })
  const args = [...replay(target, '--parked'), '--forward-header', 'X-Shop: one']
  expect((await machine.pixctl(args)).code).toBe(8)
  expect(target.got.map(({ headers }) => [headers['x-service-delivery'], headers['x-shop']])).toEqual([
    ['dlv_4', 'one'],
    ['dlv_5', 'one'],
  ])
  expect(await withState(inbox, 'parked')).toEqual(['dlv_5'])
  await attempt(inbox, 'dlv_5', 204)
  const again = await machine.pixctl(replay(target, '--parked'))
  expect(again).toMatchObject({ stdout: '', stderr: 'nothing is parked\n', code: 0 })
})

describe('while a pixctl of the profile forwards', () => {
  const ROUTES = ['http://127.0.0.1:3000/hooks']

  it.each([
    ['--parked', 1, ['dlv_6', 'dlv_5', 'dlv_4']],
    ['--pending', 2, ['dlv_6', 'dlv_5']],
  ])('%s is handed over to it, unless it is to go elsewhere', async (flag, count, pending) => {
    const { machine, inbox, target } = await withPending(204)
    await attempt(inbox, 'dlv_4', 422, { outcome: 'parked' })
    const lease = (await inbox.queue.lease('forwarding', 'shared', ROUTES))!
    const before = lease.lastAsk
    expect(errorOf(await machine.pixctl([...replay(target, flag), '--json'])).exitCode).toBe(6)
    expect(await withState(inbox, 'parked')).toEqual(['dlv_4'])
    expect(lease.lastAsk).toBe(before)

    const run = await machine.pixctl(['webhook', 'replay', flag])
    expect(run).toMatchObject({ stdout: '', code: 0 })
    expect(run.stderr).toMatch(new RegExp(`forwards to ${ROUTES[0]}; it was asked to send ${count} event`))
    expect(await withState(inbox, 'pending')).toEqual(pending)
    const asked = lease.lastAsk
    expect(asked).not.toBe(before)
    expect((await machine.pixctl(['webhook', 'replay', flag, '--to', ROUTES[0]!])).code).toBe(0)

    for (const name of ['dlv_4', 'dlv_5', 'dlv_6']) await attempt(inbox, name, 204)
    const none = await machine.pixctl(['webhook', 'replay', flag])
    expect(none).toEqual({ stdout: '', stderr: `nothing is ${flag.slice(2)}\n`, code: 0 })
    expect(target.got).toEqual([])
    await lease.release()
  })
})

describe('--since', () => {
  it('sends what came from then on, the oldest first, whatever became of it', async () => {
    const { machine, inbox, target } = await withPending(204)
    await attempt(inbox, 'dlv_6', 204)
    await keep(inbox, 'dlv_7', { eventId: 'evt_7', receivedAt: at(7) })
    const { stderr, code } = await machine.pixctl(replay(target, '--since', at(5)))
    expect({ code, stderr }).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('3 events to send'),
    })
    expect(sent(target)).toEqual(['dlv_5', 'dlv_6', 'dlv_7'])
  })

  it('with --until sends what came before then', async () => {
    const { machine, target } = await withPending(204)
    const until = (minute: number) => replay(target, '--since', at(4), '--until', at(minute))
    expect((await machine.pixctl(until(6))).code).toBe(0)
    expect(sent(target)).toEqual(['dlv_4', 'dlv_5'])
    const none = await machine.pixctl(replay(target, '--since', at(7), '--until', at(8)))
    expect(none).toEqual({
      stdout: '',
      stderr: `nothing was received from ${at(7)} to ${at(8)}\n`,
      code: 0,
    })
  })

  it('leaves what is pending to a process that forwards, and says so', async () => {
    const { machine, inbox, target } = await withPending(204)
    await keep(inbox, 'dlv_7', { eventId: 'evt_7', receivedAt: at(3) })
    const held = await tryLock(machine.dataDir, 'default', 'forwarding')
    const { stderr, code } = await machine.pixctl(replay(target, '--since', at(3)))
    expect(code).toBe(0)
    expect(sent(target)).toEqual(['dlv_7'])
    const words = 'so what is pending is left to it; to ask that one to send it now'
    expect(stderr).toContain(`${words}: pixctl webhook replay --pending\n`)
    held?.release()
  })

  it('ends with Ctrl-C after the running one, which is recorded and shown, and says how to continue', async () => {
    const interrupt = new AbortController()
    const { machine, inbox, target } = await withPending(response => {
      interrupt.abort(new Stopped('interrupted'))
      response.writeHead(204).end()
    })
    const args = replay(target, '--since', at(4), '--until', at(8), '--json')
    const { stdout, stderr, code } = await machine.pixctl(args, { signal: interrupt.signal })
    expect(code).toBe(130)
    expect(jsonLines(stdout)).toMatchObject([{ delivery: 'dlv_4', status: 204 }])
    const next = `pixctl webhook replay --since ${at(5)} --until ${at(8)} --to '${target.url}'`
    expect(notesOf({ stderr }).at(-1)).toBe(`2 left that were not sent; to continue: ${next}`)
    const [sent] = await listed(inbox, { search: 'dlv_4' })
    expect(sent).toMatchObject({ forward: 'done', attemptCount: 1, lastStatus: 204 })
    expect(await listed(inbox, { search: 'dlv_5' })).toMatchObject([{ attemptCount: 0 }])
  })
})

describe('the way of choosing', () => {
  it.each([
    [[], 'which events should be sent?'],
    [['--pending', '--since', '1h'], 'exclude each other'],
    [['--pending', '--until', '1h'], '--until'],
  ])('is one: %j is exit 2', async (args, message) => {
    const { machine, target } = await withPending(204)
    const { exitCode, error } = errorOf(await machine.pixctl(replay(target, ...args, '--json')))
    expect(exitCode).toBe(2)
    expect(error).toContain(message)
    expect(target.got).toEqual([])
  })

  it('takes the beginning of an id, and sends an event once, as it first came, by whichever name', async () => {
    const { machine, inbox, target } = await replaying(204)
    await keep(inbox, 'dlv_alpha_1', { eventId: 'evt_8' })
    await keep(inbox, 'dlv_beta', { eventId: 'evt_8', body: Buffer.from('{}') })
    const names = ['dlv_alpha_', 'dlv_beta', 'dlv_alpha_1', 'evt_8', 'dlv_1']
    expect((await machine.pixctl(replay(target, ...names))).code).toBe(0)
    expect(sent(target)).toEqual(['dlv_alpha_1', 'dlv_1'])
    expect(target.got[0]!.body).toEqual(BODY)
  })

  it('finds nothing on a new machine, and creates nothing', async () => {
    const machine = new LocalMachine()
    const run = await machine.pixctl(['webhook', 'replay', '--pending', '--to', '1'])
    machine[Symbol.dispose]()
    expect(run).toEqual({ stdout: '', stderr: 'nothing is pending\n', code: 0 })
  })
})

it('a terminal shows how the answer begins, as far as it fits', async () => {
  const { machine, target } = await replaying(response =>
    response.writeHead(200).end('the order 17 was paid'),
  )
  const shown = async (columns: number) => {
    const args = [...replay(target, 'dlv_1'), '--no-color']
    return (await machine.pixctl(args, { terminal: { columns, rows: 40 } })).stdout
  }
  expect(await shown(100)).toMatch(/^dlv_1 {2}→ 200 {2}\d+ ms {2}the order 17 was paid\n$/)
  expect(await shown(30)).toMatch(/^dlv_1 {2}→ 200 {2}\d+ ms {2}the.*…\n$/)
})
