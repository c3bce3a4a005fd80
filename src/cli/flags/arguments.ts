/** Arguments and flags that several commands use. */

import { string } from '@oclif/core/args'
import { string as stringFlag } from '@oclif/core/flags'
import { MAX_AMOUNT, PAYMENT_ID, UUID } from '../../contract/limits.ts'
import { type Centavos, parseAmount, toDecimal } from '../../contract/money.ts'
import { Failure } from '../../shared/failure.ts'
import { suggest } from '../../shared/suggestion.ts'

// Without ignoreStdin, oclif reads a missing argument from standard input.
export const chargeIdArg = string({
  name: 'ID',
  required: true,
  ignoreStdin: true,
  description: "the charge's id",
})

/** Checks a payment id (docs/service.md, 4.5) before anything is sent. */
export function checkChargeId(id: string): string {
  if (PAYMENT_ID.test(id)) return id
  throw new Failure('usage', `not a charge id: ${id}`, {
    next: suggest('charges list', {
      say: 'an id has 1 to 100 letters, digits, underscores and hyphens; see',
    }),
  })
}

const AMOUNT_HELP = { helpValue: '10.50' }

/** `--amount`; read it with {@link checkAmount}. */
export const amountFlag = (description: string) => stringFlag({ ...AMOUNT_HELP, description })
export const requiredAmountFlag = (description: string) =>
  stringFlag({ ...AMOUNT_HELP, description, required: true })

/** Checks an amount: more than zero and at most `most`, by default the limit of a charge. */
export function checkAmount(text: string, what = '--amount', most = MAX_AMOUNT): Centavos {
  const amount = parseAmount(text)
  const example =
    'write it as 10, 10.5, 10.50 or 10,50: at most two decimals, no thousands separator: 1000, not 1.000'
  if (amount === null) {
    throw new Failure('usage', `${what} is not an amount in reais: ${text}`, { next: example })
  }
  if (amount === 0) throw new Failure('usage', `${what} must be more than zero`, { next: example })
  if (amount > most)
    throw new Failure('usage', `${what} is more than the service accepts`, {
      next: `give at most ${toDecimal(most)}`,
    })
  return amount
}

/** Checks an idempotency key and returns it in lower case, as it is stored and sent. */
export function checkIdempotencyKey(key: string): string {
  if (UUID.test(key)) return key.toLowerCase()
  throw new Failure('usage', `not an idempotency key: ${key}`, {
    next: 'a key is a UUID, for example from uuidgen',
  })
}
