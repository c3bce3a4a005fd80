/**
 * What there is to say about each command: what the help, the man pages and the completion are made from. It comes from
 * oclif.manifest.json, so that no command has to be loaded.
 */

import type { Command } from '@oclif/core/command'
import { DOCUMENTED_TYPES } from '#contract/delivery.ts'
import type { Outputs } from '#contract/generated/output.ts'
import { language } from '#lib/language.ts'
import { stateWord } from '#lib/state-words.ts'
import { placeholders } from '#lib/texts.ts'
import { readJson, readManifest, TOPICS, wordsOf } from '../commands.ts'
import { texts } from './texts.ts'

/** `pixctl help --json` prints it as it is. */
export type Manual = Outputs['help']
export type CommandEntry = Manual['commands'][number]
export type ArgumentEntry = CommandEntry['arguments'][number]
export type FlagEntry = CommandEntry['flags'][number]

/** The texts of the commands in another language than that of the manifest, from the build (tools/build/help-texts.ts). */
export interface HelpTexts {
  /** By id. Flags and arguments have their descriptions, by name. */
  commands: Record<
    string,
    {
      summary?: string | undefined
      description?: string | undefined
      examples?: string[] | undefined
      flags: Record<string, string>
      args: Record<string, string>
    }
  >
}

type OptionFlag = Extract<Command.Flag.Cached, { type: 'option' }> & { helpValue?: string }

const LONGEST_CHOICES = 20
/** A value that is typed as it is: `pt-BR`, `30m`; not `FILE`. */
const WORD = /^(?=.*[a-z])[a-zA-Z\d][\w-]*$/

/** All commands that are shown, in the language of now. `root` is the folder of oclif.manifest.json. */
export function readManual(root: string): Manual {
  const manifest = readManifest(root)
  const translated = language() === 'en' ? null : readJson<HelpTexts>(root, 'dist', `help.${language()}.json`)
  return {
    version: manifest.version,
    commands: Object.values(manifest.commands)
      .filter(({ hidden }) => !hidden)
      .map(command => entryOf(command, translated?.commands[command.id])),
    topics: TOPICS.map(id => ({ topic: wordsOf(id), description: texts.topic[id]() })),
  }
}

function entryOf(command: Command.Cached, texts: HelpTexts['commands'][string] | undefined): CommandEntry {
  const {
    id,
    aliases,
    args,
    flags,
    strict,
    outputs = [],
  } = command as Command.Cached & { outputs?: string[] }
  const summary = texts?.summary ?? command.summary!
  const description = texts?.description ?? command.description
  return {
    command: wordsOf(id),
    aliases: aliases.map(wordsOf),
    summary,
    description: description === undefined || description === summary ? null : description,
    arguments: Object.values(args).map(({ name, description = '', required = false, options }) => ({
      name: name.toUpperCase(),
      description: texts?.args[name] ?? description,
      required,
      multiple: !strict,
      choices: options ? [...options] : null,
    })),
    flags: Object.values(flags)
      .filter(({ hidden }) => !hidden)
      .map(flag => flagOf(flag, texts?.flags[flag.name])),
    examples: ((texts?.examples ?? command.examples ?? []) as string[]).map(example =>
      example.replaceAll('<%= config.bin %>', 'pixctl'),
    ),
    schemas: outputs.map(name => `contract/output/${name}.json`),
  }
}

function flagOf(flag: Command.Flag.Cached, description = flag.description ?? ''): FlagEntry {
  const option = flag.type === 'option' ? (flag as OptionFlag) : null
  return {
    name: flag.name,
    short: flag.char ?? null,
    description,
    value: option && valueName(option),
    choices: option && shownChoices(choicesOf(option)),
    default: flag.default === undefined ? null : String(flag.default),
    required: flag.required ?? false,
    multiple: option?.multiple ?? false,
    with: flag.helpGroup?.startsWith('--') ? flag.helpGroup : null,
    global: flag.helpGroup === 'GLOBAL',
  }
}

/**
 * The values that can be named. What the flag also takes is in its name: `terminal|none|FILE`. The types of events are
 * those that are documented, though some flags take others.
 */
function choicesOf({ helpValue = '', options }: OptionFlag): string[] | null {
  if (options) return [...options]
  if (helpValue === 'TYPE') return [...DOCUMENTED_TYPES]
  const parts = helpValue.split('|')
  const words = parts.length === 1 ? [] : parts.filter(part => WORD.test(part))
  return words.length === 0 ? null : words
}

/** The states of a charge in the words of the language, as one word; English keeps the service's own, for scripts too. */
function shownChoices(choices: string[] | null): string[] | null {
  return choices && language() !== 'en'
    ? choices.map(choice => stateWord(choice).replaceAll(' ', '-'))
    : choices
}

/** Choices are its name if they are short. */
function valueName({ helpValue, options }: OptionFlag): string {
  const choices = options?.join('|')
  if (choices === undefined) return helpValue ?? 'VALUE'
  if (choices.length <= LONGEST_CHOICES) return choices
  return helpValue === undefined || helpValue === choices ? 'VALUE' : helpValue
}

/** The name of a value or an argument as a person reads it: `FILE|-` is `ARQUIVO|-` in Portuguese, `day` is `dia`. */
export function shownName(name: string): string {
  const words: Readonly<Record<string, () => string>> = placeholders
  return name.replaceAll(/[A-Z]+|[a-z]+|10\.50/g, word => words[word]?.() ?? word)
}

export function argumentName({ name, required, multiple }: ArgumentEntry): string {
  const shown = shownName(name)
  const word = multiple ? `${shown}...` : shown
  return required ? word : `[${word}]`
}

/** A flag as it is written: `-p, --profile=NAME`. */
export function flagName({ name, short, value }: FlagEntry): string {
  return `${short === null ? '' : `-${short}, `}--${name}${value === null ? '' : `=${shownName(value)}`}`
}

/** What a flag does, and what else is to be known of it. */
export function flagText(flag: FlagEntry): string {
  const { description, choices, value } = flag
  const isNamed = choices?.some(choice => value?.split('|').includes(choice))
  const before = [flag.required && texts.required(), flag.default && texts.default(shownName(flag.default))]
  const after = [
    choices !== null && !isNamed && texts.oneOf(choices.join(', ')),
    flag.multiple && texts.repeatable(),
  ]
  const text = [description, ...after].filter(Boolean).join('; ')
  return [...before, text].filter(Boolean).join(' ')
}

export function argumentText({ description, choices }: ArgumentEntry): string {
  return [description, choices !== null && texts.oneOf(choices.join(', '))].filter(Boolean).join('; ')
}

/** The flags in groups: first those that need no other one. */
export function flagGroups(flags: readonly FlagEntry[]): [needed: string | null, flags: FlagEntry[]][] {
  const names = new Set([null, ...flags.map(flag => flag.with)])
  return [...names].map(name => [name, flags.filter(flag => flag.with === name)])
}

/** The flags that every command takes, though a few have their own of that name. */
export function globalFlags({ commands }: Manual): FlagEntry[] {
  return commands.find(({ command }) => command === 'status')!.flags.filter(flag => flag.global)
}
