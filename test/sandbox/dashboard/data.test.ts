/** What the dashboard's pages read. */

import { describe, expect, it } from 'vitest'
import { centavos } from '#contract/money.ts'
import { FIRST_STORE } from '#sandbox/core/choices.ts'
import { countCharges } from '#sandbox/core/payments.ts'
import { latestCredits } from '#sandbox/core/wallet.ts'
import { CHARGES_PER_PAGE, listCharges } from '#sandbox/dashboard/data/charges.ts'
import { totalsOfToday } from '#sandbox/dashboard/data/totals.ts'
import { type DeliveryFilter, findDeliveries } from '#sandbox/webhooks/delivery-list.ts'
import { startRest } from '../harness.ts'
import { startParts } from '../parts.ts'
import { startReceiver, status } from '../receiver.ts'

const OTHER = 'store_other'
const request = { amount: centavos(1050), description: '', passFee: false, validityMinutes: 30 } as const
const uuid = () => crypto.randomUUID()

type Rest = Pick<Awaited<ReturnType<typeof startRest>>, 'service' | 'clock'>
type Members = Partial<Omit<typeof request, 'amount' | 'description'>> & {
  amount?: number
  description?: string
}

/** Adds charges, the given members different from the default ones; gives their ids. */
function creator({ service, clock }: Rest) {
  return ({ amount = 1050, ...others }: Members = {}, storeId = FIRST_STORE.id) => {
    clock.advance(1000)
    const wanted = { ...request, ...others, amount: centavos(amount) }
    return service.create({ storeId, idempotencyKey: uuid(), request: wanted }).charge.id
  }
}

describe('the list of charges', () => {
  it('goes on page after page to the oldest one, each once, while others are added', async () => {
    const rest = await startRest()
    const create = creator(rest)
    const ids = Array.from({ length: 2 * CHARGES_PER_PAGE + 7 }, () => create())
    const seen: string[] = []
    let after: string | undefined
    do {
      const page = listCharges(rest.database, { storeId: FIRST_STORE.id, after })
      seen.push(...page.charges.map(({ id }) => id))
      after = page.next ?? undefined
      create()
    } while (after)
    expect(seen).toEqual(ids.toReversed())
  })

  it('goes on within one millisecond, by state too', async () => {
    const { database, service } = await startRest()
    const create = () =>
      service.create({ storeId: FIRST_STORE.id, idempotencyKey: uuid(), request }).charge.id
    const all = Array.from({ length: 120 }, create)
    const filter = { storeId: FIRST_STORE.id, status: 'PENDING' } as const
    const first = listCharges(database, filter)
    const second = listCharges(database, { ...filter, after: first.next ?? '' })
    expect([...first.charges, ...second.charges].map(({ id }) => id)).toEqual(all.toReversed().slice(0, 100))
  })

  it('takes those of a state, and of its store only', async () => {
    const rest = await startRest()
    rest.addKey(OTHER)
    const create = creator(rest)
    const [open, paid] = [create(), create()]
    create({}, OTHER)
    rest.service.move(FIRST_STORE.id, paid, 'pay')
    const idsOf = (status?: 'PAID' | 'PENDING' | 'FAILED') =>
      listCharges(rest.database, { storeId: FIRST_STORE.id, status }).charges.map(({ id }) => id)
    expect(idsOf()).toEqual([paid, open])
    expect(idsOf('PAID')).toEqual([paid])
    expect(idsOf('PENDING')).toEqual([open])
    expect(idsOf('FAILED')).toEqual([])
    const counts = { CREATING: 0, PENDING: 1, PAID: 1, EXPIRED: 0, FAILED: 0 }
    expect(countCharges(rest.database, FIRST_STORE.id)).toEqual(counts)
  })

  it.each([
    ['a part of the description', 'ÃO de', ['Pão de queijo']],
    ['a description in another case', 'PÃO', ['Pão de queijo', 'PÃO FRANCÊS']],
    ['signs that SQL would read as any text', '%', ['100% algodão']],
    ['an amount with its currency', 'R$ 12.30', ['Café']],
    ['nothing that is there', 'zzz', []],
  ])('finds %s', async (_name, text, found) => {
    const rest = await startRest()
    const create = creator(rest)
    const descriptions = ['PÃO FRANCÊS', 'Pão de queijo', '100% algodão', 'a_b']
    for (const description of descriptions) create({ description })
    create({ description: 'Café', amount: 1230 })
    const { charges, next } = listCharges(rest.database, { storeId: FIRST_STORE.id, text })
    expect(charges.map(({ description }) => description).toSorted()).toEqual(found.toSorted())
    expect(next).toBeNull()
  })

  it('finds an id', async () => {
    const rest = await startRest()
    const create = creator(rest)
    const [id] = [create(), create()]
    const { charges } = listCharges(rest.database, { storeId: FIRST_STORE.id, text: id })
    expect(charges.map(each => each.id)).toEqual([id])
  })
})

