/** Suggested commands, complete with the flags of this run. */

import type { Command } from '@oclif/core/command'
import { escapeControls } from '#lib/escape.ts'
import { localized } from '#lib/language.ts'
import { isText, type Step, type Suggestion, stepText } from '#lib/suggestion.ts'
import { displayWidth, wrapWords } from '#terminal/width.ts'
import { ALIASES, readManifest } from '../dispatch/commands.ts'
import { globalFlags, type KnownFlag } from '../flags/flags.ts'
import type { Host } from '../host/host.ts'

/** What suggestions need of a run. */
export type HintHost = Pick<Host, 'argv' | 'root' | 'flags'>

/** The text of a step. A command in it keeps the flags of this run that say where it works and with what. */
export function hint(step: Step, run: HintHost): string {
  if (isText(step) || step.profile === 'none') return stepText(step)
  const { flags } = step
  // Its own flags come first, and win over those of the run.
  return stepText({ ...step, flags: { ...flags, ...keptFlags(step, run), ...flags } })
}

/**
 * The text of a step in lines for a terminal, which would break a long one inside a word. A suggested command stays in
 * one piece, to be copied.
 *
 * @param label before the first line
 */
export function hintLines(step: Step, run: HintHost, columns: number, label = ''): string[] {
  const text = escapeControls(`${label}${hint(step, run)}`)
  if (displayWidth(text) <= columns) return [text]
  if (isText(step)) return wrapWords(text, columns)
  const { say, ...command } = step
  if (say === undefined) return [text]
  const words = wrapWords(escapeControls(`${label}${localized(say)}:`), columns)
  return [...words, escapeControls(hint(command, run))]
}

/** The flags of this run that say where it works and with what, as far as the suggested command takes them. */
function keptFlags(step: Suggestion, { argv, root, flags = globalFlags }: HintHost): Suggestion['flags'] {
  const takes = flagsOf(step.command, root)
  const words = beforePlain(argv)
  const found: Record<string, true | string | readonly string[]> = {}
  for (const [name, { type, char, kept, keptAs = name }] of Object.entries<KnownFlag>(flags)) {
    const taken = kept && [name, keptAs].find(each => takes[each])
    if (kept === undefined || taken === undefined) continue
    if (type === 'boolean') {
      if (words.includes(`--${name}`)) found[taken] = true
      continue
    }
    const values = flagValues(words, `--${name}`, char && `-${char}`).map(kept)
    if (values.length === 0 || !values.every(value => value !== null)) continue
    found[taken] = takes[taken]?.multiple ? values : values[0]!
  }
  const all = { ...found, ...step.flags }
  const goesWith = ([name]: [string, unknown]) =>
    (takes[name]?.dependsOn ?? []).every(other => other in all) &&
    !Object.keys(all).some(other => takes[other]?.exclusive?.includes(name)) &&
    // Refused deliveries are in no inbox.
    !(name === 'inbox' && step.args?.some(id => id.startsWith('rejected_')))
  return Object.fromEntries(Object.entries(found).filter(goesWith))
}

/** Those that a command takes. If that can't be read, as while an upgrade replaces it, those that all commands take. */
function flagsOf(
  command: string,
  root: string,
): Readonly<Record<string, Command.Flag.Cached & { multiple?: boolean }>> {
  const id = command.replaceAll(' ', ':')
  try {
    return readManifest(root).commands[ALIASES[id] ?? id]?.flags ?? {}
  } catch {
    return globalFlags as unknown as ReturnType<typeof flagsOf>
  }
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

/** The values of a flag that may be there several times. */
function flagValues(words: readonly string[], long: string, short?: string): string[] {
  return words.flatMap((word, index) => {
    if (word === long || word === short) return words[index + 1] ?? []
    if (word.startsWith(`${long}=`)) return word.slice(long.length + 1)
    if (short !== undefined && word.startsWith(short)) return word.slice(short.length).replace(/^=/, '')
    return []
  })
}
