/** The error for words that are no command, with the command that may be meant. */

import { parseAmount } from '#contract/money.ts'
import { Failure } from '#lib/failure.ts'
import { nearest } from '#lib/nearest.ts'
import { type Step, suggest } from '#lib/suggestion.ts'
import { globalFlags } from '../flags/flags.ts'
import { ALIASES, COMMANDS, TOPICS } from './commands.ts'
import { readManual } from './help/manual.ts'
import { HELP_TOPICS } from './help/topics/topics.ts'
import { namedOtherwise, noCommandFor } from './other-words.ts'
import { texts } from './texts.ts'
import { typedValue } from './typed-value.ts'

const OWN_WORDS = ['help', 'version']
const KNOWN = [...Object.keys(COMMANDS), ...Object.keys(ALIASES)].map(wordsOf)

export interface Unknown {
  /** The id at the beginning of the words. */
  topic: string | null
  /** What follows it. */
  words: readonly string[]
  /** Whether it was `help` with these words. */
  asksForHelp: boolean
  /** The folder of oclif.manifest.json. */
  root: string
}

export function unknownCommand({ topic, words, asksForHelp, root }: Unknown): Failure {
  const plain = words.filter(word => !word.startsWith('-'))
  const isAssigned = words[0]!.startsWith('--amount=')
  if (topic !== null && words[0]!.startsWith('-') && (plain.length > 0 || isAssigned))
    return commandMissing(topic, words)
  if (plain.length === 0) return unknownFlag(words[0]!)
  const typed = [...(topic?.split(':') ?? []), plain[0]].join(' ')
  const readings: [string, string] = [typed, [typed, plain[1]].join(' ')]
  const other = namedOtherwise(typed)
  const found = other ?? (topic === null ? meant(root, ...readings) : meantBelow(topic, plain, readings))
  const next = noCommandFor(typed, plain[1]) ?? [found].flat().map(command => stepTo(command, asksForHelp))
  return new Failure('usage', () => texts.unknownCommand(typed), {
    next: next.length > 0 ? next : helpOf(topic?.replaceAll(':', ' ') ?? ''),
  })
}

function unknownFlag(flag: string): Failure {
  const name = /^--([\w-]+)/.exec(flag)?.[1]?.toLowerCase()
  const near = name && nearest([...OWN_WORDS, ...Object.keys(globalFlags)], name)
  return new Failure('usage', () => texts.unknownFlagAlone(flag), {
    next: [...(near ? [() => texts.didYouMeanFlag(`--${near}`)] : []), helpOf('')],
  })
}

/** Flags follow a topic, as in `charge --amount 5`. */
function commandMissing(topic: string, words: readonly string[]): Failure {
  const typed = wordsOf(topic)
  const isAmount = /^charges?$/.test(topic) && /^--amount(=|$)/.test(words[0]!)
  const amount = typedValue(words, 0)
  return new Failure('usage', () => texts.commandMissing(typed), {
    next:
      isAmount && amount && parseAmount(amount) !== null
        ? suggest('charge create', { say: texts.didYouMean, flags: { amount } })
        : helpOf(typed),
  })
}

/** Pages such as `help exit-codes` are text; only commands are described as JSON. */
export function pageIsNoJson(page: string): Failure {
  return new Failure('usage', () => texts.pageIsNoJson(page), {
    next: () => texts.helpAsJson(),
  })
}

/** Commands and topics that begin with the words of a topic. */
function meantBelow(topic: string, [word = '', after]: readonly string[], readings: string[]): string[] {
  const start = `${wordsOf(topic)} `
  const all = [...KNOWN, ...TOPICS.map(wordsOf)].filter(each => each.startsWith(start))
  const near = nearest([...new Set(all.map(each => each.slice(start.length).split(' ')[0]!))], word)
  if (near === undefined) return [nearest(KNOWN, ...readings) ?? []].flat()
  const whole = `${start}${near} ${after}`
  return [KNOWN.includes(whole) ? whole : `${start}${near}`]
}

/** Commands, topics and pages of the help. */
function meant(root: string, ...typed: [string, string]): string[] {
  const exact = named(typed[0])
  if (exact.length > 0) return exact
  const lastWords = [...Object.keys(COMMANDS), ...TOPICS].map(id => id.split(':').at(-1)!)
  const alone = [...new Set([...OWN_WORDS, ...Object.keys(HELP_TOPICS), ...lastWords])]
  const near = nearest([...KNOWN, ...alone.filter(each => !KNOWN.includes(each))], ...typed)
  if (near === undefined) return withFlag(root, typed[0])
  return KNOWN.includes(near) || OWN_WORDS.includes(near) ? [near] : named(near)
}

/**
 * What has this name or ends in it: `exit-codes`, `store`, or, for a verb alone such as `login`, the commands. Of several
 * those with the fewest words.
 */
function named(word: string): string[] {
  if (Object.hasOwn(HELP_TOPICS, word)) return [`help ${word}`]
  const topics = TOPICS.filter(id => id.split(':').at(-1) === word)
  if (topics.length > 0) return [wordsOf(topics[0]!)]
  const found = Object.keys(COMMANDS)
    .map(id => id.split(':'))
    .filter(words => words.length > 1 && words.at(-1) === word)
  const fewest = Math.min(...found.map(words => words.length))
  return found.filter(words => words.length === fewest).map(words => words.join(' '))
}

/** The command that has the word as a flag, if no other one has it. */
function withFlag(root: string, word: string): string[] {
  const commands = readManual(root).commands.filter(({ flags }) => flags.some(({ name }) => name === word))
  return commands.length === 1 ? [`${commands[0]!.command} --help`] : []
}

function stepTo(command: string, asksForHelp: boolean): Step {
  const isTopic = TOPICS.some(id => wordsOf(id) === command) && !Object.hasOwn(COMMANDS, command)
  if (isTopic || command.endsWith(' --help')) return helpOf(command.replace(/ --help$/, ''))
  const before = asksForHelp && !command.startsWith('help') ? 'help ' : ''
  return suggest(`${before}${command}`, {
    say: texts.didYouMean,
    profile: command.startsWith('help') || asksForHelp ? 'none' : 'run',
  })
}

function helpOf(command: string): Step {
  return suggest(command, { say: texts.see, flags: { help: true }, profile: 'none' })
}

function wordsOf(id: string): string {
  return id.replaceAll(':', ' ')
}
