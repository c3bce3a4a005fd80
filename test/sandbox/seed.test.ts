import { describe, expect, it } from 'vitest'
import type { Payment } from '#contract/generated/types.ts'
import { isPaymentEvent, isPaymentListResponse } from '#contract/generated/validators.js'
import { expectRefusal, type Harness, startHarness } from './harness.ts'
import { readOutbox } from './read-outbox.ts'

const cents = (reais: number) => Math.round(reais * 100)

async function listAll({ api }: Harness): Promise<Payment[]> {
  const charges: Payment[] = []
  for (let page = 1; ; page++) {
    const { body } = await api(`/payments?limit=100&page=${page}`)
    expect(isPaymentListResponse(body)).toBe(true)
    charges.push(...body.data)
    if (charges.length >= body.pagination.total) return charges
  }
}

describe('seeding', () => {
  it('adds as many charges as asked for, in every state, by the rules, with their credits and events', async () => {
    const harness = await startHarness()
    const answer = await harness.control('/seed', { count: 300 })
    expect(answer.status).toBe(201)
    const charges = await listAll(harness)
    expect(charges).toHaveLength(300)
    const byStatus: Record<string, { count: number }> = {}
    for (const { status } of charges) byStatus[status] = { count: (byStatus[status]?.count ?? 0) + 1 }
    expect(answer.body.data).toEqual({ count: 300, byStatus })
    expect(Object.keys(byStatus).sort()).toEqual(['CREATING', 'EXPIRED', 'FAILED', 'PAID', 'PENDING'])

    for (const { amount, requestedAmount, fee, netAmount, passFee } of charges) {
      expect(cents(amount)).toBe(cents(requestedAmount) + (passFee ? cents(fee) : 0))
      expect(cents(netAmount)).toBe(cents(amount) - cents(fee))
      expect(amount).toBeLessThanOrEqual(1000)
    }
    const paid = charges.filter(charge => charge.status === 'PAID')
    const credited = paid.reduce((sum, charge) => sum + cents(charge.netAmount), 0)
    expect((await harness.api('/balance')).body.data.availableBalance).toBe(credited / 100)
    const events = readOutbox(harness.sandbox, undefined, 1000).map(entry => entry.event)
    expect(events.every(event => isPaymentEvent(event))).toBe(true)
    const last = new Map(events.map(event => [event.data.paymentId, event.data.status]))
    expect(last).toEqual(new Map(charges.map(charge => [charge.id, charge.status])))
  })

  it('gives each charge dates that fit its state', async () => {
    const harness = await startHarness()
    const now = harness.clock.now()
    await harness.control('/seed', { count: 2000 })
    const charges = await listAll(harness)
    expect(new Set(charges.map(charge => charge.createdAt)).size).toBe(2000)
    for (const { id, status, createdAt, expiresAt, paidAt, pixCode } of charges) {
      const [created, expires, paid] = [createdAt, expiresAt, paidAt].map(time => time && Date.parse(time))
      const label = `${id} ${status}`
      expect(created, label).toBeLessThan(now)
      if (status === 'CREATING') expect([expires, paid, pixCode], label).toEqual([null, null, null])
      else expect(pixCode, label).toMatch(/^000201/)
      if (status === 'PENDING') expect(expires, label).toBeGreaterThan(now)
      if (status === 'EXPIRED') expect(expires, label).toBeLessThanOrEqual(now)
      if (status === 'PAID') {
        expect(paid, label).toBeGreaterThanOrEqual(Number(created))
        expect(paid, label).toBeLessThanOrEqual(Math.min(now, Number(expires)))
      } else expect(paid, label).toBeNull()
    }
  })

  it('leaves charges that can be paid and that expire in time', async () => {
    const harness = await startHarness()
    await harness.control('/seed', { count: 50 })
    const pending = (await listAll(harness)).filter(charge => charge.status === 'PENDING')
    expect((await harness.control(`/charges/${pending[0]?.id}/pay`, {})).status).toBe(200)
    harness.clock.advance(8 * 24 * 60 * 60_000)
    expect((await listAll(harness)).some(charge => charge.status === 'PENDING')).toBe(false)
  })

  it.each([0, -1, 1.5, 200_001, '5', null])('refuses the count %j', async count => {
    const { control } = await startHarness()
    expectRefusal(await control('/seed', { count }), 400, 'invalid_count')
  })
})
