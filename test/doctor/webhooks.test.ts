/** `doctor`: whether deliveries come through. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Inbox } from '#inbox/inbox.ts'
import { tryLock } from '#state/lock.ts'
import { type RejectedArrival, RejectedStore } from '#webhooks/rejected/store.ts'
import type { Hint } from '#webhooks/wrong-signature/mistakes.ts'
import { attempt, openInbox, openShared, take } from '../inbox/arriving.ts'
import { FakeClock } from '../support/clock.ts'
import type { LocalMachine } from '../support/local.ts'
import { describeOnPostgres } from '../support/postgres.ts'
import { newSharedInbox } from '../support/shared-inbox.ts'
import { doctor, listing, machine } from './examine.ts'

const NOW = '2026-03-11T12:00:00.000Z'
const ago = (minutes: number) => new Date(Date.parse(NOW) - minutes * 60_000).toISOString()
const DAY = 24 * 60

/** What the check finds. It changes nothing: SQLite only takes the time of a -wal file that is open. */
async function webhooksOf(own: LocalMachine) {
  const files = () => listing(own.folder).filter(line => !line.includes('.db-'))
  const before = files()
  const { checks } = await doctor(own.host({ clock: new FakeClock(NOW) }))
  expect(files()).toEqual(before)
  const { status, detail, next } = checks.webhooks!
  return { status, detail, next }
}

async function refuse({ dataDir }: LocalMachine, ...refused: Partial<RejectedArrival>[]): Promise<void> {
  const store = await RejectedStore.open(dataDir, 'default', 1000)
  const none = { body: null, bodyBytes: null, delivery: null, event: null, hints: [] }
  const one = { method: 'POST', path: '/', headers: '', status: 401, toleranceMs: 300_000, ...none }
  const reason = 'signature_mismatch'
  store.add(refused.map(each => ({ ...one, receivedAt: ago(1), reason, ...each })))
  store.close()
}

/** An inbox that no process has open, with what `fill` puts into it. */
async function filled(own: LocalMachine, fill: (inbox: Inbox) => Promise<unknown>) {
  const inbox = await openInbox(own.dataDir)
  await fill(inbox)
  await inbox.close()
}

const NOBODY = 'no pixctl of this profile forwards now (a listener without --forward-to would not be seen)'
const SOMEBODY = 'a pixctl of this profile forwards now'

