/** The help: pages of pixctl, of a topic and of a command for people, and everything as JSON for programs. */

import { formatJson } from '#lib/json.ts'
import { inLanguage } from '#lib/language.ts'
import { colorEnabled, createStyle } from '#terminal/style.ts'
import type { Host } from '../../host/host.ts'
import { type Body, type Layout, paragraph, section } from './layout.ts'
import {
  type ArgumentEntry,
  type CommandEntry,
  type FlagEntry,
  type Manual,
  readManual,
  shownName,
} from './manual.ts'
import { texts } from './texts.ts'
import { HELP_TOPICS, helpTopicPage } from './topics/topics.ts'

export function rootPage(layout: Layout, { version, commands, topics }: Manual): string {
  const alone = commands.filter(({ command }) => !command.includes(' '))
  const grouped = topics.filter(({ topic }) => !topic.includes(' '))
  return page(
    paragraph(layout, texts.description()),
    section(layout, texts.version(), { lines: [`pixctl/${version}`] }),
    section(layout, texts.usage(), { lines: [`$ pixctl ${texts.anyCommand()} ${texts.anyFlags()}`] }),
    section(layout, texts.startHere(), ...startHere()),
    section(layout, texts.topics(), { list: grouped.map(each => [each.topic, each.description]) }),
    section(layout, texts.commands(), { list: alone.map(each => [each.command, each.summary]) }),
    section(layout, texts.more(), { list: more() }),
  )
}

export function topicPage(layout: Layout, manual: Manual, topic: string): string {
  const description = manual.topics.find(each => each.topic === topic)?.description ?? ''
  return page(
    paragraph(layout, description),
    section(layout, texts.usage(), {
      lines: [`$ pixctl ${topic} ${texts.anyCommand()} ${texts.anyFlags()}`],
    }),
    ...below(layout, manual, topic),
  )
}

/** Of a command, under the name that was asked for. */
export function commandPage(layout: Layout, manual: Manual, entry: CommandEntry): string {
  const { summary, description, aliases, examples, flags } = entry
  const own = flags.filter(flag => !flag.global)
  return page(
    paragraph(layout, summary),
    section(layout, texts.usage(), { paragraphs: `$ pixctl ${usage(entry)}` }),
    entry.arguments.length > 0 &&
      section(layout, texts.arguments(), {
        list: entry.arguments.map(each => [argumentName(each), argumentText(each)]),
      }),
    own.length > 0 && section(layout, texts.flags(), flagList(own)),
    // They come last: the flags of the command say more about it.
    section(layout, texts.globalFlags(), flagList(flags.filter(flag => flag.global))),
    description !== null && section(layout, texts.descriptionHeading(), { paragraphs: description }),
    aliases.length > 0 &&
      section(layout, texts.aliases(), { lines: aliases.map(alias => `$ pixctl ${alias}`) }),
    examples.length > 0 &&
      section(layout, texts.examples(), { lines: examples.flatMap(each => exampleLines(each)) }),
    ...below(layout, manual, entry.command),
  )
}

function usage({ command, arguments: args }: CommandEntry): string {
  return [command, ...args.map(argumentName), texts.anyFlags()].join(' ')
}

export function argumentName({ name, required, multiple }: ArgumentEntry): string {
  const shown = shownName(name)
  const word = multiple ? `${shown}...` : shown
  return required ? word : `[${word}]`
}

/** An example with a prompt, to be told from its output. */
export function exampleLines(example: string): string[] {
  return example.split('\n').map((line, index) => (index === 0 ? `$ ${line}` : `  ${line}`))
}

/** A flag as it is written: `-p, --profile=NAME`. */
export function flagName({ name, short, value }: FlagEntry): string {
  return `${short === null ? '' : `-${short}, `}--${name}${value === null ? '' : `=${shownName(value)}`}`
}

/** What a flag does, and what else is to be known of it. */
export function flagText(flag: FlagEntry): string {
  const { description, choices, value } = flag
  const isNamed = choices?.some(each => value?.split('|').includes(each))
  const before = [
    flag.required && texts.required(),
    flag.default && texts.default(shownName(String(flag.default))),
  ]
  const after = [
    choices !== null && !isNamed && texts.oneOf(choices.join(', ')),
    flag.multiple && texts.repeatable(),
  ]
  const text = [description, ...after].filter(each => each).join('; ')
  return [...before, text].filter(each => each).join(' ')
}

