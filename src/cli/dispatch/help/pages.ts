/** The help: pages of pixctl, of a topic and of a command for people, and everything as JSON for programs. */

import { inLanguage } from '#lib/language.ts'
import { colorEnabled, createStyle } from '#terminal/style.ts'
import type { Host } from '../../host/host.ts'
import { toJson } from '../../output/typed-json.ts'
import { type Body, type Layout, paragraph, section } from './layout.ts'
import {
  argumentName,
  argumentText,
  type CommandEntry,
  type FlagEntry,
  flagGroups,
  flagName,
  flagText,
  globalFlags,
  type Manual,
  readManual,
} from './manual.ts'
import { texts } from './texts.ts'
import { HELP_TOPICS, helpTopicPage } from './topics/topics.ts'

/** What a store does on most days. */
const EVERYDAY = [
  'charge create',
  'charge wait',
  'charge confirm',
  'charges watch',
  'charges list',
  'report',
  'events tail',
  'webhook listen',
  'doctor',
]

/** It fits a terminal of 80 columns and 24 rows, with the next prompt. */
export function rootPage(layout: Layout, { commands }: Manual): string {
  const everyday = EVERYDAY.flatMap(name => commands.filter(({ command }) => command === name))
  return page(
    paragraph(layout, texts.description()),
    section(layout, texts.startHere(), { list: startHere() }),
    section(layout, texts.everyDay(), { list: everyday.map(entry => [entry.command, entry.summary]) }),
    section(
      layout,
      texts.more(),
      {
        list: [
          [`help ${texts.anyCommand()}`, texts.helpOfCommand()],
          ['help --all', texts.allCommands()],
          // In two parts, because it isn't a sentence to translate.
          [`help ${'flags'}`, HELP_TOPICS.flags!.summary()],
        ],
      },
      { paragraphs: texts.docsAndIssues() },
    ),
  )
}

/** Every command and every topic. */
function wholePage(layout: Layout, { commands, topics }: Manual): string {
  return page(
    paragraph(layout, texts.description()),
    section(layout, texts.usage(), { lines: [`$ pixctl ${texts.anyCommand()} ${texts.anyFlags()}`] }),
    section(layout, texts.commands(), { list: commands.map(entry => [entry.command, entry.summary]) }),
    section(layout, texts.topics(), { list: topics.map(entry => [entry.topic, entry.description]) }),
    section(layout, texts.more(), { list: more() }, { paragraphs: texts.docsAndIssues() }),
  )
}

function topicPage(layout: Layout, manual: Manual, topic: string): string {
  const description = manual.topics.find(entry => entry.topic === topic)?.description ?? ''
  return page(
    paragraph(layout, description),
    section(layout, texts.usage(), {
      lines: [`$ pixctl ${topic} ${texts.anyCommand()} ${texts.anyFlags()}`],
    }),
    ...below(layout, manual, topic),
    learnMore(layout),
  )
}

/** Of a command, under the name that was asked for. */
export function commandPage(layout: Layout, manual: Manual, entry: CommandEntry): string {
  const { summary, description, aliases, examples, flags } = entry
  const common = globalFlags(manual).map(flag => JSON.stringify(flag))
  const own = flags.filter(flag => !common.includes(JSON.stringify(flag)))
  return page(
    paragraph(layout, summary),
    section(layout, texts.usage(), { lines: [entry.command, ...aliases].map(name => usage(name, entry)) }),
    entry.arguments.length > 0 &&
      section(layout, texts.arguments(), {
        list: entry.arguments.map(argument => [argumentName(argument), argumentText(argument)]),
      }),
    section(layout, texts.flags(), ...flagLists(own), { paragraphs: texts.flagsOfAllAt() }),
    description !== null && section(layout, texts.descriptionHeading(), { paragraphs: description }),
    examples.length > 0 && section(layout, texts.examples(), { lines: examples.flatMap(exampleLines) }),
    ...below(layout, manual, entry.command),
    learnMore(layout),
  )
}

function learnMore(layout: Layout): string {
  return section(layout, texts.learnMore(), { paragraphs: texts.docsAndIssues() })
}

function usage(name: string, { arguments: args }: CommandEntry): string {
  return ['$ pixctl', name, ...args.map(argumentName), texts.anyFlags()].join(' ')
}

/** An example with a prompt, to be told from its output. */
export function exampleLines(example: string): string[] {
  return example.split('\n').map((line, index) => (index === 0 ? `$ ${line}` : `  ${line}`))
}

/** Flags without a letter are aligned with those that have one, and those that need another one are below it. */
function flagLists(flags: readonly FlagEntry[]): Body[] {
  const anyShort = flags.some(({ short }) => short !== null)
  const listOf = (group: readonly FlagEntry[]): Body => ({
    list: group.map(flag => [
      (anyShort && flag.short === null ? '    ' : '') + flagName(flag),
      flagText(flag),
    ]),
  })
  return flagGroups(flags).flatMap(([needed, group]) => [
    ...(needed === null ? [] : [{ paragraphs: texts.with(needed) }]),
    listOf(group),
  ])
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
      section(layout, texts.topics(), { list: grouped.map(entry => [entry.topic, entry.description]) }),
    named.length > 0 && section(layout, texts.commands(), { list: named }),
  ]
}

export function startHere(): [string, string][] {
  return [
    ['sandbox start', texts.trySandbox()],
    ['setup', texts.useStore()],
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

const USUAL_COLUMNS = 80
/** Longer lines are hard to read. */
const MOST_COLUMNS = 100

/** Prints the help of a command or topic; with null, of pixctl. */
export function printHelp(host: Host, words: string | null): void {
  host.stdout.write(pageOf(layoutOf(host), readManual(host.root), words))
}

export function printWholeHelp(host: Host): void {
  host.stdout.write(wholePage(layoutOf(host), readManual(host.root)))
}

/** Prints the same, and all below it, as JSON. */
export function printHelpAsJson(host: Host, words: string | null): void {
  const manual = inLanguage('en', () => readManual(host.root))
  host.stdout.write(toJson<'help'>(words === null ? manual : partOf(manual, words)))
}

/** Whether there is a page of this name, such as `exit-codes`. */
export function isHelpTopic(name: string): boolean {
  return Object.hasOwn(HELP_TOPICS, name)
}

export function printHelpTopic(host: Host, name: string): void {
  host.stdout.write(helpTopicPage(layoutOf(host), HELP_TOPICS[name]!, readManual(host.root)))
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

/** In a pipe such as `| head`, stderr may know the width of the terminal. */
function layoutOf({ argv, stdout, stderr, env }: Host): Layout {
  const isTTY = stdout.isTTY === true
  const color = colorEnabled({ env, isTTY, noColorFlag: argv.includes('--no-color') })
  const { bold } = createStyle({ color })
  return { columns: Math.min(stdout.columns ?? stderr.columns ?? USUAL_COLUMNS, MOST_COLUMNS), bold }
}
