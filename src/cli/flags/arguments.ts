/** Arguments and flags that several commands use. */

import { string } from '@oclif/core/args'
import { string as stringFlag } from '@oclif/core/flags'
import { texts } from './texts.ts'

// Without ignoreStdin, oclif reads a missing argument from standard input.
export const chargeIdArg = string({
  name: 'ID',
  required: true,
  ignoreStdin: true,
  description: texts.chargeId(),
})

/** For the examples of the help. */
export const {
  exampleAmount,
  exampleKey,
  exampleKeyFile,
  examplePicture,
  exampleProfile,
  exampleReceiver,
  exampleToday,
  exampleYesterday,
} = texts

export const AMOUNT_HELP = { helpValue: '10.50' }

/** `--amount`; read it with {@link checkAmount}. */
export const amountFlag = (description: string) => stringFlag({ ...AMOUNT_HELP, description })
export const requiredAmountFlag = (description: string) =>
  stringFlag({ ...AMOUNT_HELP, description, required: true })
