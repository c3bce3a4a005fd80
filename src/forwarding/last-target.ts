/** The targets of the last run with `--forward-to`, which `webhook replay` uses by default (docs/decisions/webhooks.md#replay-target). */

import { type Clock, isoNow } from '#lib/clock.ts'
import type { Text } from '#lib/language.ts'
import { readLines, type StateOwner, writeLines } from '#state/line-files.ts'
import { parseRoutes, type Routes, routeText } from './routes.ts'

export interface LastRoutes {
  routes: Routes
  /** When the last run with them began, in ISO 8601. */
  since: string
  /** Of the targets that have answered, with any status, the latest. */
  answered: readonly string[]
}

/** Saves what `--forward-to` says at the start of a run. */
export function rememberRoutes(owner: StateOwner, routes: Routes, clock: Clock): void {
  writeLines(owner, ROUTES, [isoNow(clock), ...routes.map(routeText)])
}

/** Saves that a target has answered: in a file of its own, so that this never changes which ones are the last. */
export function rememberAnswer(owner: StateOwner, url: string): void {
  const before = readLines(owner, ANSWERED)
  if (!before.includes(url)) writeLines(owner, ANSWERED, [url, ...before].slice(0, MOST_ANSWERED))
}

/** What the last `--forward-to` said; null if there was none. Failure (usage) if the file holds no routes. */
export function lastRoutes(owner: StateOwner, what: Text): LastRoutes | null {
  const [since = '', first, ...others] = readLines(owner, ROUTES)
  if (first === undefined) return null
  return { routes: parseRoutes([first, ...others], what, true), since, answered: readLines(owner, ANSWERED) }
}

const ROUTES = 'forward-routes'
/** The targets that answered, the latest first. */
const ANSWERED = 'forward-answered'
const MOST_ANSWERED = 20
