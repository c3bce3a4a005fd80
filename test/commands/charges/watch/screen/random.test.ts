/**
 * Random days at the counter: whatever happens in whatever order, what is drawn says PAID only of what the service has said
 * that of, and hides no payment of the last minute. What the service has said is known from this test's own log.
 */

import { afterAll, describe, expect, it } from 'vitest'
import { CreationFailure } from '#charges/creations/failures.ts'
import { type Effect, type Key, pasted, pressed } from '#commands/charges/watch/screen/keys.ts'
import { frame } from '#commands/charges/watch/screen/screen.ts'
import { INITIAL, later, type State, sized } from '#commands/charges/watch/screen/state.ts'
import type { Payment } from '#contract/generated/types.ts'
import { centavos } from '#contract/money.ts'
import { Failure } from '#lib/failure.ts'
import { useLanguage } from '#lib/language.ts'
import { displayWidth } from '#terminal/width.ts'
import { randomFrom } from '../../../../support/seed.ts'
import { volume } from '../../../../support/volume.ts'
import { charge, look, made, NO_ANSWER, NOW, notMade, received, sending, told, update } from './day.ts'

const SIZES = [
  { columns: 80, rows: 24 },
  { columns: 40, rows: 30 },
  { columns: 120, rows: 40 },
]
const MINUTE = 60_000

/** The words by which a person knows a payment, and the first line of the large ones: in wide and in narrow letters. */
const WORDS = {
  en: {
    paid: /\bpaid\b/i,
    harmless: /to be paid: \d+|can not be paid any more|whether it is paid/g,
    total: /^(to be paid|paid): \d+ /,
    counted: /^paid just before: (\d+) more/,
    other: /another charge was paid/,
    others: /(\d+) others were paid/,
    asked: /answer of the service at \d\d:\d\d:\d\d/,
    PAID: ['######      ####    ######  ######', '###   ##  ### ###'],
    NOT: ['##    ##    ####    ######', '#  #  ##  ###'],
  },
  'pt-BR': {
    paid: /\bpagas?\b/i,
    harmless: /já não pode ser paga|ao serviço se está paga/g,
    total: /^(a receber|pagas): \d+ /,
    counted: /^pagas há pouco: mais (\d+)/,
    other: /outra cobrança foi paga/,
    others: /(\d+) outras foram pagas/,
    asked: /resposta do serviço às \d\d:\d\d:\d\d/,
    PAID: ['######      ####      ######    ####', '###   ##   ###  ##'],
    NOT: ['##    ##    ##  ##', '#  #  # #'],
  },
} as const

/** The amounts in a text, but no totals, which are in brackets. */
const amountsIn = (text: string) => text.replaceAll(/\([^)]*\)/g, '').match(/R\$ [\d.]+,\d\d/g) ?? []

class RandomDay {
  readonly #random: () => number
  readonly #words: (typeof WORDS)[keyof typeof WORDS]
  state: State = { ...INITIAL, unusualFrom: 100_00 }
  now = NOW
  /** Every charge as the service has it, and as it was told last. */
  readonly #service = new Map<string, Payment>()
  readonly #told = new Map<string, Payment>()
  /** By amount: what the service has said to be paid, and when it said so; 0 before the first reading. */
  readonly #paid = new Map<string, number>()
  readonly #sent: string[] = []
  readonly #asked: { id: string; asWas: Payment }[] = []
  /** The amounts of the rows that were marked as chosen in the last two frames. */
  #marked: string[] = []
  #count = 0
  #hasRead = false
  readonly events: string[] = []

  constructor(seed: number, language: keyof typeof WORDS) {
    this.#random = randomFrom(seed)
    this.#words = WORDS[language]
  }

  #upTo(most: number): number {
    return Math.floor(this.#random() * most)
  }

  #oneOf<T>(all: readonly T[]): T | undefined {
    return all[this.#upTo(all.length)]
  }

