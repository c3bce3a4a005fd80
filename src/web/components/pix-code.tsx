/** The Pix code of a charge. */

import { qrCodeDataUrl } from '../qr-code.ts'
import { texts } from '../texts.ts'
import { CopyLine } from './command-line.tsx'

/** As an image and as text. */
export function PixCode({ code, of }: { code: string; of: string }) {
  return (
    <>
      <QrCode text={code} alt={texts.qrCodeOf(of)} />
      <CopyLine text={code} what={texts.thePixCode()} />
    </>
  )
}

export async function QrCode({ text, alt }: { text: string; alt: string }) {
  return <img class="qr" src={await qrCodeDataUrl(text)} alt={alt} />
}
