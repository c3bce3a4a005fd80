/** What the commands about webhook endpoints share. */

import { EVENT_TYPES, isOfType, TYPE_FAMILIES } from '#contract/delivery.ts'
import { requiredArg } from '../../shared/command.ts'
import { texts } from './texts.ts'

export const endpointIdArg = requiredArg('ID', texts.idArg())

/** The path of an endpoint in the dashboard's API. */
export function endpointPath(id: string): string {
  return `/endpoints/${encodeURIComponent(id)}`
}

/** What `--event` takes: a type, or `payment.*` for all that begin so. */
export const EVENT_NAMES = [...EVENT_TYPES, ...TYPE_FAMILIES]

/** The types that a name stands for. */
export function typesOf(name: string): string[] {
  return EVENT_TYPES.filter(type => isOfType(type, name))
}

export function eventNames(events: string[]): string {
  return events.length === 0 ? texts.all() : events.join(', ')
}
