/** Finds the command, runs it, and turns its error into an exit code. */

import type { Config } from '@oclif/core/config'
import { CLIError } from '@oclif/core/errors'
import { Failure, faultOf, oneLine } from '../../shared/failure.ts'
import { chooseLanguage, type Language, useLanguage } from '../../shared/language.ts'
import { nearest } from '../../shared/nearest.ts'
import { suggest } from '../../shared/suggestion.ts'
import type { BaseCommand } from '../base-command.ts'
import { globalFlags } from '../flags/flags.ts'
import { withValues } from '../flags/optional-value.ts'
import { isText, markTexts } from '../flags/text-flag.ts'
import { ClosedPipe, type Host, written } from '../host/host.ts'
import { flagValue } from '../output/hints.ts'
import { asksForJsonLog } from '../output/log-line.ts'
import { report } from '../output/report.ts'
import { ALIASES, COMMANDS, TOPICS } from './commands.ts'
import { runConfig } from './oclif-config.ts'

/** The global flags that take a value, such as `--profile` and `-p`. */
const GLOBAL_FLAGS_WITH_VALUE: ReadonlySet<string> = new Set(
  Object.entries(globalFlags)
    .filter(([, { type }]) => type === 'option')
    .flatMap(([name, { char }]) => [`--${name}`, ...(char ? [`-${char}`] : [])]),
)
/** SQLite's error code for a full disk. */
const SQLITE_FULL = 13
/** The codes that oclif puts around dimmed text. */
const DIM = /\u001b\[22?m/g
const HELP = new Set(['--help', '-h'])

/** Runs the command in the host's arguments and returns the exit code. Never throws. */
export async function main(host: Host): Promise<number> {
  try {
    useLanguage(languageOf(host))
    await dispatch(host)
    await written(host)
    return 0
  } catch (error) {
    // A Failure of an interrupted command says more than the signal's reason.
    const cause = host.signal.aborted && !(error instanceof Failure) ? host.signal.reason : error
    if (cause instanceof ClosedPipe || host.signal.reason instanceof ClosedPipe) return 0
    return report(host, asFailure(cause, host.argv))
  }
}

/** Programs read what `--log-format json` writes, so it is English. */
function languageOf({ argv, env, platform }: Host): Language {
  const end = argv.indexOf('--')
  const words = end === -1 ? argv : argv.slice(0, end)
  return asksForJsonLog(argv)
    ? 'en'
    : chooseLanguage(flagValue(words, '--lang', undefined), { env, platform })
}

async function dispatch(host: Host): Promise<void> {
  const { id, rest } = findCommand(host.argv)
  const firstPlain = rest.indexOf('--')
  const flags = firstPlain === -1 ? rest : rest.slice(0, firstPlain)
  if (id === 'help') return showHelp(host, rest)
  if (flags.some((flag, index) => HELP.has(flag) && !isText(flags, index)))
    return showHelp(host, id === null ? rest : id.split(':'))
  if (id === null || !(id in COMMANDS)) {
    if (rest[0] === '--version') return void host.stdout.write(`pixctl/${host.version}\n`)
    if (id === null ? flags.length === 0 : flags.every(flag => flag.startsWith('-')) && id in TOPICS) {
      return showHelp(host, id?.split(':') ?? [])
    }
    throw unknownCommand(id, flags)
  }
  const { default: loaded } = (await COMMANDS[id]!()) as {
    default: (new (argv: string[], config: Config) => BaseCommand) & Pick<typeof BaseCommand, 'bareFlags'>
  }
  Object.assign(loaded, { id })
  const argv = markTexts(withValues(rest, loaded.bareFlags))
  await new loaded(argv, runConfig(host)).execute(host)
}

/** Finds the longest command or topic at the start of the arguments, after any global flags. */
function findCommand(argv: readonly string[]): { id: string | null; rest: string[] } {
  const before: string[] = []
  let index = 0
  while (
    index < argv.length &&
    argv[index]!.startsWith('-') &&
    argv[index] !== '--' &&
    !HELP.has(argv[index]!)
  ) {
    if (argv[index] === '--version') return { id: null, rest: [...argv.slice(index)] }
    const length = GLOBAL_FLAGS_WITH_VALUE.has(argv[index]!) ? 2 : 1
    before.push(...argv.slice(index, index + length))
    index += length
  }
  const words = argv.slice(index)
  if (words[0] === 'help') return { id: 'help', rest: words.slice(1) }
  for (let length = Math.min(3, words.length); length > 0; length--) {
    const id = words.slice(0, length).join(':')
    const canonical = ALIASES[id] ?? id
    if (Object.hasOwn(COMMANDS, canonical) || Object.hasOwn(TOPICS, canonical)) {
      return { id: canonical, rest: [...before, ...words.slice(length)] }
    }
  }
  return { id: null, rest: [...before, ...words] }
}

function unknownCommand(topic: string | null, words: readonly string[]): Failure {
  const plain = words.filter(word => !word.startsWith('-'))
  if (plain.length === 0)
    return new Failure('usage', `unknown flag ${words[0]}`, {
      next: suggest('', { say: 'see', flags: { help: true }, profile: 'none' }),
    })
  const typed = [...(topic?.split(':') ?? []), plain[0]].join(' ')
  const known = [...Object.keys(COMMANDS), ...Object.keys(ALIASES)].map(id => id.replaceAll(':', ' '))
  const near = nearest(known, typed, [typed, plain[1]].join(' '))
  return new Failure('usage', `unknown command: pixctl ${typed}`, {
    next: near
      ? suggest(near, { say: 'did you mean' })
      : suggest(topic?.replaceAll(':', ' ') ?? '', { say: 'see', flags: { help: true }, profile: 'none' }),
  })
}

async function showHelp(host: Host, words: readonly string[]): Promise<void> {
  const { help } = await import('./help.ts')
  const plain = words.filter(word => !word.startsWith('-'))
  const { id, rest } = findCommand(plain)
  if (plain.length > 0 && (id === null || (rest.length > 0 && !(id in COMMANDS))))
    throw unknownCommand(id, rest)
  await help(host, id)
}

/** Turns any error into a Failure. oclif's errors are wrong usage, others are faults of this machine or of pixctl. */
function asFailure(error: unknown, argv: readonly string[]): Failure {
  if (error instanceof Failure) return unwrapped(error)
  if (error instanceof CLIError) return usage(error, argv)
  const { code, message, errcode } = error as NodeJS.ErrnoException & { errcode?: number }
  if (code === 'ENOSPC' || errcode === SQLITE_FULL)
    return new Failure('fault', `the disk is full (${message})`, {
      next: 'free some space and run it again',
      cause: error,
    })
  return faultOf(error)
}

/** Removes the text that oclif adds around the message of a flag's parser. */
function unwrapped(failure: Failure): Failure {
  return failure.message.startsWith('Parsing --') ? failure.with({}) : failure
}

/** The error of oclif's parser, shorter and without colours. oclif repeats some errors. */
function usage(error: CLIError, argv: readonly string[]): Failure {
  const [first = '', ...rest] = withoutLineBreaks(error.message, argv)
    .replaceAll(DIM, '')
    .replace(/\nSee more help with --help$/, '')
    .replace(/^The following errors? occurred:\n\s*/, '')
    .replace(/^Nonexistent flag/, 'unknown flag')
    .replaceAll(/^\s*Missing required flag (\S+)$/gm, '--$1 is missing')
    .split('\n')
    .map(line => line.trim().replaceAll('=true', ''))
    .filter((line, index) => index === 0 || line !== '')
  const isRepeated = /cannot also be provided|All of the following must be provided/.test(first)
  return new Failure('usage', first, {
    lines: isRepeated ? [] : rest,
    next: [...nearChoice(first), 'add --help to see how to use it'],
  })
}

/** For a flag's value that is none of its choices: the most similar one. Numbers are not similar. */
function nearChoice(message: string): string[] {
  const [, flag, typed = '', choices = ''] =
    /^Expected (--[\w-]+)=([\s\S]*) to be one of: (.+)$/.exec(message) ?? []
  const near = flag && /[a-z]/i.test(typed) && nearest(choices.split(', '), typed)
  return near ? [`did you mean ${flag} ${near}`] : []
}

/** oclif's message without the line breaks that come from arguments. The remaining ones separate its errors. */
function withoutLineBreaks(message: string, argv: readonly string[]): string {
  const values = argv.flatMap(word => [word, word.slice(word.indexOf('=') + 1)])
  return values
    .filter(value => /[\n\r]/.test(value))
    .reduce((text, value) => text.replaceAll(value, oneLine(value)), message)
}
