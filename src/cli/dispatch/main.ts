/** Finds the command, runs it, and turns its error into an exit code. What only an error needs is loaded then. */

import type { Config } from '@oclif/core/config'
import { CLIError } from '@oclif/core/errors'
import { ClosedPipe } from '#lib/ending.ts'
import { Failure } from '#lib/failure.ts'
import { badValue } from '#lib/input/bad-value.ts'
import { chooseLanguage, type Language, languageNamed, useLanguage } from '#lib/language.ts'
import { useTimeZone } from '#lib/time-zone.ts'
import type { BaseCommand } from '../base-command.ts'
import { globalFlags } from '../flags/flags.ts'
import { markTexts, withValues } from '../flags/text-flag.ts'
import { texts } from '../flags/texts.ts'
import { type Host, written } from '../host/host.ts'
import { asksForJsonLog, beforePlain, flagValue } from '../output/hints.ts'
import { asFailure, report } from '../output/report.ts'
import { ALIASES, COMMANDS, TOPICS, wordsOf } from './commands.ts'

/** The global flags that take a value, such as `--profile` and `-p`. */
const GLOBAL_FLAGS_WITH_VALUE: ReadonlySet<string> = new Set(
  Object.entries(globalFlags)
    .filter(([, { type }]) => type === 'option')
    .flatMap(([name, { char }]) => [`--${name}`, ...(char ? [`-${char}`] : [])]),
)
const IDS_OF_TOPICS: ReadonlySet<string> = new Set(TOPICS)
const HELP = new Set(['--help', '-h'])
const VERSION = new Set(['--version', '-v', 'version'])

/** Runs the command in the host's arguments and returns the exit code. Never throws. */
export async function main(host: Host): Promise<number> {
  try {
    useLanguage(languageOf(host))
    useTimeZone(host.env.TZ)
    checkLanguage(host)
    await dispatch(host)
    await written(host)
    return 0
  } catch (error) {
    // A Failure of an interrupted command says more than the signal's reason.
    const reason = host.signal.aborted && !(error instanceof Failure) ? host.signal.reason : error
    if (reason instanceof ClosedPipe || host.signal.reason instanceof ClosedPipe) return 0
    return report(host, asFailure(reason))
  }
}

/** Programs read what `--log-format json` writes, so it is English. */
function languageOf({ argv, env, platform }: Host): Language {
  return asksForJsonLog(argv) ? 'en' : chooseLanguage(flagValue(argv, '--lang'), { env, platform })
}

/** Failure (usage) if `--lang` names another language. A variable may, because the system sets it for all programs. */
function checkLanguage({ argv }: Host): void {
  const text = flagValue(argv, '--lang') ?? 'en'
  if (languageNamed(text) !== undefined) return
  throw badValue('--lang', { accepts: texts.someLanguage, text, example: '--lang pt-BR' })
}

async function dispatch(host: Host): Promise<void> {
  if (host.argv[0] === '__complete') return completeWord(host)
  const { id, rest } = findCommand(host.argv)
  const flags = beforePlain(rest)
  if (id === 'version') return void host.stdout.write(`pixctl/${host.version}\n`)
  if (id === 'help') return showHelp(host, rest, host.argv.includes('--json'))
  if (flags.some(flag => HELP.has(flag)))
    return showHelp(host, id === null ? rest : [...id.split(':'), ...wordsAfter(id, flags)])
  if (id === null || !(id in COMMANDS)) {
    const unknown = withoutGlobalFlags(flags)
    if (unknown.length === 0) return showHelp(host, id?.split(':') ?? [])
    throw await unknownCommand(id, unknown)
  }
  await runCommand(host, id, rest)
}

/** `__complete --lang=LANGUAGE typed=WORD BEFORE...`, as the scripts of `completion` ask. */
async function completeWord(host: Host): Promise<void> {
  const [, , typed = '', ...before] = host.argv
  const { id, rest } = findCommand(before)
  const at = (id === 'help' && findCommand(rest).id) || id || ''
  const { complete } = await import('./complete.ts')
  complete(host, wordsOf(at), before.at(-1) ?? '', typed.replace(/^typed=/, ''))
}

interface CommandClass extends Pick<typeof BaseCommand, 'bareFlags' | 'flags' | 'baseFlags'> {
  new (argv: string[], config: Config): BaseCommand
}

