/** Which target gets which events: each event goes to one target, or to none (docs/decisions/webhooks.md#routes). */

import { createHash } from 'node:crypto'
import { DOCUMENTED_TYPES, isOfType, TYPE_FAMILIES } from '#contract/delivery.ts'
import type { TypeSet } from '#inbox/inbox.ts'
import { Failure } from '#lib/failure.ts'
import { checkTarget } from '#lib/input/addresses.ts'
import { listed, type Text } from '#lib/language.ts'
import { nearest } from '#lib/nearest.ts'
import type { Notes } from '#lib/notes.ts'
import { isLoopback } from '#lib/plain-address.ts'
import { texts } from './texts.ts'

export interface Route {
  /** Types of events, or `payment.*` for all that begin so; null for those that no other route names. */
  types: readonly string[] | null
  url: string
}

/** In the order in which the user gave them; at least one. */
export type Routes = readonly [Route, ...Route[]]

/**
 * Reads `[TYPES=]URL`, once or several times. Failure (usage) if a type is unknown or empty, if two have no types, if two
 * have the same target, or if earlier ones take all types of one.
 *
 * @param what names the flag
 * @param insecure takes http to another machine
 */
export function parseRoutes(given: readonly [string, ...string[]], what: Text, insecure: boolean): Routes {
  const check = (address: string) => checkTarget(address, what, insecure ? 'allowed' : '--forward-insecure')
  const routes = given.map(text => parseRoute(text, check)) as unknown as Routes
  if (routes.filter(({ types }) => types === null).length > 1) {
    throw new Failure('usage', texts.twoWithoutTypes, { next: texts.nameTypes })
  }
  const seen = new Set<string>()
  const earlier: string[] = []
  for (const { types, url } of routes) {
    const { host } = new URL(url)
    // Only the host: the rest of the URL may hold a token.
    if (seen.has(url))
      throw new Failure('usage', () => texts.sameTarget(host), { next: texts.oneListOfTypes })
    if (types?.every(type => earlier.some(pattern => isOfType(type, pattern))))
      throw new Failure('usage', () => texts.getsNothing(host, listed(types)), { next: texts.giveItFirst })
    seen.add(url)
    earlier.push(...(types ?? []))
  }
  return routes
}

function parseRoute(text: string, check: (address: string) => string): Route {
  const { types, url } = split(text)
  for (const type of types ?? []) checkType(type)
  return { types, url: check(url) }
}

/** A URL may contain `=`, but only after a `:`, a `/` or a `?`. */
function split(text: string): Route {
  const [, names, url] = /^([^:/?=]*)=(.*)$/s.exec(text) ?? []
  if (names === undefined || url === undefined) return { types: null, url: text }
  return { types: names.split(',').map(name => name.trim()), url }
}

function checkType(type: string): void {
  const known = [...DOCUMENTED_TYPES, ...TYPE_FAMILIES]
  if (known.includes(type)) return
  const near = nearest(known, type.toLowerCase())
  const next = [() => texts.typesAre(known.join(', '))]
  if (near !== undefined) next.unshift(() => texts.didYouMean(near))
  throw new Failure('usage', type === '' ? texts.emptyType : () => texts.unknownType(type), { next })
}

/** As the user could have given it. */
export function routeText({ types, url }: Route): string {
  return types === null ? url : `${types.join(',')}=${url}`
}

/**
 * Routes as people and other processes see them: the same routes give the same texts, in whatever order they were given.
 * Of a query, which may hold a token, there is only a hash.
 */
export function shownRoutes(routes: Routes): string[] {
  const earlier: string[] = []
  const words = routes.map(({ types, url }) => {
    const own = types?.filter(type => !earlier.some(pattern => isOfType(type, pattern))).sort() ?? null
    earlier.push(...(types ?? []))
    const { search } = new URL(url)
    const hash = createHash('sha256').update(search).digest('hex').slice(0, 8)
    return routeText({ types: own, url: shownTarget(url) + (search && `?…${hash}`) })
  })
  return words.sort()
}

/** The routes that {@link shownRoutes} shows, with targets as they are shown. */
export function readShown(shown: readonly string[]): Route[] {
  return shown.map(split)
}

/** The targets to which everything travels unencrypted. */
export function unencrypted(routes: Routes): Route[] {
  return routes.filter(({ url }) => {
    const { protocol, hostname } = new URL(url)
    return protocol === 'http:' && !isLoopback(hostname)
  })
}

export function warnUnencrypted(routes: Routes, out: Notes): void {
  for (const { url } of unencrypted(routes)) out.warn(() => texts.unencrypted(shownTarget(url)))
}

/** A target without its query, which may hold a token. */
export function shownTarget(url: string): string {
  const { origin, pathname } = new URL(url)
  return origin + pathname
}

/** One of several targets: with its query only if another one differs only in that. */
export function nameAmong(routes: Routes, url: string): string {
  const shown = shownTarget(url)
  return routes.some(other => other.url !== url && shownTarget(other.url) === shown) ? url : shown
}

/** The target of an event; null if no route names its type. */
export function targetOf(routes: readonly Route[], type: string): string | null {
  const byType = routes.find(({ types }) => types?.some(pattern => isOfType(type, pattern)))
  return (byType ?? routes.find(({ types }) => types === null))?.url ?? null
}

/** Whether all events go to one target. */
export function isOnlyTarget(routes: Routes): boolean {
  return routes.length === 1 && routes[0].types === null
}

/** The types of the events that go to a route's target. */
export function typesOf(routes: Routes, route: Route): TypeSet {
  const before = route.types === null ? routes : routes.slice(0, routes.indexOf(route))
  return { of: route.types ?? ['*'], except: before.flatMap(({ types }) => types ?? []) }
}

/** The types of those that go nowhere; null if all go somewhere. */
export function nowhereBy(routes: readonly Route[]): TypeSet | null {
  const isForAll = routes.some(({ types }) => types === null)
  return isForAll ? null : { of: ['*'], except: routes.flatMap(({ types }) => types ?? []) }
}
