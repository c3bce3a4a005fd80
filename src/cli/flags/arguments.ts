/** Arguments and flags that several commands use. */

import { string } from '@oclif/core/args'
import { string as stringFlag } from '@oclif/core/flags'
import { MAX_AMOUNT, PAYMENT_ID, UUID } from '#contract/limits.ts'
import { type Centavos, parseAmount, toDecimal } from '#contract/money.ts'
import { Failure } from '#lib/failure.ts'
import { said, type Text } from '#lib/language.ts'
import { suggest } from '#lib/suggestion.ts'
import { texts } from './texts.ts'

// Without ignoreStdin, oclif reads a missing argument from standard input.
export const chargeIdArg = string({
  name: 'ID',
  required: true,
  ignoreStdin: true,
  description: texts.chargeId(),
})

/** Checks a payment id (docs/service.md, 4.5) before anything is sent. */
export function checkChargeId(id: string): string {
  if (PAYMENT_ID.test(id)) return id
  throw new Failure('usage', () => texts.notChargeId(id), {
    next: suggest('charges list', { say: texts.chargeIdForm }),
  })
}

/** For the examples of the help. */
export const { exampleAmount, exampleKey, exampleKeyFile, exampleProfile, exampleReceiver, examplePicture } =
  texts

export const AMOUNT_HELP = { helpValue: '10.50' }

/** `--amount`; read it with {@link checkAmount}. */
export const amountFlag = (description: string) => stringFlag({ ...AMOUNT_HELP, description })
export const requiredAmountFlag = (description: string) =>
  stringFlag({ ...AMOUNT_HELP, description, required: true })

/** Checks an amount: more than zero and at most `most`, by default the limit of a charge. */
export function checkAmount(text: string, what: Text = '--amount', most = MAX_AMOUNT): Centavos {
  if (text.trim() === '') {
    throw new Failure('usage', () => texts.emptyAmount(said(what)), { next: texts.amountForm })
  }
  const amount = parseAmount(text)
  if (amount === null) {
    throw new Failure('usage', () => texts.notAmount(said(what), text), { next: texts.amountForm })
  }
  if (amount === 0) {
    throw new Failure('usage', () => texts.zeroAmount(said(what)), { next: texts.leastAmount })
  }
  if (amount > most) {
    throw new Failure('usage', () => texts.tooMuch(said(what)), {
      next: () => texts.giveAtMost(toDecimal(most)),
    })
  }
  return amount
}

/** Checks an idempotency key and returns it in lower case, as it is stored and sent. */
export function checkIdempotencyKey(key: string): string {
  if (UUID.test(key)) return key.toLowerCase()
  throw new Failure('usage', () => texts.notKey(key), { next: texts.keyForm })
}
