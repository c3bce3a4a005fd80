/** The filters of the list, as they are in the address of a page. */

import type { ForwardState } from '#inbox/inbox.ts'
import { type PageContext, withQuery } from '#web/page.ts'
import { type ListFilter, type Position, VERDICTS } from './delivery-list.ts'
import { texts } from './texts.ts'

const MINUTE_MS = 60_000
/** The choices for the time, and how far each goes back in milliseconds. */
export const TIMES = {
  '15m': { label: texts.last15Minutes, ms: 15 * MINUTE_MS },
  '1h': { label: texts.lastHour, ms: 60 * MINUTE_MS },
  '24h': { label: texts.last24Hours, ms: 24 * 60 * MINUTE_MS },
  '7d': { label: texts.last7Days, ms: 7 * 24 * 60 * MINUTE_MS },
} as const

const FORWARDS: readonly ForwardState[] = ['none', 'pending', 'done', 'parked']

export interface ListQuery {
  /** By name; empty text for what is not given or not known. */
  values: Readonly<Record<'search' | 'verdict' | 'forward' | 'type' | 'time', string>>
  filter: ListFilter
  /** Undefined on the first page. */
  after: Position | undefined
  /** The query as text, from `?` on; empty without one. */
  text: string
}

/** Values that aren't known are ignored. */
export function listQuery(page: PageContext): ListQuery {
  const known = <Value extends string>(name: string, values: readonly Value[]) =>
    values.find(value => value === page.query(name))
  const verdict = known('verdict', VERDICTS)
  const forward = known('forward', FORWARDS)
  const time = known('time', Object.keys(TIMES) as (keyof typeof TIMES)[])
  const [search, type] = [page.query('search'), page.query('type')]
  const after = positionOf(page.query('after'))
  const values = { search, verdict: verdict ?? '', forward: forward ?? '', type, time: time ?? '' }
  const filter = {
    verdict,
    forward,
    types: type === '' ? undefined : [type],
    search: search || undefined,
    ...(time && { received: { from: page.now - TIMES[time].ms } }),
  }
  return { values, filter, after, text: queryText(values, after) }
}

/** The query of an address, from `?` on. */
export function queryText(values: Partial<ListQuery['values']>, after?: Position): string {
  return withQuery('', { ...values, after: after ? `${after.kept}.${after.rejected}` : '' })
}

function positionOf(text: string): Position | undefined {
  const match = /^(\d{1,16})\.(\d{1,16})$/.exec(text)
  return match ? { kept: Number(match[1]), rejected: Number(match[2]) } : undefined
}
