/** A service, or what is before it, that answers a creation with the charge of another one: it is never the customer's. */

import { describe, expect, it } from 'vitest'
import { againstLocal, leaveUnresolved } from '../../support/scripted.ts'
import { type Act, answer, cut, ONE_ATTEMPT, paymentBody, ScriptedService } from '../../support/service.ts'
import { jsonLines } from '../../support/store.ts'

const CREATE = ['charge', 'create', '--amount', '10.50', ...ONE_ATTEMPT]
const KEY = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff'
const OTHER_API_KEY = { PIXCTL_API_KEY: 'service_live_another_one' }

const payment = (id: string, over = {}) => paymentBody({ id, ...over })
const made = (id: string, over = {}) => answer(201, { data: payment(id, over) })
const existing = (id: string, over = {}) => answer(200, { data: payment(id, over) })

type Store = Awaited<ReturnType<typeof againstLocal>>

/** Creates a charge for each answer with `pay_1`; only the first is that one's. */
async function secondOf(store: Store, env: Record<string, string> = {}) {
  expect((await store.machine.pixctl(CREATE)).code).toBe(0)
  return store.machine.pixctl([...CREATE, '--idempotency-key', KEY], { env })
}

describe('a charge that another key of this base URL has', () => {
  it.each<[string, Act, Record<string, string>]>([
    ['as new', made('pay_1'), {}],
    ['as an existing one', existing('pay_1', { status: 'PAID' }), {}],
    ['with another API key', made('pay_1'), OTHER_API_KEY],
  ])('is not what was asked for, %s: exit 8, and the creation stays unresolved', async (_how, act, env) => {
    await using store = await againstLocal(made('pay_1'), act)
    const { stdout, stderr, code } = await secondOf(store, env)
    expect({ stdout, code }).toEqual({ stdout: '', code: 8 })
    expect(stderr).toContain('pay_1')
    expect(stderr).toContain(`pixctl charge recover ${KEY}`)
    expect(await store.unresolved()).toMatchObject([{ idempotencyKey: KEY }])
  })

  it('is one at another base URL, where ids are others', async () => {
    await using store = await againstLocal(made('pay_1'))
    await using other = await new ScriptedService(made('pay_1')).start()
    expect((await secondOf(store, { PIXCTL_BASE_URL: other.baseUrl })).code).toBe(0)
  })

  it('is not taken by recover either, and the right one is', async () => {
    await using store = await againstLocal(cut, made('pay_1'), existing('pay_1'), existing('pay_2'))
    const key = await leaveUnresolved(store.machine)
    expect((await store.machine.pixctl(CREATE)).code).toBe(0)
    const recover = () => store.machine.pixctl(['charge', 'recover', key, '--json'])
    const wrong = await recover()
    expect(wrong.code).toBe(8)
    expect(jsonLines(wrong.stdout)).toMatchObject([{ idempotencyKey: key, outcome: 'unknown' }])
    expect(jsonLines((await recover()).stdout)).toMatchObject([
      { outcome: 'existing', charge: { id: 'pay_2' } },
    ])
    expect(await store.unresolved()).toEqual([])
  })

  it('stays that of the first key for confirm and reconcile, which does not agree for the second', async () => {
    const paid = payment('pay_1', { status: 'PAID', createdAt: '2026-01-01T00:00:00.000Z' })
    const list = { data: [paid], pagination: { page: 1, limit: 100, total: 1 } }
    await using store = await againstLocal(
      made('pay_1'),
      made('pay_1', { status: 'PAID' }),
      answer(200, { data: paid }),
      answer(200, list),
    )
    await secondOf(store)
    const confirm = await store.machine.pixctl(['charge', 'confirm', 'pay_1', '--amount', '10.50'])
    expect(confirm.code).toBe(0)
    const { stdout, code } = await store.machine.pixctl(['reconcile', '--json'])
    expect(code).toBe(11)
    expect(JSON.parse(stdout).differences).toMatchObject([
      { kind: 'unknown_creation', detail: expect.stringContaining(KEY) },
    ])
  })

  it('belongs to the base URL that a forced recovery has sent it to', async () => {
    await using store = await againstLocal(cut)
    await using other = await new ScriptedService(made('pay_1'), made('pay_1')).start()
    const key = await leaveUnresolved(store.machine)
    const env = { PIXCTL_BASE_URL: other.baseUrl }
    expect((await store.machine.pixctl(['charge', 'recover', key, '--force'], { env })).code).toBe(0)
    expect((await store.machine.pixctl(CREATE, { env })).code).toBe(8)
  })
})

describe('an answer to a key', () => {
  it('with a new charge that is EXPIRED already is exit 8', async () => {
    await using store = await againstLocal(made('pay_9', { status: 'EXPIRED' }))
    const { stdout, stderr, code } = await store.machine.pixctl([...CREATE, '--json'])
    expect({ stdout, code }).toEqual({ stdout: '', code: 8 })
    expect(stderr).toContain('it has just created charge pay_9, but that is EXPIRED')
    expect(await store.unresolved()).toHaveLength(1)
  })

  it('with a new charge that is CREATING is a success', async () => {
    await using store = await againstLocal(made('pay_9', { status: 'CREATING', pixCode: null }))
    expect((await store.machine.pixctl([...CREATE, '-q'])).stdout).toBe('pay_9\n')
  })

  it('with another existing charge than before is exit 8; a service that was emptied has made another', async () => {
    await using store = await againstLocal(made('pay_1'), existing('pay_9'), made('pay_2'), existing('pay_2'))
    const codes: (number | null)[] = []
    for (let run = 0; run < 4; run++)
      codes.push((await store.machine.pixctl([...CREATE, '--idempotency-key', KEY])).code)
    expect(codes).toEqual([0, 8, 0, 0])
  })

  it('with another existing charge than the one that was found before is exit 8', async () => {
    await using store = await againstLocal(existing('pay_1'), existing('pay_9'))
    const create = () => store.machine.pixctl([...CREATE, '--idempotency-key', KEY])
    expect([(await create()).code, (await create()).code]).toEqual([0, 8])
  })
})
