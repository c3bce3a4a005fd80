import { describe, expect, it } from 'vitest'
import type { Difference } from '#charges/reconcile/compare.ts'
import { formatDays, formatDifferences, reconciliationTsv } from '#commands/reconcile/differences.ts'
import { createStyle } from '#terminal/style.ts'
import { displayWidth } from '#terminal/width.ts'

const plain = createStyle({ color: false })
const days = [
  { period: '2026-03-10', paid: 1, netAmount: 10.5 },
  { period: '2026-03-11', paid: 120, netAmount: 123456.78 },
]
const differences: Difference[] = [
  {
    kind: 'missed_event',
    paymentId: 'pay_1',
    detail: 'PAID at some time, and then said at such length that one line will not do\u001b[31m',
    next: "pixctl charges get 'pay_1\u001b[31m'",
  },
  { kind: 'unknown_creation', paymentId: null, detail: 'unresolved', next: 'pixctl charge recover KEY' },
]

describe('the days', () => {
  it('are a table, money aligned', async () => {
    expect(await formatDays(days, { style: plain, columns: 80 })).toBe(
      [
        'DAY         PAID     NET AMOUNT',
        '2026-03-10     1       R$ 10,50',
        '2026-03-11   120  R$ 123.456,78',
        '',
      ].join('\n'),
    )
  })
})

describe('the differences', () => {
  it.each([80, 40])('are paragraphs that fit %i columns, controls escaped', columns => {
    const text = formatDifferences(differences, { style: plain, columns })
    expect(Math.max(...text.split('\n').map(displayWidth))).toBeLessThanOrEqual(columns)
    expect(text).toMatch(/^paid, but the notice is missing {2}pay_1\n {2}PAID at some time/)
    expect(text).toContain('\nunfinished creation\n  unresolved\n  > pixctl charge recover KEY\n')
    expect(text).toContain('\\u001b[31m')
    expect(text).not.toContain('\u001b')
  })
})

it('scripts get a row for each day and each difference', () => {
  expect(reconciliationTsv(days, differences.slice(1))).toBe(
    'day\t2026-03-10\t1\t10.50\nday\t2026-03-11\t120\t123456.78\ndifference\tunknown_creation\t\tunresolved\tpixctl charge recover KEY\n',
  )
})
