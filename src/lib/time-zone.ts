/** The local time zone, as `TZ` names it. Node takes a name that it doesn't know for UTC, or for the system's zone, without a word. */

import { foldText } from '#contract/charge-filter.ts'
import { Failure } from './failure.ts'
import { localized, type Text } from './language.ts'
import { nearest } from './nearest.ts'
import { texts } from './texts.ts'

/** What is wrong with `TZ`, and what to do; null if its zone is known. */
let problem: Record<'what' | 'next', Text> | null = null

/** @param tz the environment's `TZ`, which Node has read too; without it, or empty, it is the zone of the system */
export function useTimeZone(tz = ''): void {
  const name = tz.replace(/^:/, '').replace(/^(posix|right)\//, '')
  const zone = zoneNamed(name)
  const isKnown = tz === '' || (zone !== undefined && zone === zoneNamed())
  problem = isKnown
    ? null
    : { what: () => texts.unknownZone(tz), next: () => texts.setZone(nearestZone(name)) }
}

/** Failure (usage) if the zone isn't known: before local days are counted. */
export function checkTimeZone(): void {
  if (problem) throw new Failure('usage', problem.what, { next: problem.next })
}

/** What a warning says of an unknown zone, for times that are only shown; null if the zone is known. */
export function timeZoneWarning(): Text | null {
  const known = problem
  return known && (() => `${localized(known.what)}; ${localized(known.next)}`)
}

/** The zone's main name, by default of the one that Node uses; undefined if there is none. */
function zoneNamed(timeZone?: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

function nearestZone(name: string): string {
  const zones = Intl.supportedValuesOf('timeZone')
  const words = zones.map(foldText)
  const word = foldText(name.replace(/["']/g, '')).trim()
  const near = nearest(words, word) ?? words.find(zone => zone.endsWith(`/${word}`))
  return zones[words.indexOf(near ?? '')] ?? 'America/Sao_Paulo'
}
