/** Suggested commands, complete with the flags of this run. */

import { escapeControls } from '#lib/escape.ts'
import { said } from '#lib/language.ts'
import { isText, type KeptFlags, type Step, stepText } from '#lib/suggestion.ts'
import { displayWidth, wrapWords } from '#terminal/width.ts'

/** The flags that a suggested command must repeat to work on the same store and target, with their short form. */
const KEPT = {
  profile: '-p',
  'base-url': undefined,
  'realtime-url': undefined,
  'dashboard-url': undefined,
  'forward-to': undefined,
  'secret-file': undefined,
  inbox: undefined,
} as const

/** The text of a step. A command in it keeps the profile and address flags of this run. */
export function hint(step: Step, argv: readonly string[]): string {
  return isText(step) ? said(step) : stepText(step, keptFlags(argv))
}

/**
 * The text of a step in lines for a terminal, which would break a long one inside a word. A suggested command stays in
 * one piece, to be copied.
 *
 * @param label before the first line
 */
export function hintLines(step: Step, argv: readonly string[], columns: number, label = ''): string[] {
  const text = escapeControls(`${label}${hint(step, argv)}`)
  if (displayWidth(text) <= columns) return [text]
  if (isText(step)) return wrapWords(text, columns)
  const { say, ...command } = step
  if (say === undefined) return [text]
  const words = wrapWords(escapeControls(`${label}${said(say)}:`), columns)
  return [...words, escapeControls(hint(command, argv))]
}

function keptFlags(argv: readonly string[]): KeptFlags {
  const end = argv.indexOf('--')
  const words = end === -1 ? argv : argv.slice(0, end)
  const kept: Record<string, string> = {}
  for (const [name, short] of Object.entries(KEPT)) {
    const value = flagValue(words, `--${name}`, short)
    if (value !== undefined && !mayHoldPassword(name, value)) kept[name] = value
  }
  return kept
}

/** Addresses with a password are refused, and never repeated. That of an inbox names a user. */
function mayHoldPassword(name: string, value: string): boolean {
  if (name === 'inbox') return !/^postgres(ql)?:\/\/([^:@/?]*@)?[^@]*$/.test(value) || /password/i.test(value)
  return value.includes('@')
}

/** The value of a flag, as it was typed; undefined if it isn't there. */
export function flagValue(
  words: readonly string[],
  long: string,
  short: string | undefined,
): string | undefined {
  for (const [index, word] of words.entries()) {
    if (word === long || word === short) return words[index + 1]
    if (word.startsWith(`${long}=`)) return word.slice(long.length + 1)
    if (short !== undefined && word.startsWith(short)) return word.slice(short.length).replace(/^=/, '')
  }
  return undefined
}
