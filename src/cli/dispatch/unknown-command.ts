/** The error for words that are no command, with the command that may be meant. */

import { Failure } from '#lib/failure.ts'
import { nearest, usualName } from '#lib/nearest.ts'
import { type Step, suggest } from '#lib/suggestion.ts'
import { globalFlags } from '../flags/flags.ts'
import { ALIASES, COMMANDS, TOPICS, wordsOf } from './commands.ts'
import { HELP_TOPICS } from './help/topics/topics.ts'
import { texts } from './texts.ts'

const OWN_WORDS = ['help', 'version']
const TOPIC_NAMES = TOPICS.map(wordsOf)
/** Everything that has a name, such as `charge create`, `sandbox store` and `help exit-codes`. */
const NAMES = [
  ...OWN_WORDS,
  ...Object.keys(COMMANDS).map(wordsOf),
  ...TOPIC_NAMES,
  ...Object.keys(HELP_TOPICS).map(page => `help ${page}`),
]

/**
 * @param topic the id at the beginning
 * @param words what follows it
 * @param asksForHelp whether it was `help` with these words
 */
export function unknownCommand(
  topic: string | null,
  words: readonly string[],
  asksForHelp: boolean,
): Failure {
  const start = wordsOf(topic ?? '')
  const [word, after] = words.filter(text => !text.startsWith('-'))
  if (topic !== null && words[0]!.startsWith('-')) {
    return new Failure('usage', () => texts.commandMissing(start), { next: helpOf(start) })
  }
  if (word === undefined) return unknownFlag(words[0]!)
  const typed = `${start} ${word}`.trim()
  const steps = noCommandFor(typed, after) ?? meant(typed, word, after).map(name => stepTo(name, asksForHelp))
  return new Failure('usage', () => texts.unknownCommand(typed), {
    next: steps.length > 0 ? steps : helpOf(start),
  })
}

/** What to do instead of a command that doesn't exist on purpose. */
function noCommandFor(typed: string, id = 'ID'): Step[] | undefined {
  if (/^sandbox (stop|parar)$/.test(typed)) return [texts.stopSandbox]
  if (!/^charges? (pay|pagar)$/.test(typed)) return undefined
  // Not with the profile of the run: only the sandbox has a command that pays.
  return [texts.customerPays, suggest('sandbox pay', { say: texts.inSandbox, args: [id], profile: 'none' })]
}

function unknownFlag(flag: string): Failure {
  const name = /^--([\w-]+)/.exec(flag)?.[1]?.toLowerCase()
  const near = name && nearest([...OWN_WORDS, ...Object.keys(globalFlags)], name)
  return new Failure('usage', () => texts.unknownFlagAlone(flag), {
    next: [...(near ? [() => texts.didYouMeanFlag(`--${near}`)] : []), helpOf('')],
  })
}

/** Pages such as `help exit-codes` are text; only commands are described as JSON. */
export function pageIsNoJson(page: string): Failure {
  return new Failure('usage', () => texts.pageIsNoJson(page), { next: () => texts.helpAsJson() })
}

/**
 * The name that is meant, or those that end in the word that is meant: a verb alone, such as `login`, is a command, and
 * `store` a topic. Of several these have the fewest words.
 */
function meant(typed: string, word: string, after = ''): string[] {
  const whole = [...NAMES, ...Object.keys(ALIASES).map(wordsOf)]
  const ends = NAMES.map(name => name.split(' ').at(-1)!)
  const all = [...new Set([...whole, ...ends])].sort((a, b) => wordCount(b) - wordCount(a))
  const near = nearest(all, typed, `${typed} ${after}`) ?? usualName(word) ?? word
  if (whole.includes(near)) return [near]
  const found = NAMES.filter(name => name.endsWith(` ${near}`))
  const fewest = Math.min(...found.map(wordCount))
  return found.filter(name => wordCount(name) === fewest)
}

function stepTo(name: string, asksForHelp: boolean): Step {
  if (TOPIC_NAMES.includes(name) && !Object.hasOwn(COMMANDS, name)) return helpOf(name)
  const isHelp = name.startsWith('help')
  return suggest(asksForHelp && !isHelp ? `help ${name}` : name, {
    say: texts.didYouMean,
    profile: isHelp || asksForHelp ? 'none' : 'run',
  })
}

function helpOf(command: string): Step {
  return suggest(command, { say: texts.see, flags: { help: true }, profile: 'none' })
}

function wordCount(name: string): number {
  return name.split(' ').length
}
