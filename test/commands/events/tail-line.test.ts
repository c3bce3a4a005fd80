/** Events of the realtime channel: rows for a script, lines for a person. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type EventFacts,
  eventFacts,
  eventMark,
  eventTsvRow,
  formatEvent,
} from '#commands/events/tail/event-line.ts'
import { decode } from '#contract/realtime.ts'
import { createStyle } from '#terminal/style.ts'
import { displayWidth } from '#terminal/width.ts'
import { anyCharacter } from '../../support/any-character.ts'
import { cases } from '../../support/volume.ts'

const AT = '2026-03-10T12:03:22.000Z'
const TIME = new Date(AT).toTimeString().slice(0, 8)
const TODAY = '2026-03-10T12:05:00.000Z'

const facts: EventFacts = {
  sequence: '9007199254740993',
  id: 'evt_1',
  type: 'payment.approved',
  createdAt: AT,
  paymentId: 'pay_1',
  status: 'PAID',
  amount: 1234.5,
  description: 'Pedido 1',
}
const NOTHING = { id: null, createdAt: null, paymentId: null, status: null, amount: null, description: null }

/** What is read of an envelope. */
const read = (envelope: unknown, type = 'payment.approved') => {
  const event = typeof envelope === 'string' ? envelope : JSON.stringify(envelope)
  const item = decode(`{"op":"event","sequence":"7","event":${event}}`)
  if (item.kind !== 'event') throw new Error(`no event: ${event}`)
  return eventFacts({ ...item, type })
}

describe('the fields of an event', () => {
  it('are what the channel has read, when the event is nested a hundred thousand levels deep', () => {
    const deep = `${'['.repeat(100_000)}1.00000000000000000001${']'.repeat(100_000)}`
    const event = `{"id":"evt_1","type":"x","createdAt":"${AT}","data":{"paymentId":"pay_1","amount":${deep}}}`
    expect(read(event)).toMatchObject({ id: 'evt_1', paymentId: 'pay_1', amount: null })
    expect(eventTsvRow(read(event))).toBe('\tpayment.approved\tpay_1\t\t\t7\tevt_1\n')
  })

  it('are those of the service', () => {
    const shown = { paymentId: 'pay_1', status: 'PAID', amount: 10.5, description: 'Pedido 1' }
    const data = { ...shown, storeId: 'st_1', currency: 'BRL' }
    expect(read({ id: 'evt_1', type: 'x', storeId: 'st_1', createdAt: AT, data })).toEqual({
      ...{ sequence: '7', type: 'payment.approved', id: 'evt_1', createdAt: AT },
      ...shown,
    })
  })

  it.each([
    {},
    { data: 'text' },
    { id: '', createdAt: '', data: { paymentId: '', status: '', description: '', amount: null } },
    { id: {}, createdAt: 12, data: { paymentId: 7, status: [], description: {} } },
    { __proto__: { id: 'evt_1' } },
  ])('are empty when they are missing or have another type: %j', envelope => {
    expect(read(envelope)).toEqual({ ...NOTHING, sequence: '7', type: 'payment.approved' })
  })

  it('may have a number as the id', () => {
    expect(read('{"id":12}').id).toBe('12')
  })
})

describe('a row', () => {
  it('is createdAt, type, paymentId, status, amount, sequence, id', () => {
    expect(eventTsvRow(facts)).toBe(
      `${AT}\tpayment.approved\tpay_1\tPAID\t1234.50\t9007199254740993\tevt_1\n`,
    )
    expect(eventTsvRow({ ...facts, ...NOTHING })).toBe('\tpayment.approved\t\t\t\t9007199254740993\t\n')
  })

  it.each([
    ['10.5', '10.50'],
    ['12345678901234567.89', '12345678901234567.89'],
    ['"10.5"', '10.5'],
    ['null', ''],
  ])('has the amount %s as %s', (amount, cell) => {
    expect(eventTsvRow(read(`{"data":{"amount":${amount}}}`)).split('\t')[4]).toBe(cell)
  })

  it('always has seven cells', () => {
    const text = fc.oneof(fc.string({ unit: anyCharacter }), fc.constantFrom('\t', '\n', '\r\n', '\u001b[2J'))
    const any = fc.record({
      sequence: text,
      id: fc.option(text),
      type: text,
      createdAt: fc.option(text),
      paymentId: fc.option(text),
      status: fc.option(text),
      description: fc.option(text),
      amount: fc.oneof(fc.double(), text, fc.object(), fc.constant(null)),
    })
    fc.assert(
      fc.property(any, each => {
        const row = eventTsvRow(each)
        expect(row.slice(0, -1)).not.toMatch(/[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u202e]/)
        expect(row.split('\t')).toHaveLength(7)
        expect(row.endsWith('\n')).toBe(true)
      }),
      cases(),
    )
  })
})