describe('the webhooks', () => {
  it('are not looked at where none has come', async () => {
    expect(await webhooksOf(machine())).toMatchObject({ status: 'skip', next: null })
  })

  it('that were all forwarded are fine', async () => {
    const own = machine()
    await filled(own, async inbox => {
      await take(inbox, { receivedAt: ago(30 * DAY) })
      await attempt(inbox, 'dlv_1', 204)
    })
    await refuse(own, { receivedAt: ago(DAY + 1) })
    const detail = `none refused in the last day, none pending, none parked; ${NOBODY}`
    expect(await webhooksOf(own)).toEqual({ status: 'ok', detail, next: null })
  })

  it('that were refused in the last day are counted, with the commonest cause', async () => {
    const own = machine()
    const missing = (receivedAt: string) => ({ reason: 'missing_signature', receivedAt }) as const
    const recent = [missing(ago(3)), { receivedAt: ago(2) }, { receivedAt: ago(DAY - 1) }]
    await refuse(own, ...recent, ...Array(5).fill(missing(ago(DAY + 1))))
    expect(await webhooksOf(own)).toMatchObject({
      status: 'warn',
      detail: `3 refused in the last day, most often: signature does not match; ${NOBODY}`,
      next: 'see why each was refused: pixctl webhook deliveries --rejected',
    })
  })

  it('that were refused for a known cause name it', async () => {
    const own = machine()
    const hints = (...found: Hint[]) => ({ hints: found })
    const json = [hints('reserialized_json'), hints('reserialized_json', 'body_only')]
    await refuse(own, hints('body_only'), {}, ...json)
    expect((await webhooksOf(own)).detail).toContain(
      '4 refused in the last day, most often: signature does not match (reserialized_json);',
    )
  })

  it('are counted by their reason first, of equal causes the newest', async () => {
    const own = machine()
    await refuse(own, {}, { hints: ['body_only'] }, { reason: 'missing_signature', hints: [] })
    expect((await webhooksOf(own)).detail).toContain('most often: signature does not match (body_only);')
  })

  it('that were refused more often than is kept are at least so many', async () => {
    const own = machine()
    await refuse(own, ...Array.from({ length: 200 }, () => ({})))
    expect((await webhooksOf(own)).detail).toContain('at least 200 refused in the last day')
  })

  it.each([
    [15, 'ok', null],
    [16, 'warn', 'send what is pending: pixctl webhook replay --pending'],
  ])('that have been pending for %i minutes: %s', async (minutes, status, next) => {
    const own = machine()
    await filled(own, async inbox => {
      await take(inbox, { receivedAt: ago(minutes) })
      await take(inbox, { delivery: 'dlv_2', eventId: 'evt_2', receivedAt: ago(1) })
    })
    const detail = `2 pending, the oldest for ${minutes} min; ${NOBODY}`
    expect(await webhooksOf(own)).toEqual({ status, detail, next })
  })

  it('that are pending while a listener forwards and has the inbox open: see its target', async () => {
    const own = machine()
    await take(await openInbox(own.dataDir), { receivedAt: ago(90) })
    const held = await tryLock(own.dataDir, 'default', 'forwarding')
    onTestFinished(() => held?.release())
    expect(await webhooksOf(own)).toEqual({
      status: 'warn',
      detail: `1 pending, the oldest for 1 h 30 min; ${SOMEBODY}`,
      next: 'see what the target answers: pixctl webhook deliveries --forward pending',
    })
    // The role was not taken, not even for a moment.
    expect(await tryLock(own.dataDir, 'default', 'forwarding')).toBeNull()
  })

  it('that are parked wait for the user', async () => {
    const own = machine()
    await filled(own, async inbox => {
      await take(inbox)
      await attempt(inbox, 'dlv_1', 422, { outcome: 'parked' })
    })
    expect(await webhooksOf(own)).toEqual({
      status: 'warn',
      detail: `1 parked; ${NOBODY}`,
      next:
        'see what the target answers: pixctl webhook deliveries --forward parked; ' +
        'then send what is parked: pixctl webhook replay --parked',
    })
  })

  it('are not looked at if the state is damaged, which another check says', async () => {
    const own = machine()
    await filled(own, take)
    writeFileSync(join(own.dataDir, 'profiles', 'default', 'state.db'), 'no database')
    const { checks } = await doctor(own.host())
    expect([checks.state!.status, checks.webhooks!.status]).toEqual(['fail', 'skip'])
  })
})

describeOnPostgres('the webhooks of a shared inbox', () => {
  it('are looked at there', async () => {
    const shared = await newSharedInbox()
    const own = shared.machine()
    expect(await webhooksOf(own)).toMatchObject({ status: 'ok' })
    const inbox = await openShared(shared.url)
    await take(inbox, { receivedAt: ago(60) })
    await take(inbox, { delivery: 'dlv_2', eventId: 'evt_2', paymentId: 'pay_2' })
    await attempt(inbox, 'dlv_2', 422, { outcome: 'parked' })
    const lease = await inbox.queue.lease('forwarding', 'shared')
    expect(await webhooksOf(own)).toMatchObject({
      status: 'warn',
      detail: `1 pending, the oldest for 1 h; 1 parked; ${SOMEBODY}`,
    })
    await lease!.release()
    expect((await webhooksOf(own)).detail).toContain(NOBODY)
  })

  it('are not looked at if it is away, which another check says', async () => {
    const own = machine({ PIXCTL_INBOX_URL: 'postgres://nobody@127.0.0.1:9/none' })
    const { checks } = await doctor(own.host(), '--timeout', '3')
    expect([checks.inbox!.status, checks.webhooks!.status]).toEqual(['fail', 'skip'])
  })
})