  step(): void {
    this.now += this.#oneOf([0, 1, 300, 1_000, 4_000, 20_000])!
    this.state = later(this.state, this.now)
    const name = this.#oneOf([
      ...[
        'make',
        'make',
        'pay',
        'pay',
        'end',
        'read',
        'read',
        'read',
        'send',
        'send',
        'answer',
        'answer',
        'reply',
        'reply',
      ],
      ...['key', 'key', 'key', 'key', 'paste', 'size', 'lose'],
    ] as const)!
    const what = this[name]()
    this.events.push(`${name} ${what ?? ''}`)
  }

  make(): void {
    for (let left = 1 + this.#upTo(12); left > 0; left--) this.#newCharge()
  }

  #newCharge(): Payment {
    const number = ++this.#count
    const created = new Date(this.now).toISOString().slice(11, 19)
    const description = this.#oneOf([`Item ${number}`, null, 'Açaí', 'x'.repeat(80), '🥐 寿司'])!
    const payment = charge(`pay_${1000 + number}`, created, { amount: (1000 + number) / 100, description })
    this.#service.set(payment.id, payment)
    return payment
  }

  #open(): Payment[] {
    return [...this.#service.values()].filter(({ status }) => status === 'PENDING')
  }

  /** One, or so many as a queue pays in a minute. Also what has expired, and what is shown or chosen. */
  pay(): void {
    const payable = [...this.#service.values()].filter(({ status }) => status !== 'PAID')
    const looked = this.#looked()
    if (looked && this.#random() < 0.5) payable.unshift(looked)
    for (const payment of payable.slice(0, this.#random() < 0.2 ? 30 : 1)) this.#pay(payment)
  }

  #pay(payment: Payment): void {
    const paidAt = new Date(this.now - this.#upTo(3) * MINUTE).toISOString()
    this.#service.set(payment.id, { ...payment, status: 'PAID', paidAt })
  }

  #looked(): Payment | undefined {
    const { view, chosen } = this.state
    return this.#service.get(view.kind === 'answer' || view.kind === 'charge' ? view.id : (chosen ?? ''))
  }

  end(): void {
    const looked = this.#looked()
    const payment = looked?.status === 'PENDING' ? looked : this.#oneOf(this.#open())
    const status = this.#oneOf(['EXPIRED', 'FAILED'] as const)!
    if (payment) this.#service.set(payment.id, { ...payment, status })
  }

  /** Some or all of what has changed; and sometimes a page that was on its way for long. */
  read(): void {
    const isAll = this.#random() < 0.7
    const changed = [...this.#service.values()].filter(payment => {
      return this.#told.get(payment.id) !== payment && (isAll || this.#random() < 0.5)
    })
    const old = this.#random() < 0.3 ? [...this.#told.values()].slice(-3) : []
    const stale = old.map((payment): Payment => ({ ...payment, status: 'PENDING', paidAt: null }))
    this.#tell([...stale, ...changed])
    const connection = this.#oneOf(['live', 'live', 'polling', 'lost'] as const)!
    const problem = connection === 'lost' ? { problem: NO_ANSWER } : {}
    const over = { connection, readAt: this.now, serviceAheadMs: this.#upTo(3) * 1_000, ...problem }
    this.state = received(this.state, update([...stale, ...changed], over), this.now)
    this.#hasRead = true
  }

  #tell(payments: readonly Payment[]): void {
    for (const payment of payments) {
      this.#told.set(payment.id, payment)
      const amount = amountOf(payment)
      if (payment.status !== 'PAID' || this.#paid.has(amount)) continue
      this.#paid.set(amount, this.#hasRead ? this.now : 0)
    }
  }

  send(): string {
    const key = `key-${++this.#count}`
    this.#sent.push(key)
    const creation = { key, amount: centavos(1000 + this.#count), description: 'Bolo', failure: null }
    this.state = sending(this.state, creation, this.now)
    return key
  }

  /** To a creation: by then it may be read, or even paid. */
  answer(): void {
    const key = this.#sent.shift()
    if (key === undefined) return
    if (this.#random() < 0.4) {
      const outcome = this.#oneOf(['unknown', 'refused'] as const)!
      const failure = new CreationFailure(outcome, 'network', 'no answer', { next: [] })
      this.state = notMade(this.state, key, failure, this.now)
      return
    }
    const payment = this.#newCharge()
    if (this.#random() < 0.3) this.#pay(payment)
    if (this.#random() < 0.3) this.read()
    const answer = this.#random() < 0.5 ? this.#service.get(payment.id)! : payment
    if (!this.#told.has(payment.id)) this.#tell([answer])
    this.state = made(this.state, key, answer, this.now)
  }

  /** To `v`: as it was when that was asked, or as it is now, or none. */
  reply(): string | undefined {
    const question = this.#asked.shift()
    if (!question || !this.state.charges.has(question.id)) return
    const { id, asWas } = question
    const payment = this.#oneOf([asWas, this.#service.get(id)!, null])!
    if (payment) this.#tell([payment])
    this.state = told(this.state, id, payment, this.now)
    return payment?.status
  }

  key(): string {
    const named = [
      'up',
      'down',
      'pagedown',
      'end',
      'home',
      'left',
      'right',
      'return',
      'return',
      'return',
      'escape',
      'backspace',
    ]
    const name = this.#oneOf([...named, ...'nvvvvvcb?/rq 10,5x'])!
    const key: Key = named.includes(name) ? { name } : { name, text: name }
    const before = this.state
    const [state, effect] = pressed(before, key)
    this.state = state
    if (effect) this.#do(effect)
    return name
  }

  /** As the screen does it. A key is for what was marked in the last frame, or in the one before if that has changed at once. */
  #do(effect: Effect): void {
    if (effect.do === 'create') this.send()
    if (effect.do !== 'show' && effect.do !== 'ask' && effect.do !== 'copy') return
    const { id } = effect
    if (this.state.view.kind === 'list') expect(this.#marked).toContain(amountOf(this.#service.get(id)!))
    if (effect.do === 'show') this.state = { ...this.state, view: { kind: 'charge', id } }
    if (effect.do === 'ask') this.#asked.push({ id, asWas: this.#service.get(id)! })
  }

  paste(): void {
    this.state = pasted(this.state, '12,34\r')
  }

  size(): void {
    this.state = sized(this.state, this.#oneOf(SIZES)!.columns)
  }

  /** The service doesn't know a charge any more. */
  lose(): string | undefined {
    const payment = this.#random() < 0.2 ? this.#oneOf([...this.#told.values()]) : undefined
    if (!payment || !this.#hasRead) return
    const refusal = new Failure('not_found', 'no such charge', { next: [] })
    for (const all of [this.#service, this.#told]) all.delete(payment.id)
    this.#paid.delete(amountOf(payment))
    const unknown = new Map([[payment.id, refusal]])
    this.state = received(this.state, update([], { unknown, readAt: this.now }), this.now)
    return payment.id
  }

  /** Reads what is drawn in a window of this size. */
  check(size: (typeof SIZES)[number]): void {
    const state = sized(this.state, size.columns)
    const { lines } = frame(state, look({ ...size, blocks: false, now: this.now }), null)
    expect(lines.length).toBeLessThanOrEqual(size.rows)
    for (const line of lines) if (displayWidth(line) >= size.columns) expect.fail(`too wide: ${line}`)
    if (['list', 'form', 'search'].includes(state.view.kind)) this.#checkList(state, lines)
    else this.#checkAlone(state, lines)
  }

  #checkList(state: State, lines: readonly string[]): void {
    const parts = lines.flatMap(line => line.split(' | ')).filter(line => !this.#words.total.test(line))
    const paid = new Set<string>()
    let counted = 0
    for (const part of parts) {
      counted += Number(this.#words.counted.exec(part)?.[1] ?? 0)
      if (this.#words.paid.test(part.replaceAll(this.#words.harmless, ''))) {
        for (const amount of amountsIn(part)) paid.add(amount)
      }
    }
    for (const amount of paid) expect(this.#paid.has(amount), `${amount} is not paid`).toBe(true)
    const hidden = this.#recent().filter(amount => !paid.has(amount))
    expect(counted, `${hidden} must be counted`).toBeGreaterThanOrEqual(hidden.length)
    const marked = parts.filter(part => /^>[ *]/.test(part)).map(part => amountsIn(part)[0]!)
    const isEmpty = state.rows.length === 0
    expect(marked, 'the chosen row').toHaveLength(isEmpty ? 0 : 1)
    this.#marked = [...this.#marked.slice(-1), ...marked]
  }

  /** One charge, or the keys. Between two empty lines all is of one thing. */
  #checkAlone({ view }: State, lines: readonly string[]): void {
    const { paid, harmless, other, others, asked, PAID, NOT } = this.#words
    const text = lines.join('\n')
    const paragraphs = text
      .split(/\n\s*\n/)
      .map(each => each.replaceAll(/\s+/g, ' ').replaceAll(harmless, ''))
    const told = paragraphs.filter(each => paid.test(each)).flatMap(amountsIn)
    const ofIt = paragraphs.filter(each => paid.test(each) && !other.test(each) && !others.test(each))
    for (const amount of told) expect(this.#paid.has(amount), `${amount} is not paid`).toBe(true)
    const large = lines.find(line => /^ *#[ #]*$/.test(line))?.trim()
    const isCharge = view.kind === 'charge' || view.kind === 'answer'
    const [shown = ''] = amountsIn((isCharge && lines.find(line => line.startsWith('R$ '))) || '')
    const isPaid = PAID.some(word => large?.startsWith(word))
    const isNotPaid = NOT.some(word => large?.startsWith(word))
    if (isPaid) expect(this.#paid.has(shown), `${shown} is PAID in large letters`).toBe(true)
    if (isNotPaid) {
      expect(this.#paid.has(shown), `${shown} is NOT PAID in large letters`).toBe(false)
      expect(text).toMatch(asked)
    }
    const recent = this.#recent()
    if (recent.includes(shown)) expect(told).toContain(shown)
    if (isCharge) for (const amount of ofIt.flatMap(amountsIn)) expect(amount).toBe(shown)
    const elsewhere = recent.filter(amount => amount !== shown)
    const flat = paragraphs.join('\n')
    const count = Number(others.exec(flat)?.[1] ?? (other.test(flat) ? 1 : 0))
    expect(count, `others: ${elsewhere}`).toBe(elsewhere.length)
    if (count > 0) expect(elsewhere.some(amount => told.includes(amount))).toBe(true)
  }

  /** What was told to be paid in the last minute. */
  #recent(): string[] {
    return [...this.#paid].filter(([, at]) => this.now - at < MINUTE).map(([amount]) => amount)
  }
}

function amountOf({ amount }: Payment): string {
  return `R$ ${amount.toFixed(2).replace('.', ',')}`
}

describe('a random day at the counter', () => {
  afterAll(() => useLanguage('en'))

  const seeds = Array.from({ length: volume(120, 20) }, (_, index) => index + 1)
  it.each(seeds)('says and hides nothing wrongly with the seed %i', seed => {
    const language = seed % 2 === 0 ? 'pt-BR' : 'en'
    useLanguage(language)
    const day = new RandomDay(seed, language)
    for (let step = 0; step < 150; step++) {
      try {
        day.step()
        day.check(SIZES[step % SIZES.length]!)
      } catch (error) {
        const last = day.events.slice(-8).join('; ')
        throw new Error(`seed ${seed}, step ${step}, after ${last}`, { cause: error })
      }
    }
  })
})
