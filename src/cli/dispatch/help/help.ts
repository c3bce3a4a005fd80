/** Prints the help: pages for people, and everything as JSON for programs. */

import { formatJson } from '#lib/json.ts'
import { inLanguage } from '#lib/language.ts'
import { colorEnabled, createStyle } from '#terminal/style.ts'
import type { Host } from '../../host/host.ts'
import type { Layout } from './layout.ts'
import { type Manual, readManual } from './manual.ts'
import { commandPage, rootPage, topicPage } from './pages.ts'
import { HELP_TOPICS, helpTopicPage } from './topics/topics.ts'

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
