/** The text of an OFX statement; whole files and programs that read them are in test/commands/report/ofx.test.ts. */

import { afterEach, describe, expect, it } from 'vitest'
import { ofxStatement, type PaidCharge, paidCharge } from '#charges/ofx.ts'
import type { Payment } from '#contract/generated/types.ts'
import { paymentBody } from '../support/service.ts'

const DAY = { from: Date.parse('2026-11-20T03:00:00Z'), before: Date.parse('2026-11-21T03:00:00Z') }
const PAYMENT = { id: 'pay_1', paidAt: '2026-11-20T14:10:09.999Z', amount: 10.5, fee: 0.11, netAmount: 10.39 }

function paid(over: Partial<Payment> = {}): PaidCharge {
  return paidCharge(paymentBody({ status: 'PAID', ...PAYMENT, ...over }) as unknown as Payment)
}

const written = (charges: PaidCharge[], account = 'default') => ofxStatement(account, DAY, charges)

/** The values of an element, in order. */
const valuesOf = (text: string, name: string) =>
  [...text.matchAll(new RegExp(`^<${name}>(.*)</${name}>\r$`, 'gm'))].map(([, value]) => value)

describe('the text of a statement', () => {
  it.each([
    ['Açaí, pão e café', 'Acai, pao e cafe'],
    ['R&D <b>1</b> > 2', 'R&amp;D &lt;b&gt;1&lt;/b&gt; &gt; 2'],
    ['</MEMO><TRNAMT>9999.00', '&lt;/MEMO&gt;&lt;TRNAMT&gt;9999.00'],
    ['a\r\nb\tc\u0000\u001b[2Jd\u0085e', 'a b c [2Jd e'],
    ['☕ 1ª mesa \ud83d', '? 1a mesa ?'],
    ['\u202eabc', '?abc'],
  ])('has the description %j as %j', async (description, memo) => {
    expect(valuesOf(written([paid({ description })]), 'MEMO')).toEqual([
      `${memo} (11:10:09)`,
      `Taxa do Pix: ${memo} (11:10:09)`,
    ])
  })

  it.each([null, '', ' \n'])('has words for the description %j', async description => {
    expect(valuesOf(written([paid({ description })]), 'MEMO')).toEqual([
      'Pix recebido (11:10:09)',
      'Taxa do Pix: Pix recebido (11:10:09)',
    ])
  })

  it('is ASCII, and no value is longer than OFX allows', async () => {
    const text = written(
      [paid({ id: '\u00e7<'.repeat(500), description: '\ufdfa'.repeat(80) })],
      'x'.repeat(64),
    )
    expect(text).toMatch(/^[\r\n -~]+$/)
    const plain = (value = '') => value.replaceAll('&lt;', '<')
    for (const id of valuesOf(text, 'FITID')) expect(plain(id).length).toBeLessThanOrEqual(255)
    for (const memo of valuesOf(text, 'MEMO')) expect(plain(memo).length).toBeLessThanOrEqual(255)
    expect(valuesOf(text, 'ACCTID')[0]!.length).toBeLessThanOrEqual(22)
  })

  it('has an account of its own for each profile, though their names begin alike', async () => {
    const accounts = ['a-1', 'a-2', ''].map(
      end => valuesOf(written([], `loja-do-centro-da-prac${end}`), 'ACCTID')[0],
    )
    // The hash: printf %s loja-do-centro-da-praca-1 | sha256sum
    expect(accounts).toEqual(['loja-do-centr-9423bcf3', 'loja-do-centr-53debe89', 'loja-do-centro-da-prac'])
  })
})

describe('the times of a statement', () => {
  const zone = process.env.TZ
  afterEach(() => {
    process.env.TZ = zone
  })

  it.each([
    ['America/Sao_Paulo', '20261120120000[-3:BRT]'],
    ['America/St_Johns', '20261120120000[-3.5:GMT]'],
    ['Asia/Kolkata', '20261120120000[5.5:GMT]'],
  ])('are 12:00 of the day in %s', async (tz, posted) => {
    process.env.TZ = tz
    expect(valuesOf(written([paid()]), 'DTPOSTED')).toEqual([posted, posted])
  })

  it('have the distance from UTC of 12:00, also on the day when the clock is set forward', async () => {
    process.env.TZ = 'America/New_York'
    const charge = paid({ paidAt: '2026-03-08T05:30:00Z' })
    expect(valuesOf(written([charge]), 'DTPOSTED')[0]).toBe('20260308120000[-4:GMT]')
    expect(valuesOf(written([charge]), 'MEMO')[0]).toMatch(/\(00:30:00\)$/)
  })

  it.each([
    ['2026-11-21T02:59:59.999Z', '20261120'],
    ['2026-11-21T03:00:00Z', '20261121'],
  ])('are those of the local day of %s', async (paidAt, day) => {
    expect(valuesOf(written([paid({ paidAt })]), 'DTPOSTED')[0]).toBe(`${day}120000[-3:BRT]`)
  })

  it('begin and end with the days of the span, whatever happened in it', async () => {
    const text = written([])
    const noon = ['20261120120000[-3:BRT]']
    const names = ['DTSTART', 'DTEND', 'DTSERVER', 'DTASOF']
    expect(names.map(name => valuesOf(text, name))).toEqual([noon, noon, noon, noon])
  })
})

it('sorts by the time of payment, then by id', () => {
  const at = (id: string, paidAt: string) => paid({ id, paidAt })
  const charges = [
    at('b', '2026-11-20T15:00:00Z'),
    at('a', '2026-11-20T12:00:00-03:00'),
    at('c', '2026-11-20T14:59:59.999Z'),
    at('B', '2026-11-20T15:00:00Z'),
  ]
  expect(valuesOf(written(charges), 'FITID').filter(id => !id?.endsWith('-fee'))).toEqual([
    'c',
    'B',
    'a',
    'b',
  ])
})

it('has the sum of its entries as balance, exact where doubles are not', async () => {
  const charges = [0.1, 0.2, 1000].map((amount, n) =>
    paid({ id: `pay_${n}`, amount, fee: 0.07, netAmount: Math.round(amount * 100 - 7) / 100 }),
  )
  expect(valuesOf(written(charges), 'BALAMT')).toEqual(['1000.09'])
  expect(valuesOf(written([]), 'BALAMT')).toEqual(['0.00'])
})

it.each([
  [{ fee: 0.12 }, 'the netAmount of charge pay_1 is not its amount without the fee'],
  [{ amount: 10.505 }, 'the amount of charge pay_1 is not whole centavos'],
])('takes no charge whose amounts are not right: %j', (over, message) => {
  expect(() => paid(over)).toThrow(expect.objectContaining({ name: 'Failure', category: 'service', message }))
})
