/** Suggested commands, complete with the flags of this run. */

import { escapeControls } from '#lib/escape.ts'
import { localized } from '#lib/language.ts'
import { isText, type Step, type Suggestion, stepText } from '#lib/suggestion.ts'
import { displayWidth, wrapWords } from '#terminal/width.ts'

const isEventsTail = (command: string) => command === 'events tail'
const SIGNING_COMMANDS = /^(events tail|webhook (replay|check))$/
const REALTIME_COMMANDS = /^(events tail|auth login|charge (create|wait)|charges watch|doctor|reconcile)$/
const INBOX_COMMANDS =
  /^(webhook (listen|deliveries|show|replay|inspect|trigger)|events tail|reconcile|inbox init|state( prune)?)$/

/**
 * The flags that a suggested command repeats to work on the same store and target, and which commands take them. A sandbox
 * has its own addresses. A suggested `events tail` forwards to the same target as this run; what signs does it as this run.
 */
const KEPT: Readonly<Record<string, (command: string, step: Suggestion) => boolean>> = {
  profile: () => true,
  'base-url': command => !/^(sandbox|auth (use|logout|list))\b/.test(command),
  'realtime-url': command => REALTIME_COMMANDS.test(command),
  'forward-to': isEventsTail,
  'secret-file': command => SIGNING_COMMANDS.test(command),
  // Refused deliveries are in none.
  inbox: (command, { args = [], flags = {} }) =>
    INBOX_COMMANDS.test(command) && !flags.rejected && !args.some(id => id.startsWith('rejected_')),
}

/** The text of a step. A command in it keeps the profile and address flags of this run. */
export function hint(step: Step, argv: readonly string[]): string {
  if (isText(step) || step.profile === 'none') return stepText(step)
  const { flags } = step
  // Its own flags come first, and win over those of the run.
  return stepText({ ...step, flags: { ...flags, ...keptFlags(step, argv), ...flags } })
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
  const words = wrapWords(escapeControls(`${label}${localized(say)}:`), columns)
  return [...words, escapeControls(hint(command, argv))]
}

function keptFlags(step: Suggestion, argv: readonly string[]): Record<string, string | string[]> {
  const words = beforePlain(argv)
  const kept: Record<string, string | string[]> = {}
  for (const [name, isAcceptedBy] of Object.entries(KEPT)) {
    if (!isAcceptedBy(step.command, step)) continue
    const values = flagValues(words, `--${name}`, name === 'profile' ? '-p' : undefined)
    const [first] = values
    if (first === undefined || values.some(value => mayHoldPassword(name, value))) continue
    kept[name] = name === 'forward-to' ? values : first
  }
  return kept
}

/** Addresses with a password are refused, and never repeated. That of an inbox names a user. */
function mayHoldPassword(name: string, value: string): boolean {
  if (name === 'inbox') return !/^postgres(ql)?:\/\/([^:@/?]*@)?[^@]*$/.test(value) || /password/i.test(value)
  return value.includes('@')
}

/** Whether the arguments ask for `--log-format json`. An error may come before the flags are parsed. */
export function asksForJsonLog(argv: readonly string[]): boolean {
  return flagValue(argv, '--log-format') === 'json'
}

/** The arguments before `--`, after which nothing is a flag. */
export function beforePlain(argv: readonly string[]): readonly string[] {
  const end = argv.indexOf('--')
  return end === -1 ? argv : argv.slice(0, end)
}

/** The value of a flag, as it was typed; undefined if it isn't there. */
export function flagValue(argv: readonly string[], long: string): string | undefined {
  return flagValues(beforePlain(argv), long)[0]
}

/** The same for one that may be there several times. */
function flagValues(words: readonly string[], long: string, short?: string): string[] {
  return words.flatMap((word, index) => {
    if (word === long || word === short) return words[index + 1] ?? []
    if (word.startsWith(`${long}=`)) return word.slice(long.length + 1)
    if (short !== undefined && word.startsWith(short)) return word.slice(short.length).replace(/^=/, '')
    return []
  })
}
