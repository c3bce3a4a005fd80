import { describe, expect, it } from 'vitest'
import { isBalanceResponse } from '#contract/generated/validators.js'
import { describeWithControl, expectError, useTarget } from './target.ts'

describe('GET /balance (docs/service.md, 4.2)', () => {
  const target = useTarget()

  it('is a number of at least 0, in BRL', async () => {
    const { status, body } = await target.api('/balance')
    expect(status).toBe(200)
    expect(isBalanceResponse(body)).toBe(true)
    expect(Object.keys(body)).toEqual(['data'])
    expect(Object.keys(body.data).sort()).toEqual(['availableBalance', 'currency'])
    expect(body.data.availableBalance).toBeGreaterThanOrEqual(0)
    expect(body.data.currency).toBe('BRL')
  })

  it('does not change by creating a charge', async () => {
    const before = await target.api('/balance')
    await target.create()
    expect((await target.api('/balance')).body).toEqual(before.body)
  })

  describeWithControl('credits', () => {
    it('grows by netAmount when a charge is paid, once', async () => {
      const before = (await target.api('/balance')).body.data.availableBalance
      const charge = await target.create({ amount: 33.33 })
      await target.control(`/charges/${charge.id}/pay`, { method: 'POST' })
      await target.control(`/charges/${charge.id}/pay`, { method: 'POST' })
      const after = (await target.api('/balance')).body.data.availableBalance
      expect(Math.round((after - before) * 100)).toBe(Math.round(charge.netAmount * 100))
    })

    it('needs the permission balance:read', async () => {
      const { headers } = await target.newKey(['payments:create', 'payments:read'])
      expectError(await target.api('/balance', { headers }), 403)
    })
  })
})
