/** The flags that choose charges, and the filter that they make. */

import { custom, string } from '@oclif/core/flags'
import { textFlag } from '#cli/flags/text-flag.ts'
import { type ChargeFilter, foldText, type Span } from '#contract/charge-filter.ts'
import { type Centavos, toDecimal } from '#contract/money.ts'
import { PAYMENT_STATUSES } from '#contract/states.ts'
import { Failure } from '#lib/failure.ts'
import { checkAmount } from '#lib/input/amounts.ts'
import { emptySpan, parseSince, parseUntil, SPAN_WORDS } from '#lib/input/times.ts'
import { texts } from '../../../charges/texts.ts'

const helpGroup = 'FILTER'
const anyCase = custom<string>({
  parse: async text => PAYMENT_STATUSES.find(each => each === text.toUpperCase()) ?? text,
})
const time = (description: string) => string({ description, helpValue: 'TIME', helpGroup })
const amount = (description: string, exclusive: string[] = []) =>
  string({ description, helpValue: '10.50', helpGroup, exclusive })

export const filterFlags = {
  status: anyCase({
    description: texts.status(),
    options: [...PAYMENT_STATUSES],
    multiple: true,
    delimiter: ',',
    helpGroup,
  }),
  since: time(texts.since(SPAN_WORDS)),
  until: time(texts.until()),
  'paid-since': time(texts.paidSince()),
  'paid-until': time(texts.paidUntil()),
  search: textFlag({
    description: texts.search(),
    helpValue: 'TEXT',
    helpGroup,
  }),
  amount: amount(texts.amount(), ['min', 'max']),
  min: amount(texts.min()),
  max: amount(texts.max()),
}

export const FILTER_NAMES = Object.keys(filterFlags)

export interface FilterFlags {
  status?: string[] | undefined
  since?: string | undefined
  until?: string | undefined
  'paid-since'?: string | undefined
  'paid-until'?: string | undefined
  search?: string | undefined
  amount?: string | undefined
  min?: string | undefined
  max?: string | undefined
}

/** The filter of the flags at a point in time; null if none is given. Throws Failure (usage) if they can't be read. */
export function readFilter(flags: FilterFlags, nowMs: number): ChargeFilter | null {
  if (!FILTER_NAMES.some(name => flags[name as keyof FilterFlags] !== undefined)) return null
  return {
    statuses: flags.status && new Set(flags.status),
    created: readSpan(flags, 'since', 'until', nowMs),
    paid: readSpan(flags, 'paid-since', 'paid-until', nowMs),
    amount: readAmounts(flags),
    search: flags.search === undefined ? undefined : readSearch(flags.search),
  }
}

/** The span of two flags; undefined without them. Throws Failure (usage) if it doesn't end after its start. */
export function readSpan<Name extends keyof FilterFlags>(
  flags: Partial<Record<Name, string | string[] | undefined>>,
  since: Name,
  until: Name,
  nowMs: number,
): Span | undefined {
  const [first, last] = [flags[since], flags[until]] as (string | undefined)[]
  if (first === undefined && last === undefined) return undefined
  const from = first === undefined ? undefined : parseSince(first, `--${since}`, nowMs)
  const before = last === undefined ? undefined : parseUntil(last, `--${until}`, nowMs)
  if (from !== undefined && before !== undefined && from >= before) {
    throw emptySpan(`--${since}`, `${first}`, `--${until} ${last}`)
  }
  return { from, before }
}

function readAmounts(flags: FilterFlags): ChargeFilter['amount'] {
  const read = (name: 'amount' | 'min' | 'max'): Centavos | undefined => {
    const text = flags[name]
    return text === undefined
      ? undefined
      : checkAmount(text, `--${name}`, Number.MAX_SAFE_INTEGER as Centavos)
  }
  const exact = read('amount')
  const [least, most] = [exact ?? read('min'), exact ?? read('max')]
  if (least === undefined && most === undefined) return undefined
  if (least !== undefined && most !== undefined && least > most) {
    throw new Failure('usage', () => texts.minOverMax(toDecimal(least), toDecimal(most)), {
      next: texts.smallerToMin,
    })
  }
  return { least, most }
}

function readSearch(text: string): string {
  // Only a mark, such as an accent without its letter, becomes empty text too.
  const folded = foldText(text)
  if (folded.trim() !== '') return folded
  throw new Failure('usage', texts.emptySearch, { next: texts.givePart })
}
