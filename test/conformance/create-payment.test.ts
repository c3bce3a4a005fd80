import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { isPaymentResponse } from '#contract/generated/validators.js'
import { Chunks } from '../support/http.ts'
import { describeWithControl, expectError, post, useTarget } from './target.ts'

const MEMBERS = [
  ...['id', 'status', 'amount', 'requestedAmount', 'fee', 'netAmount', 'currency', 'description', 'passFee'],
  ...['pixCode', 'validityMinutes', 'expiresAt', 'paidAt', 'createdAt'],
]
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/
const cents = (reais: number) => Math.round(reais * 100)

describe('POST /payments (docs/service.md, 4.3)', () => {
  const target = useTarget()

  it('creates a pending charge with every member', async () => {
    const request = { amount: 10.5, description: 'Pedido 42 ☕', passFee: false, validityMinutes: 60 }
    const { status, headers, body } = await target.api('/payments', post({ ...request, currency: 'BRL' }))
    expect(status).toBe(201)
    expect(headers['content-type']).toMatch(/^application\/json\b/)
    expect(isPaymentResponse(body)).toBe(true)
    expect(Object.keys(body)).toEqual(['data'])
    const charge = body.data
    expect(Object.keys(charge)).toEqual(expect.arrayContaining(MEMBERS))
    const made = { status: 'PENDING', requestedAmount: 10.5, currency: 'BRL', paidAt: null }
    expect(charge).toMatchObject({ ...request, ...made })
    expect(charge.id).toMatch(/^[A-Za-z0-9_-]{1,100}$/)
    expect(charge.createdAt).toMatch(DATE_TIME)
    expect(charge.expiresAt).toMatch(DATE_TIME)
    expect(Date.parse(charge.expiresAt) - Date.parse(charge.createdAt)).toBe(60 * 60_000)
    expect(charge.qrCode ?? 'data:image/').toMatch(/^data:image\//)
  })

  it('fills in the defaults', async () => {
    const charge = await target.create({ amount: 1 })
    expect(charge).toMatchObject({ currency: 'BRL', passFee: false, validityMinutes: 30 })
    expect(charge.description ?? '').toBe('')
  })

  it('takes the fee from the net amount without passFee, and adds it to the amount with it (rule 2.1.2)', async () => {
    const own = await target.create({ amount: 50 })
    expect(own.amount).toBe(50)
    expect(cents(own.netAmount)).toBe(cents(own.amount) - cents(own.fee))
    const passed = await target.create({ amount: 50, passFee: true })
    expect(cents(passed.amount)).toBe(5000 + cents(passed.fee))
    expect(passed.requestedAmount).toBe(50)
    expect(passed.netAmount).toBeGreaterThan(0)
  })

  it.each([0.07, 0.29, 1.1, 8.2, 19.99, 1000, 1e1])('takes the amount %d to the centavo', async amount => {
    expect(await target.create({ amount })).toMatchObject({ requestedAmount: amount, amount })
  })

  it.each([30, 60, 360, 1440, 2880, 10080])('takes a validity of %d minutes', async validityMinutes => {
    expect((await target.create({ amount: 5, validityMinutes })).validityMinutes).toBe(validityMinutes)
  })

  it('counts 80 characters of a description, not its UTF-16 units', async () => {
    const description = '😀'.repeat(80)
    expect((await target.create({ amount: 5, description })).description).toBe(description)
  })

  describe('idempotency', () => {
    it('answers 200 with the same charge for the same UUID and body', async () => {
      const request = post({ amount: 12.34, description: 'again' })
      const first = await target.api('/payments', request)
      const second = await target.api('/payments', request)
      expect([first.status, second.status]).toEqual([201, 200])
      expect(second.body.data).toEqual(first.body.data)
    })

    it('treats an omitted default and a written one as the same data', async () => {
      const uuid = randomUUID()
      const first = await target.api('/payments', post({ amount: 12.34 }, uuid))
      const spelt = { validityMinutes: 30, passFee: false, description: '', currency: 'BRL', amount: 12.34 }
      const second = await target.api('/payments', post(spelt, uuid))
      expect([first.status, second.status]).toEqual([201, 200])
      expect(second.body.data.id).toBe(first.body.data.id)
    })

    it.each([
      ['amount', { amount: 12.35 }],
      ['description', { description: 'other' }],
      ['passFee', { passFee: true }],
      ['validityMinutes', { validityMinutes: 60 }],
    ])('answers 409 for the same UUID with another %s, and creates nothing', async (_field, change) => {
      const uuid = randomUUID()
      const body = { amount: 12.34, description: 'one' }
      const first = await target.api('/payments', post(body, uuid))
      expectError(await target.api('/payments', post({ ...body, ...change }, uuid)), 409)
      const again = await target.api('/payments', post(body, uuid))
      expect(again.status).toBe(200)
      expect(again.body.data.id).toBe(first.body.data.id)
    })

    it('does not reserve the UUID of a refused body', async () => {
      const uuid = randomUUID()
      expectError(await target.api('/payments', post({ amount: 0 }, uuid)), 400)
      expect((await target.api('/payments', post({ amount: 3 }, uuid))).status).toBe(201)
    })

    it('makes one charge of forty simultaneous calls', async () => {
      const request = post({ amount: 7.77 })
      const answers = await Promise.all(Array.from({ length: 40 }, () => target.api('/payments', request)))
      const count = (status: number) => answers.filter(answer => answer.status === status).length
      expect([count(201), count(200)]).toEqual([1, 39])
      expect(new Set(answers.map(answer => answer.body.data.id)).size).toBe(1)
    })
  })

  describe('refusals', () => {
    it.each([
      ['no amount', {}],
      ['an amount of 0', { amount: 0 }],
      ['a negative amount', { amount: -1 }],
      ['a third decimal', { amount: 10.505 }],
      ['more than 1000', { amount: 1000.01 }],
      ['an amount as text', { amount: '10.50' }],
      ['an amount of null', { amount: null }],
      ['another currency', { amount: 1, currency: 'USD' }],
      ['a description of 81 characters', { amount: 1, description: 'x'.repeat(81) }],
      ['a description that is no text', { amount: 1, description: 5 }],
      ['a description of null', { amount: 1, description: null }],
      ['passFee as text', { amount: 1, passFee: 'true' }],
      ['passFee as a number', { amount: 1, passFee: 1 }],
      ['another validity', { amount: 1, validityMinutes: 45 }],
      ['a validity as text', { amount: 1, validityMinutes: '30' }],
      ['an extra field', { amount: 1, storeId: 'store_1' }],
      ['a fee of its own', { amount: 1, fee: 0 }],
      ['a field from the prototype', JSON.parse('{"amount":1,"__proto__":{"x":1}}')],
      ['a total above 1000.00 with the fee', { amount: 1000, passFee: true }],
      ['an array', [{ amount: 1 }]],
      ['null', null],
    ])('answers 400 to %s', async (_name, body) => {
      expectError(await target.api('/payments', post(body)), 400)
    })

    it.each([
      ['nothing', ''],
      ['broken JSON', '{"amount":1'],
      ['something after the JSON', '{"amount":1} {}'],
      ['a form', 'amount=1'],
      ['NaN', '{"amount":NaN}'],
    ])('answers 400 to a body of %s', async (_name, body) => {
      expectError(await target.api('/payments', post(body)), 400)
    })

    it('answers 400 without an Idempotency-Key that is a UUID', async () => {
      const uuid = '123e4567-e89b-12d3-a456-426614174000'
      for (const key of ['', 'not-a-uuid', uuid.slice(0, -1), `{${uuid}}`])
        expectError(await target.api('/payments', post({ amount: 1 }, key)), 400)
      expectError(await target.api('/payments', { method: 'POST', body: { amount: 1 } }), 400)
    })

    it('takes a body of exactly 8 KiB and answers 413 to a byte more, with and without a Content-Length', async () => {
      const padded = (size: number) => '{"amount":1}'.padEnd(size, ' ')
      expect((await target.api('/payments', post(padded(8192)))).status).toBe(201)
      expectError(await target.api('/payments', post(padded(8193))), 413)
      const chunked = (size: number) =>
        target.api('/payments', post(new Chunks(padded(4096), ' '.repeat(size - 4096))))
      expect((await chunked(8192)).status).toBe(201)
      expectError(await chunked(8193), 413)
    })
  })

  describeWithControl('keys and states', () => {
    it('needs the permission payments:create', async () => {
      const key = await target.newKey(['payments:read', 'balance:read'])
      const request = post({ amount: 1 })
      const headers = { ...request.headers, ...key.headers }
      expectError(await target.api('/payments', { ...request, headers }), 403)
    })

    it('reserves the UUID for the whole store, across its keys', async () => {
      const request = post({ amount: 4.56 })
      const other = { ...request.headers, ...(await target.newKey()).headers }
      const first = await target.api('/payments', request)
      const second = await target.api('/payments', { ...request, headers: other })
      expect([first.status, second.status]).toEqual([201, 200])
      expect(second.body.data.id).toBe(first.body.data.id)
      const different = { ...request, headers: other, body: { amount: 4.57 } }
      expectError(await target.api('/payments', different), 409)
    })

    it('answers with the charge in its current state', async () => {
      const request = post({ amount: 4.56 })
      const first = await target.api('/payments', request)
      await target.control(`/charges/${first.body.data.id}/pay`, { method: 'POST' })
      const again = await target.api('/payments', request)
      expect(again.status).toBe(200)
      expect(again.body.data.status).toBe('PAID')
      expectError(await target.api('/payments', { ...request, body: { amount: 4.57 } }), 409)
    })
  })
})
