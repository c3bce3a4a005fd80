/** What the commands about webhook endpoints share. */

import type { Output } from '#cli/output/output.ts'
import { printObject } from '#cli/output/present.ts'
import { EVENT_TYPES, isOfType, TYPE_FAMILIES } from '#contract/delivery.ts'
import type { SandboxWebhookAdd as WithSecret } from '#contract/generated/output.ts'
import { isLoopback } from '#lib/plain-address.ts'
import { requiredArg } from '../../shared/command.ts'
import { texts } from './texts.ts'

export const endpointIdArg = requiredArg('ID', texts.idArg())

/** The path of an endpoint below the control routes. */
export function endpointPath(id: string): string {
  return `/webhooks/${encodeURIComponent(id)}`
}

/** What `--event` takes: a type, or `payment.*` for all that begin so. */
export const EVENT_NAMES = [...EVENT_TYPES, ...TYPE_FAMILIES]

/** The types that a name stands for. */
export function typesOf(name: string): string[] {
  return EVENT_TYPES.filter(type => isOfType(type, name))
}

/** Prints a new endpoint, or one with a new secret, which isn't shown again. */
export async function printWithSecret(out: Output, endpoint: WithSecret): Promise<void> {
  await printObject<'sandbox-webhook-add'>(out, endpoint, () => [
    { label: texts.endpoint(), value: endpoint.id, whole: true },
    { label: 'URL', value: endpoint.url, whole: true },
    { label: texts.events(), value: eventNames(endpoint.events) },
    { label: texts.secret(), value: endpoint.secret, whole: true },
  ])
  out.note(texts.copyNow())
  if (isLoopback(new URL(endpoint.url).hostname)) out.note(texts.startListenerAgain())
}

export function eventNames(events: string[]): string {
  return events.length === 0 ? texts.all() : events.join(', ')
}
