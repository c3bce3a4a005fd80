/** Draws a Pix code as a QR code in the terminal. */

import { checkQrLength, fitsQr, QUIET_ZONE, qrModules } from '#lib/qr-code.ts'

/** That much of the quiet zone can be left out above and below (docs/decisions/command-line.md#qr-code-in-24-rows). */
const CUT = { above: 2, below: 3 }

// Black and white by their numbers in the 256-colour cube: themes redefine the first 16 colours, and some light themes
// swap black and white.
const WHITE_ON_BLACK = '\u001b[38;5;231;48;5;16m'
const BLACK_ON_WHITE = '\u001b[38;5;16;48;5;231m'
const RESET = '\u001b[0m'

export interface TerminalQr {
  /** The lines of the picture, each complete with its colours and a line feed. */
  readonly picture: string
  /** The size of window it needs, including the row on which the cursor is afterwards. */
  readonly columns: number
  readonly rows: number
}

/**
 * `text` (UTF-8) as a QR code in half blocks, two modules to a character, black on white on any
 * terminal. If the window has no room for it and for a row above it, the same text is encoded more tightly, then with less
 * of a quiet zone above and below. Throws RangeError when it is too long.
 */
export async function terminalQr(
  text: string,
  { columns, rows } = { columns: Number.POSITIVE_INFINITY, rows: Number.POSITIVE_INFINITY },
): Promise<TerminalQr> {
  checkQrLength(text)
  const fits = (qr: TerminalQr) => qr.columns <= columns && qr.rows < rows
  const usual = inColours(await drawn(text))
  if (fits(usual)) return usual
  // Digits and capitals get their own segments, which take less room than bytes.
  const modules = await qrModules(text)
  const tight = inColours(halfBlocks(modules))
  return fits(tight) ? tight : inColours(halfBlocks(modules.slice(CUT.above, -CUT.below)))
}

/** A code in lines with their colours, and the column in which text beside it begins. */
export interface Drawn {
  readonly lines: readonly string[]
  readonly side: number
}

/** What is told beside a code needs so many columns. */
export const SIDE = 22
const SIDE_GAP = '  '

/**
 * The code in a window with text: beside it if there is room, otherwise in `around` lines above and below it. Null if it doesn't
 * fit.
 */
export async function drawCode(
  text: string,
  { columns, rows }: { columns: number; rows: number },
  around = 3,
): Promise<Drawn | null> {
  if (!fitsQr(text)) return null
  const rooms = [
    { columns: columns - SIDE - SIDE_GAP.length - 1, rows },
    { columns: columns - 1, rows: rows - around },
  ]
  for (const room of rooms) {
    // It counts the row of the cursor, which is nowhere here.
    const qr = await terminalQr(text, { columns: room.columns, rows: room.rows + 1 })
    if (qr.columns > room.columns || qr.rows - 1 > room.rows) continue
    return { lines: qr.picture.trimEnd().split('\n'), side: qr.columns + SIDE_GAP.length }
  }
  return null
}

/** The lines of a code with text beside them, from the line `first` on. */
export function withSide({ lines }: Drawn, beside: readonly string[], first = 0): string[] {
  return lines.map((line, i) => (beside[i - first] ? line + SIDE_GAP + beside[i - first] : line))
}

/** The lines of the code with its quiet zone: a block is light. */
async function drawn(text: string): Promise<string[]> {
  const { default: qrcode } = await import('qrcode-terminal')
  // It writes the low byte of each UTF-16 unit, so it gets one unit for each UTF-8 byte.
  const bytes = Buffer.from(text, 'utf8').toString('latin1')
  let picture = ''
  qrcode.generate(bytes, { small: true }, drawing => {
    picture = drawing
  })
  const [_border, ...code] = picture.trimEnd().split('\n')
  const side = '█'.repeat(QUIET_ZONE)
  const lines = code.map(line => side + line.slice(1, -1) + side)
  const light = Array<string>(QUIET_ZONE / 2).fill('█'.repeat(lines[0]!.length))
  return [...light, ...lines, ...light]
}

/** By whether the upper module is dark, and the lower one. */
const BLOCKS = ['█', '▀', '▄', ' '] as const

/** Two rows of modules to a line. An odd last row has light below it. */
function halfBlocks(modules: readonly (readonly boolean[])[]): string[] {
  return modules.flatMap((upper, y) => {
    if (y % 2 === 1) return []
    const lower = modules[y + 1] ?? []
    return [upper.map((dark, x) => BLOCKS[(dark ? 2 : 0) + (lower[x] ? 1 : 0)]).join('')]
  })
}

function inColours(lines: readonly string[]): TerminalQr {
  return {
    picture: lines.map(painted).join(''),
    columns: lines[0]!.length,
    rows: lines.length + 1,
  }
}

/**
 * A line in its colours. In many fonts a block leaves a line of pixels at the edge of the cell uncovered. So where both
 * modules are light the background is, and an uncovered line is always dark: scanners fail on a light line through a dark
 * module.
 */
function painted(line: string): string {
  const runs = line.replace(/\u2588+|[^\u2588]+/g, run =>
    run.startsWith('█') ? BLACK_ON_WHITE + ' '.repeat(run.length) : WHITE_ON_BLACK + run,
  )
  return `${runs}${RESET}\n`
}
