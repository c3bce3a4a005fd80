/** The page for other devices of the shop: its certificate, and its address as a QR code for a tablet's camera. */

import { isIP } from 'node:net'
import type { Context } from '#cli/context/context.ts'
import type { Certificate } from '#lib/certificate.ts'
import { Failure } from '#lib/failure.ts'
import { isAny, networkAddresses } from '#lib/own-address.ts'
import { isLoopback } from '#lib/plain-address.ts'
import { suggest } from '#lib/suggestion.ts'
import { hasBlocks } from '#terminal/large.ts'
import { drawCode, SIDE, terminalQr, withSide } from '#terminal/qr.ts'
import { wrapWords } from '#terminal/width.ts'
import { texts } from './texts.ts'

/**
 * The certificate that pixctl makes; undefined on loopback, which needs none. Failure (usage) for an address that isn't this
 * machine's, before the certificate that the tablets know is replaced.
 */
export async function certificateFor(
  { folders, profile, clock }: Context,
  host: string,
): Promise<Certificate | undefined> {
  if (isLoopback(host)) return undefined
  const own = networkAddresses()
  if (isAny(host) || (isIP(host) === 4 && !own.includes(host))) {
    const flags = { web: true as const, host: own[0] ?? '192.168.0.10' }
    const next = suggest('charges watch', { say: texts.giveAddress, flags })
    throw new Failure('usage', () => texts.noAddress(host), { next })
  }
  const { ownCertificate } = await import('#counter/own-certificate.ts')
  return ownCertificate({ dataDir: folders.data, profile: profile().profile }, host, clock.now())
}

/**
 * Shows the address and its QR code, with what a person at the tablet must know beside it if the window has room, so that
 * nothing scrolls away.
 */
export async function showForTablet(
  { out, host }: Context,
  url: string,
  own: Certificate | undefined,
  hasKeys: boolean,
): Promise<void> {
  const { aboutCertificate } = await import('#counter/own-certificate.ts')
  const about = [
    [texts.scan()],
    ...(own ? [aboutCertificate(own, new URL(url).hostname)] : []),
    ...(hasKeys ? [[texts.anotherAddress()]] : []),
  ]
  const canDraw = out.showsPictures && !out.json && hasBlocks(host.env, host.platform)
  const { columns, rows } = out.pictureWindow
  const drawn = canDraw ? await drawCode(url, { columns, rows: rows - 1 }, 0) : null
  const room = drawn ? columns - drawn.side - 1 : 0
  const beside = about.flatMap((lines, index) => [
    ...(index === 0 ? [] : ['']),
    ...lines.flatMap(line => wrapWords(line, room)),
  ])
  const fits = drawn !== null && room >= SIDE && beside.length <= drawn.lines.length
  if (!fits) for (const line of about.flat()) out.note(line)
  out.say(() => `${texts.pageAt()} ${url}`)
  if (drawn) return out.picture(`${withSide(drawn, fits ? beside : []).join('\n')}\n`)
  if (!canDraw) return
  const needed = await terminalQr(url)
  out.note(() => texts.tooSmall(needed.columns + 1, needed.rows))
}
