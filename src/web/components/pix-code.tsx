/** The Pix code of a charge, and other text as a QR code. */

import { qrDataUrl } from '#lib/qr-code.ts'
import { texts } from '../texts.ts'
import { CopyLine } from './command-line.tsx'

/** As an image and as text. */
export function PixCode({ code }: { code: string }) {
  return (
    <>
      <QrCode text={code} />
      <CopyLine text={code} what={texts.thePixCode()} />
    </>
  )
}

export async function QrCode({ text }: { text: string }) {
  return <img class="qr" src={await qrDataUrl(text)} alt={texts.qrCode()} />
}