describe('a warning mark', () => {
  it.each([
    ['payment.approved', undefined, null],
    ['connection.test', undefined, 'test, proves no payment'],
    ['deposit.approved', 'evt_9', 'act once, with evt_9'],
    ['connection.test', 'evt_9', 'act once, with evt_9, test, proves no payment'],
    ['deposit.approved', '\u001b[2J', 'act once, with \\u001b[2J'],
  ])('of %s beside %s is %s', (type, sameDepositAs, mark) => {
    expect(eventMark({ ...facts, type, sameDepositAs })).toBe(mark)
  })

  it('has room for so much of the other id', () => {
    expect(eventMark({ ...facts, sameDepositAs: 'evt_0123456789' }, 6)).toBe('act once, with evt_0…')
  })
})

function line(over: Partial<EventFacts> = {}, columns = 120, color = false): string {
  return formatEvent({ ...facts, ...over }, { style: createStyle({ color }), columns, today: TODAY })
}

describe('a line for a person', () => {
  it.each<[string, Partial<EventFacts>, string]>([
    ['a payment', {}, 'paid      R$ 1.234,50  pay_1  Pedido 1'],
    ['without a description', { description: null }, 'paid      R$ 1.234,50  pay_1'],
    [
      'a deposit beside its payment',
      { type: 'deposit.approved', sameDepositAs: 'evt_9' },
      'deposit   R$ 1.234,50  pay_1  act once, with evt_9  Pedido 1',
    ],
    [
      'a transport test',
      { ...NOTHING, createdAt: AT, type: 'endpoint.test' },
      'endpoint.test               test, proves no payment',
    ],
    ['of a new type', { type: 'x' }, 'x         R$ 1.234,50  pay_1  Pedido 1'],
    ['an amount in another currency', { currency: 'USD' }, 'paid      USD 1234.50  pay_1  Pedido 1'],
    ['an amount that is none', { amount: '12' }, 'paid            R$ 12  pay_1  Pedido 1'],
  ])('shows what it knows of %s', (_name, over, expected) => {
    expect(line(over)).toBe(`${TIME}  ${expected}\n`)
  })

  it('shows the date of what was not today, in few columns only the day, and no time of what names none', () => {
    const then = { createdAt: '2026-03-07T12:03:22.000Z' }
    expect(line(then)).toMatch(new RegExp(`^2026-03-07 ${TIME}  paid `))
    expect(line({ createdAt: null })).toMatch(/^- {9}paid {2}/)
    expect(line({ createdAt: 'soon' })).toMatch(/^soon {2}paid /)
    expect(line(then, 40)).toBe('7 Mar  paid      R$ 1.234,50  Pedido 1\n')
    expect(line({ createdAt: null }, 40)).toBe('-      paid      R$ 1.234,50  Pedido 1\n')
  })

  const long: Partial<EventFacts> = {
    paymentId: 'pay_0123456789abcdef012345',
    description: 'Pedido 1042, mesa 7, para viagem, sem cebola, troco para cem reais, obrigado',
  }
  /** What an event without a payment has. */
  const TEST = { paymentId: null, amount: null, description: null }

  it.each<[number, Partial<EventFacts>, string]>([
    [80, {}, 'paid      R$ 1.234,50  pay_0123456789abcdef012345  Pedido 1042, mesa …'],
    [
      80,
      { sameDepositAs: 'evt_0123456789abcdef', description: null },
      'paid      R$ 1.234,50  pay_01234…  act once, with evt_01234…',
    ],
    [80, { paymentId: 'pay_1' }, 'paid      R$ 1.234,50  pay_1  Pedido 1042, mesa 7, para viagem, sem c…'],
    [62, {}, 'paid      R$ 1.234,50  pay_01234…  Pedido 1042, mes…'],
    [60, { type: 'checkout.completed' }, 'checkout.completed  R$ 1.234,50  Pedido 1042, mes…'],
    [43, {}, 'paid      R$ 1.234,50  Pedido 10…'],
    [42, {}, 'paid      R$ 1.234,50  Pedido 1042…'],
    // Both may be about one deposit, so that they must not look alike.
    [40, { type: 'deposit.approved' }, 'deposit   R$ 1.234,50  Pedido 10…'],
    [40, { type: 'deposit.approved', sameDepositAs: 'evt_9' }, 'deposit   R$ 1.234,50  act once'],
    [40, { description: null }, 'paid      R$ 1.234,50  pay_01234…'],
    [34, { ...TEST, type: 'connection.test' }, 'connection.test  no payment'],
    [35, {}, 'paid      R$ 1.234,50'],
    [10, {}, 'pa…'],
  ])('in %i columns the least of it is cut: %j', (columns, over, expected) => {
    const time = columns > 42 ? TIME : TIME.slice(0, 5)
    expect(line({ ...long, ...over }, columns)).toBe(`${time}  ${expected}\n`)
  })

  const evil = '\u001b[2J\u009b1A\u202e\r\n\u0007\ud800'

  it('is one line of at most any number of columns, with its amount whole or not at all', () => {
    const many: Partial<EventFacts>[] = [
      {},
      NOTHING,
      { amount: 123_456_789_012.34 },
      { amount: { a: [1] } },
      { type: `checkout.${'very.'.repeat(30)}long` },
      { type: '支払い'.repeat(20) },
      { type: '' },
      { description: '支払い😀'.repeat(30) },
      { paymentId: '支払い'.repeat(30) },
      ...['description', 'type', 'paymentId', 'amount', 'currency'].map(name => ({ [name]: evil })),
      { createdAt: evil.repeat(20) },
      { sameDepositAs: 'e'.repeat(500) },
      { type: 'endpoint.test', sameDepositAs: '支'.repeat(50) },
    ]
    for (const over of many.flatMap(each => [each, { ...long, ...each }])) {
      for (let columns = 1; columns <= 200; columns++) {
        const text = line(over, columns)
        expect(text).toMatch(/^[^\n\u0000-\u001f\u007f-\u009f\u202e]*\n$/)
        expect(displayWidth(text.trimEnd()), text).toBeLessThanOrEqual(columns)
        if (!('amount' in over || 'currency' in over))
          expect(text.replace('R$ 1.234,50', '')).not.toContain('R$')
      }
    }
  })

  it('nothing from outside moves the cursor', () => {
    const text = line({ type: evil, paymentId: evil, description: evil, createdAt: evil }, 500)
    expect(text.slice(0, -1)).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/)
    expect(text.match(/\\u001b\[2J\\u009b1A\\u202e\\u000d\\u000a\\u0007\\ud800/g)).toHaveLength(4)
  })

  it.each([
    ['payment.approved', 'paid', 32],
    ['deposit.approved', 'deposit', 32],
    ['payment.created', 'created', 36],
    ['payment.expired', 'expired', 33],
    ['payment.failed', 'failed', 31],
    ['endpoint.test', 'endpoint.test', 2],
    ['connection.test', 'connection.test', 2],
  ])('%s is %s with the colour %i', (type, word, code) => {
    expect(line({ type }, 120, true)).toContain(`\u001b[${code}m  ${word}`)
  })

  it('is the same text without colour', () => {
    for (const columns of [120, 40, 9]) {
      for (const over of [{}, long, { type: 'new.type' }, { sameDepositAs: 'evt_9' }]) {
        const coloured = line(over, columns, true)
        expect(coloured.replaceAll(/\u001b\[\d+m/g, '')).toBe(line(over, columns))
      }
    }
    expect(line({ sameDepositAs: 'evt_9' }, 120, true)).toContain(
      '\u001b[33m  act once, with evt_9\u001b[39m',
    )
    expect(line({ type: 'new.type' }, 120, true)).not.toContain('m  new.type')
  })
})
