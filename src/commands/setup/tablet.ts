/** The shop's tablets: which address of this machine they open, and the certificate for it. */

import type { Context } from '#cli/context/context.ts'
import { confirm } from '#cli/host/prompt.ts'
import { mayBeOwn, networkAddresses } from '#lib/own-address.ts'
import { suggest } from '#lib/suggestion.ts'
import { texts } from './texts.ts'

/** Asks only if there is no certificate for an address that this machine has now. */
export async function setUpTablet(context: Context): Promise<void> {
  const { out, host, folders, profile, clock } = context
  const { aboutCertificate, keptHost, ownCertificate } = await import('#counter/own-certificate.ts')
  const owner = { dataDir: folders.data, profile: profile().profile }
  const addresses = networkAddresses()
  const kept = await keptHost(owner)
  if (kept !== undefined && mayBeOwn(kept)) return out.note(() => texts.tabletThere(kept))
  if (kept !== undefined) out.note(() => texts.addressGone(kept))
  if (!(await confirm(host, texts.askTablet()))) return
  const [address, other] = addresses
  if (address === undefined) return out.warn(texts.noNetwork)
  const own = await ownCertificate(owner, address, clock.now())
  out.note(() => texts.tabletAt(address))
  for (const line of aboutCertificate(own, address)) out.note(line)
  if (other)
    out.note(suggest('charges watch', { say: texts.otherNetwork, flags: { web: true, host: other } }))
}
