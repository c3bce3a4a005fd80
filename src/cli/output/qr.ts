/** Shows or saves the QR code of a charge: --qr terminal|open|none|FILE.png|FILE.svg, and --copy. */

import { accessSync, constants, writeFileSync } from 'node:fs'
import { dirname, extname } from 'node:path'
import { string } from '@oclif/core/flags'
import type { Payment } from '../../contract/generated/types.ts'
import { escapeControls } from '../../shared/escape.ts'
import { Failure } from '../../shared/failure.ts'
import { suggest } from '../../shared/suggestion.ts'
import { fitsQr, MOST_QR_BYTES, qrPng, qrSvg, terminalQr } from '../../terminal/qr.ts'
import { badValue } from '../flags/bad-value.ts'
import { canAsk } from '../host/ask-terminal.ts'
import type { Host } from '../host/host.ts'
import { canCopy, checkCopy, copyFlag, copyPixCode } from './copy.ts'
import type { Output } from './output.ts'

const WORDS = ['terminal', 'open', 'none']

export const qrFlags = {
  qr: string({
    description:
      'where to put the QR code: terminal, open (a picture in the viewer of this machine), none, or a file ending in .png or .svg',
    helpValue: 'terminal|open|none|FILE',
  }),
  copy: copyFlag,
}

interface QrFlags {
  qr?: string | undefined
  copy?: boolean | undefined
  'no-input'?: boolean | undefined
}

/** Checks the flags before anything is sent. Failure (usage) if they are not valid. */
export function checkQr(host: Host, { qr: choice, copy }: QrFlags): void {
  checkCopy(host, copy)
  if (choice === undefined || WORDS.includes(choice)) return
  if (!['.png', '.svg'].includes(extname(choice).toLowerCase())) {
    throw badValue('--qr', {
      takes: 'terminal, open, none, or a file ending in .png or .svg',
      text: choice,
      example: '--qr code.png',
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

export interface QrChoice extends QrFlags {
  /** What `--qr` means where it is not given. */
  otherwise: 'terminal' | 'none'
  /** Only the charge's id was printed, so the Pix code must still be shown. */
  quiet?: boolean | undefined
}

/** Shows or saves the QR code of a charge, made from its `pixCode`, and copies that. */
export async function deliverQr(
  host: Host,
  out: Output,
  charge: Payment,
  { qr, copy, otherwise, ...flags }: QrChoice,
): Promise<void> {
  const choice = qr ?? otherwise
  if (choice === 'none' && !copy) return
  const { id, pixCode } = charge
  if (pixCode === null) {
    const flags = copy ? { copy: true as const } : {}
    const say = 'the charge has no Pix code yet; to read it later'
    return out.warn(suggest('charges get', { say, args: [id], flags }))
  }
  if (choice === 'terminal') await showInTerminal(host, out, { id, pixCode }, flags)
  else if (choice === 'open') await openQr(host, out, id, pixCode)
  else if (choice !== 'none') await writeQr(out, choice, id, pixCode)
  if (copy) copyPixCode(out, pixCode)
}

async function showInTerminal(
  host: Host,
  out: Output,
  { id, pixCode }: { id: string; pixCode: string },
  { quiet, 'no-input': noInput }: Pick<QrChoice, 'quiet' | 'no-input'>,
): Promise<void> {
  const drawn = () => draw(host, out, id, pixCode)
  if (!fitsQr(pixCode)) out.warn(`${tooLong(pixCode)}: the customer can only copy it`)
  else if (noInput || !out.showsPictures || !(await canAsk(host))) await drawn()
  else {
    const { showPicture } = await import('./qr-picture.ts')
    await showPicture(host, out, pixCode, drawn)
  }
  if (quiet) await out.picture(`${escapeControls(pixCode)}\n`)
}

async function draw(host: Host, out: Output, id: string, pixCode: string): Promise<void> {
  const window = out.pictureWindow
  const { picture, columns, rows } = await terminalQr(pixCode, window)
  if (columns <= window.columns && rows <= window.rows) return out.picture(picture)
  out.warn(
    `the QR code needs ${columns} columns and ${rows} rows; this window has ${window.columns} and ${window.rows}`,
  )
  const get = (say: string, flags: Record<string, string | true>) =>
    out.note(suggest('charges get', { say, args: [id], flags }))
  get('enlarge it, then', { qr: 'terminal' })
  get('or open a picture', { qr: 'open' })
  get('or save it', { qr: 'code.png' })
  if (canCopy(host)) get('or copy the Pix code', { copy: true })
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

/** Opens a picture in the viewer of this machine. The charge exists, so whatever fails is only a warning. */
async function openQr(host: Host, out: Output, id: string, pixCode: string): Promise<void> {
  if (!fitsQr(pixCode)) return out.warn(`${tooLong(pixCode)}: the customer can only copy it`)
  const { writePrivatePicture } = await import('../host/private-picture.ts')
  const { openWithViewer } = await import('../host/viewer.ts')
  let file: string
  try {
    file = writePrivatePicture(host, await qrPng(pixCode))
  } catch (error) {
    out.warn(`no picture of the QR code could be written (${(error as Error).message})`)
    return out.note(suggest('charges get', { say: 'to save it', args: [id], flags: { qr: 'code.png' } }))
  }
  const problem = await openWithViewer(host, file)
  if (problem === undefined) return out.note(`QR code opened: ${file}`)
  out.warn(`the QR code could not be opened (${problem}); it is in ${file}`)
  const say = 'to save it elsewhere'
  out.note(suggest('charges get', { say, args: [id], flags: { qr: 'code.png' } }))
}
