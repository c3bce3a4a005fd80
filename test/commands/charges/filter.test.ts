/** From the flags that choose charges to the filter that they make, without running a command. */

import { expect, it } from 'vitest'
import { filterFlags, readFilter } from '#commands/charges/list/filter.ts'
import { flagsOf } from '../../support/flags.ts'

/** Ten in the morning in São Paulo, where the tests run. */
const NOW = Date.parse('2026-03-11T13:00:00Z')
const at = (time: string) => Date.parse(time)

async function filterOf(...args: string[]) {
  const filter = readFilter(await flagsOf(filterFlags, args), NOW)
  const given = filter && Object.entries(filter).filter(([, value]) => value !== undefined)
  return given && Object.fromEntries(given)
}

it.each<[string, object | null]>([
  ['', null],
  ['--status PAID', { statuses: new Set(['PAID']) }],
  ['--status PAID --status failed', { statuses: new Set(['PAID', 'FAILED']) }],
  ['--since today', { created: { from: at('2026-03-11T03:00:00Z'), before: undefined } }],
  [
    '--since yesterday --until yesterday',
    { created: { from: at('2026-03-10T03:00:00Z'), before: at('2026-03-11T03:00:00Z') } },
  ],
  ['--until 2026-03-01', { created: { from: undefined, before: at('2026-03-02T03:00:00Z') } }],
  ['--since 2026-03-01T10:00:00Z', { created: { from: at('2026-03-01T10:00:00Z'), before: undefined } }],
  ['--paid-since today', { paid: { from: at('2026-03-11T03:00:00Z'), before: undefined } }],
  ['--amount 35,90', { exactAmount: 3590 }],
  ['--min-amount 10 --max-amount 1.234,56', { amount: { least: 1000, most: 123_456 } }],
  ['--search Açaí', { search: 'acai' }],
])('%s', async (line, filter) => {
  expect(await filterOf(...line.split(' ').filter(word => word !== ''))).toEqual(filter)
})

it.each([
  ['--status lost', 'lost'],
  ['--since tomorrow', 'tomorrow'],
  ['--since today --until yesterday', '--until yesterday'],
  ['--min-amount 20 --max-amount 10', '20.00'],
  ['--amount 10 --min-amount 5', 'min-amount'],
  ['--amount ten', 'ten'],
  ['--min-amount 0', '--min-amount must be more than zero'],
  ['--status PAYED', '--status'],
])('%s is refused, and the error says what', async (line, what) => {
  await expect(filterOf(...line.split(' '))).rejects.toThrow(what)
})

it('a search for no letter is refused', async () => {
  await expect(filterOf('--search', ' ')).rejects.toThrow('--search')
})

it('a span that begins after today is a warning', async () => {
  await expect(filterOf('--since', '2026-03-12')).rejects.toThrow(
    'nothing is between --since 2026-03-12 and the end of today',
  )
})
