/** Nothing says paid of a charge that isn't, and what was just paid is in sight: random days, read from the pages. */

import { expect, test } from 'vitest'
import { CreationFailure, NotSent } from '#charges/creations/failures.ts'
import { isOpen, withCreated, withCreation } from '#charges/watching/day.ts'
import type { Payment } from '#contract/generated/types.ts'
import { centavos } from '#contract/money.ts'
import { isPaidLate } from '#contract/states.ts'
import { Failure } from '#lib/failure.ts'
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

const REFUSED = new Failure('unauthenticated', '401', { next: [] })
const MINUTE = 60_000

const FAILURES = [
  () => new CreationFailure('unknown', 'network', 'no answer', { next: [] }),
  () => new CreationFailure('refused', 'usage', 'the amount is too much', { next: [] }),
  () => new NotSent('unknown', 'network', 'no route', { next: [] }),
]

test.each(Array.from({ length: volume(20, 8) }, (_, seed) => seed))(
  'is so on the random day %i',
  async seed => {
    const random = randomOf(seed + 1)
    const below = (limit: number) => Math.floor(random() * limit)
    let pages = await counterPages()
    const { clock } = pages
    /** What the service has, and what it has said so far. */
    const service = new Map<string, Payment>()
    const saidPaid = new Set<string>()
    const paidAt = new Map<string, number>()
    /** What was last opened or made while it was to be paid. */
    let opened = ''
    /** Where each answer to a question is shown. */
    const asked = new Map<string, string>()
    let serial = 0
    const tell = (id: string) => {
      if (service.get(id)?.status !== 'PAID') return
      // What was PAID in the first reading is no news.
      if (!saidPaid.has(id) && pages.counter.day.hearing) paidAt.set(id, clock.now())
      saidPaid.add(id)
    }
    const said = (id: string) => {
      if (random() < 0.3) return null
      tell(id)
      return service.get(id) ?? null
    }
    pages.counter.said = said
    const open = async (path: string) => {
      const { counter, visitor } = pages
      const payment = counter.day.charges.get(/charges\/(\w+)/.exec(path)![1]!)!
      if (isOpen(payment)) opened = payment.id
      return visitor.text(path)
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
      const problem = random() < 0.5 ? NO_ANSWER : REFUSED
      pages.counter.read([...service.values()], random() < 0.2 ? { connection: 'lost', problem } : {})
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
      () => clock.advance(below(20 * MINUTE)),
      // A restart: the same day, which is read as a whole.
      async () => {
        if (random() < 0.7) return
        pages = await counterPages({}, clock)
        pages.counter.said = said
        for (const known of [paidAt, asked]) known.clear()
        opened = ''
        read()
      },
      () => {
        const key = `00000000-0000-4000-8000-${String(++serial).padStart(12, '0')}`
        const failure = below(2) ? FAILURES[below(FAILURES.length)]!() : null
        const creation = { key, amount: centavos(123_456), description: 'asked', failure }
        const { counter } = pages
        counter.day = withCreation(counter.day, creation)
      },
      () => {
        const { counter } = pages
        const [creation] = counter.day.creations
        if (!creation) return
        const payment = make()
        counter.day = withCreated(counter.day, creation.key, payment, clock.now())
        for (const listener of counter.listeners) listener({ kind: 'made', key: creation.key, payment })
        opened = payment.id
      },
      async () => {
        const ids = [...pages.counter.day.charges.keys()]
        const id = ids[below(ids.length)]
        if (!id) return
        const answer = await pages.visitor.post(`/charges/${id}/ask`, {
          csrf: pages.csrf,
          once: String(++serial),
        })
        asked.set(id, answer.headers.get('location')!)
      },
    ]
    for (let step = 0; step < 40; step++) {
      await events[below(events.length)]!()
      const { counter, customers, visitor, stranger } = pages
      // An answer that says PAID of a creation is one of the service.
      const { charges } = counter.day
      const counterPage = await visitor.text(['/', '/?search=nothing-like-it', '/?search=1'][below(3)]!)
      const [recentAt, othersAt] = ['just-paid', 'others'].map(id => counterPage.indexOf(`id="${id}"`))
      const recent = counterPage.slice(recentAt, othersAt)
      const listed = counterPage.slice(0, recentAt) + counterPage.slice(othersAt)
      for (const [id, payment] of charges) {
        const isNews = clock.now() - (paidAt.get(id) ?? Number.NEGATIVE_INFINITY) < 60_000
        if (isNews) expect(recent, `${id} was just paid`).toContain(`/charges/${id}"`)
        if (saidPaid.has(id)) continue
        expect(recent).not.toContain(`/charges/${id}"`)
        const row = new RegExp(`<tr[^>]*id="(?:found-)?[A-Z]+-${id}".*?</tr>`, 's').exec(listed)?.[0] ?? ''
        expect(row).not.toMatch(/paid/i)
        expect(payment.status).not.toBe('PAID')
      }
      const [id] =
        below(2) && asked.size > 0
          ? [...asked.keys()].slice(-1)
          : [...charges.keys()].slice(below(charges.size))
      if (!id) continue
      const payment = charges.get(id)!
      const page = await open(asked.get(id) ?? `/charges/${id}`)
      // In green over the whole screen is only what was paid now and in time; what was paid before says when.
      const isGreen = page.includes('class="verdict good"')
      const told = paidAt.get(id) ?? Date.parse(payment.paidAt ?? '')
      const isRecent = payment.status === 'PAID' && clock.now() - told < 5 * MINUTE
      expect(isGreen).toBe(isRecent && !isPaidLate(payment))
      expect(/<h1[^>]*>PAID/.test(page)).toBe(payment.status === 'PAID')
      expect(/<h1[^>]*>PAID( BEFORE| \d+ (MIN|H) AGO)</.test(page)).toBe(
        payment.status === 'PAID' && !isRecent,
      )
      if (!saidPaid.has(id)) expect(page).not.toMatch(/<h1[^>]*>PAID/)
      const customer = readable(await stranger.text(customers.path))
      const now = charges.get(opened)
      const isNews = clock.now() - (paidAt.get(opened) ?? Number.NEGATIVE_INFINITY) < MINUTE
      const hasPaid = now?.status === 'PAID' && isNews && !isPaidLate(now)
      expect(customer.includes('PAID')).toBe(hasPaid)
      if (hasPaid) expect(saidPaid.has(opened)).toBe(true)
      const isShown = hasPaid || (now !== undefined && isOpen(now))
      expect(customer.includes('Pay here with Pix')).toBe(!isShown)
      for (const other of service.values()) {
        expect(customer.includes(other.description!)).toBe(false)
        expect(customer.includes(other.id)).toBe(false)
        const amount = `1.${String(other.amount).slice(1).replace('.', ',')}`
        expect(customer.includes(amount)).toBe(isShown && other.id === opened)
      }
    }
  },
)
