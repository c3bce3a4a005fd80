/** Shows or saves the QR code of a charge: --qr terminal|open|none|FILE.png|FILE.svg, and --copy. */

import { accessSync, constants, writeFileSync } from 'node:fs'
import { dirname, extname } from 'node:path'
import { boolean, string } from '@oclif/core/flags'
import type { Payment } from '#contract/generated/types.ts'
import { aborted } from '#lib/ending.ts'
import { escapeControls } from '#lib/escape.ts'
import { Failure, localizedMessage, Stopped } from '#lib/failure.ts'
import { badValue } from '#lib/input/bad-value.ts'
import type { Text } from '#lib/language.ts'
import { fitsQr, qrPng, qrSvg } from '#lib/qr-code.ts'
import { type Suggestion, suggest } from '#lib/suggestion.ts'
import { formatToPay, payBeside } from '#terminal/charge.ts'
import { copySequence } from '#terminal/clipboard.ts'
import { hasBlocks } from '#terminal/large.ts'
import { drawCode, terminalQr, withSide } from '#terminal/qr.ts'
import { examplePicture } from '../flags/arguments.ts'
import type { Host } from '../host/host.ts'
import { canReadKeys, readKeys, withKeys } from '../host/keys.ts'
import type { Output } from './output.ts'
import { texts } from './texts.ts'

const WORDS = ['terminal', 'open', 'none']
/** Enter, typed while single keys are read. What was typed before comes as a line feed. */
const ENTER = '\r'
/** As long stays a code that fills the window: the prompt would push it up. */
const HELD_MS = 120_000

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
  /** Only the charge's id was printed, so the Pix code must still be shown. */
  quiet?: boolean | undefined
  /** The command goes on, with {@link withQrKeys}. */
  wait?: boolean | undefined
}

/** Checks the flags before anything is sent. Failure (usage) if they are not valid. */
export function checkQr(host: Host, { qr: choice, copy }: QrFlags): void {
  if (copy && !canCopy(host)) {
    throw new Failure('usage', texts.copyNeedsTerminal, { next: texts.leaveCopyOut })
  }
  if (choice === undefined || WORDS.includes(choice)) return
  if (!['.png', '.svg'].includes(extname(choice).toLowerCase())) {
    throw badValue('--qr', { accepts: texts.someQr, text: choice, example: () => `--qr ${examplePicture()}` })
  }
  try {
    accessSync(dirname(choice), constants.W_OK)
  } catch {
    throw new Failure('usage', () => texts.qrFolder(choice), { next: texts.makeFolder })
  }
}

interface QrChoice extends QrFlags {
  /** What `--qr` means where it is not given. */
  otherwise: 'terminal' | 'none'
  /** If what is to be paid isn't shown yet: the service's time, in milliseconds since the epoch. */
  now?: number | undefined
}

/** Shows or saves the QR code of a charge, made from its `pixCode`, and copies that. */
export async function deliverQr(
  host: Host,
  out: Output,
  charge: Payment,
  { qr, copy, otherwise, now, ...flags }: QrChoice,
): Promise<void> {
  const choice = qr ?? otherwise
  const isDrawn = qr !== undefined || !out.showsPictures || hasBlocks(host.env, host.platform)
  const isShown = choice === 'terminal' && isDrawn && (await showBeside(host, out, charge, { ...flags, now }))
  if (now !== undefined && !isShown) await out.data(formatToPay(charge, now, out))
  if (choice === 'none' && !copy) return
  const { id, pixCode } = charge
  if (pixCode === null) {
    const flags = copy ? { copy: true as const } : {}
    return out.warn(suggest('charges get', { say: texts.noPixCodeYet, args: [id], flags }))
  }
  let hasRoom = true
  // Nobody has asked for it: the charge is there, and its code can be copied.
  if (qr === undefined && choice === 'terminal' && !fitsQr(pixCode)) out.warn(texts.tooLong)
  else if (choice === 'terminal' && !isDrawn) out.note(elsewhere(id, texts.noBlocks))
  else if (choice === 'terminal' && !isShown) hasRoom = await showInTerminal(out, pixCode, flags)
  else if (choice === 'open') await openQr(host, out, id, pixCode, flags.wait)
  else if (choice !== 'none' && choice !== 'terminal') await writeQr(out, choice, id, pixCode)
  if (copy) copyPixCode(host, out, pixCode)
  if (hasRoom) return
  if (flags.wait && (await canOfferKeys(host, out, flags))) out.note(texts.keys)
  else out.say(elsewhere(id, texts.noRoom))
}

