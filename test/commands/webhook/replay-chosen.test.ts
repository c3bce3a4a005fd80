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

  it('continues after a refusal: one delivery does not hold back the others', async () => {
    const { machine, inbox, target } = await withPending(500, 204)
    const run = await machine.pixctl(replay(target, '--pending', '--json'))
    expect(jsonLines(run.stdout).map(({ delivery, status }) => [delivery, status])).toEqual([
      ['dlv_4', 500],
      ['dlv_5', 204],
      ['dlv_6', 204],
    ])
    expect(errorOf(run)).toMatchObject({
      exitCode: 8,
      error: expect.stringContaining('1 of 3 events were not accepted'),
    })
    expect(await withState(inbox, 'pending')).toEqual(['dlv_4'])
  })

  it('stops if no answer comes, and says how many are left', async () => {
    const { machine, target } = await withPending(204, response => response.destroy(), 204)
    const { stdout, stderr, code } = await machine.pixctl(replay(target, '--pending'))
    expect(code).toBe(9)
    expect(rows(stdout).map(row => row[0])).toEqual(['dlv_4', 'dlv_5'])
    expect(stderr).toContain(
      `1 left that was not sent; to continue: pixctl webhook replay --pending --to '${target.url}'\n`,
    )
    expect(target.got).toHaveLength(2)
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

  it('keeps others from forwarding until it ends', async () => {
    let others: unknown
    const { machine, target } = await withPending(async response => {
      others = await tryLock(machine.dataDir, 'default', 'forwarding')
      response.writeHead(204).end()
    })
    await machine.pixctl(replay(target, '--pending'))
    expect(others).toBeNull()
    const held = await tryLock(machine.dataDir, 'default', 'forwarding')
    expect(held).not.toBeNull()
    held?.release()
  })

  it('leaves out what was accepted elsewhere in the meantime, and what comes later', async () => {
    const { machine, inbox, target } = await withPending(async (response, { headers }) => {
      if (headers['x-service-delivery'] === 'dlv_4') {
        await attempt(inbox, 'dlv_5', 204)
        await keep(inbox, 'dlv_9', { eventId: 'evt_9', forward: true })
      }
      response.writeHead(204).end()
    })
    expect((await machine.pixctl(replay(target, '--pending'))).code).toBe(0)
    expect(sent(target)).toEqual(['dlv_4', 'dlv_6'])
    expect(await withState(inbox, 'pending')).toEqual(['dlv_9'])
  })
})

describe('--parked', () => {
  /** dlv_4 and dlv_5 are parked, dlv_6 is pending. */
  async function withParked(...answers: Answer[]) {
    const setting = await withPending(...answers)
    for (const name of ['dlv_4', 'dlv_5']) await attempt(setting.inbox, name, 422, { outcome: 'parked' })
    return setting
  }

  it('sends what is parked, with the extra headers; what is refused again stays parked', async () => {
    const { machine, inbox, target } = await withParked(204, 422)
    const args = [...replay(target, '--parked'), '--forward-header', 'X-Shop: one']
    expect((await machine.pixctl(args)).code).toBe(8)
    expect(sent(target)).toEqual(['dlv_4', 'dlv_5'])
    expect(target.got.map(({ headers }) => headers['x-shop'])).toEqual(['one', 'one'])
    expect(await withState(inbox, 'parked')).toEqual(['dlv_5'])
    expect((await machine.pixctl(replay(target, '--parked'))).code).toBe(8)
    await attempt(inbox, 'dlv_5', 204)
    const again = await machine.pixctl(replay(target, '--parked'))
    expect(again).toMatchObject({ stdout: '', stderr: 'nothing is parked\n', code: 0 })
  })
})

