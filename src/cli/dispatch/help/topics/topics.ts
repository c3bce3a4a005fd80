/** The pages of the help about what all commands have in common: `pixctl help exit-codes`. */

import type { Category } from '#lib/failure.ts'
import { EXIT_CODES } from '../../../output/exit-codes.ts'
import { type Layout, paragraph, section } from '../layout.ts'
import { flagName, flagText, globalFlags, type Manual } from '../manual.ts'
import { texts as helpTexts } from '../texts.ts'
import { texts } from './texts.ts'

interface HelpTopic {
  summary(): string
  about(): string
  /** What follows on its page. */
  lists(manual: Manual): { heading: string; list: [string, string][] }[]
}

export const HELP_TOPICS: Readonly<Record<string, HelpTopic>> = {
  flags: {
    summary: helpTexts.flagsOfAll,
    about: texts.aboutFlags,
    lists: manual => [
      {
        heading: helpTexts.flags(),
        list: globalFlags(manual).map(flag => [flagName(flag), flagText(flag)]),
      },
    ],
  },
  'exit-codes': {
    summary: texts.exitCodes,
    about: texts.aboutExitCodes,
    lists: () => [{ heading: texts.codes(), list: exitCodes() }],
  },
  environment: {
    summary: texts.environment,
    about: texts.aboutEnvironment,
    lists: () => [
      {
        heading: texts.variables(),
        list: Object.entries(texts.variable).map(([name, text]) => [name, text()]),
      },
    ],
  },
  formatting: {
    summary: texts.formatting,
    about: texts.aboutFormatting,
    lists: () => [
      {
        heading: texts.formats(),
        list: Object.values(texts.format).map(({ name, text }) => [name(), text()]),
      },
      { heading: texts.values(), list: Object.values(texts.value).map(({ name, text }) => [name(), text()]) },
    ],
  },
}

export function helpTopicPage(layout: Layout, { summary, about, lists }: HelpTopic, manual: Manual): string {
  const sections = lists(manual).map(({ heading, list }) => section(layout, heading, { list }))
  return `${[paragraph(layout, summary()), paragraph(layout, about()), ...sections].join('\n\n')}\n`
}

function exitCodes(): [string, string][] {
  const failures = Object.entries(EXIT_CODES).map(([category, code]): [string, string] => [
    String(code),
    texts.exitCode[category as Category]().replaceAll('`', ''),
  ])
  return [['0', texts.done()], ...failures]
}
