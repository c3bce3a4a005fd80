/**
 * The manual pages, one for pixctl and one for each command, in dist/man as `man` looks for them: man1 in English,
 * pt_BR/man1 in Portuguese. They are made from what the help is made from.
 */

import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Body } from '#cli/dispatch/help/layout.ts'
import {
  argumentName,
  argumentText,
  type CommandEntry,
  type FlagEntry,
  flagGroups,
  flagName,
  flagText,
  type Manual,
  readManual,
} from '#cli/dispatch/help/manual.ts'
import { exampleLines, startHere } from '#cli/dispatch/help/pages.ts'
import { texts as helpTexts } from '#cli/dispatch/help/texts.ts'
import { HELP_TOPICS } from '#cli/dispatch/help/topics/topics.ts'
import { inLanguage } from '#lib/language.ts'
import { bold, heading, italic, list, paragraphs, quoted, roff, verbatim } from './roff.ts'
import { texts } from './texts.ts'

/** The folder of each language. */
const FOLDERS = { en: 'man1', 'pt-BR': 'pt_BR/man1' } as const

export async function writeManPages(root: string): Promise<void> {
  const folder = join(root, 'dist', 'man')
  await rm(folder, { recursive: true, force: true })
  for (const [language, name] of Object.entries(FOLDERS)) {
    const pages = inLanguage(language as keyof typeof FOLDERS, () => manPages(readManual(root)))
    await mkdir(join(folder, name), { recursive: true })
    for (const [file, page] of pages) await writeFile(join(folder, name, file), page)
  }
}

function manPages(manual: Manual): [file: string, page: string][] {
  return [
    ['pixctl.1', rootPage(manual)],
    ...manual.commands.map((entry): [string, string] => [`${nameOf(entry)}.1`, commandPage(manual, entry)]),
  ]
}

/** As git names its own: `pixctl-charge-create`. */
function nameOf({ command }: Pick<CommandEntry, 'command'>): string {
  return `pixctl-${command.replaceAll(' ', '-')}`
}

function commandPage(manual: Manual, entry: CommandEntry): string {
  const { command, aliases, summary, description, examples, flags } = entry
  const own = flags.filter(flag => !flag.global)
  return page(manual, nameOf(entry), summary, [
    heading(texts.synopsis()),
    // One line: after dots at the end of a line, roff would begin a new sentence.
    [
      bold(`pixctl ${command}`),
      ...entry.arguments.map(each => italic(argumentName(each))),
      roff(helpTexts.anyFlags()),
    ].join(' '),
    ...(description === null ? [] : [heading(helpTexts.descriptionHeading()), ...paragraphs(description)]),
    ...section(
      helpTexts.arguments(),
      list(entry.arguments.map(each => [italic(argumentName(each)), argumentText(each)])),
    ),
    ...section(
      texts.options(),
      flagGroups(own).flatMap(([needed, group]) => [
        ...(needed === null ? [] : paragraphs(helpTexts.with(needed))),
        ...flagList(group),
      ]),
    ),
    ...section(texts.globalOptions(), flagList(flags.filter(flag => flag.global))),
    ...section(
      helpTexts.aliases(),
      aliases.flatMap(alias => ['.PP', bold(`pixctl ${alias}`)]),
    ),
    ...section(helpTexts.examples(), examples.length > 0 ? verbatim(examples.flatMap(exampleLines)) : []),
    heading(texts.exitStatus()),
    roff(texts.exitStatusOfCommand()),
    ...seeAlso(['pixctl', ...related(manual, entry)]),
  ])
}

/** The other commands of its topic. */
function related({ commands }: Manual, { command }: CommandEntry): string[] {
  const [topic] = command.split(' ')
  return commands.filter(each => each.command !== command && each.command.split(' ')[0] === topic).map(nameOf)
}

function rootPage(manual: Manual): string {
  const { commands } = manual
  const [exitCodes, environment, formatting] = ['exit-codes', 'environment', 'formatting'].map(name => {
    const topic = HELP_TOPICS[name]!
    return [{ paragraphs: topic.about() }, ...topic.lists(manual)].flatMap(lines)
  })
  return page(manual, 'pixctl', helpTexts.description(), [
    heading(texts.synopsis()),
    `${bold('pixctl')} ${italic(helpTexts.anyCommand())}`,
    roff(helpTexts.anyFlags()),
    ...section(
      helpTexts.startHere(),
      lines({ list: startHere().map(([name, text]) => [`pixctl ${name}`, text]) }),
    ),
    ...section(
      helpTexts.commands(),
      list(commands.map(entry => [`${bold(nameOf(entry))}(1)`, entry.summary])),
    ),
    ...section(texts.exitStatus(), exitCodes!),
    ...section(texts.environment(), environment!),
    ...section(texts.formatting(), formatting!),
    ...seeAlso(commands.map(nameOf)),
  ])
}

function page({ version }: Manual, name: string, summary: string, parts: readonly string[]): string {
  // A paragraph begins after a heading anyway.
  const content = parts.filter((line, index) => line !== '.PP' || !parts[index - 1]?.startsWith('.SH '))
  const epoch = process.env.SOURCE_DATE_EPOCH
  const date = (epoch ? new Date(Number(epoch) * 1000) : new Date()).toISOString().slice(0, 10)
  const title = ['.TH', quoted(name.toUpperCase()), '1', `"${date}"`, quoted(`pixctl ${version}`), '"pixctl"']
  return `${[title.join(' '), heading(texts.name()), `${roff(name)} \\- ${roff(summary)}`, ...content].join('\n')}\n`
}

function section(title: string, content: readonly string[]): string[] {
  return content.length === 0 ? [] : [heading(title), ...content]
}

function flagList(flags: readonly FlagEntry[]): string[] {
  return list(flags.map(flag => [bold(flagName(flag)), flagText(flag)]))
}

/** A part of a help page. */
function lines(body: Body): string[] {
  if ('paragraphs' in body) return paragraphs(body.paragraphs)
  if ('list' in body) return list(body.list.map(([name, text]) => [bold(name), text]))
  return verbatim(body.lines.filter(line => line !== ''))
}

function seeAlso(names: readonly string[]): string[] {
  return [
    heading(texts.seeAlso()),
    ...names.map((name, index) => `.BR ${roff(name)} (1)${index < names.length - 1 ? ',' : ''}`),
  ]
}
