/** `--qr-dir DIR`: the QR code of each charge as DIR/REFERENCE.png. */

import { createHash } from 'node:crypto'
import { accessSync, constants, mkdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure } from '../../../../shared/failure.ts'
import { fitsQr, qrPng } from '../../../../terminal/qr.ts'

/** No disk has anything against these, and none takes one for another but for upper and lower case. */
const PLAIN_NAME = /^\w[\w.-]*$/
/** Devices on Windows, with any ending. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

/** Makes the folder where it isn't there. Failure (usage) where nothing can be written in it. */
export function preparePictures(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
  } catch (error) {
    throw new Failure(
      'usage',
      `--qr-dir can't write in ${folder} (${(error as NodeJS.ErrnoException).code})`,
      {
        next: 'choose a folder that you can write in',
      },
    )
  }
}

/**
 * The file of a reference. What can't be in a name on every disk becomes `_`, and then a part of a hash tells such
 * references apart: `~`, which no other name has, stands before it.
 *
 * @param isAlone false where another reference differs from it in upper and lower case alone
 */
export function pictureName(reference: string, isAlone: boolean): string {
  if (isAlone && PLAIN_NAME.test(reference) && !DEVICE.test(reference)) return `${reference}.png`
  const hash = createHash('sha256').update(reference).digest('hex').slice(0, 16)
  return `${reference.replaceAll(/[^\w.-]/g, '_').replace(/^[.-]/, '_')}~${hash}.png`
}

/** Writes one. System errors pass through. */
export async function writePicture(folder: string, name: string, pixCode: string): Promise<void> {
  if (!fitsQr(pixCode)) throw new Error('the Pix code is too long for a QR code')
  await writeFile(join(folder, name), await qrPng(pixCode))
}
