/** Shows or saves the QR code of a charge: --qr terminal|none|FILE.png|FILE.svg. */

import { accessSync, constants, writeFileSync } from 'node:fs'
import { dirname, extname } from 'node:path'
import { string } from '@oclif/core/flags'
import type { Payment } from '../../contract/generated/types.ts'
import { Failure } from '../../shared/failure.ts'
import { suggest } from '../../shared/suggestion.ts'
import { escapeControls } from '../../terminal/escape.ts'
import { fitsQr, MOST_QR_BYTES, qrPng, qrSvg, terminalQr } from '../../terminal/qr.ts'
import type { Output } from './output.ts'

export const qrFlag = string({
  description: 'where to put the QR code: terminal, none, or a file ending in .png or .svg',
  helpValue: 'terminal|none|FILE',
})

/** Checks the flag before anything is sent. Failure (usage) if it is not valid. */
export function checkQr(choice: string | undefined): void {
  if (choice === undefined || choice === 'terminal' || choice === 'none') return
  if (!['.png', '.svg'].includes(extname(choice).toLowerCase())) {
    throw new Failure('usage', `--qr takes terminal, none, or a file ending in .png or .svg, not ${choice}`, {
      next: 'for example: --qr code.png',
    })
  }
  try {
    accessSync(dirname(choice), constants.W_OK)
  } catch {
    throw new Failure('usage', `--qr can't write ${choice}: its folder doesn't exist or isn't writable`, {
      next: 'create the folder first, or choose another',
    })
  }
}

/**
 * Shows or saves the QR code of a charge, made from its `pixCode`.
 *
 * @param quiet only the charge's id was printed, so the Pix code must still be shown
 */
export async function deliverQr(out: Output, choice: string, charge: Payment, quiet = false): Promise<void> {
  if (choice === 'none') return
  const { id, pixCode } = charge
  if (pixCode === null) {
    return out.warn(
      suggest('charges get', { say: 'the charge has no Pix code yet; to read it later', args: [id] }),
    )
  }
  if (choice !== 'terminal') return writeQr(out, choice, id, pixCode)
  if (fitsQr(pixCode)) await draw(out, id, pixCode)
  else out.warn(`${tooLong(pixCode)}: the customer can only copy it`)
  if (quiet) await out.picture(`${escapeControls(pixCode)}\n`)
}

async function draw(out: Output, id: string, pixCode: string): Promise<void> {
  const { picture, columns, rows } = await terminalQr(pixCode)
  const window = out.pictureWindow
  if (columns <= window.columns && rows <= window.rows) return out.picture(picture)
  out.warn(
    `the QR code needs ${columns} columns and ${rows} rows; this window has ${window.columns} and ${window.rows}`,
  )
  out.note('the customer can copy the Pix code instead')
  out.note(
    suggest('charges get', {
      say: 'or save the QR code as a picture',
      args: [id],
      flags: { qr: 'code.png' },
    }),
  )
}

function tooLong(pixCode: string): string {
  return `the Pix code is too long for a QR code (${Buffer.byteLength(pixCode)} bytes; the most is ${MOST_QR_BYTES})`
}

async function writeQr(out: Output, file: string, id: string, pixCode: string): Promise<void> {
  if (!fitsQr(pixCode)) {
    throw new Failure('service', `${tooLong(pixCode)}, so ${file} was not written`, {
      next: 'the customer can copy the Pix code',
    })
  }
  const image = file.toLowerCase().endsWith('.svg') ? await qrSvg(pixCode) : await qrPng(pixCode)
  try {
    writeFileSync(file, image)
  } catch (error) {
    throw new Failure(
      'fault',
      `the QR code of charge ${id} could not be written to ${file} (${(error as Error).message})`,
      {
        next: suggest('charges get', {
          say: 'the charge exists; to try again',
          args: [id],
          flags: { qr: file },
        }),
      },
    )
  }
  out.note(`QR code written to ${file}`)
}
