/** QR codes as pictures for pages, and for the service of the sandbox. */

import QRCode from 'qrcode'

/** The image as a PNG data URL, with the white border of four modules that a scanner needs. */
export function qrCodeDataUrl(text: string): Promise<string> {
  // Only the filter "up". Trying all five takes twice as long, and in Jest 300 ms for each charge.
  const rendererOpts = { filterType: 2, deflateStrategy: 0, deflateLevel: 1 }
  const image = { type: 'image/png', errorCorrectionLevel: 'M', margin: 4, scale: 4, rendererOpts } as const
  return QRCode.toDataURL(text, image)
}
