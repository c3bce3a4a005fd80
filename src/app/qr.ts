/** Where the QR code of a charge goes: --qr terminal|none|FILE.png|FILE.svg. */

import { accessSync, constants, writeFileSync } from 'node:fs'
import { dirname, extname } from 'node:path'
import { string } from '@oclif/core/flags'
import type { Payment } from '../contract/generated/types.ts'
import { Failure } from '../shared/failure.ts'
import { suggest } from '../shared/suggestion.ts'
import { escapeControls } from '../terminal/escape.ts'
import { qrPng, qrSvg, terminalQr } from '../terminal/qr.ts'
import type { Output } from './output.ts'

export const qrFlag = string({
  description: 'where the QR code goes: terminal, none, or a file ending in .png or .svg',
  helpValue: 'terminal|none|FILE',
})

/** Checks the flag before anything is sent. A Failure of usage when it is none of the four. */
export function checkQr(choice: string | undefined): void {
  if (choice === undefined || choice === 'terminal' || choice === 'none') return
  if (!['.png', '.svg'].includes(extname(choice).toLowerCase())) {
    throw new Failure('usage', `--qr takes terminal, none, or a file ending in .png or .svg, not ${choice}`)
  }
  try {
    accessSync(dirname(choice), constants.W_OK)
  } catch {
    throw new Failure('usage', `--qr can't write ${choice}: its folder isn't there or isn't writable`)
  }
}

/** Shows or writes the QR code of a charge, made from its `pixCode`. */
export async function deliverQr(out: Output, choice: string, charge: Payment): Promise<void> {
  if (choice === 'none') return
  if (charge.pixCode === null) {
    out.warn(
      suggest('charges get', {
        say: 'the service has no Pix code for it yet; read it later with',
        args: [charge.id],
      }),
    )
    return
  }
  if (choice !== 'terminal') return writeQr(out, choice, charge.id, charge.pixCode)
  const picture = await terminalQr(charge.pixCode, { columns: out.pictureColumns, rows: out.rows })
  if (!('picture' in picture)) {
    out.warn(`${picture.reason}; the payer can copy the Pix code instead:`)
    return out.picture(`${escapeControls(charge.pixCode)}\n`)
  }
  await out.picture(`\n${picture.picture}`)
  if (!picture.tooTall) return
  out.note(`the QR code needs ${picture.rowsNeeded} rows, the terminal has ${out.rows}: scroll up, or`)
  out.note(suggest('charges get', { args: [charge.id], flags: { qr: 'code.png' } }))
}

async function writeQr(out: Output, file: string, id: string, pixCode: string): Promise<void> {
  const image = file.toLowerCase().endsWith('.svg') ? await qrSvg(pixCode) : await qrPng(pixCode)
  try {
    writeFileSync(file, image)
  } catch (error) {
    throw new Failure(
      'fault',
      `the QR code of charge ${id} could not be written to ${file} (${(error as Error).message})`,
      {
        next: suggest('charges get', { say: 'the charge itself exists', args: [id], flags: { qr: file } }),
      },
    )
  }
  out.note(`QR code written to ${file}`)
}
