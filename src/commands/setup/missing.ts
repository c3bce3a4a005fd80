/** What a profile needs for a counter and doesn't have, and the commands for it. */

import type { Context } from '#cli/context/context.ts'
import type { Outputs } from '#contract/generated/output.ts'
import type { SecretKind } from '#credentials/kinds.ts'
import { mayBeOwn } from '#lib/own-address.ts'
import { originOf } from '#lib/plain-address.ts'
import { type Suggestion, suggest } from '#lib/suggestion.ts'
import { placeholders } from '#lib/texts.ts'

export type Missing = Outputs['setup']['missing'][number]['name']

/** In the order in which it is set up. A secret that is stored for another address is missing. */
export function missingIn({ addresses, realtime, profile, variablesInUse }: Context): Missing[] {
  const { baseUrl } = addresses()
  const realtimeUrl = realtime.address()
  const { secrets = {} } = profile().settings
  const has = (kind: SecretKind, address: string | undefined) =>
    variablesInUse([kind]).length > 0 ||
    (address !== undefined && secrets[kind] !== undefined && secrets[kind].origin === originOf(address))
  const hasToken = realtimeUrl !== undefined && has('ws-token', realtimeUrl)
  return [
    ...(baseUrl === undefined ? ['base-url' as const] : []),
    ...(has('api-key', baseUrl) ? [] : ['api-key' as const]),
    ...(hasToken ? [] : ['ws-token' as const]),
  ]
}

/** The command that sets it, for a script. */
export function commandFor(name: Missing, { addresses, realtime }: Context): Suggestion {
  const input = placeholders.FILE
  if (name === 'ws-token') {
    const address = realtime.address() === undefined ? { 'realtime-url': 'wss://…' } : {}
    return suggest('auth login', { flags: { kind: 'ws-token', ...address }, input })
  }
  const address = addresses().baseUrl === undefined ? { 'base-url': 'https://…/api/v1' } : {}
  return suggest('auth login', { flags: address, input })
}

/** The command that opens the counter, on the tablet too if a certificate was made for an address of this machine. */
export async function startCommand({ folders, profile }: Context): Promise<Suggestion> {
  const { keptHost } = await import('#counter/own-certificate.ts')
  const host = await keptHost({ dataDir: folders.data, profile: profile().profile })
  return suggest('charges watch', { flags: host !== undefined && mayBeOwn(host) ? { web: true, host } : {} })
}