describe('while a pixctl of the profile forwards', () => {
  const ROUTES = ['http://127.0.0.1:3000/hooks']
  async function withForwarder() {
    const setting = await withPending(204)
    await attempt(setting.inbox, 'dlv_4', 422, { outcome: 'parked' })
    const lease = await setting.inbox.queue.lease('forwarding', 'shared', ROUTES)
    return { ...setting, lease: lease! }
  }

  it.each([
    ['--parked', 1, ['dlv_6', 'dlv_5', 'dlv_4']],
    ['--pending', 2, ['dlv_6', 'dlv_5']],
  ])('%s hands over to it, and asks it to try now', async (flag, count, pending) => {
    const { machine, inbox, target, lease } = await withForwarder()
    const before = lease.lastAsk
    for (const to of [[], ['--to', ROUTES[0]!]]) {
      const run = await machine.pixctl(['webhook', 'replay', flag, ...to])
      expect(run).toMatchObject({ stdout: '', code: 0 })
      if (to.length > 0) break
      expect(run.stderr).toMatch(new RegExp(`forwards to ${ROUTES[0]}; it was asked to send ${count} event`))
    }
    expect(lease.lastAsk).not.toBe(before)
    expect(await withState(inbox, 'pending')).toEqual(pending)
    expect(target.got).toEqual([])
    await lease.release()
  })

  it.each(['--parked', '--pending'])(
    '%s to another target is a conflict, and changes nothing',
    async flag => {
      const { machine, inbox, target, lease } = await withForwarder()
      expect(errorOf(await machine.pixctl([...replay(target, flag), '--json'])).exitCode).toBe(6)
      expect(await withState(inbox, 'parked')).toEqual(['dlv_4'])
      expect(target.got).toEqual([])
      await lease.release()
    },
  )

  it.each(['--parked', '--pending'])('%s says so if there is nothing', async flag => {
    const { machine, inbox, lease } = await withForwarder()
    for (const name of ['dlv_4', 'dlv_5', 'dlv_6']) await attempt(inbox, name, 204)
    const before = lease.lastAsk
    const run = await machine.pixctl(['webhook', 'replay', flag])
    expect(run).toEqual({ stdout: '', stderr: `nothing is ${flag.slice(2)}\n`, code: 0 })
    expect(lease.lastAsk).toBe(before)
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

  it('counts from the first arrival of an event', async () => {
    const { machine, inbox, target } = await withPending(204)
    await keep(inbox, 'dlv_again', { eventId: 'evt_5', receivedAt: at(8) })
    await keep(inbox, 'dlv_old', { eventId: 'evt_1', receivedAt: at(9) })
    await keep(inbox, 'dlv_none', { eventId: null, receivedAt: at(10) })
    expect((await machine.pixctl(replay(target, '--since', at(5)))).code).toBe(0)
    expect(sent(target)).toEqual(['dlv_5', 'dlv_6', 'dlv_none'])
  })

  it('leaves what is pending to a process that forwards, and says so if nothing else came since then', async () => {
    const { machine, inbox, target } = await withPending(204)
    await keep(inbox, 'dlv_7', { eventId: 'evt_7', receivedAt: at(3) })
    const held = await tryLock(machine.dataDir, 'default', 'forwarding')
    const since = (minute: number, ...flags: string[]) =>
      machine.pixctl(replay(target, '--since', at(minute), ...flags))
    const [two, one, none] = [await since(5), await since(6, '--json'), await since(7)]
    expect(two).toMatchObject({ stdout: '', code: 0 })
    expect(two.stderr).toContain(
      '2 pending events were left out, because another pixctl of this profile is forwarding them; ' +
        'to ask that one to send them now: pixctl webhook replay --pending',
    )
    expect(two.stderr).not.toContain('nothing was received')
    expect(one.stderr).toContain('1 pending event was left out')
    expect(none.stderr).toBe(`nothing was received since ${at(7)}\n`)
    expect((await since(7, '--json')).stderr).toBe('')
    expect(target.got).toEqual([])
    expect((await since(3)).code).toBe(0)
    expect(sent(target)).toEqual(['dlv_7'])
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

  it('looks at more than fit in one slice', async () => {
    const { machine, inbox, target } = await replaying(204)
    for (let n = 0; n < 4100; n++) {
      await keep(inbox, `many_${n}`, { eventId: `many_${n}`, receivedAt: n % 1000 === 7 ? at(30) : at(1) })
    }
    expect((await machine.pixctl(replay(target, '--since', at(30)))).code).toBe(0)
    expect(sent(target)).toEqual([7, 1007, 2007, 3007, 4007].map(n => `many_${n}`))
  })
})

describe('the way of choosing', () => {
  it.each([
    [[], 'which events should be sent?'],
    [['--pending', '--since', '1h'], 'exclude each other'],
    [['dlv_1', '--since', '1h'], 'exclude each other'],
    [['--since', 'monday'], '--since is not a time: monday'],
    [['--since', '2026-03-12', '--until', '2026-03-11'], 'nothing is between --since 2026-03-12'],
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

describe('on a terminal', () => {
  it('shows how the answer begins, below the id if the window is narrow', async () => {
    const answer = 'the order 17 of the store was paid before'
    const { machine, target } = await replaying(response => response.writeHead(200).end(answer))
    const shown = async (columns: number) => {
      const args = [...replay(target, 'dlv_1'), '--no-color']
      return (await machine.pixctl(args, { terminal: { columns, rows: 40 } })).stdout
    }
    expect(await shown(100)).toMatch(/^dlv_1 {2}→ 200 {2}\d+ ms {2}the order 17 .* before\n$/)
    const stdout = await shown(30)
    expect(stdout).toMatch(/^dlv_1\n {2}→ 200 {2}\d+ ms {2}the order[^\n]*\n {2}/)
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(answer)
    expect(Math.max(...stdout.split('\n').map(line => line.length))).toBeLessThanOrEqual(30)
  })
})
