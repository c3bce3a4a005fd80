/** The text of an OFX statement; whole files and programs that read them are in test/commands/report/ofx.test.ts. */

import { afterEach, describe, expect, it } from 'vitest'
import { inOrder, ofxStatement, type PaidCharge, paidCharge } from '#charges/ofx.ts'
import type { Payment } from '#contract/generated/types.ts'
import { Failure } from '#lib/failure.ts'
import { paymentBody } from '../support/service.ts'

const DAY = { from: Date.parse('2026-11-20T03:00:00Z'), before: Date.parse('2026-11-21T03:00:00Z') }
const PAYMENT = { id: 'pay_1', paidAt: '2026-11-20T14:10:09.999Z', amount: 10.5, fee: 0.11, netAmount: 10.39 }

function paid(over: Partial<Payment> = {}): PaidCharge {
  return paidCharge(paymentBody({ status: 'PAID', ...PAYMENT, ...over }) as unknown as Payment)
}

async function written(charges: readonly PaidCharge[], span = DAY, account = 'default'): Promise<string> {
  async function* source() {
    if (charges.length > 0) yield charges
  }
  let text = ''
  for await (const part of ofxStatement(account, span, source())) text += part
  return text
}

/** The values of an element, in order. */
const valuesOf = (text: string, name: string) =>
  [...text.matchAll(new RegExp(`^<${name}>(.*)</${name}>\r$`, 'gm'))].map(([, value]) => value)

describe('the text of a statement', () => {
  it.each([
    ['Açaí, pão e café', 'Acai, pao e cafe'],
    ['R&D <b>1</b> > 2', 'R&amp;D &lt;b&gt;1&lt;/b&gt; &gt; 2'],
    ['&lt;', '&amp;lt;'],
    ['</MEMO><TRNAMT>9999.00', '&lt;/MEMO&gt;&lt;TRNAMT&gt;9999.00'],
    ['a\r\nb\tc\u0000\u001b[2Jd\u0085e', 'a b c [2Jd e'],
    ['☕ 1ª mesa \ud83d', '? 1a mesa ?'],
    ['\u202eabc', '?abc'],
  ])('has the description %j as %j', async (description, memo) => {
    expect(valuesOf(await written([paid({ description })]), 'MEMO')).toEqual([memo, `Taxa do Pix: ${memo}`])
  })

  it.each([null, '', ' \n'])('has words for the description %j', async description => {
    expect(valuesOf(await written([paid({ description })]), 'MEMO')).toEqual([
      'Pix recebido',
      'Taxa do Pix: Pix recebido',
    ])
  })

  it('is ASCII, and no value is longer than OFX allows', async () => {
    const text = await written(
      [paid({ id: '\u00e7<'.repeat(500), description: '\ufdfa'.repeat(80) })],
      DAY,
      'x'.repeat(64),
    )
    expect(text).toMatch(/^[\r\n -~]+$/)
    expect(valuesOf(text, 'ACCTID')).toEqual(['x'.repeat(22)])
    const plain = (value = '') => value.replaceAll('&lt;', '<')
    for (const id of valuesOf(text, 'FITID')) expect(plain(id).length).toBeLessThanOrEqual(255)
    for (const memo of valuesOf(text, 'MEMO')) expect(plain(memo).length).toBeLessThanOrEqual(255)
  })
})

describe('the times of a statement', () => {
  const zone = process.env.TZ
  afterEach(() => {
    process.env.TZ = zone
  })

  it.each([
    ['America/Sao_Paulo', '20261120111009[-3:BRT]'],
    ['America/Manaus', '20261120101009[-4:GMT]'],
    ['America/St_Johns', '20261120104009[-3.5:GMT]'],
    ['Asia/Kolkata', '20261120194009[5.5:GMT]'],
    ['UTC', '20261120141009[0:GMT]'],
  ])('are those of %s', async (tz, posted) => {
    process.env.TZ = tz
    expect(valuesOf(await written([paid()]), 'DTPOSTED')).toEqual([posted, posted])
  })

  it('begin and end with the span, whatever happened in it', async () => {
    const text = await written([])
    expect(valuesOf(text, 'DTSTART')).toEqual(['20261120000000[-3:BRT]'])
    const end = ['20261120235959[-3:BRT]']
    expect(['DTEND', 'DTSERVER', 'DTASOF'].map(name => valuesOf(text, name))).toEqual([end, end, end])
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
  expect([...inOrder(charges)].flat().map(({ id }) => id)).toEqual(['c', 'B', 'a', 'b'])
})

it('has the sum of its entries as balance, exact where doubles are not', async () => {
  const charges = [0.1, 0.2, 1000].map((amount, n) =>
    paid({ id: `pay_${n}`, amount, fee: 0.07, netAmount: Math.round(amount * 100 - 7) / 100 }),
  )
  expect(valuesOf(await written(charges), 'BALAMT')).toEqual(['1000.09'])
  expect(valuesOf(await written([]), 'BALAMT')).toEqual(['0.00'])
})

it.each([
  [{ fee: 0.12 }, 'the netAmount of charge pay_1 is not its amount without the fee'],
  [{ amount: 10.505 }, 'the amount of charge pay_1 is not whole centavos'],
])('takes no charge whose amounts are not right: %j', (over, message) => {
  let failure: unknown
  try {
    paid(over)
  } catch (error) {
    failure = error
  }
  expect(failure).toBeInstanceOf(Failure)
  expect(failure).toMatchObject({ category: 'service', message })
})
