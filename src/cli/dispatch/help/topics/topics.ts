/** The pages of the help about what all commands have in common: `pixctl help exit-codes`. */

import type { Category } from '#lib/failure.ts'
import { EXIT_CODES } from '../../../output/exit-codes.ts'
import { type Body, type Layout, paragraph, section } from '../layout.ts'
import { texts } from './texts.ts'

export interface HelpTopic {
  summary(): string
  /** The parts of its page. */
  parts(): { heading?: string; body: Body }[]
}

export const HELP_TOPICS: Readonly<Record<string, HelpTopic>> = {
  'exit-codes': {
    summary: texts.exitCodes,
    parts: () => [
      { body: { paragraphs: texts.aboutExitCodes() } },
      { heading: texts.codes(), body: { list: exitCodes() } },
    ],
  },
  environment: {
    summary: texts.environment,
    parts: () => [
      { body: { paragraphs: texts.aboutEnvironment() } },
      { heading: texts.variables(), body: { list: variables() } },
    ],
  },
  formatting: {
    summary: texts.formatting,
    parts: () => [
      { body: { paragraphs: texts.aboutFormatting() } },
      {
        heading: texts.formats(),
        body: { list: Object.entries(texts.format).map(([, { name, text }]) => [name(), text()]) },
      },
      {
        heading: texts.values(),
        body: { list: Object.entries(texts.value).map(([, { name, text }]) => [name(), text()]) },
      },
    ],
  },
}

export function helpTopicPage(layout: Layout, { summary, parts }: HelpTopic): string {
  const shown = parts().map(({ heading, body }) =>
    heading === undefined && 'paragraphs' in body
      ? paragraph(layout, body.paragraphs)
      : section(layout, heading ?? '', body),
  )
  return `${[paragraph(layout, summary()), ...shown].join('\n\n')}\n`
}

/** All exit codes with what they mean. */
function exitCodes(): [string, string][] {
  const failures = Object.entries(EXIT_CODES).map(([category, code]): [string, string] => [
    String(code),
    texts.exitCode[category as Category]().replaceAll('`', ''),
  ])
  return [['0', texts.done()], ...failures]
}

/** All variables that pixctl reads, with what they do. */
function variables(): [string, string][] {
  return Object.entries(texts.variable).map(([name, text]) => [name, text()])
}
