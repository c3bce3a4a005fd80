/** Which charges `reconcile` reads, from the pages and from the archive, and that nothing that matters is missing. */

import { describe, expect, it, onTestFinished } from 'vitest'
import { Archive } from '#charges/archive/archive.ts'
import type { Payment } from '#contract/generated/types.ts'
import { plainAddress } from '#lib/plain-address.ts'
import { fingerprint } from '#lib/secret.ts'
import { tryLock } from '#state/lock.ts'
import { FakeClock } from '../../support/clock.ts'
import { LocalMachine } from '../../support/local.ts'
import { errorOf } from '../../support/pixctl.ts'
import { approvalOf, fill } from '../../support/reconciling.ts'
import { read } from '../archive/archiving.ts'
import { charge, type Paged, type PagedOptions, paged } from '../paged.ts'

const NOW = '2026-06-30T12:00:00.000Z'
const HOUR = 3_600_000
const ago = (hours: number) => new Date(Date.parse(NOW) - hours * HOUR).toISOString()
const DAY = 24

/** Failed charges an hour apart, the newest first; `pay_1` is the oldest. */
const hourly = (count: number, over: (hours: number) => Partial<Payment> = () => ({})) =>
  Array.from({ length: count }, (_, index) =>
    charge(count - index, ago(index + 1), { status: 'FAILED', ...over(index + 1) }),
  )
const paidAt = (hours: number): Partial<Payment> => ({ status: 'PAID', paidAt: ago(hours) })

const openAt =
  (at: number) =>
  (hours: number): Partial<Payment> =>
    hours === at ? { status: 'PENDING' } : {}

interface Setting extends Paged {
  machine: LocalMachine
  /** Runs `reconcile --json` and gives its kinds of difference, each with its payment. */
  reconcile(...flags: string[]): Promise<{ code: number | null; differences: string[]; stderr: string }>
  sync(): Promise<unknown>
}

async function setting(list: Payment[], options?: PagedOptions): Promise<Setting> {
  const service = await paged(list, options)
  const machine = new LocalMachine(service.env)
  onTestFinished(() => machine[Symbol.dispose]())
  machine.clock = new FakeClock(NOW, { passing: true })
  return {
    ...service,
    machine,
    sync: async () => {
      expect((await machine.pixctl(['charges', 'sync', '--rate-limit', 'off'])).code).toBe(0)
      service.calls.length = 0
    },
    reconcile: async (...flags) => {
      const run = await machine.pixctl(['reconcile', '--json', '--rate-limit', 'off', ...flags])
      const { differences } = JSON.parse(run.stdout) as { differences: { kind: string; paymentId: string }[] }
      return {
        code: run.code,
        differences: differences.map(({ kind, paymentId }) => `${kind} ${paymentId}`),
        stderr: run.stderr,
      }
    },
  }
}

const AGREES = { code: 0, differences: [] }

describe('the pages', () => {
  // A charge that was created 37 days before may still be paid: 7 days to pay it, and 30 after that.
  it('are read with --since until no later one can have a payment since then', async () => {
    const { calls, reconcile } = await setting(hourly(3000))
    expect(await reconcile('--since', '1d')).toMatchObject(AGREES)
    expect(calls).toHaveLength(Math.ceil((38 * DAY) / 100) + 1)
  })

  it('have every payment of that time, however old its charge', async () => {
    const list = hourly(3000, hours => (hours === 37 * DAY ? paidAt(DAY - 1) : {}))
    const { machine, reconcile } = await setting(list)
    await fill(machine)
    const id = list[37 * DAY - 1]!.id
    expect(await reconcile('--since', '1d')).toMatchObject({ code: 11, differences: [`missed_event ${id}`] })
  })

  it.each<[string, (list: Payment[]) => Payment[], string[]?]>([
    ['the oldest first', list => list.toReversed()],
    ['in no order', list => [list[5]!, ...list.slice(0, 5), ...list.slice(6)]],
    ['of one time', list => list.map(each => ({ ...each, createdAt: ago(2000) }))],
    ['without --since', list => list, []],
  ])('%s are all read', async (_name, order, flags = ['--since', '1d']) => {
    const { calls, reconcile } = await setting(order(hourly(1500)))
    expect(await reconcile(...flags)).toMatchObject(AGREES)
    expect(calls).toHaveLength(16)
  })

  it('do not have an old charge of which an event came: it is read by its id', async () => {
    const list = hourly(3000, hours => (hours > 2990 ? paidAt(3) : {}))
    const { machine, asked, reconcile } = await setting(list)
    const [first, second, third] = list.slice(-3) as [Payment, Payment, Payment]
    await fill(
      machine,
      approvalOf(first, { receivedAt: ago(2) }),
      approvalOf({ ...second, amount: 11 }, { receivedAt: ago(2) }),
      approvalOf({ ...third, id: 'pay_of_nobody' }, { receivedAt: ago(1) }),
      approvalOf({ ...third, id: 'not/an/id' }, { receivedAt: ago(1) }),
    )
    expect(await reconcile('--since', '1d')).toMatchObject({
      code: 11,
      differences: ['not_paid pay_of_nobody', 'not_paid not/an/id', `amount_mismatch ${second.id}`],
    })
    expect(asked.toSorted()).toEqual([first.id, second.id, 'pay_of_nobody'].toSorted())
  })

  it('are read on if that takes fewer calls than the single charges', async () => {
    const list = hourly(1500, hours => (hours > 1400 ? paidAt(3) : {}))
    const { machine, asked, calls, reconcile } = await setting(list)
    await fill(machine, ...list.slice(-20).map(each => approvalOf(each, { receivedAt: ago(2) })))
    expect(await reconcile('--since', '1d')).toMatchObject({ code: 11 })
    expect(asked).toEqual([])
    expect(calls).toHaveLength(16)
  })
})

