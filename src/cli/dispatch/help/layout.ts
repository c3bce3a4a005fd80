/** Sections, lists and paragraphs of a help page, wrapped between words. */

import { displayWidth, wrapWords } from '#terminal/width.ts'

/** Columns before the text of a section. */
const INDENT = 2
/** Columns between the two of a list. */
const GAP = 2
/** A name that is longer has its text on the next line. */
const LONGEST_NAME = 34
/** In fewer columns a list has each text below its name. */
const LEAST_ROOM = 30

export interface Layout {
  columns: number
  bold(text: string): string
}

/** What a section holds: lines that stay as they are, paragraphs, or a list of names with their texts. */
export type Body =
  | { lines: readonly string[] }
  | { paragraphs: string }
  | { list: readonly (readonly [name: string, text: string])[] }

export function section(layout: Layout, heading: string, ...bodies: readonly Body[]): string {
  const lines = bodies.flatMap(body => linesOf(body, layout.columns - INDENT))
  return [layout.bold(heading), ...lines.map(line => indented(line, INDENT))].join('\n')
}

/** A text of the page itself, without a heading. */
export function paragraph({ columns }: Layout, text: string): string {
  return wrapWords(text, columns).join('\n')
}

function linesOf(body: Body, room: number): string[] {
  if ('lines' in body) return [...body.lines]
  if ('paragraphs' in body) return body.paragraphs.split('\n').flatMap(each => wrappedLine(each, room))
  return listed(body.list, room)
}

/** Points of a list, `- so`, continue below their text. */
function wrappedLine(line: string, room: number): string[] {
  const hang = line.startsWith('- ') ? 2 : 0
  const [first = '', ...more] = wrapWords(line.slice(hang), room - hang)
  return [line.slice(0, hang) + first, ...more.map(each => indented(each, hang))]
}

function listed(list: readonly (readonly [string, string])[], room: number): string[] {
  const widths = list.map(([name]) => displayWidth(name)).filter(width => width <= LONGEST_NAME)
  const left = Math.max(0, ...widths) + GAP
  if (room - left < LEAST_ROOM) {
    return list.flatMap(([name, text]) => [
      name.trimStart(),
      ...wrapWords(text, room - INDENT).map(line => indented(line, INDENT)),
    ])
  }
  return list.flatMap(([name, text]) => {
    const lines = wrapWords(text, room - left)
    if (displayWidth(name) + GAP > left) return [name, ...lines.map(line => indented(line, left))]
    const first = name + ' '.repeat(left - displayWidth(name)) + lines[0]
    return [first.trimEnd(), ...lines.slice(1).map(line => indented(line, left))]
  })
}

function indented(line: string, columns: number): string {
  return line === '' ? '' : ' '.repeat(columns) + line
}
