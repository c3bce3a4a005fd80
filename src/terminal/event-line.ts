/** The line of an event or a delivery for a person, fitted to the terminal. */

import type { EventType } from '#contract/delivery.ts'
import { escapeControls } from '#lib/escape.ts'
import type { Paint, Style } from './style.ts'
import { texts } from './texts.ts'
import { displayWidth, shorten } from './width.ts'

/** How many columns they take. By the width of the terminal alone, so that the lines of one run are aligned. */
export interface Lead {
  time: number
  type: number
}

/** Of a time of day with seconds, and of the longest documented type. */
const FULL: Lead = { time: 8, type: 16 }
/** Of a time of day without seconds, and of the longest short type. */
const SHORT: Lead = { time: 5, type: 8 }

/** @param needed what the whole line needs with a full lead: seconds are left out first, then types are short */
export function leadFor(columns: number, needed: number): Lead {
  if (columns >= needed) return FULL
  const withoutSeconds = needed - FULL.time + SHORT.time
  return { time: SHORT.time, type: columns >= withoutSeconds ? FULL.type : SHORT.type }
}

/** The documented types: what stays of each where there is little room (all are different), and its colour. */
const TYPES = new Map<string, { short: string; colour: 'red' | 'green' | 'yellow' | 'cyan' }>(
  Object.entries({
    'payment.created': { short: 'created', colour: 'cyan' },
    'payment.approved': { short: 'approved', colour: 'green' },
    'payment.expired': { short: 'expired', colour: 'yellow' },
    'payment.failed': { short: 'failed', colour: 'red' },
    'deposit.approved': { short: 'deposit', colour: 'green' },
  } satisfies Record<EventType, { short: string; colour: keyof Style }>),
)

/** The type, padded to the columns of `lead`. @param mayCut whether a longer one may be cut there */
export function shownType(type: string, lead: Lead, mayCut: boolean): string {
  const short = lead.type < FULL.type ? TYPES.get(type)?.short : undefined
  const text = short ?? escapeControls(type)
  return padded(mayCut ? shorten(text, lead.type) : text, lead.type)
}

/** What an event of this type says, in a word; a type that isn't documented as it is. */
export function eventWord(type: string): string {
  const words: Readonly<Record<string, () => string>> = texts.eventWords
  return Object.hasOwn(words, type) ? words[type]!() : type
}

export function padded(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - displayWidth(text)))
}

export function typePaint(type: string | null, style: Style): Paint {
  const known = TYPES.get(type ?? '')
  return known ? style[known.colour] : unpainted
}

/** Between two pieces of a line. */
export const GAP = '  '
const AMOUNT_COLUMNS = 11

export interface Piece {
  text: string
  paint: Paint
}

export const unpainted: Paint = text => text

/** The type, and the amount in its column. `cut` is whether a long type is cut for the amount. */
export function typeAndAmount(
  type: Piece,
  amount: string,
  layout: { amount: boolean; cut: boolean },
  lead: Lead,
): Piece[] {
  // Without an amount there is nothing to make room for, and the blanks in its place only take some.
  const isWithout = layout.cut && amount === ''
  return [
    { text: GAP + shownType(type.text, lead, layout.cut && !isWithout), paint: type.paint },
    ...(layout.amount && !isWithout
      ? [{ text: GAP + amount.padStart(AMOUNT_COLUMNS), paint: unpainted }]
      : []),
  ]
}

/**
 * A warning about an event, in words; null if there is none.
 *
 * @param marks `sameDepositAs` is the id of another event that approves the same charge
 * @param columns how long that id may be; with 0 it isn't named, and the words are as short as they can be
 */
export function markText(
  marks: { note?: keyof typeof texts.notes | undefined; sameDepositAs?: string | undefined },
  columns = 1000,
): string | null {
  const { note, sameDepositAs } = marks
  const notes = columns === 0 ? texts.shortNotes : texts.notes
  const found: string[] = []
  if (sameDepositAs !== undefined) {
    found.push(columns === 0 ? texts.once() : texts.actOnce(shorten(escapeControls(sameDepositAs), columns)))
  }
  if (note !== undefined) found.push(notes[note]())
  return found.length === 0 ? null : found.join(', ')
}

export function widthOf(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, { text }) => sum + displayWidth(text), 0)
}

const joined = (pieces: readonly Piece[]) => pieces.map(({ text, paint }) => paint(text)).join('')

/**
 * One line, at most `columns` wide, in the first of these layouts that fits; the last one is cut if none does. The columns
 * that stay free are given to the first of the parts that was cut.
 *
 * @param parts members of a layout that say how many columns a part may have; 0 if it isn't shown
 * @param paint for a line that is cut
 */
export function fitLine<Part extends string, Layout extends Readonly<Record<Part, number>>>(
  layouts: readonly Layout[],
  piecesOf: (layout: Layout) => Piece[],
  { columns, parts, paint }: { columns: number; parts: readonly Part[]; paint: Paint },
): string {
  for (const layout of layouts) {
    const pieces = piecesOf(layout)
    const width = widthOf(pieces)
    if (width > columns) continue
    return `${joined(widened(layout, piecesOf, parts, { width, room: columns - width }) ?? pieces)}\n`
  }
  const plain = piecesOf(layouts.at(-1)!).map(({ text }) => text)
  return `${paint(shorten(plain.join('').trimEnd(), columns))}\n`
}

/** The pieces with the free columns given to what was cut; null if nothing was. */
function widened<Part extends string, Layout extends Readonly<Record<Part, number>>>(
  layout: Layout,
  piecesOf: (layout: Layout) => Piece[],
  parts: readonly Part[],
  { width, room }: { width: number; room: number },
): Piece[] | null {
  for (const part of parts) {
    if (layout[part] === 0) continue
    // A text that was cut before a wide character is narrower than its room, so it doesn't get all of it.
    for (let more = room; more > 0; more--) {
      const pieces = piecesOf({ ...layout, [part]: layout[part] + more })
      const added = widthOf(pieces) - width
      if (added === 0) break
      if (added <= room) return pieces
    }
  }
  return null
}
