/** `--qr-dir DIR`: the QR code of each charge as DIR/REFERENCE.png. */

import { createHash, randomUUID } from 'node:crypto'
import { accessSync, constants, mkdirSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure, systemErrorWords } from '#lib/failure.ts'
import { fitsQr, qrPng } from '#lib/qr-code.ts'
import { texts } from './texts.ts'

/** File names that every file system accepts. Only upper and lower case may be the same for some of them. */
const PLAIN_NAME = /^\w[\w.-]*$/
/** Names of devices on Windows, with any extension. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

/** Creates the folder if it doesn't exist. Throws Failure (usage) if no file can be written in it. */
export function preparePictures(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
  } catch (error) {
    const why = () => systemErrorWords(`${(error as NodeJS.ErrnoException).code}`)
    throw new Failure('usage', () => texts.cannotWriteIn(folder, why()), { next: texts.chooseFolder })
  }
}

/**
 * The file name for a reference. A character that isn't allowed on every file system becomes `_`; then `~` and a part of
 * a hash follow, so that the name is unique. No other name contains `~`.
 *
 * @param isUniqueIgnoringCase false if another reference differs from it only in upper and lower case
 */
export function pictureName(reference: string, isUniqueIgnoringCase: boolean): string {
  if (isUniqueIgnoringCase && PLAIN_NAME.test(reference) && !DEVICE.test(reference)) return `${reference}.png`
  const hash = createHash('sha256').update(reference).digest('hex').slice(0, 16)
  const plain = reference.replaceAll(/[^\w.-]/g, '_').replace(/^[.-]/, '_')
  return `${DEVICE.test(plain) ? '_' : ''}${plain}~${hash}.png`
}

/** Writes an image: whole, or not at all. It replaces a link or pipe of its name. Throws system errors unchanged. */
export async function writePicture(folder: string, name: string, pixCode: string): Promise<void> {
  if (!fitsQr(pixCode)) throw new Failure('service', texts.codeTooLong, { next: [] })
  const temporary = join(folder, `.${randomUUID()}.tmp`)
  try {
    await writeFile(temporary, await qrPng(pixCode), { flag: 'wx' })
    await rename(temporary, join(folder, name))
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}
