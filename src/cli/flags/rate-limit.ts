/** `--rate-limit N|off` of the commands that make many calls. */

import { custom } from '@oclif/core/flags'
import { PAGES_PER_MINUTE } from '#api/paging.ts'
import type { Failure } from '#lib/failure.ts'
import { badValue } from '#lib/input/bad-value.ts'
import { texts } from './texts.ts'

/** Calls a minute, or Infinity for `off`; with the flags without which it has no meaning. */
export const rateLimitFlag = (description: string, dependsOn: string[] = []) =>
  custom<number>({
    description,
    helpValue: 'N|off',
    defaultHelp: async () => `${PAGES_PER_MINUTE}`,
    dependsOn,
    parse: async text => {
      if (text === 'off') return Number.POSITIVE_INFINITY
      if (/^[1-9]\d{0,5}$/.test(text)) return Number(text)
      throw badRateLimit(text)
    },
  })()

export function badRateLimit(text: string): Failure {
  return badValue('--rate-limit', {
    takes: texts.someCalls,
    text,
    example: '--rate-limit 60',
  })
}
