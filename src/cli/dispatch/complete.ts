/**
 * What Tab may complete. The scripts of `pixctl completion` ask for it with the hidden `pixctl __complete`. Each line of the
 * answer is a word and, mostly, a tab and what it means; the shell leaves out what doesn't begin as the typed word does.
 */

import { createContext } from '../context/context.ts'
import type { Host } from '../host/host.ts'
import { type FlagEntry, globalFlags, type Manual, readManual, shownName } from './help/manual.ts'
import { texts as helpTexts } from './help/texts.ts'
import { HELP_TOPICS } from './help/topics/topics.ts'
import { texts } from './texts.ts'

/** Lines that leave it to the shell. No word begins with a colon. */
const FILES = ':files'
const FOLDERS = ':folders'
/** The value may be left out. */
const OPTIONAL_VALUE = /^\[\w+\]$/

/** With what it means; empty if that says nothing more. */
type Word = readonly [word: string, about: string]

/**
 * @param at the words of the command or topic, or `help`; empty if there is none yet
 * @param before the word before the one at the cursor
 * @param typed the word at the cursor, up to there
 */
export function complete(host: Host, at: string, before: string, typed: string): void {
  const lines = answer(host, at, before, typed).map(([word, about]) =>
    about === '' ? word : `${word}\t${about}`,
  )
  host.stdout.write(lines.map(line => `${line}\n`).join(''))
}

function answer(host: Host, at: string, before: string, typed: string): Word[] {
  const manual = readManual(host.root)
  const entry = manual.commands.find(({ command }) => command === at)
  const flags = entry?.flags ?? globalFlags(manual)
  const [start = '', assigned] = /^(--[^=]+)=/.exec(typed) ?? []
  const flag = flags.find(entry => needsValue(entry) && namesOf(entry).includes(assigned ?? before))
  if (flag) return bare(valuesOf(host, flag).map(word => (word.startsWith(':') ? word : start + word)))
  if (start !== '') return []
  const words = [
    ...wordsAfter(at, manual),
    ...bare(entry?.arguments.flatMap(({ name, choices }) => choices ?? namedValues(host, name)) ?? []),
  ]
  if (words.length > 0 && !typed.startsWith('-')) return words
  if (at === 'help') {
    return [
      ['--all', helpTexts.allCommands()],
      ['--json', helpTexts.helpAsJson()],
    ]
  }
  return [
    ...flags.flatMap(entry => namesOf(entry).map((name): Word => [name, entry.description])),
    ['--help', texts.showHelp()],
    ...(at === '' ? [['--version', texts.showVersion()] as const] : []),
  ]
}

/** The commands, topics and pages of the help whose next word may follow, in their order. */
function wordsAfter(at: string, { commands, topics }: Manual): Word[] {
  const all: Word[] = [
    ...topics.map(({ topic, description }): Word => [topic, description]),
    ...commands.flatMap(({ command, aliases, summary }) =>
      [command, ...aliases].map((name): Word => [name, summary]),
    ),
  ]
  const start = at === '' || at === 'help' ? '' : `${at} `
  const next = all
    .filter(([name]) => name.startsWith(start))
    .map(([name, about]): Word => [name.slice(start.length), about])
    .filter(([word]) => !word.includes(' '))
  const pages = Object.entries(HELP_TOPICS).map(([word, page]): Word => [word, page.summary()])
  return [
    // A command and a topic may have the same name.
    ...[...new Map(next)].sort(([a], [b]) => (a < b ? -1 : 1)),
    ...(at === ''
      ? [['help', texts.helpOfCommand()] as const, ['version', texts.showVersion()] as const]
      : []),
    ...(at === 'help' ? pages : []),
  ]
}

function bare(words: readonly string[]): Word[] {
  return words.map(word => [word, ''])
}

function namesOf({ name, short }: FlagEntry): string[] {
  return [`--${name}`, ...(short === null ? [] : [`-${short}`])]
}

function needsValue({ value }: FlagEntry): boolean {
  return value !== null && !OPTIONAL_VALUE.test(value)
}

/** The values that have a name; files and folders are left to the shell. */
function valuesOf(host: Host, { name, value, choices }: FlagEntry): readonly string[] {
  if (name === 'profile') return namedValues(host, 'PROFILE')
  if (choices) return choices.map(shownName)
  if (value === 'TIME') return namedValues(host, value)
  const parts = value!.split('|')
  if (parts.some(part => part === 'PATH' || part.startsWith('FILE'))) return [FILES]
  return parts.includes('DIR') ? [FOLDERS] : []
}

function namedValues(host: Host, name: string): string[] {
  if (name === 'TIME' || name === 'DAY') return texts.days().split(' ')
  return name === 'PROFILE' ? profilesOf(host) : []
}

/** None if the profiles can't be read: an error has no place at a prompt. */
function profilesOf(host: Host): string[] {
  try {
    return [...createContext(host, {}, { anyProfile: true, readOnly: true }).profile().config.profiles.keys()]
  } catch {
    return []
  }
}
