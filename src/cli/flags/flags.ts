/** The flags that every command takes (docs/commands.md, "Global flags"). */

import { boolean, custom, string } from '@oclif/core/flags'
import { SIGNATURE_TOLERANCE_MS } from '#contract/limits.ts'
import { badValue } from '#lib/input/bad-value.ts'
import { durationText, durationToMs, parseDuration } from '#lib/input/durations.ts'
import { texts } from './texts.ts'

/** A flag as suggestions see it (output/hints.ts). */
export interface KnownFlag {
  type: 'boolean' | 'option'
  char?: string | undefined
  /**
   * Only of one that says where a command works or with what: suggested commands that take it too repeat this of its value;
   * nothing for null, where all of it may be secret.
   */
  kept?: (value: string) => string | null
  /** Its name in commands that have only one target. */
  keptAs?: string
}

/** To be spread into such a flag. */
export const KEPT = { kept: (value: string) => value }
/** Addresses with a password are refused, and never repeated. A query may hold a token. */
export const KEPT_URL = {
  kept: (url: string) => (url.includes('@') ? null : url.replace(/\?.*/s, '?\u2026')),
}

/** The most seconds that {@link seconds} takes: 24 days, because a timer takes hardly more. */
const MOST_SECONDS = 24 * 86_400

/** A duration in seconds; more than zero and at most 24 days. A number without a unit is seconds. */
export const seconds = custom<number>({
  parse: async (text, _context, options) => {
    const value = durationToMs(text, 's') / 1000
    if (value > 0 && value <= MOST_SECONDS) return value
    const name = `--${options.name}`
    throw badValue(name, { accepts: texts.someSeconds, text, example: `${name} 30s` })
  },
})

/** A duration in milliseconds. A number without a unit is seconds. */
export const duration = custom<number>({
  parse: async (text, _context, options) => parseDuration(text, `--${options.name}`),
})

/** How old or new a signature may be, in milliseconds. */
export const toleranceFlag = (description: string) =>
  duration({
    description,
    helpValue: 'DURATION',
    defaultHelp: async () => durationText(SIGNATURE_TOLERANCE_MS),
  })

/** Of a flag that takes several values: it may be repeated, and its values are divided by commas. */
export const several = { multiple: true, multipleNonGreedy: true, delimiter: ',' } as const

/** A limit like this only keeps the number exact. It is said only if it was passed. */
const NO_LIMIT = 999_999_999

export const wholeNumber = custom<number, { min: number; max: number }>({
  parse: async (text, _context, options) => {
    const { name, min, max } = options
    const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN
    if (value >= min && value <= max) return value
    const saysEnd = max < NO_LIMIT || /^\d{9,}$/.test(text)
    const accepts = () => (saysEnd ? texts.someWhole(min, max) : texts.wholeOrMore(min))
    throw badValue(`--${name}`, { accepts, text, example: `--${name} ${min}` })
  },
})

export const globalFlags = {
  profile: string({
    ...KEPT,
    char: 'p',
    description: texts.profile(),
    helpValue: 'NAME',
    helpGroup: 'GLOBAL',
  }),
  'base-url': string({ ...KEPT_URL, description: texts.baseUrl(), helpValue: 'URL', helpGroup: 'GLOBAL' }),
  json: boolean({ description: texts.json(), helpGroup: 'GLOBAL' }),
  lang: string({ description: texts.lang(), helpValue: 'en|pt-BR', helpGroup: 'GLOBAL' }),
  'no-color': boolean({ description: texts.noColor(), helpGroup: 'GLOBAL' }),
  'no-input': boolean({ description: texts.noInput(), helpGroup: 'GLOBAL' }),
  debug: boolean({ description: texts.debug(), helpGroup: 'GLOBAL' }),
  timeout: seconds({ description: texts.timeout(), helpValue: 'DURATION', default: 60, helpGroup: 'GLOBAL' }),
}

/** `--quiet`: only ids. `excludes` are the flags that can't be used with it. */
export const quietFlag = (excludes: string[] = ['json']) =>
  boolean({ char: 'q', description: texts.quiet(), exclusive: excludes })

/** For every command that uses the inbox. Its address names a user, but no password. */
export const inboxFlag = string({
  description: texts.inbox(),
  helpValue: 'URL',
  ...{ kept: (url: string) => /^(?!.*password)postgres(ql)?:\/\/([^:@/?]*@)?[^@]*$/i.exec(url)?.[0] ?? null },
})

/** For every command that may use the realtime channel. */
export const realtimeUrlFlag = string({ ...KEPT_URL, description: texts.realtimeUrl(), helpValue: 'URL' })

/** For every command that signs or verifies. */
export const secretFileFlag = string({ ...KEPT, description: texts.secretFile(), helpValue: 'PATH' })

/** For the commands that run as a service. */
export const logFormatFlag = string({
  description: texts.logFormat(),
  options: ['text', 'json'],
  helpValue: 'text|json',
  default: 'text',
})
