/** QR codes as modules and as pictures: how much they hold, how large they are, and their quiet zone. */

/** The light border that ISO/IEC 18004 requires, in modules. On a dark background scanners fail without it. */
export const QUIET_ZONE = 4
/** The bytes that the largest code, version 40, holds at error correction L (ISO/IEC 18004, table 7). */
const MOST_BYTES = 2953

/** Whether the text fits in a QR code. The encoders would need many seconds to find out. */
export function fitsQr(text: string): boolean {
  return Buffer.byteLength(text, 'utf8') <= MOST_BYTES
}

/** Throws RangeError when the text is too long. */
export function checkQrLength(text: string): void {
  if (!fitsQr(text)) throw new RangeError('the text is too long for a QR code')
}

/** The modules by row with the whole quiet zone, true for dark. Throws RangeError when the text is too long. */
export async function qrModules(text: string): Promise<boolean[][]> {
  checkQrLength(text)
  const { default: qrcode } = await import('qrcode')
  const { modules } = qrcode.create(text, { errorCorrectionLevel: 'L' })
  const size = modules.size + 2 * QUIET_ZONE
  const places = Array.from({ length: size }, (_, index) => index - QUIET_ZONE)
  const isInside = (at: number) => at >= 0 && at < modules.size
  return places.map(y => places.map(x => isInside(y) && isInside(x) && modules.get(y, x) !== 0))
}

/** `text` (UTF-8) as a QR code in a PNG, eight pixels to a module. Throws RangeError when it is empty or too long. */
export function qrPng(text: string): Promise<Buffer> {
  return picture(text, (qrcode, options) => qrcode.toBuffer(text, { ...options, type: 'png', scale: 8 }))
}

/** `text` (UTF-8) as a QR code in an SVG document. Throws RangeError when it is empty or too long. */
export function qrSvg(text: string): Promise<string> {
  return picture(text, (qrcode, options) => qrcode.toString(text, { ...options, type: 'svg' }))
}

/** `text` (UTF-8) as a QR code in the data URL of a PNG, four pixels to a module. Throws RangeError when it is empty or too long. */
export function qrDataUrl(text: string): Promise<string> {
  // Only the filter "up". Trying all five takes twice as long, and in Jest 300 ms for each charge.
  const rendererOpts = { filterType: 2, deflateStrategy: 0, deflateLevel: 1 }
  const image = { type: 'image/png', scale: 4, rendererOpts } as const
  return picture(text, (qrcode, options) => qrcode.toDataURL(text, { ...options, ...image }))
}

/** Error correction M, because a print or a photo may damage some of it; L if the text only fits with that. */
async function picture<T>(
  text: string,
  draw: (
    qrcode: typeof import('qrcode'),
    options: { errorCorrectionLevel: 'M' | 'L'; margin: number },
  ) => Promise<T>,
): Promise<T> {
  if (text === '') throw new RangeError('no text for a QR code')
  checkQrLength(text)
  const { default: qrcode } = await import('qrcode')
  const withLevel = (level: 'M' | 'L') => draw(qrcode, { errorCorrectionLevel: level, margin: QUIET_ZONE })
  return withLevel('M').catch(() => withLevel('L'))
}
