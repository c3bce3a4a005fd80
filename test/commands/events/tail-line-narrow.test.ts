/** Lines of events in narrow terminals: the amount and the description stay. */

import { describe, expect, it } from 'vitest'
import { type EventFacts, formatEvent } from '#commands/events/tail/line.ts'
import { inLanguage } from '#lib/language.ts'
import { createStyle } from '#terminal/style.ts'

const AT = '2026-03-10T12:03:22.000Z'
const TIME = new Date(AT).toTimeString().slice(0, 8)

const facts: EventFacts = {
  sequence: '1',
  id: 'evt_1',
  type: 'payment.approved',
  createdAt: AT,
  paymentId: 'pay_0123456789abcdef012345',
  status: 'PAID',
  amount: 1234.5,
  description: 'Pedido 1042, mesa 7, para viagem, sem cebola, troco para cem reais, obrigado',
}

/** What an event without a payment has. */
const TEST = { paymentId: null, amount: null, description: null }

function line(over: Partial<EventFacts>, columns: number): string {
  const style = createStyle({ color: false })
  return formatEvent({ ...facts, ...over }, { style, columns, today: AT })
}

describe('a line for a person', () => {
  it('shows only the day of what was not today if the time would leave no room for the amount', () => {
    expect(line({ createdAt: '2026-03-07T12:03:22.000Z', description: 'Pedido 1' }, 40)).toBe(
      '7 Mar  paid      R$ 1.234,50  Pedido 1\n',
    )
    const inPortuguese = () => line({ createdAt: '2026-03-07T12:03:22.000Z', description: 'Pedido 1' }, 40)
    expect(inLanguage('pt-BR', inPortuguese)).toBe('07/03  paga      R$ 1.234,50  Pedido 1\n')
    expect(line({ createdAt: null, description: 'Pedido 1' }, 40)).toBe(
      '-      paid      R$ 1.234,50  Pedido 1\n',
    )
  })

  it.each([
    [50, 'paid      R$ 1.234,50  Pedido 1042, mes…'],
    [43, 'paid      R$ 1.234,50  Pedido 10…'],
  ])('has seconds in %i columns', (columns, expected) => {
    expect(line({}, columns)).toBe(`${TIME}  ${expected}\n`)
  })

  it.each<[number, Partial<EventFacts>, string]>([
    [42, {}, 'paid      R$ 1.234,50  Pedido 1042…'],
    [40, {}, 'paid      R$ 1.234,50  Pedido 10…'],
    [40, { type: 'payment.created', description: '支払い☕ 😀' }, 'created   R$ 1.234,50  支払い☕ …'],
    [40, { type: 'payment.expired' }, 'expired   R$ 1.234,50  Pedido 10…'],
    [40, { type: 'payment.failed' }, 'failed    R$ 1.234,50  Pedido 10…'],
    // Both may be about one deposit, so that they must not look alike.
    [40, { type: 'deposit.approved' }, 'deposit   R$ 1.234,50  Pedido 10…'],
    [40, { type: 'deposit.approved', sameDepositAs: 'evt_9' }, 'deposit   R$ 1.234,50  act once'],
    [40, { type: 'paid    ' }, 'paid      R$ 1.234,50  Pedido 10…'],
    [40, { type: 'constructor' }, 'constru…  R$ 1.234,50  Pedido 10…'],
    [40, { description: null }, 'paid      R$ 1.234,50  pay_01234…'],
    [40, { ...TEST, type: 'endpoint.test' }, 'endpoint.test  no payment'],
    [40, { ...TEST, type: 'connection.test' }, 'connection.test  no payment'],
    [34, { ...TEST, type: 'connection.test' }, 'connection.test  no payment'],
    [36, {}, 'paid      R$ 1.234,50  Pedid…'],
    [35, {}, 'paid      R$ 1.234,50'],
    [28, {}, 'paid      R$ 1.234,50'],
    [27, {}, 'paid    '],
    [12, {}, 'paid'],
    [10, {}, 'pa…'],
  ])('in %i columns there are no seconds: %j', (columns, over, expected) => {
    expect(line(over, columns)).toBe(`${TIME.slice(0, 5)}  ${expected}\n`)
  })

  it.each(['endpoint.test', 'connection.test'])(
    'says in Portuguese too in 40 columns what %s is not',
    type => {
      const shown = () => line({ ...TEST, type }, 40)
      expect(inLanguage('pt-BR', shown)).toBe(`${TIME.slice(0, 5)}  ${type}  não é pagamento\n`)
    },
  )

  it('says in Portuguese too in 40 columns that another event approves the same charge', () => {
    const shown = () => line({ type: 'deposit.approved', sameDepositAs: 'evt_9' }, 40)
    expect(inLanguage('pt-BR', shown)).toBe(`${TIME.slice(0, 5)}  depósito  R$ 1.234,50  uma vez só\n`)
  })
})
