/** What is special to an inbox in SQLite: its file, its transactions, and how far back it looks for approvals. */

import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ChannelApproval } from '#inbox/inbox.ts'
import type { InboxFile } from '#inbox/sqlite/inbox-file.ts'
import { cpuMs } from '../../support/cpu.ts'
import { permissionsIn, temporaryFolder } from '../../support/folder.ts'
import { arrival, openInbox, take } from '../arriving.ts'
import { all } from '../keeping.ts'
import { addApprovals, approval, approvals, group, keep, progress, STREAM } from '../showing.ts'

describe('an arrival', () => {
  it('is not kept when its transaction fails', async () => {
    const inbox = await openInbox()
    const work = () => {
      inbox.insert(arrival())
      throw new Error('halfway')
    }
    expect(() => inbox.inTransaction(work)).toThrow('halfway')
    expect(await inbox.reading.find('dlv_1')).toBeNull()
  })
})

describe('progress', () => {
  it('is readable for others after the commit, with the deliveries of that commit', async () => {
    const dataDir = temporaryFolder()
    const [inbox, other] = [await openInbox(dataDir), await openInbox(dataDir)]
    const seen = () =>
      ['cursors', 'shown', 'deliveries', 'approvals'].map(
        table => other.prepare(`SELECT count(*) AS count FROM ${table}`).get()?.count,
      )
    inbox.inTransaction(() => {
      inbox.insert(arrival())
      const shown = [group('evt_1', 'evt_2'), group('evt_3')]
      inbox.shown.keep(progress({ shown, approvals: approvals({}), cursors: { watched: '3' } }))
      expect(seen()).toEqual([0, 0, 0, 0])
    })
    expect(seen()).toEqual([1, 3, 1, 1])
  })

  it('is not kept when something else in its transaction fails', async () => {
    const inbox = await openInbox()
    const work = () => {
      inbox.shown.keep(
        progress({ shown: [group('evt_1')], approvals: approvals({}), cursors: { watched: '3' } }),
      )
      throw new Error('halfway')
    }
    expect(() => inbox.inTransaction(work)).toThrow('halfway')
    expect(await all(inbox.reading.approvals())).toEqual([])
    expect([(await inbox.shown.cursors(STREAM)).watched, (await inbox.reading.contents()).shown]).toEqual([
      undefined,
      0,
    ])
  })
})

describe('another approval of the same charge', () => {
  const payment = approval
  const deposit = (over: Partial<ChannelApproval> = {}) =>
    approval({ event: 'deposit.approved', eventId: 'evt_d', ...over })
  const PAYMENT = { event: 'payment.approved', eventId: 'evt_p' }
  const DEPOSIT = { event: 'deposit.approved', eventId: 'evt_d' }
  const ofDeposit = (inbox: InboxFile) =>
    inbox.reading.findOtherApproval({ event: 'deposit.approved', paymentId: 'pay_1' })
  const ofPayment = (inbox: InboxFile) =>
    inbox.reading.findOtherApproval({ event: 'payment.approved', paymentId: 'pay_1' })

  it('is a deposit however old, and a payment of the latest 20,000', async () => {
    const inbox = await openInbox()
    addApprovals(inbox, payment(), deposit())
    const other = payment({ paymentId: 'pay_9' })
    keep(inbox, { approvals: Array(19_998).fill(other) })
    expect(await ofDeposit(inbox)).toEqual(PAYMENT)
    addApprovals(inbox, other)
    expect(await ofDeposit(inbox)).toBeNull()
    expect(await ofPayment(inbox)).toEqual(DEPOSIT)
  })

  it('is found as quickly when much was shown', async () => {
    const inbox = await openInbox()
    const ids = Array.from({ length: 500 }, (_, n) => `evt_${n}_${'x'.repeat(100)}`)
    const groups = 300
    const brought = ids.map(id => ({ eventId: id, paymentId: id }))
    keep(inbox, {
      shown: Array(groups).fill(group(...ids)),
      approvals: Array(groups)
        .fill(approvals(...brought))
        .flat(),
    })
    await ofDeposit(inbox)
    const start = cpuMs()
    for (let n = 0; n < 100; n++) await ofDeposit(inbox)
    // Reading all that was shown takes many times as long.
    expect(cpuMs() - start).toBeLessThan(1_000)
  })
})

describe('the hashes', () => {
  const hashed = (...hashes: number[]) => BigInt64Array.from(hashes, BigInt)

  it('are empty for an empty inbox', async () => {
    expect([...(await openInbox()).shown.hashes()]).toEqual([])
  })

  it('are given once each, in slices, those that no number of JavaScript holds too', async () => {
    const inbox = await openInbox()
    const all = [-(2n ** 63n) + 1n, 2n ** 63n - 1n]
    for (let n = 0n; n < 25_000n; n++) all.push(BigInt.asIntN(64, n * 0x9e3779b97f4a7c15n))
    const shown = [all.slice(0, 9000), all.slice(8000)].map(some => BigInt64Array.from(some))
    keep(inbox, { shown })
    const slices = [...inbox.shown.hashes()]
    expect(slices.map(each => each.length)).toEqual([10_000, 10_000, 5002])
    expect(new Set(slices.flat())).toEqual(new Set(all))
  })

  it('leave room for other work between slices', async () => {
    const inbox = await openInbox()
    keep(inbox, { shown: [hashed(...Array.from({ length: 10_000 }, (_, n) => n))] })
    const slices = inbox.shown.hashes()
    expect(slices.next().value).toHaveLength(10_000)
    keep(inbox, { shown: [hashed(5, 20_000)], cursors: { watched: '1' } })
    expect([...slices]).toEqual([[20_000n]])
  })
})

describe('the file', () => {
  it('is 0600 in folders of 0700', async () => {
    const dataDir = join(temporaryFolder(), 'data')
    take(await openInbox(dataDir))
    expect(permissionsIn(dataDir)).toEqual({
      profiles: '700',
      default: '700',
      'state.db': '600',
      'state.db-shm': '600',
      'state.db-wal': '600',
    })
  })
})
