/** Sections, lists and paragraphs of a help page, wrapped between words. */

import { displayWidth, wrapWords } from '#terminal/width.ts'

/** Columns before the text of a section. */
const INDENT = 2
/** Columns between the two of a list. */
const GAP = 2
const CONTINUES = ' \\'
/** The most columns for the names of a list; a name that is longer has its text on the next line. */
const MOST_NAME = 30
/** The least columns for their texts. */
const LEAST_ROOM = 30

export interface Layout {
  columns: number
  bold(text: string): string
}

/** What a section holds: commands and what they print, paragraphs, or a list of names with their texts. */
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
  if ('lines' in body) return body.lines.flatMap(line => commandLines(line, room))
  if ('paragraphs' in body) return body.paragraphs.split('\n').flatMap(line => wrappedLine(line, room))
  return listed(body.list, room)
}

/** A command that is too long goes on after a backslash, as in a shell, so that it can still be copied. */
function commandLines(line: string, room: number): string[] {
  if (displayWidth(line) <= room) return [line]
  const [first = '', ...words] = line.match(/(?:"[^"]*"|'[^']*'|[^ ])+/g) ?? []
  const lines = [first]
  for (const word of words) {
    const longer = `${lines.at(-1)} ${word}`
    if (displayWidth(longer) <= room - CONTINUES.length) lines[lines.length - 1] = longer
    else lines.push(indented(word, 2 * INDENT))
  }
  return lines.map((text, index) => (index < lines.length - 1 ? text + CONTINUES : text))
}

/** Points of a list, `- so`, continue below their text. */
function wrappedLine(line: string, room: number): string[] {
  const hang = line.startsWith('- ') ? 2 : 0
  const [first = '', ...more] = wrapWords(line.slice(hang), room - hang)
  return [line.slice(0, hang) + first, ...more.map(text => indented(text, hang))]
}

function listed(list: readonly (readonly [string, string])[], room: number): string[] {
  const most = Math.min(MOST_NAME, room - LEAST_ROOM)
  const widths = list.map(([name]) => displayWidth(name) + GAP).filter(width => width <= most)
  const left = Math.max(2 * INDENT, ...widths)
  return list.flatMap(entry => entryLines(entry, left, room))
}

function entryLines([name, text]: readonly [string, string], left: number, room: number): string[] {
  const lines = wrapWords(text, room - left)
  if (displayWidth(name) + GAP > left) return [name, ...lines.map(line => indented(line, left))]
  const first = name + ' '.repeat(left - displayWidth(name)) + lines[0]
  return [first.trimEnd(), ...lines.slice(1).map(line => indented(line, left))]
}

function indented(line: string, columns: number): string {
  return line === '' ? '' : ' '.repeat(columns) + line
}
