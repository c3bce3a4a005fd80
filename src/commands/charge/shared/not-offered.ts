/** For commands that people look for, and that only say what to do instead. */

import { string } from '@oclif/core/args'
import { texts } from '#cli/flags/texts.ts'
import { PAYMENT_ID } from '#contract/limits.ts'

/** For help only: the arguments are not parsed. */
export const optionalIdArg = string({ name: 'ID', ignoreStdin: true, description: texts.chargeId() })

/** The charge that the arguments name, or the word ID. */
export function idIn(argv: readonly string[]): string {
  return argv.find(word => word.startsWith('pay_') && PAYMENT_ID.test(word)) ?? 'ID'
}
