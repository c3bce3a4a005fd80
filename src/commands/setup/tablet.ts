/** The shop's tablets: which address of this machine they open, and the certificate for it. */

import { isIP } from 'node:net'
import type { Context } from '#cli/context/context.ts'
import { ask, confirm } from '#cli/host/prompt.ts'
import { Failure } from '#lib/failure.ts'
import { type NetworkAddress, networkAddresses } from '#lib/own-address.ts'
import { texts } from './texts.ts'

/** Asks only if there is no certificate for an address that this machine has now. */
export async function setUpTablet(context: Context): Promise<void> {
  const { out, host, folders, profile, clock } = context
  const { keptHost, ownCertificate, whatTabletAsks } = await import('#counter/own-certificate.ts')
  const owner = { dataDir: folders.data, profile: profile().profile }
  const addresses = networkAddresses()
  const kept = await keptHost(owner)
  const isHere = kept !== undefined && (isIP(kept) === 0 || addresses.some(({ address }) => address === kept))
  if (isHere) return out.note(() => texts.tabletThere(kept))
  if (kept !== undefined) out.note(() => texts.addressGone(kept))
  if (!(await confirm(host, texts.askTablet()))) return
  if (addresses.length === 0) return out.warn(texts.noNetwork)
  const address = await chooseAddress(context, addresses)
  const own = await ownCertificate(owner, address, clock.now())
  out.note(() => texts.tabletAt(address))
  for (const sentence of whatTabletAsks(own, address)) out.note(sentence)
}

/** The first one is what a shop mostly has. */
async function chooseAddress({ out, host }: Context, addresses: readonly NetworkAddress[]): Promise<string> {
  if (addresses.length === 1) return addresses[0]!.address
  for (const [index, { address, network }] of addresses.entries())
    out.note(`${index + 1}: ${address} (${network})`)
  const chosenBy = (text: string) => {
    const chosen = addresses[Number(text.trim() || '1') - 1]
    if (chosen) return chosen
    throw new Failure('usage', () => texts.noSuchNumber(addresses.length), { next: [] })
  }
  return chosenBy(await ask(host, texts.askAddress(), chosenBy)).address
}
