/** The flags that choose charges, and the filter that they make. */

import type { Interfaces } from '@oclif/core'
import { custom, string } from '@oclif/core/flags'
import { several } from '#cli/flags/flags.ts'
import { textFlag } from '#cli/flags/text-flag.ts'
import { type ChargeFilter, foldText } from '#contract/charge-filter.ts'
import { type Centavos, toDecimal } from '#contract/money.ts'
import { PAYMENT_STATUSES } from '#contract/states.ts'
import { Failure } from '#lib/failure.ts'
import { checkAmount } from '#lib/input/amounts.ts'
import { checkStatus } from '#lib/input/states.ts'
import { readSpan, SPAN_WORDS } from '#lib/input/times.ts'
import { texts } from './texts.ts'

/** The service may have larger charges than one that pixctl creates. */
const MOST = Number.MAX_SAFE_INTEGER as Centavos
const helpGroup = 'FILTER'
const statusFlag = custom<string>({ parse: async text => checkStatus(text, '--status') })
const time = (description: string) => string({ description, helpValue: 'TIME', helpGroup })
const amount = (description: string, exclusive: string[] = []) =>
  string({ description, helpValue: '10.50', helpGroup, exclusive })

export const filterFlags = {
  status: statusFlag({
    description: texts.status(),
    options: [...PAYMENT_STATUSES],
    ...several,
    helpGroup,
  }),
  since: time(texts.since(SPAN_WORDS)),
  until: time(texts.until()),
  'paid-since': time(texts.paidSince()),
  'paid-until': time(texts.paidUntil()),
  search: textFlag({ description: texts.search(), helpValue: 'TEXT', helpGroup }),
  amount: amount(texts.amount(), ['min-amount', 'max-amount']),
  'min-amount': amount(texts.min()),
  'max-amount': amount(texts.max()),
}

export const FILTER_NAMES = Object.keys(filterFlags)

type FilterFlags = Partial<Interfaces.InferredFlags<typeof filterFlags>>

/** The filter of the flags; null if none is given. Failure (usage) if they can't be read. */
export function readFilter(flags: FilterFlags, nowMs: number): ChargeFilter | null {
  if (!FILTER_NAMES.some(name => flags[name as keyof FilterFlags] !== undefined)) return null
  const paid = { since: flags['paid-since'], until: flags['paid-until'] }
  return {
    statuses: flags.status && new Set(flags.status),
    created: readSpan(flags, nowMs),
    paid: readSpan(paid, nowMs, '--paid-'),
    amount: readAmounts(flags),
    exactAmount: readAmount(flags, 'amount'),
    search: flags.search === undefined ? undefined : readSearch(flags.search),
  }
}

function readAmounts(flags: FilterFlags): ChargeFilter['amount'] {
  const [least, most] = [readAmount(flags, 'min-amount'), readAmount(flags, 'max-amount')]
  if (least === undefined && most === undefined) return undefined
  if (least !== undefined && most !== undefined && least > most) {
    throw new Failure('usage', () => texts.minOverMax(toDecimal(least), toDecimal(most)), {
      next: texts.smallerToMin,
    })
  }
  return { least, most }
}

function readAmount(flags: FilterFlags, name: 'amount' | 'min-amount' | 'max-amount'): Centavos | undefined {
  const text = flags[name]
  return text === undefined ? undefined : checkAmount(text, `--${name}`, MOST)
}

function readSearch(text: string): string {
  // Only a mark, such as an accent without its letter, becomes empty text too.
  const folded = foldText(text)
  if (folded.trim() !== '') return folded
  throw new Failure('usage', texts.emptySearch, { next: texts.givePart })
}
