/** Nothing says paid of a charge that isn't, and what was just paid is in sight: random days, read from the pages. */

import { expect, test } from 'vitest'
import { CreationFailure, NotSent } from '#charges/creations/failures.ts'
import { withCreated, withCreation } from '#charges/watching/day.ts'
import type { Payment } from '#contract/generated/types.ts'
import { centavos } from '#contract/money.ts'
import { volume } from '../support/volume.ts'
import { charge, counterPages, NO_ANSWER, readable } from './counter-pages.ts'

/** Random numbers that are the same in each run. */
function randomOf(seed: number) {
  let state = seed
  return () => {
    state = (state * 1664525 + 1013904223) % 2 ** 32
    return state / 2 ** 32
  }
}

const FAILURES = [
  () => new CreationFailure('unknown', 'network', 'no answer', { next: [] }),
  () => new CreationFailure('refused', 'usage', 'the amount is too much', { next: [] }),
  () => new NotSent('unknown', 'network', 'no route', { next: [] }),
]

test.each(Array.from({ length: volume(40, 8) }, (_, seed) => seed))(
  'is so on the random day %i',
  async seed => {
    const random = randomOf(seed + 1)
    const below = (limit: number) => Math.floor(random() * limit)
    const pages = await counterPages()
    const { counter, clock, customers, visitor, csrf, stranger } = pages
    /** What the service has, and what it has said so far. */
    const service = new Map<string, Payment>()
    const saidPaid = new Set<string>()
    const paidAt = new Map<string, number>()
    /** Where each answer to a question is shown. */
    const asked = new Map<string, string>()
    let serial = 0
    const tell = (id: string) => {
      if (service.get(id)?.status !== 'PAID') return
      // What was PAID in the first reading is no news.
      if (!saidPaid.has(id) && counter.day.hearing) paidAt.set(id, clock.now())
      saidPaid.add(id)
    }
    counter.said = id => {
      if (random() < 0.3) return null
      tell(id)
      return service.get(id) ?? null
    }
    const make = () => {
      // Each has an amount of its own, by which it is found on the pages.
      const id = `pay_${String(++serial).padStart(6, '0')}x`
      const over = { amount: 1000 + serial + 0.25, description: `thing-${serial}` }
      const made = charge(id, below(2_000), over, clock.now())
      service.set(id, made)
      return made
    }
    const read = () => {
      const all = [...service.keys()]
      for (const id of all) tell(id)
      counter.read([...service.values()], random() < 0.2 ? { connection: 'lost', problem: NO_ANSWER } : {})
    }
    const events = [
      make,
      make,
      () => {
        const open = [...service.values()].filter(({ status }) => status !== 'PAID')
        const payment = open[below(open.length)]
        const status = (['PAID', 'PAID', 'EXPIRED', 'FAILED'] as const)[below(4)]!
        if (!payment) return
        const at = new Date(clock.now()).toISOString()
        service.set(payment.id, { ...payment, status, paidAt: status === 'PAID' ? at : null })
      },
      read,
      read,
      () => clock.advance(below(90_000)),
      () => {
        const key = `00000000-0000-4000-8000-${String(++serial).padStart(12, '0')}`
        const failure = below(2) ? FAILURES[below(FAILURES.length)]!() : null
        const creation = { key, amount: centavos(123_456), description: 'asked', failure }
        counter.day = withCreation(counter.day, creation)
      },
      () => {
        const [creation] = counter.day.creations
        if (creation) counter.day = withCreated(counter.day, creation.key, make(), clock.now())
      },
      async () => {
        const ids = [...counter.day.charges.keys()]
        const id = ids[below(ids.length)]
        if (!id) return
        const answer = await visitor.post(`/charges/${id}/ask`, { csrf, once: String(++serial) })
        asked.set(id, answer.headers.get('location')!)
      },
    ]
    for (let step = 0; step < 40; step++) {
      await events[below(events.length)]!()
      // An answer that says PAID of a creation is one of the service.
      const { charges } = counter.day
      const counterPage = await visitor.text(below(2) ? '/' : '/?search=nothing-like-it')
      const [recentAt, toPayAt] = ['just-paid', 'to-pay'].map(id => counterPage.indexOf(`id="${id}"`))
      const recent = counterPage.slice(recentAt, toPayAt)
      const others = counterPage.slice(counterPage.indexOf('id="others"'))
      for (const [id, payment] of charges) {
        const isNews = clock.now() - (paidAt.get(id) ?? Number.NEGATIVE_INFINITY) < 60_000
        if (isNews) expect(recent, `${id} was just paid`).toContain(`/charges/${id}"`)
        if (saidPaid.has(id)) continue
        expect(recent).not.toContain(`/charges/${id}"`)
        const row = new RegExp(`<tr[^>]*id="[A-Z]+-${id}".*?</tr>`, 's').exec(others)?.[0] ?? ''
        expect(row).not.toMatch(/paid/i)
        expect(payment.status).not.toBe('PAID')
      }
      const [id] =
        below(2) && asked.size > 0
          ? [...asked.keys()].slice(-1)
          : [...charges.keys()].slice(below(charges.size))
      if (!id) continue
      const payment = charges.get(id)!
      const page = await visitor.text(asked.get(id) ?? `/charges/${id}`)
      const isGreen = page.includes('class="verdict good"')
      expect(isGreen).toBe(payment.status === 'PAID')
      if (!saidPaid.has(id)) expect(isGreen).toBe(false)
      const customer = readable(await stranger.text(customers.pathOf(id)))
      expect(customer.includes('PAID')).toBe(saidPaid.has(id) && payment.status === 'PAID')
      for (const other of service.values()) {
        expect(customer.includes(other.description!)).toBe(false)
        expect(customer.includes(other.id)).toBe(false)
        const amount = `1.${String(other.amount).slice(1).replace('.', ',')}`
        if (other.id !== id) expect(customer.includes(amount)).toBe(false)
        else expect(customer).toContain(amount)
      }
    }
  },
)
