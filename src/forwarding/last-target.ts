/** The targets of the last run with `--forward-to`, which `webhook replay` uses by default (docs/decisions/webhooks.md#replay-target). */

import { join } from 'node:path'
import { type Clock, isoNow } from '#lib/clock.ts'
import { Failure } from '#lib/failure.ts'
import { readPrivate, replaceFile } from '#lib/files.ts'
import type { Text } from '#lib/language.ts'
import { stateFolder } from '#state/folder.ts'
import { parseRoutes, type Routes, routeText } from './routes.ts'

export interface LastRoutes {
  routes: Routes
  /** When the last run with them began, in ISO 8601. */
  since: string
  /** Of the targets that have answered a delivery, with any status, the latest. */
  answered: readonly string[]
}

/** Whose target it is. */
export interface TargetOwner {
  dataDir: string
  profile: string
}

/** Saves what `--forward-to` says at the start of a run. */
export function rememberRoutes(owner: TargetOwner, routes: Routes, clock: Clock): void {
  write(owner, ROUTES, [isoNow(clock), ...routes.map(routeText)])
}

/** Saves that a target has answered: in a file of its own, so that this never changes which ones are the last. */
export function rememberAnswer(owner: TargetOwner, url: string): void {
  const before = read(owner, ANSWERED)
  if (!before.includes(url)) write(owner, ANSWERED, [url, ...before].slice(0, MOST_ANSWERED))
}

/** What the last `--forward-to` said; null if there was none. Failure (usage) if the file holds no routes. */
export function lastRoutes(owner: TargetOwner, what: Text): LastRoutes | null {
  const [since = '', first, ...others] = read(owner, ROUTES)
  if (first === undefined) return null
  return { routes: parseRoutes([first, ...others], what, true), since, answered: read(owner, ANSWERED) }
}

const ROUTES = 'forward-routes'
/** The targets that answered, the latest first. */
const ANSWERED = 'forward-answered'
const MOST_ANSWERED = 20

/** Its lines; none if it isn't there. */
function read(owner: TargetOwner, name: string): string[] {
  try {
    return (readPrivate(fileOf(owner, name)) ?? '').split('\n').filter(line => line !== '')
  } catch (error) {
    if (error instanceof Failure) throw error
    return []
  }
}

function write(owner: TargetOwner, name: string, lines: readonly string[]): void {
  try {
    replaceFile(fileOf(owner, name), lines.map(line => `${line}\n`).join(''))
  } catch (error) {
    if (error instanceof Failure) throw error
    // Only a convenience: forwarding continues without it.
  }
}

function fileOf({ dataDir, profile }: TargetOwner, name: string): string {
  return join(stateFolder(dataDir, profile), name)
}
