/** The error for words that are no command, with the command that may be meant. */

import { Failure } from '../../shared/failure.ts'
import { nearest } from '../../shared/nearest.ts'
import { type Step, suggest } from '../../shared/suggestion.ts'
import { ALIASES, COMMANDS } from './commands.ts'
import { texts } from './texts.ts'

/** @param topic the id at the beginning of the words; `words` are what follows it */
export function unknownCommand(topic: string | null, words: readonly string[]): Failure {
  const plain = words.filter(word => !word.startsWith('-'))
  if (plain.length === 0)
    return new Failure('usage', () => texts.unknownFlagAlone(words[0]!), {
      next: suggest('', { say: texts.see, flags: { help: true }, profile: 'none' }),
    })
  const typed = [...(topic?.split(':') ?? []), plain[0]].join(' ')
  return new Failure('usage', () => texts.unknownCommand(typed), {
    next: meant(topic, typed, [typed, plain[1]].join(' ')),
  })
}

/** Pages such as `help exit-codes` are text; only commands are described as JSON. */
export function pageIsNoJson(page: string): Failure {
  return new Failure('usage', () => texts.pageIsNoJson(page), {
    next: () => texts.helpAsJson(),
  })
}

function meant(topic: string | null, ...typed: [string, string]): Step[] {
  const known = [...Object.keys(COMMANDS), ...Object.keys(ALIASES)].map(id => id.replaceAll(':', ' '))
  const near = nearest(known, ...typed)
  const commands = topic === null ? endingIn(typed[0]) : []
  if (commands.length === 0 && near) commands.push(near)
  if (commands.length > 0) return commands.map(command => suggest(command, { say: texts.didYouMean }))
  return [
    suggest(topic?.replaceAll(':', ' ') ?? '', { say: texts.see, flags: { help: true }, profile: 'none' }),
  ]
}

/** For a verb alone, such as `login`: the commands that end in it. Of several, those with the fewest words. */
function endingIn(verb: string): string[] {
  const found = Object.keys(COMMANDS)
    .map(id => id.split(':'))
    .filter(words => words.length > 1 && words.at(-1) === verb)
  const fewest = Math.min(...found.map(words => words.length))
  return found.filter(words => words.length === fewest).map(words => words.join(' '))
}