async function runCommand(host: Host, id: string, rest: readonly string[]): Promise<void> {
  const { default: loaded } = (await COMMANDS[id]!()) as { default: CommandClass }
  Object.assign(loaded, { id })
  const flags = { ...loaded.baseFlags, ...loaded.flags }
  host.flags = flags
  const argv = markTexts(withValues(rest, loaded.bareFlags))
  try {
    await new loaded(argv, runConfig(host)).execute(host)
  } catch (error) {
    if (!(error instanceof CLIError)) throw error
    const { wrongUsage } = await import('./wrong-usage.ts')
    throw wrongUsage(error, host, wordsOf(id), flags)
  }
}

/**
 * oclif's configuration. oclif's own loader searches for plug-ins, which pixctl doesn't have, and would double the time
 * that a command takes.
 */
function runConfig({ root, version, platform }: Host): Config {
  const config = {
    bin: 'pixctl',
    name: 'pixctl',
    version,
    userAgent: `pixctl/${version}`,
    platform,
    root,
    topicSeparator: ' ',
    pjson: { name: 'pixctl', version, oclif: {} },
    runHook: async () => ({ successes: [], failures: [] }),
  }
  return config as unknown as Config
}

/** Finds the longest command or topic at the start of the arguments, after any global flags. */
function findCommand(argv: readonly string[]): { id: string | null; rest: string[] } {
  const before: string[] = []
  let index = 0
  while (/^-(?!-$)/.test(argv[index] ?? '') && !HELP.has(argv[index]!) && !VERSION.has(argv[index]!)) {
    const length = GLOBAL_FLAGS_WITH_VALUE.has(argv[index]!) ? 2 : 1
    before.push(...argv.slice(index, index + length))
    index += length
  }
  const words = argv.slice(index)
  if (words[0] === 'help') return { id: 'help', rest: words.slice(1) }
  if (VERSION.has(words[0] ?? '')) return { id: 'version', rest: words.slice(1) }
  for (let length = Math.min(3, words.length); length > 0; length--) {
    const id = words.slice(0, length).join(':')
    const canonical = ALIASES[id] ?? id
    if (Object.hasOwn(COMMANDS, canonical) || IDS_OF_TOPICS.has(canonical)) {
      return { id: canonical, rest: [...before, ...words.slice(length)] }
    }
  }
  return { id: null, rest: [...before, ...words] }
}

/** The words that are no global flags and no values of them. */
function withoutGlobalFlags(words: readonly string[]): string[] {
  const isGlobal = (word = '') =>
    Object.hasOwn(globalFlags, word.replace(/^--([^=]*).*/s, '$1')) || word === '-p'
  return words.filter(
    (word, index) => !isGlobal(word) && !GLOBAL_FLAGS_WITH_VALUE.has(words[index - 1] ?? ''),
  )
}

/** The words that may be a command of this topic, though there is none. */
function wordsAfter(id: string, flags: readonly string[]): string[] {
  if (id in COMMANDS) return []
  const words = withoutGlobalFlags(flags)
  const end = words.findIndex(word => word.startsWith('-'))
  return words.slice(0, end)
}

async function showHelp(host: Host, words: readonly string[], asJson = false): Promise<void> {
  const plain = withoutGlobalFlags(words).filter(word => !word.startsWith('-'))
  const { id, rest } = findCommand(plain)
  const help = await import('./help/pages.ts')
  if (plain.length === 1 && help.isHelpTopic(plain[0]!)) {
    if (asJson) throw (await import('./unknown-command.ts')).pageIsNoJson(plain[0]!)
    return help.printHelpTopic(host, plain[0]!)
  }
  if (plain.length > 0 && (id === null || (rest.length > 0 && !(id in COMMANDS))))
    throw await unknownCommand(id, rest, true)
  const name = id === null ? null : wordsOf(id)
  if (asJson) help.printHelpAsJson(host, name)
  else if (name === null && words.includes('--all')) help.printWholeHelp(host)
  else help.printHelp(host, name)
}

async function unknownCommand(
  topic: string | null,
  words: readonly string[],
  asksForHelp = false,
): Promise<Failure> {
  return (await import('./unknown-command.ts')).unknownCommand(topic, words, asksForHelp)
}
