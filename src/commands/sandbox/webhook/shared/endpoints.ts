/** What the commands about webhook endpoints share. */

import { requiredArg } from '../../shared/command.ts'
import { texts } from './texts.ts'

export const endpointIdArg = requiredArg('ID', texts.idArg())

/** The path of an endpoint in the dashboard's API. */
export function endpointPath(id: string): string {
  return `/endpoints/${encodeURIComponent(id)}`
}

export function eventNames(events: string[]): string {
  return events.length === 0 ? texts.all() : events.join(', ')
}
