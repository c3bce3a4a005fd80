import { describe, expect, it } from 'vitest'
import { isPaymentListResponse } from '#contract/generated/validators.js'
import { describeWithControl, expectError, useTarget } from './target.ts'

describe('GET /payments (docs/service.md, 4.4)', () => {
  const target = useTarget()

  it('is a page of charges without qrCode, 50 at most by default', async () => {
    const charge = await target.create({ amount: 2.5, description: 'listed' })
    const { status, body } = await target.api('/payments')
    expect(status).toBe(200)
    expect(isPaymentListResponse(body)).toBe(true)
    expect(Object.keys(body).sort()).toEqual(['data', 'pagination'])
    expect(body.pagination).toMatchObject({ page: 1, limit: 50 })
    expect(body.pagination.total).toBeGreaterThanOrEqual(1)
    expect(body.data.length).toBe(Math.min(50, body.pagination.total))
    for (const item of body.data) expect(item).not.toHaveProperty('qrCode')
    const { qrCode: _qrCode, ...listed } = charge
    expect(body.data.find((item: { id: string }) => item.id === charge.id)).toEqual(listed)
  })

  it('walks the charges in one order of date, each once', async () => {
    const created = new Set<string>()
    for (let n = 0; n < 5; n++) created.add((await target.create()).id)
    const seen: { id: string; createdAt: string }[] = []
    for (let page = 1; page <= 3; page++) {
      const { body } = await target.api(`/payments?page=${page}&limit=2`)
      expect(body.pagination).toMatchObject({ page, limit: 2 })
      seen.push(...body.data)
    }
    expect(new Set(seen.map(item => item.id)).size).toBe(seen.length)
    const dates = seen.map(item => Date.parse(item.createdAt))
    const ascending = dates.toSorted((a, b) => a - b)
    expect([ascending, ascending.toReversed()]).toContainEqual(dates)
  })

  it('gives an empty page past the end', async () => {
    const { status, body } = await target.api('/payments?page=1000&limit=100')
    expect(status).toBe(200)
    expect(body.pagination).toMatchObject({ page: 1000, limit: 100 })
    expect(body.data).toEqual([])
  })

  it('answers 400 to a page above 1000, a limit above 100, and what is no number', async () => {
    for (const page of ['0', '1001', '-1', '1.5', 'abc', '', '1e1'])
      expectError(await target.api(`/payments?page=${page}`), 400)
    for (const limit of ['0', '101', 'x', '1e1'])
      expectError(await target.api(`/payments?limit=${limit}`), 400)
  })

  describeWithControl('visibility', () => {
    it('shows no deposit of the wallet form, though the wallet is credited', async () => {
      const total = async () => (await target.api('/payments')).body.pagination.total
      const balance = async () => (await target.api('/balance')).body.data.availableBalance
      const before = { total: await total(), balance: await balance() }
      const deposit = await target.control('/deposits', { method: 'POST', body: { amount: 25 } })
      expect(await total()).toBe(before.total)
      expect(await balance()).toBe(before.balance + 25)
      expectError(await target.api(`/payments/${deposit.body.data.id}`), 404)
    })

    it('needs the permission payments:read', async () => {
      const { headers } = await target.newKey(['payments:create', 'balance:read'])
      expectError(await target.api('/payments', { headers }), 403)
    })
  })
})