describe('the archive', () => {
  it('is synced, and then compared', async () => {
    const { list, machine, calls, reconcile, sync } = await setting(hourly(1500))
    await sync()
    await fill(machine)
    list.unshift(charge(1501, ago(0.5), paidAt(0.25)))
    expect(await reconcile()).toMatchObject({ code: 11, differences: ['missed_event pay_1501'] })
    expect(calls.length).toBeLessThanOrEqual(2)
    const { stderr } = await machine.pixctl(['reconcile', '--rate-limit', 'off'])
    expect(stderr).toMatch(/^compared with the archive of charges, updated just now\n/)
  })

  it('can not hide what changed after it was synced', async () => {
    const { list, machine, reconcile, sync } = await setting(hourly(300, openAt(205)))
    await sync()
    await fill(machine)
    Object.assign(list[204]!, paidAt(1))
    expect(await reconcile()).toMatchObject({ code: 11, differences: [`missed_event ${list[204]!.id}`] })
  })

  it('can not hide what changed after an interrupted sync has read it', async () => {
    const { list, machine, env, reconcile, sync } = await setting(hourly(300, openAt(205)))
    await sync()
    await fill(machine)
    const archive = await Archive.open(machine.dataDir, 'default', plainAddress(env.PIXCTL_BASE_URL!))
    const writer = archive.writer(fingerprint(env.PIXCTL_API_KEY!))
    writer.begin(ago(3))
    writer.saveOne(read(list[204]!))
    archive.close()
    Object.assign(list[204]!, paidAt(1))
    expect(await reconcile()).toMatchObject({ code: 11, differences: [`missed_event ${list[204]!.id}`] })
  })

  it('reports no difference of what it takes for final before the charge was read', async () => {
    const { list, machine, asked, reconcile, sync } = await setting(hourly(300))
    await sync()
    Object.assign(list[204]!, paidAt(1))
    await fill(
      machine,
      approvalOf(list[204]!, { receivedAt: ago(0) }),
      approvalOf(list[207]!, { receivedAt: ago(0) }),
    )
    expect(await reconcile()).toMatchObject({ code: 11, differences: [`not_paid ${list[207]!.id}`] })
    expect(asked).toEqual([list[204]!.id, list[207]!.id])
  })

  it('makes a store with more charges than its pages show agree', async () => {
    const { list, machine, calls, reconcile, sync } = await setting(hourly(990), { pageSize: 1 })
    await sync()
    for (let number = 991; number <= 1010; number++)
      list.unshift(charge(number, ago(0), { status: 'FAILED' }))
    expect(await reconcile()).toMatchObject(AGREES)
    expect(calls.length).toBeLessThan(60)
    // Without the archive it can't.
    const other = new LocalMachine(machine.env)
    onTestFinished(() => other[Symbol.dispose]())
    const run = await other.pixctl(['reconcile', '--json', '--rate-limit', 'off'])
    expect(run.code).toBe(8)
    expect(JSON.parse(run.stdout)).toMatchObject({ agrees: false })
  })

  it('is not used with --since if it lacks what the pages can not show: they can prove that time', async () => {
    const { machine, reconcile } = await setting(hourly(1010), { pageSize: 1 })
    await machine.pixctl(['charges', 'sync', '--rate-limit', 'off'])
    await fill(machine, approvalOf(charge(9999, ago(1)), { receivedAt: ago(1) }))
    expect(await reconcile('--since', '5h')).toMatchObject({ code: 11, differences: ['not_paid pay_9999'] })
  })

  it('is not used for what the service no longer lists', async () => {
    const { list, machine, calls, reconcile, sync } = await setting(hourly(300, paidAt))
    await sync()
    const gone = list[250]!
    await fill(machine, ...list.map(each => approvalOf(each, { receivedAt: each.paidAt! })))
    list.splice(250, 1)
    expect(await reconcile()).toMatchObject({ code: 11, differences: [`not_paid ${gone.id}`] })
    expect(calls.slice(-3)).toEqual([1, 2, 3])
  })

  it('is not read while another process syncs it', async () => {
    const { machine, sync } = await setting(hourly(5))
    await sync()
    const again = await tryLock(machine.dataDir, 'default', 'sync')
    onTestFinished(() => again?.release())
    const refused = await machine.pixctl(['reconcile', '--json'])
    expect(errorOf(refused)).toMatchObject({ exitCode: 6, error: expect.stringContaining('already running') })
  })
})