/** Whether the window is wide enough for the code with what is to be paid beside it. */
async function showBeside(host: Host, out: Output, charge: Payment, flags: Omit<QrChoice, 'otherwise'>) {
  const { pixCode } = charge
  if (pixCode === null || !out.human || flags.quiet) return false
  const { columns, rows } = out.pictureWindow
  // What comes below a code that fills the window would push it up.
  const staysInView = flags.wait ? out.showsStatus : await canOfferKeys(host, out, flags)
  const draw = (room: number) => drawCode(pixCode, { columns, rows: room }, rows)
  const drawn = (await draw(rows - 1)) ?? (staysInView ? await draw(rows) : null)
  if (!drawn) return false
  const now = flags.wait && out.showsStatus ? null : (flags.now ?? host.clock.now())
  const beside = payBeside(charge, now, out.style, columns - drawn.side - 1)
  const { length } = drawn.lines
  // At the end, where it stays in view, right above the progress.
  const lines = withSide(drawn, beside, Math.max(0, length - 2 - beside.length))
  if (flags.wait || length === rows) await out.dataBeforeStatus(lines, drawn.side)
  else await out.data(`${lines.join('\n')}\n`)
  if (flags.wait || length < rows) return true
  const key = nextKey(host)
  out.status(texts.anyKey())
  await key
  out.clearStatus()
  return true
}

/** Whether the window has room for it. */
async function showInTerminal(out: Output, pixCode: string, { quiet }: QrFlags): Promise<boolean> {
  const window = out.pictureWindow
  const { picture, columns, rows } = await terminalQr(pixCode, window)
  const hasRoom = columns <= window.columns && rows <= window.rows
  if (hasRoom) await out.picture(picture)
  if (quiet) await out.picture(`${escapeControls(pixCode)}\n`)
  return hasRoom
}

/** Whether a person sees what keys do, and nothing else is meant by them. */
async function canOfferKeys(host: Host, out: Output, { quiet, ...flags }: QrFlags): Promise<boolean> {
  const isForPerson = out.human && host.stderr.isTTY === true && !quiet && !flags['no-input']
  return isForPerson && canReadKeys(host)
}

function elsewhere(id: string, say: Text): Suggestion {
  return suggest('charges get', { say, args: [id], flags: { qr: 'open' } })
}

/** Waits for a key, but not for long. Stopped if the terminal is closed. */
function nextKey(host: Host): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const restore = readKeys(
    host,
    () => resolve(),
    () => reject(new Stopped('terminated')),
  )
  void host.clock.sleep(HELD_MS).then(resolve)
  void aborted(host.signal).then(() => reject(host.signal.reason))
  return promise.finally(restore)
}

/** While `work` runs on a terminal, Enter opens the picture of the charge's QR code, and `c` copies its Pix code. */
export async function withQrKeys<Result>(
  host: Host,
  out: Output,
  { id, pixCode }: Payment,
  flags: QrFlags,
  work: () => Promise<Result>,
): Promise<Result> {
  if (pixCode === null || !(await canOfferKeys(host, out, flags))) return work()
  let isBusy = false
  const pressed = async (key: string) => {
    // A key that is held down must not open a picture many times.
    if (isBusy) return
    isBusy = true
    if (key === ENTER) await openQr(host, out, id, pixCode, true)
    else if (key.toLowerCase() === 'c') copyPixCode(host, out, pixCode)
    isBusy = false
  }
  return withKeys(host, key => void pressed(key), work)
}

async function writeQr(out: Output, file: string, id: string, pixCode: string): Promise<void> {
  out.status(texts.writing(file))
  try {
    writeFileSync(file, await (file.toLowerCase().endsWith('.svg') ? qrSvg(pixCode) : qrPng(pixCode)))
  } catch (error) {
    throw new Failure('fault', () => texts.qrNotWritten(id, file, localizedMessage(error)), {
      next: suggest('charges get', { say: texts.tryQrAgain, args: [id], flags: { qr: file } }),
    })
  }
  out.note(texts.qrWritten(file))
}

/** Opens a picture in the viewer of this machine. The charge exists, so whatever fails is only a warning. */
async function openQr(host: Host, out: Output, id: string, pixCode: string, wait = false): Promise<void> {
  if (host.stderr.isTTY) out.note(wait ? texts.openingMeanwhile : texts.opening)
  const { isOpen, text } = await openPicture(host, pixCode)
  if (isOpen) return out.note(text)
  out.warn(text)
  out.note(suggest('charges get', { say: texts.saveElsewhere, args: [id], flags: { qr: examplePicture() } }))
}

/** Opens the code as a picture in the viewer of this machine, and says how that went. */
export async function openPicture(host: Host, pixCode: string): Promise<{ isOpen: boolean; text: Text }> {
  const { openWithViewer, writePrivatePicture } = await import('../host/viewer.ts')
  let file: string
  try {
    file = writePrivatePicture(host, await qrPng(pixCode))
  } catch (error) {
    return { isOpen: false, text: () => texts.noPicture(localizedMessage(error)) }
  }
  const problem = await openWithViewer(host, file)
  if (problem === undefined) return { isOpen: true, text: () => texts.qrOpened(file) }
  return { isOpen: false, text: () => texts.qrNotOpened(problem, file) }
}

/** Whether there is a terminal with a clipboard. */
function canCopy({ env, stdout, stderr }: Host): boolean {
  return (stdout.isTTY === true || stderr.isTTY === true) && env.TERM !== 'dumb'
}

/** Sends the Pix code to the clipboard of the terminal (OSC 52). Whether the terminal takes it can't be known. */
function copyPixCode({ env }: Host, out: Output, pixCode: string): void {
  const sequence = copySequence(pixCode, env)
  if (sequence === null) {
    out.warn(() => texts.notCopied())
    return
  }
  out.control(sequence)
  out.note(texts.copied())
}