export function argumentText({ description, choices }: ArgumentEntry): string {
  return [description, choices !== null && texts.oneOf(choices.join(', '))].filter(each => each).join('; ')
}

/** Flags without a letter are aligned with those that have one. */
function flagList(flags: readonly FlagEntry[]): Body {
  const anyShort = flags.some(({ short }) => short !== null)
  return {
    list: flags.map(flag => [
      (anyShort && flag.short === null ? '    ' : '') + flagName(flag),
      flagText(flag),
    ]),
  }
}

/** The topics and commands that begin with these words and have one more. */
function below(layout: Layout, { commands, topics }: Manual, words: string): (string | false)[] {
  const isNext = (name: string) => name.startsWith(`${words} `) && !name.slice(words.length + 1).includes(' ')
  const named = commands
    .flatMap(({ command, aliases, summary }) =>
      [command, ...aliases].map((name): [string, string] => [name, summary]),
    )
    .filter(([name]) => isNext(name))
    .sort(([a], [b]) => (a < b ? -1 : 1))
  const grouped = topics.filter(({ topic }) => isNext(topic))
  return [
    grouped.length > 0 &&
      section(layout, texts.topics(), { list: grouped.map(each => [each.topic, each.description]) }),
    named.length > 0 && section(layout, texts.commands(), { list: named }),
  ]
}

export function startHere(): Body[] {
  const create = `$ pixctl charge create --amount ${texts.exampleAmount()}`
  const store = texts.exampleStore()
  return [
    { paragraphs: texts.trySandbox() },
    { lines: ['$ pixctl sandbox start', `${create} --description '${texts.exampleDescription()}'`, ''] },
    { paragraphs: texts.useStore() },
    {
      lines: [
        `$ pixctl auth login --profile ${store} --base-url https://${texts.exampleAddress()}/api/v1`,
        `$ pixctl auth use ${store}`,
        create,
      ],
    },
  ]
}

function more(): [string, string][] {
  return [
    [`help ${texts.anyCommand()}`, texts.helpOfCommand()],
    ...Object.entries(HELP_TOPICS).map(([name, { summary }]): [string, string] => [
      `help ${name}`,
      summary(),
    ]),
    ['help --json', texts.helpAsJson()],
    ['version', texts.printVersion()],
  ]
}

function page(...parts: readonly (string | false)[]): string {
  return `${parts.filter(part => part !== false).join('\n\n')}\n`
}

/** Longer lines are hard to read. */
const MOST_COLUMNS = 100

/** Prints the help of a command or topic; with null, of pixctl. */
export function printHelp(host: Host, words: string | null): void {
  host.stdout.write(pageOf(layoutOf(host), readManual(host.root), words))
}

/** Prints the same, and all below it, as JSON. */
export function printHelpAsJson(host: Host, words: string | null): void {
  const manual = inLanguage('en', () => readManual(host.root))
  host.stdout.write(formatJson(words === null ? manual : partOf(manual, words)))
}

/** Whether there is a page of this name, such as `exit-codes`. */
export function isHelpTopic(name: string): boolean {
  return Object.hasOwn(HELP_TOPICS, name)
}

export function printHelpTopic(host: Host, name: string): void {
  host.stdout.write(helpTopicPage(layoutOf(host), HELP_TOPICS[name]!))
}

function pageOf(layout: Layout, manual: Manual, words: string | null): string {
  if (words === null) return rootPage(layout, manual)
  const entry = manual.commands.find(({ command, aliases }) => [command, ...aliases].includes(words))
  return entry ? commandPage(layout, manual, entry) : topicPage(layout, manual, words)
}

/** The commands and topics that begin with these words. */
function partOf({ version, commands, topics }: Manual, words: string): Manual {
  const isIn = (name: string) => name === words || name.startsWith(`${words} `)
  return {
    version,
    commands: commands.filter(({ command, aliases }) => [command, ...aliases].some(isIn)),
    topics: topics.filter(({ topic }) => isIn(topic)),
  }
}

function layoutOf({ argv, stdout, env }: Host): Layout {
  const isTTY = stdout.isTTY === true
  const color = colorEnabled({ env, isTTY, noColorFlag: argv.includes('--no-color') })
  const { bold } = createStyle({ color })
  return { columns: Math.min(stdout.columns ?? MOST_COLUMNS, MOST_COLUMNS), bold }
}