describe('the totals of today', () => {
  it('begin at midnight here, and count a charge when it is created and when it is paid', async () => {
    const rest = await startRest()
    rest.addKey(OTHER)
    const create = creator(rest)
    const today = () => totalsOfToday(rest.database, FIRST_STORE.id, rest.clock.now())
    const noon = new Date(rest.clock.now()).setHours(12, 0, 0, 0)
    rest.clock.advance(noon + 86_400_000 - rest.clock.now())
    const first = create({ amount: 1000 })
    const second = create({ amount: 2000, validityMinutes: 2880 as never })
    rest.service.move(FIRST_STORE.id, first, 'pay')
    rest.service.move(FIRST_STORE.id, create({}, FIRST_STORE.id), 'pay')
    create({}, OTHER)
    rest.service.deposit(FIRST_STORE.id, centavos(500))
    // 1 % of R$ 10,00 and of R$ 10,50, the latter rounded half up.
    expect(today()).toEqual({ created: 3, paid: 2, amount: 2050, fee: 21, netAmount: 2029 })
    rest.clock.advance(86_400_000)
    expect(today()).toEqual({ created: 0, paid: 0, amount: 0, fee: 0, netAmount: 0 })
    rest.service.move(FIRST_STORE.id, second, 'pay')
    expect(today()).toEqual({ created: 0, paid: 1, amount: 2000, fee: 20, netAmount: 1980 })
  })
})

it('the latest credits are those of the store, newest first', async () => {
  const rest = await startRest()
  rest.addKey(OTHER)
  const create = creator(rest)
  const id = create()
  rest.service.move(FIRST_STORE.id, id, 'pay')
  rest.clock.advance(1)
  const deposit = rest.service.deposit(FIRST_STORE.id, centavos(700))
  rest.service.deposit(OTHER, centavos(900))
  expect(latestCredits(rest.database, FIRST_STORE.id)).toEqual([
    { paymentId: deposit.id, storeId: FIRST_STORE.id, amount: 700, source: 'wallet', at: rest.clock.now() },
    { paymentId: id, storeId: FIRST_STORE.id, amount: 1039, source: 'api', at: rest.clock.now() - 1 },
  ])
})

describe('deliveries', () => {
  it('are listed by endpoint, state and charge, newest first', async () => {
    const receiver = await startReceiver(status(500))
    const parts = startParts(receiver)
    const { database, service, attempts, endpoint, deliverer } = parts
    const id = creator(parts)()
    await attempts.until(1)
    receiver.answer = status(204)
    service.move(FIRST_STORE.id, id, 'pay')
    await attempts.until(2)
    service.deposit(FIRST_STORE.id, centavos(100))
    await attempts.until(3)
    const find = (filter: DeliveryFilter, store = FIRST_STORE.id) =>
      findDeliveries(database, store, filter).map(each => each.event)
    const list = (status?: DeliveryFilter['status']) => find({ endpoint: endpoint.id, status })
    expect(list()).toEqual(['deposit.approved', 'payment.approved', 'payment.created'])
    expect(list('pending')).toEqual(['payment.created'])
    expect(list('delivered')).toEqual(['deposit.approved', 'payment.approved'])
    expect(list('failed')).toEqual([])
    expect(find({ payment: id })).toEqual(['payment.approved', 'payment.created'])
    expect(find({ payment: id }, OTHER)).toEqual([])
    expect(find({ endpoint: 'we_none' })).toEqual([])

    receiver.answer = status(403)
    const { delivery } = await deliverer.test(endpoint)
    expect(findDeliveries(database, FIRST_STORE.id, { type: 'endpoint.test' })).toMatchObject([
      { id: delivery, event: 'endpoint.test', state: 'failed' },
    ])
    expect(find({ id: delivery })).toEqual(['endpoint.test'])
    expect(find({ id: delivery }, OTHER)).toEqual([])
  })

  it('are the latest 200', async () => {
    const parts = startParts(await startReceiver())
    const { database, service, endpoint } = parts
    for (let count = 0; count < 201; count++) service.deposit(FIRST_STORE.id, centavos(count + 1))
    const found = findDeliveries(database, FIRST_STORE.id, { endpoint: endpoint.id })
    const amounts = found.map(({ body }) => JSON.parse(body).data.amount)
    expect(amounts).toEqual(Array.from({ length: 200 }, (_, index) => (201 - index) / 100))
  })
})
