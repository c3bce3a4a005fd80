/** What oclif's parser doesn't accept, in the language of the person. */

import type { CLIError } from '@oclif/core/errors'
import { toDecimal } from '#contract/money.ts'
import { Failure, oneLine } from '#lib/failure.ts'
import { parseAmount } from '#lib/input/amounts.ts'
import type { Text } from '#lib/language.ts'
import { nearest } from '#lib/nearest.ts'
import { type Suggestion, suggest } from '#lib/suggestion.ts'
import type { Host } from '../host/host.ts'
import { COMMANDS } from './commands.ts'
import { readManual, shownName } from './help/manual.ts'
import { texts } from './texts.ts'

/** The codes that oclif puts around dimmed text. */
const DIM = /\u001b\[22?m/g
/** Fewer letters are the beginning of too many names. */
const LEAST_BEGINNING = 3
/** The lines of oclif's messages, and the same in both languages. Others stay as they are. */
const FORMS: readonly [RegExp, (...parts: string[]) => string][] = [
  [/^Nonexistent flags?: (.+)$/, texts.unknownFlags],
  [/^Missing required flag (\S+)$/, texts.flagMissing],
  [/^Missing (\d+) required args?:$/, texts.argumentsMissing],
  [/^Unexpected arguments?: (.*)$/, texts.unexpectedArguments],
  [/^Expected (.*) to be one of: (.+)$/, texts.notAChoice],
  [/^Flag (\S+) expects a value$/, texts.valueMissing],
  [/^Flag (\S+) expects one of these values: (.+)$/, texts.choiceMissing],
  [/^Flag (\S+) can only be specified once$/, texts.onlyOnce],
  [/^(.+) cannot also be provided when using (\S+)$/, texts.notTogether],
  [/^All of the following must be provided when using (\S+): (.+)$/, texts.needsToo],
]

type Flags = Readonly<Record<string, { hidden?: boolean }>>

/**
 * The error of oclif's parser, shorter and without colours.
 *
 * @param command the words of the command that was to run
 * @param flags those that it takes
 */
export function wrongUsage(error: CLIError, { argv, root }: Host, command: string, flags: Flags): Failure {
  const [first = '', ...rest] = withoutLineBreaks(error.message, argv)
    .replaceAll(DIM, '')
    .replace(/(--[\w-]+)=(?!true ).*(?= cannot also be)/, (_, flag) => typed(flag, argv))
    .replace(/\nSee more help with --help$/, '')
    .replace(/^The following errors? occurred:\n\s*/, '')
    .split('\n')
    .map(line => line.trim().replaceAll('=true', ''))
    .filter((line, index) => index === 0 || line !== '')
  // oclif repeats some errors.
  const isRepeated = /cannot also be provided|All of the following must be provided/.test(first)
  return new Failure('usage', () => inBoth(first), {
    lines: isRepeated ? [] : (missingArguments(error, command, root) ?? rest.map(line => () => inBoth(line))),
    next: [
      ...meant(first, flags, argv).map(flag => () => texts.didYouMeanFlag(flag)),
      ...meantCommands(first, command),
      ...(first.startsWith('Missing') ? [() => texts.forExample(exampleOf(command, root))] : []),
      texts.addHelp,
    ],
  })
}

/** A flag with its value as it was typed: oclif names its default, or the parsed value. */
function typed(flag: string, argv: readonly string[]): string {
  const at = argv.findIndex(word => word === flag || word.startsWith(`${flag}=`))
  return oneLine(argv[at] === flag ? `${flag}=${argv[at + 1]}` : (argv[at] ?? flag))
}

/**
 * The arguments that are missing, if that is the error. Its own descriptions are only in the language that the command was
 * loaded in.
 */
function missingArguments(error: CLIError, command: string, root: string): Text[] | undefined {
  if (!error.message.startsWith('Missing')) return undefined
  const { args } = error as { args?: readonly { name: string }[] }
  return args?.map(({ name }) => () => {
    const known = readManual(root).commands.find(entry => entry.command === command)?.arguments
    const { choices = null, description = '' } =
      known?.find(argument => argument.name === name.toUpperCase()) ?? {}
    return `${shownName(name.toUpperCase()).toLowerCase()}  ${choices ? `(${choices.join('|')}) ` : ''}${description}`
  })
}

/** The first example of the command's help, without what a shell does next. */
function exampleOf(command: string, root: string): string {
  const { examples } = readManual(root).commands.find(entry => entry.command === command)!
  return examples[0]!.split(/ (?:&&|[|>]) /)[0]!
}

function inBoth(line: string): string {
  for (const [form, text] of FORMS) {
    const match = form.exec(line)
    if (match) return text(...match.slice(1))
  }
  return line
}

/**
 * For a flag's value that is none of its choices, the most similar one; for unknown flags, the flags that are meant; for an
 * amount alone, `--amount` with it.
 */
function meant(message: string, flags: Flags, argv: readonly string[]): string[] {
  const [, alone = ''] = /^Unexpected argument: (.+)$/.exec(message) ?? []
  const amount = 'amount' in flags ? parseAmount(alone) : null
  if (amount !== null && !argv.some(word => /^--amount(=|$)/.test(word)))
    return [`--amount ${toDecimal(amount)}`]
  const [, flag, typed = '', choices = ''] =
    /^Expected (--[\w-]+)=(.*) to be one of: (.+)$/.exec(message) ?? []
  if (flag) {
    // Numbers are not similar.
    const near = /[a-z]/i.test(typed) && nearest(choices.split(', '), typed)
    return near ? [`${flag} ${near}`] : []
  }
  const [, unknown = ''] = /^Nonexistent flags?: (.+)$/.exec(message) ?? []
  const known = Object.keys(flags).filter(name => !flags[name]!.hidden)
  return unknown.split(', ').flatMap(flag => nearFlag(flag, known))
}

/** The command beside this one that an unknown flag names, as `--watch` of `charges list` does. */
function meantCommands(message: string, command: string): Suggestion[] {
  const [, unknown = ''] = /^Nonexistent flags?: (.+)$/.exec(message) ?? []
  const noun = command.slice(0, command.lastIndexOf(' ') + 1)
  return unknown
    .split(', ')
    .map(flag => noun + flag.replace(/^--/, ''))
    .filter(words => noun !== '' && Object.hasOwn(COMMANDS, words.replaceAll(' ', ':')))
    .map(words => suggest(words, { say: texts.didYouMean }))
}

/** The flag that was mistyped, or of which only the beginning was typed. */
function nearFlag(typed: string, known: readonly string[]): string[] {
  const name = /^--([a-z][\w-]+)/i.exec(typed)?.[1]?.toLowerCase()
  if (name === undefined) return []
  const longer = known.filter(flag => flag.startsWith(name))
  if (name.length >= LEAST_BEGINNING && longer.length > 0) return longer.map(flag => `--${flag}`)
  const near = nearest(known, name)
  return near ? [`--${near}`] : []
}

/** oclif's message without the line breaks that come from arguments. The remaining ones separate its errors. */
function withoutLineBreaks(message: string, argv: readonly string[]): string {
  const values = argv.flatMap(word => [word, word.slice(word.indexOf('=') + 1)])
  return values
    .filter(value => /[\n\r]/.test(value))
    .reduce((text, value) => text.replaceAll(value, oneLine(value)), message)
}
