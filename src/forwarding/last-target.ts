/** The targets of the last run with `--forward-to`, which `webhook replay` uses by default (docs/decisions/webhooks.md#replay-target). */

import { type Clock, isoNow } from '#lib/clock.ts'
import type { Text } from '#lib/language.ts'
import { readLines, type StateOwner, writeLines } from '#state/line-files.ts'
import { parseRoutes, type Routes, routeText } from './routes.ts'

export interface LastRoutes {
  routes: Routes
  /** When the last run with them began, in ISO 8601. */
  since: string
}

/** Saves what `--forward-to` says at the start of a run. */
export function rememberRoutes(owner: StateOwner, routes: Routes, clock: Clock): void {
  writeLines(owner, ROUTES, [isoNow(clock), ...routes.map(routeText)])
}

/** What the last `--forward-to` said; null if there was none. Failure (usage) if the file holds no routes. */
export function lastRoutes(owner: StateOwner, what: Text): LastRoutes | null {
  const [since = '', first, ...others] = readLines(owner, ROUTES)
  if (first === undefined) return null
  return { routes: parseRoutes([first, ...others], what, true), since }
}

const ROUTES = 'forward-routes'
