/** The QR image of a Pix code. */

import QRCode from 'qrcode'

/** The image as a PNG data URL, with the white border of four modules that a scanner needs. */
export function qrCodeDataUrl(pixCode: string): Promise<string> {
  return QRCode.toDataURL(pixCode, { type: 'image/png', errorCorrectionLevel: 'M', margin: 4, scale: 4 })
}
