/** Commands that messages suggest. They stay data until they are printed, so that each one is complete and quoted. */

import { language, localized, type Text } from './language.ts'
import { texts } from './texts.ts'

/** A command of pixctl, with what it needs. */
export interface Suggestion {
  /** The words before it: `to finish it` is printed as `to finish it: pixctl …`. */
  say?: Text
  /** Its words, such as `charge recover`; empty for pixctl itself. */
  command: string
  args?: readonly string[]
  /** By name, without hyphens; true for a flag without a value, several for one that is given several times. */
  flags?: Readonly<Record<string, Text | true | readonly string[]>>
  /** A file for its standard input. */
  input?: Text
  /** `run`, the default, keeps the profile and address flags of this run; `none` leaves them out. */
  profile?: 'run' | 'none'
}

/** A line of what to do next: a sentence, or a command. */
export type Step = Text | Suggestion

export function suggest(command: string, rest: Omit<Suggestion, 'command'> = {}): Suggestion {
  return { command, ...rest }
}

/** The last step after an error whose cause `doctor` looks for. */
export function askDoctor(): Suggestion {
  return suggest('doctor', { say: texts.seeWhatIsWrong })
}

/** The steps without `doctor`: it can't help itself, and what must be done comes before it. */
export function withoutDoctor(steps: readonly Step[]): Step[] {
  return steps.filter(step => isText(step) || step.command !== 'doctor')
}

export function isText(step: Step): step is Text {
  return typeof step !== 'object'
}

/** The text of a step in the language of the person, without a full stop. */
export function stepText(step: Step): string {
  if (isText(step)) return localized(step)
  const line = wordsOf(step).map(shellWord).join(' ')
  const input = step.input === undefined ? '' : ` < ${shellWord(localized(step.input))}`
  return `${step.say === undefined ? '' : `${localized(step.say)}: `}${line}${input}`
}

function wordsOf({ command, args = [], flags = {} }: Suggestion): string[] {
  const options = Object.entries(flags).flatMap(([name, value]) => flagWords(name, value))
  const words = command === '' ? [] : command.split(' ')
  // After `--` nothing is read as a flag.
  const plain = args.some(word => word.startsWith('-')) ? [...options, '--', ...args] : [...args, ...options]
  return ['pixctl', ...words, ...plain]
}

function flagWords(name: string, value: Text | true | readonly string[]): string[] {
  if (value === true) return [`--${name}`]
  if (typeof value === 'function') return flagWords(name, value())
  if (typeof value !== 'string') return value.flatMap(single => flagWords(name, single))
  // As the person writes it; both are accepted.
  if (name === 'amount' && language() === 'pt-BR') return [`--${name}`, value.replace('.', ',')]
  return value.startsWith('-') ? [`--${name}=${value}`] : [`--${name}`, value]
}

/** Characters without a meaning in a shell. The reader replaces an ellipsis. */
const PLAIN_WORD = /^[\p{L}\w@%+=:,./\u2026-]+$/u

/** A word, quoted for a POSIX shell; for most words PowerShell reads the same. */
export function shellWord(word: string): string {
  return PLAIN_WORD.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}
