/** The address that a person gives a page to send something to, and the words of what went wrong. */

import { Failure } from '#lib/failure.ts'
import { checkTarget } from '#lib/input/addresses.ts'
import { isLoopback } from '#lib/plain-address.ts'
import { stepText } from '#lib/suggestion.ts'
import { texts } from './texts.ts'

type Target =
  | { kind: 'target'; to: string }
  /** It is not one that something may be sent to. */
  | { kind: 'invalid'; text: string }
  /** It is another machine: a person must confirm it. */
  | { kind: 'confirm'; to: string }

/** @param confirmed the address that a person has confirmed; empty if none */
export function targetOf(given: string, confirmed: string): Target {
  if (given === '') return { kind: 'invalid', text: texts.whereTo() }
  try {
    const to = checkTarget(given, texts.isNoAddress)
    const needsYes = !isLoopback(new URL(to).hostname) && confirmed !== to
    return { kind: needsYes ? 'confirm' : 'target', to }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { kind: 'invalid', text: `${error.said}: ${nextOf(error)}` }
  }
}

/** What happened and what to do, in sentences. */
export function sentencesOf(failure: Failure): string {
  return `${failure.said}. ${sentence(nextOf(failure))}`
}

const nextOf = ({ next }: Failure) => next.map(step => stepText(step)).join('; ')

/** A command keeps its small letter. */
function sentence(text: string): string {
  const first = text.startsWith('pixctl ') ? 'p' : text.slice(0, 1).toUpperCase()
  return text && `${first}${text.slice(1)}.`
}
