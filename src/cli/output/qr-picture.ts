/** The QR code as a picture in the terminal, if the terminal says that it shows pictures. */

import { aborted } from '#lib/ending.ts'
import { Stopped } from '#lib/failure.ts'
import {
  type Answers,
  isAnswered,
  itermPicture,
  kittyPicture,
  QUESTIONS,
  readAnswers,
  sixelPicture,
  withoutAnswers,
} from '#terminal/graphics.ts'
import { qrModules, qrPng } from '#terminal/qr.ts'
import type { Host } from '../host/host.ts'
import { CTRL_C, type Keyboard, readKeys } from '../host/keys.ts'
import type { Output } from './output.ts'

/** As large as scanners like it, and as small as they still read it: pixels of a module. */
const MOST_PIXELS = 8
const LEAST_PIXELS = 3
/** Cells are about twice as high as wide. */
const CELLS = { width: 10, height: 20 }

interface Window {
  columns: number
  rows: number
}

/** Asks the terminal, then shows the picture that it can show; otherwise calls `draw`. */
export async function showPicture(
  host: Host,
  out: Output,
  pixCode: string,
  draw: () => Promise<void>,
): Promise<void> {
  await askTerminal(host, out, async input => {
    const picture = await pictureFor(readAnswers(input), pixCode, out.pictureWindow)
    if (picture === undefined) await draw()
    else await out.picture(`${picture}\n`)
  })
}

/** The picture in the terminal's protocol; undefined if it shows none, or is too small for one. */
async function pictureFor(answers: Answers, pixCode: string, window: Window): Promise<string | undefined> {
  const { protocol, cell = CELLS } = answers
  if (protocol === undefined) return undefined
  const modules = await qrModules(pixCode)
  const scale = Math.min(Math.floor(space(answers, window) / modules.length), MOST_PIXELS)
  if (scale < LEAST_PIXELS) return undefined
  if (protocol === 'sixel') return sixelPicture(modules, scale)
  const rows = Math.floor((modules.length * scale) / cell.height)
  const png = await qrPng(pixCode)
  return protocol === 'kitty' ? kittyPicture(png, rows) : itermPicture(png, rows)
}

/** The pixels for the sides of the picture. Two rows stay free: for what is above it, and for the prompt. */
function space({ protocol, cell, largest }: Answers, { columns, rows }: Window): number {
  const inCells = ({ width, height } = CELLS) => Math.min(columns * width, (rows - 2) * height)
  if (cell !== undefined) return inCells(cell)
  // Kitty and iTerm2 are given the height in rows; for sixel the pixels must be known.
  if (protocol !== 'sixel') return inCells()
  if (largest === undefined) return 0
  return Math.min(largest.width, Math.floor((largest.height * (rows - 2)) / rows))
}

/** A terminal answers in a few milliseconds; over a slow network in some hundred. */
const TIMEOUT_MS = 300
/** An answer that comes after that would be printed, or go to the shell: it is waited for, for this long. */
const LATE_MS = 700

/**
 * Asks, and restores the terminal in every case. Stopped (interrupted) if Ctrl-C is pressed meanwhile, which isn't a signal
 * then. Other keys are given back to standard input.
 *
 * @param use called with the input, with what came in time if that is not everything
 */
async function askTerminal(host: Host, out: Output, use: (input: string) => Promise<void>): Promise<void> {
  let input = ''
  let check = () => {}
  // Otherwise the answer would be shown, and would wait for Enter.
  const restore = readKeys(host, keys => {
    input += keys
    check()
  })
  /** Resolves when the answer is there, or after the time. */
  const answer = (ms: number) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    check = () => {
      if (input.includes(CTRL_C)) reject(new Stopped('interrupted'))
      else if (isAnswered(input)) resolve()
    }
    check()
    void host.clock.sleep(ms).then(resolve)
    void aborted(host.signal).then(() => reject(host.signal.reason))
    return promise
  }
  try {
    out.control(QUESTIONS)
    await answer(TIMEOUT_MS)
    await use(input)
    await answer(LATE_MS)
  } finally {
    restore()
    const typed = withoutAnswers(input).replaceAll(CTRL_C, '')
    if (typed !== '') (host.stdin.stream as Keyboard).unshift(Buffer.from(typed, 'latin1'))
  }
}
