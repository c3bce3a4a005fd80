/** Charges as a person reads them in Portuguese. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Payment } from '#contract/generated/types.ts'
import { formatBytes, useLanguage } from '#lib/language.ts'
import { chargeTsvFields, chargeTsvRow, formatCharge, formatChargeTable } from '#terminal/charge.ts'
import { createStyle } from '#terminal/style.ts'
import { paymentBody } from '../support/service.ts'

beforeEach(() => useLanguage('pt-BR'))
afterEach(() => useLanguage('en'))

const style = createStyle({ color: false })
const paid = {
  ...(paymentBody() as unknown as Payment),
  id: 'pay_1',
  status: 'PAID',
  description: 'Açaí',
  createdAt: '2026-11-20T15:00:00Z',
  paidAt: '2026-11-20T15:05:09Z',
} as const

describe('a charge', () => {
  it('has a status that pixctl does not know as the service names it', () => {
    const text = formatCharge({ ...paid, status: 'toString' as 'PAID' }, { style })
    expect(text).toMatch(/^Situação +toString$/m)
  })

  it('has labels, times and units in Portuguese, and a word for the status', () => {
    const text = formatCharge({ ...paid, passFee: true, validityMinutes: 2880 }, { style })
    expect(text).toMatch(/^Cobrança +pay_1$/m)
    expect(text).toMatch(/^Situação +paga$/m)
    expect(text).toMatch(/^Valor líquido +R\$ /m)
    expect(text).toMatch(/^Taxa +R\$ \d,\d\d \(somada ao valor\)$/m)
    expect(text).toMatch(/^Validade +2 dias$/m)
    expect(text).toMatch(/^Paga em +20\/11\/2026 12:05:09$/m)
    expect(text).toMatch(/^Pix copia e cola/m)
  })

  it('is in a table without seconds, and without the year', async () => {
    const table = await formatChargeTable([paid], {
      style,
      columns: 200,
      now: Date.parse('2026-11-20T15:10:00Z'),
    })
    const [head, row] = table.split('\n')
    expect(head).toMatch(/^ID +SITUAÇÃO +VALOR +TAXA +LÍQUIDO +CRIADA EM +EXPIRA EM +DESCRIÇÃO$/)
    expect(row).toMatch(/ paga 12:05 .* 20\/11 12:00 /)
  })

  it('is the same for scripts', () => {
    const here = chargeTsvRow(paid) + chargeTsvFields(paid)
    useLanguage('en')
    expect(here).toBe(chargeTsvRow(paid) + chargeTsvFields(paid))
  })
})

it('a size has a decimal comma', () => {
  expect(formatBytes(86_040)).toBe('86,0 kB')
  useLanguage('en')
  expect(formatBytes(86_040)).toBe('86.0 kB')
  expect(formatBytes(99_949)).toBe('99.9 kB')
  expect(formatBytes(99_951)).toBe('100 kB')
  expect(formatBytes(167_900)).toBe('168 kB')
})
