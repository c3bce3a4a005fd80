/** What oclif's parser doesn't accept, in the language of the person. */

import type { CLIError } from '@oclif/core/errors'
import { toDecimal } from '#contract/money.ts'
import { Failure, oneLine } from '#lib/failure.ts'
import { parseAmount } from '#lib/input/typed-amount.ts'
import { nearest } from '#lib/nearest.ts'
import type { Host } from '../host/host.ts'
import { readManual, shownName } from './help/manual.ts'
import { texts } from './texts.ts'

/** The codes that oclif puts around dimmed text. */
const DIM = /\u001b\[22?m/g
/** Fewer letters are the beginning of too many names. */
const LEAST_BEGINNING = 3
/**
 * The lines of oclif's messages, and the same in both languages. These errors have no members that say it: only unknown flags,
 * and arguments that are missing or too many, have ({@link Members}). Others stay as they are.
 */
const FORMS: readonly [RegExp, (...parts: string[]) => string][] = [
  [/^Missing required flag (\S+)$/, texts.flagMissing],
  [/^Missing (\d+) required args?:$/, texts.argumentsMissing],
  [/^Expected (.*) to be one of: (.+)$/, texts.notAChoice],
  [/^Flag (\S+) expects a value$/, texts.valueMissing],
  [/^Flag (\S+) expects one of these values: (.+)$/, texts.choiceMissing],
  [/^Flag (\S+) can only be specified once$/, texts.onlyOnce],
  [/^(.+) cannot also be provided when using (\S+)$/, texts.notTogether],
  [/^All of the following must be provided when using (\S+): (.+)$/, texts.needsToo],
]

interface Members {
  /** Flags that there are not, as they were typed. */
  flags?: readonly string[]
  /** Arguments that are too many, as they were typed; or those that are missing. */
  args?: readonly (string | { name: string })[]
}

type Flags = Readonly<Record<string, { hidden?: boolean }>>

/**
 * The error of oclif's parser, shorter and without colours.
 *
 * @param command the words of the command that was to run
 * @param flags those that it takes
 */
export function wrongUsage(
  error: CLIError & Members,
  { argv, root }: Host,
  command: string,
  flags: Flags,
): Failure {
  const unknown = (error.flags ?? []).map(flag => oneLine(flag))
  const given = error.args ?? []
  const unexpected = given.filter(argument => typeof argument === 'string').map(text => oneLine(text))
  const [first = '', ...rest] = withoutLineBreaks(error.message, argv)
    .replaceAll(DIM, '')
    // oclif names a default, or the parsed value.
    .replace(/(--[\w-]+)=.*(?= cannot also be)/, '$1')
    .replace(/\nSee more help with --help$/, '')
    .replace(/^The following errors? occurred:\n\s*/, '')
    .split('\n')
    .map(line => line.trim().replaceAll('=true', ''))
    .filter((line, index) => index === 0 || line !== '')
  // oclif repeats some errors.
  const isRepeated = /cannot also be provided|All of the following must be provided/.test(first)
  const missing = given.filter(argument => typeof argument === 'object')
  const names = missing.map(({ name }) => name.toUpperCase())
  const say = () => {
    if (unknown.length > 0) return texts.unknownFlags(unknown.join(', '))
    return unexpected.length > 0 ? texts.unexpectedArguments(unexpected.join(', ')) : inBoth(first)
  }
  const hasLines = !isRepeated && unknown.length + unexpected.length === 0
  const lines =
    missing.length > 0
      ? names.map(name => () => shownName(name).toLowerCase())
      : rest.map(line => () => inBoth(line))
  const near = [
    ...unexpected.flatMap(text => meantAmount(text, flags, argv)),
    ...unknown.flatMap(flag => meantFlags(flag, flags)),
  ]
  return new Failure('usage', say, {
    lines: hasLines ? lines : [],
    next: [
      ...near.map(flag => () => texts.didYouMeanFlag(flag)),
      ...(first.startsWith('Missing') ? [() => texts.forExample(exampleOf(command, root))] : []),
      texts.addHelp,
    ],
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

/** For an amount alone, `--amount` with it. */
function meantAmount(alone: string, flags: Flags, argv: readonly string[]): string[] {
  const amount = 'amount' in flags ? parseAmount(alone) : null
  return amount === null || argv.some(word => /^--amount(=|$)/.test(word))
    ? []
    : [`--amount ${toDecimal(amount)}`]
}

/** The flag that was mistyped, or those of which only the beginning was typed. */
function meantFlags(typed: string, flags: Flags): string[] {
  const name = /^--([a-z][\w-]+)/i.exec(typed)?.[1]?.toLowerCase()
  if (name === undefined) return []
  const known = Object.keys(flags).filter(flag => !flags[flag]!.hidden)
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
