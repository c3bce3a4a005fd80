import { describe, expect, it } from 'vitest'
import { isPaymentResponse } from '#contract/generated/validators.js'
import { describeWithControl, expectError, useTarget } from './target.ts'

describe('GET /payments/{id} (docs/service.md, 4.5)', () => {
  const target = useTarget()

  it('is the charge as it was created, with qrCode', async () => {
    const charge = await target.create({ amount: 99.9, passFee: true, description: 'read me' })
    const { status, body } = await target.api(`/payments/${charge.id}`)
    expect(status).toBe(200)
    expect(isPaymentResponse(body)).toBe(true)
    expect(Object.keys(body)).toEqual(['data'])
    expect(body.data).toEqual(charge)
    expect(body.data).toHaveProperty('qrCode')
  })

  it('answers 404 to an unknown id', async () => {
    expectError(await target.api('/payments/pixctl_conformance_unknown'), 404)
    expectError(await target.api(`/payments/${'x'.repeat(100)}`), 404)
  })

  it.each(['x'.repeat(101), 'a%20b', 'a.b', 'a%2Fb', '%C3%A9', '%zz', 'a;b'])(
    'answers 400 to the id %s',
    async id => {
      expectError(await target.api(`/payments/${id}`), 400)
    },
  )

  describeWithControl('states', () => {
    it('shows a paid charge with its time', async () => {
      const charge = await target.create({ amount: 20 })
      await target.control(`/charges/${charge.id}/pay`, { method: 'POST' })
      const { body } = await target.api(`/payments/${charge.id}`)
      expect(isPaymentResponse(body)).toBe(true)
      expect(body.data).toEqual({ ...charge, status: 'PAID', paidAt: expect.any(String) })
      expect(Date.parse(body.data.paidAt)).toBeGreaterThanOrEqual(Date.parse(charge.createdAt))
    })

    it('shows expired and failed charges unpaid', async () => {
      for (const [action, status] of [
        ['expire', 'EXPIRED'],
        ['fail', 'FAILED'],
      ]) {
        const charge = await target.create({ amount: 20 })
        await target.control(`/charges/${charge.id}/${action}`, { method: 'POST' })
        const { body } = await target.api(`/payments/${charge.id}`)
        expect(body.data).toMatchObject({ id: charge.id, status, paidAt: null })
      }
    })

    it('needs the permission payments:read', async () => {
      const charge = await target.create()
      const { headers } = await target.newKey(['payments:create'])
      expectError(await target.api(`/payments/${charge.id}`, { headers }), 403)
    })
  })
})
