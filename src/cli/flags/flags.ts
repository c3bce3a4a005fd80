/** The flags that every command takes (docs/commands.md, "Global flags"). */

import { boolean, custom, string } from '@oclif/core/flags'
import { badValue } from '#lib/input/bad-value.ts'
import { DAY_SECONDS, parseDuration, UNIT_SECONDS } from '#lib/input/durations.ts'
import { texts } from './texts.ts'

/** A duration such as `90s`, `2m` or `0.5`, in seconds; more than zero and at most a day. */
export const seconds = custom<number>({
  parse: async (text, _context, options) => {
    const [, number, unit = 's'] = /^(\d{1,5}(?:\.\d{1,3})?)([smhd])?$/.exec(text) ?? []
    const value = Number(number) * UNIT_SECONDS[unit]!
    if (value > 0 && value <= DAY_SECONDS) return value
    const name = `--${options.name}`
    throw badValue(name, { accepts: texts.someSeconds, text, example: `${name} 30s` })
  },
})

/** A duration such as `90s`, `30m`, `1h` or `2d`, in milliseconds. A number without a unit is seconds. */
export const duration = custom<number>({
  parse: async (text, _context, options) => parseDuration(text, `--${options.name}`) * 1000,
})

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
  profile: string({ char: 'p', description: texts.profile(), helpValue: 'NAME', helpGroup: 'GLOBAL' }),
  'base-url': string({ description: texts.baseUrl(), helpValue: 'URL', helpGroup: 'GLOBAL' }),
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

/** For every command that uses the inbox. */
export const inboxFlag = string({ description: texts.inbox(), helpValue: 'URL' })

/** For every command that may use the realtime channel. */
export const realtimeUrlFlag = string({ description: texts.realtimeUrl(), helpValue: 'URL' })

/** For every command that signs or verifies. */
export const secretFileFlag = string({ description: texts.secretFile(), helpValue: 'PATH' })

/** For the commands that run as a service. */
export const logFormatFlag = string({
  description: texts.logFormat(),
  options: ['text', 'json'],
  helpValue: 'text|json',
  default: 'text',
})
