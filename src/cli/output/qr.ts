/** Shows or saves the QR code of a charge: --qr terminal|open|none|FILE.png|FILE.svg, and --copy. */

import { accessSync, constants, writeFileSync } from 'node:fs'
import { dirname, extname } from 'node:path'
import { boolean, string } from '@oclif/core/flags'
import type { Payment } from '#contract/generated/types.ts'
import { escapeControls } from '#lib/escape.ts'
import { Failure, saidBy } from '#lib/failure.ts'
import { badValue } from '#lib/input/bad-value.ts'
import type { Text } from '#lib/language.ts'
import { suggest } from '#lib/suggestion.ts'
import { copySequence } from '#terminal/clipboard.ts'
import { fitsQr, MOST_QR_BYTES, qrPng, qrSvg, terminalQr } from '#terminal/qr.ts'
import { examplePicture } from '../flags/arguments.ts'
import type { Host } from '../host/host.ts'
import type { Output } from './output.ts'
import type { Terminal } from './qr-picture.ts'
import { texts } from './texts.ts'

const WORDS = ['terminal', 'open', 'none']

export const qrFlags = {
  qr: string({
    description: texts.qr(),
    helpValue: 'terminal|open|none|FILE',
  }),
  copy: boolean({ description: texts.copy() }),
}

interface QrFlags {
  qr?: string | undefined
  copy?: boolean | undefined
  'no-input'?: boolean | undefined
}

/** Checks the flags before anything is sent. Failure (usage) if they are not valid. */
export function checkQr(host: Host, { qr: choice, copy }: QrFlags): void {
  if (copy && !canCopy(host)) {
    throw new Failure('usage', texts.copyNeedsTerminal, { next: texts.leaveCopyOut })
  }
  if (choice === undefined || WORDS.includes(choice)) return
  if (!['.png', '.svg'].includes(extname(choice).toLowerCase())) {
    throw badValue('--qr', { takes: texts.someQr, text: choice, example: () => `--qr ${examplePicture()}` })
  }
  try {
    accessSync(dirname(choice), constants.W_OK)
  } catch {
    throw new Failure('usage', () => texts.qrFolder(choice), { next: texts.makeFolder })
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
    return out.warn(suggest('charges get', { say: texts.noPixCodeYet, args: [id], flags }))
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
  if (!fitsQr(pixCode)) out.warn(() => texts.onlyCopy(tooLong(pixCode)))
  else if (noInput || !out.showsPictures || !(await canAsk(host))) await drawn()
  else {
    const { showPicture } = await import('./qr-picture.ts')
    await showPicture(host, out, pixCode, drawn)
  }
  if (quiet) await out.picture(`${escapeControls(pixCode)}\n`)
}

/** Whether there is a terminal that can be asked. In the background, the system would stop the process. */
async function canAsk({ stdin, env, platform, isInForeground }: Host): Promise<boolean> {
  if (!stdin.isTTY || platform === 'win32' || ['', 'dumb', 'linux'].includes(env.TERM ?? '')) return false
  return (stdin.stream as Terminal).setRawMode !== undefined && (await isInForeground?.()) !== false
}

async function draw(host: Host, out: Output, id: string, pixCode: string): Promise<void> {
  const window = out.pictureWindow
  const { picture, columns, rows } = await terminalQr(pixCode, window)
  if (columns <= window.columns && rows <= window.rows) return out.picture(picture)
  out.warn(() => texts.smallWindow({ columns, rows }, window))
  const get = (say: Text, flags: Record<string, string | true>) =>
    out.note(suggest('charges get', { say, args: [id], flags }))
  get(texts.enlarge, { qr: 'terminal' })
  get(texts.orOpen, { qr: 'open' })
  get(texts.orSave, { qr: examplePicture() })
  if (canCopy(host)) get(texts.orCopy, { copy: true })
}

function tooLong(pixCode: string): string {
  return texts.tooLong(Buffer.byteLength(pixCode), MOST_QR_BYTES)
}

async function writeQr(out: Output, file: string, id: string, pixCode: string): Promise<void> {
  if (!fitsQr(pixCode)) {
    throw new Failure('service', () => texts.notWritten(tooLong(pixCode), file), {
      next: texts.customerCopies,
    })
  }
  const image = file.toLowerCase().endsWith('.svg') ? await qrSvg(pixCode) : await qrPng(pixCode)
  try {
    writeFileSync(file, image)
  } catch (error) {
    throw new Failure('fault', () => texts.qrNotWritten(id, file, saidBy(error)), {
      next: suggest('charges get', { say: texts.tryQrAgain, args: [id], flags: { qr: file } }),
    })
  }
  out.note(texts.qrWritten(file))
}

/** Opens a picture in the viewer of this machine. The charge exists, so whatever fails is only a warning. */
async function openQr(host: Host, out: Output, id: string, pixCode: string): Promise<void> {
  if (!fitsQr(pixCode)) return out.warn(() => texts.onlyCopy(tooLong(pixCode)))
  const { openWithViewer, writePrivatePicture } = await import('../host/viewer.ts')
  let file: string
  try {
    file = writePrivatePicture(host, await qrPng(pixCode))
  } catch (error) {
    out.warn(() => texts.noPicture(saidBy(error)))
    return out.note(
      suggest('charges get', { say: texts.toSave, args: [id], flags: { qr: examplePicture() } }),
    )
  }
  const problem = await openWithViewer(host, file)
  if (problem === undefined) return out.note(texts.qrOpened(file))
  out.warn(() => texts.qrNotOpened(problem, file))
  out.note(suggest('charges get', { say: texts.saveElsewhere, args: [id], flags: { qr: examplePicture() } }))
}

/** Whether there is a terminal with a clipboard. */
function canCopy({ env, stdout, stderr }: Host): boolean {
  return (stdout.isTTY === true || stderr.isTTY === true) && env.TERM !== 'dumb'
}

/** Sends the Pix code to the clipboard of the terminal (OSC 52). Whether the terminal takes it can't be known. */
function copyPixCode(out: Output, pixCode: string): void {
  const sequence = copySequence(pixCode)
  if (sequence === null) {
    out.warn(() => texts.notCopied())
    return
  }
  out.control(sequence)
  out.note(texts.copied())
}
