/** What may be completed where: the same for every shell. */

import type { CommandEntry, FlagEntry, Manual } from '#cli/dispatch/help/manual.ts'
import { HELP_TOPICS } from '#cli/dispatch/help/topics/topics.ts'
import { texts } from './texts.ts'

export interface Word {
  word: string
  about: string
}

/** What may follow some words, such as `auth` or `charge create`. */
export interface Place {
  /** Several if the command has aliases. */
  at: string[]
  words: Word[]
  /** Whether the names of profiles may follow too. */
  profiles: boolean
  flags: Word[]
  /** Whether the flags that (nearly) all commands take are taken too. */
  common: boolean
}

/** The values of a flag. With none of them it takes a value that can't be completed. */
export interface Values {
  /** Each a place and the flag, such as `auth login --kind`. With `*`, at every place. */
  of: string[]
  words: string[]
  profiles: boolean
  files: 'files' | 'folders' | null
}

export interface Completion {
  places: Place[]
  common: Word[]
  values: Values[]
  /** The global flags that take a value: after them a word is not a command. */
  skipped: string[]
}

/** Their value may be left out. */
const OPTIONAL_VALUE = /^\[\w+\]$/

export function completionOf({ commands, topics }: Manual): Completion {
  const common = commands.find(({ command }) => command === 'status')!.flags.filter(flag => flag.global)
  const names = commands.flatMap(({ command, aliases, summary }) =>
    [command, ...aliases].map(word => ({ word, about: summary })),
  )
  const all = [...topics.map(({ topic, description }) => ({ word: topic, about: description })), ...names]
  const roots = wordsAfter('', all)
  const helpTopics = Object.entries(HELP_TOPICS).map(([word, topic]) => ({ word, about: topic.summary() }))
  const isCommand = new Set(names.map(({ word }) => word))
  const places = [
    {
      ...emptyPlace(''),
      words: [
        ...roots,
        { word: 'help', about: texts.help() },
        { word: 'version', about: texts.showVersion() },
      ],
      flags: [{ word: '--version', about: texts.showVersion() }],
    },
    { ...emptyPlace('help'), words: [...roots, ...helpTopics], flags: [], common: false },
    ...topics
      .filter(({ topic }) => !isCommand.has(topic))
      .map(({ topic }) => ({ ...emptyPlace(topic), words: wordsAfter(topic, all) })),
    ...commands.map(entry => placeOf(entry, common, all)),
  ]
  return {
    places,
    common: [...common.flatMap(flagWords), { word: '--help', about: texts.showHelp() }],
    values: [...common.flatMap(flag => valuesOf(['*'], flag)), ...commands.flatMap(ownValues)],
    skipped: common.filter(takesValue).flatMap(namesOf),
  }
}

function emptyPlace(at: string): Place {
  return { at: [at], words: [], profiles: false, flags: [], common: true }
}

function placeOf(entry: CommandEntry, common: readonly FlagEntry[], all: readonly Word[]): Place {
  const { command, aliases, flags } = entry
  const takesCommon = common.every(({ name }) => flags.some(flag => flag.global && flag.name === name))
  const choices = entry.arguments.flatMap(each => each.choices ?? [])
  return {
    at: [command, ...aliases],
    words: [...wordsAfter(command, all), ...choices.map(word => ({ word, about: '' }))],
    profiles: entry.arguments.some(({ name }) => name === 'PROFILE'),
    flags: flags.filter(flag => !(takesCommon && flag.global)).flatMap(flagWords),
    common: takesCommon,
  }
}

/** The words that may follow these, each once. */
function wordsAfter(at: string, all: readonly Word[]): Word[] {
  const start = at === '' ? '' : `${at} `
  const next = all
    .filter(({ word }) => word.startsWith(start) && !word.slice(start.length).includes(' '))
    .map(({ word, about }): [string, string] => [word.slice(start.length), about])
  return [...new Map(next)].sort(([a], [b]) => (a < b ? -1 : 1)).map(([word, about]) => ({ word, about }))
}

function flagWords(flag: FlagEntry): Word[] {
  return namesOf(flag).map(word => ({ word, about: flag.description }))
}

function namesOf({ name, short }: FlagEntry): string[] {
  return [`--${name}`, ...(short === null ? [] : [`-${short}`])]
}

function takesValue({ value }: FlagEntry): boolean {
  return value !== null && !OPTIONAL_VALUE.test(value)
}

function ownValues({ command, aliases, flags }: CommandEntry): Values[] {
  return flags.filter(({ global }) => !global).flatMap(flag => valuesOf([command, ...aliases], flag))
}

function valuesOf(places: readonly string[], flag: FlagEntry): Values[] {
  if (!takesValue(flag)) return []
  const parts = flag.value!.split('|')
  const words = flag.choices ?? []
  const isFile = words.length === 0 && parts.some(part => part === 'PATH' || part.startsWith('FILE'))
  return [
    {
      of: places.flatMap(place => namesOf(flag).map(name => `${place} ${name}`)),
      words,
      profiles: flag.name === 'profile',
      files: isFile ? 'files' : parts.includes('DIR') ? 'folders' : null,
    },
  ]
}
