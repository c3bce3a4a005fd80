/** The beginning of an event's line: its time and its type, as wide as the terminal allows. */

import type { EventType } from '#contract/delivery.ts'
import { escapeControls } from '#lib/escape.ts'
import type { Paint, Style } from './style.ts'
import { displayWidth, shorten } from './width.ts'

/** How many columns they take. By the width of the terminal alone, so that the lines of one run are aligned. */
export interface Lead {
  time: number
  type: number
}

/** Of a time of day with seconds, and of the longest documented type. */
const FULL: Lead = { time: 8, type: 16 }
/** The same without seconds, and with the short types. */
const SHORT: Lead = { time: 5, type: 8 }

/** @param needed what the whole line needs with a full lead: seconds are left out first, then types are short */
export function leadFor(columns: number, needed: number): Lead {
  if (columns >= needed) return FULL
  const withoutSeconds = needed - FULL.time + SHORT.time
  return { time: SHORT.time, type: columns >= withoutSeconds ? FULL.type : SHORT.type }
}

/** What stays of a documented type where there is little room. All are different. */
const SHORT_TYPES = new Map<string, string>(
  Object.entries({
    'payment.created': 'created',
    'payment.approved': 'approved',
    'payment.expired': 'expired',
    'payment.failed': 'failed',
    'deposit.approved': 'deposit',
  } satisfies Record<EventType, string>),
)

/** The type, padded to the columns of `lead`. @param mayCut whether a longer one may be cut there */
export function shownType(type: string, lead: Lead, mayCut: boolean): string {
  const short = lead.type < FULL.type ? SHORT_TYPES.get(type) : undefined
  const text = short ?? escapeControls(type)
  return padded(mayCut ? shorten(text, lead.type) : text, lead.type)
}

export function padded(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - displayWidth(text)))
}

/** The colour of an event's type. */
export function typePaint(type: string | null, style: Style): Paint {
  switch (type) {
    case 'payment.approved':
    case 'deposit.approved':
      return style.green
    case 'payment.created':
      return style.cyan
    case 'payment.expired':
      return style.yellow
    case 'payment.failed':
      return style.red
    default:
      return text => text
  }
}
