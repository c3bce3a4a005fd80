/** `--qr-dir DIR`: the QR code of each charge as DIR/REFERENCE.png. */

import { createHash, randomUUID } from 'node:crypto'
import { accessSync, constants, mkdirSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure, systemErrorWords } from '#lib/failure.ts'
import { qrPng } from '#lib/qr-code.ts'
import { texts } from './texts.ts'

/** What Windows takes in no name, and at the start what hides a file or looks like a flag. `~` marks the names that were changed. */
const NOT_IN_NAMES = /[<>:"/\\|?*]|^[.-]/g
/** In bytes: 255 fit, with what is added and the extension. */
const LONGEST_STEM = 200
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
 * The file name for a reference, which keeps its letters. What a file system refuses becomes `_`; then `~` and a part of
 * a hash follow, so that the name is unique. No other name contains `~`.
 *
 * @param isUnique false if a disk may take another reference for the same name
 */
export function pictureName(reference: string, isUnique: boolean): string {
  const device = DEVICE.test(reference) ? '_' : ''
  let stem = device + reference.replaceAll(NOT_IN_NAMES, '_')
  while (Buffer.byteLength(stem) > LONGEST_STEM) stem = stem.replace(/.$/u, '')
  if (isUnique && stem === reference && !stem.includes('~')) return `${stem}.png`
  return `${stem}~${createHash('sha256').update(reference).digest('hex').slice(0, 16)}.png`
}

/** Writes an image: whole, or not at all. It replaces a link or pipe of its name. Throws system errors unchanged. */
export async function writePicture(folder: string, name: string, pixCode: string): Promise<void> {
  const temporary = join(folder, `.${randomUUID()}.tmp`)
  try {
    await writeFile(temporary, await qrPng(pixCode), { flag: 'wx' })
    await rename(temporary, join(folder, name))
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}
