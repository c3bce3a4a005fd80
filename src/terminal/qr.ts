/** A Pix code as a QR code: in the terminal, as a PNG and as an SVG. */

/** The light border that ISO/IEC 18004 asks for, in modules. Scanners fail without it on a dark background. */
const QUIET_ZONE = 4

// Black on white by their numbers in the 256-colour cube: themes redefine the first 16
// colours, and some light ones swap black and white.
const BLACK_ON_WHITE = '\u001b[38;5;16;48;5;231m'
const RESET = '\u001b[0m'

export type TerminalQr =
  | {
      /** The lines of the picture, each complete with its colours and a line feed. */
      readonly picture: string
      readonly columnsNeeded: number
      readonly rowsNeeded: number
      /** The picture has more lines than the terminal: its top is out of sight until one scrolls up. */
      readonly tooTall: boolean
    }
  | {
      /** Why there is no picture, for a person. */
      readonly reason: string
      /** What the terminal would need; absent where no QR code can hold the text. */
      readonly columnsNeeded?: number
      readonly rowsNeeded?: number
    }

/**
 * `text` (UTF-8) as a QR code in half blocks, two modules to a character, black on white on any
 * terminal, with a quiet zone of four modules. A terminal of `columns` that is too narrow, or a text
 * beyond 2,953 bytes, gives a reason instead; one with too few `rows` is drawn and marked `tooTall`.
 */
export async function terminalQr(
  text: string,
  { columns, rows }: { columns: number; rows: number },
): Promise<TerminalQr> {
  const modules = await terminalModules(text)
  if (!modules) return { reason: 'the text is too long for a QR code' }
  const framed = addQuietZone(modules)
  const columnsNeeded = framed.length
  // One row more than the picture, for the line the cursor is left on.
  const rowsNeeded = Math.ceil(framed.length / 2) + 1
  if (columns < columnsNeeded) {
    const reason = `the QR code needs ${columnsNeeded} columns and the terminal has ${columns}`
    return { reason, columnsNeeded, rowsNeeded }
  }
  return { picture: draw(framed), columnsNeeded, rowsNeeded, tooTall: rows < rowsNeeded }
}

/** The modules by row, true for dark; null when the text is too long. */
async function terminalModules(text: string): Promise<boolean[][] | null> {
  const { default: qrcode } = await import('qrcode-terminal')
  // It writes the low byte of each UTF-16 unit, so it is handed one unit for each UTF-8 byte.
  const bytes = Buffer.from(text, 'utf8').toString('latin1')
  let picture = ''
  try {
    qrcode.generate(bytes, { small: true }, drawn => {
      picture = drawn
    })
  } catch {
    // It throws an Error or a string, and only for a text that is too long.
    return null
  }
  // A border line, then two rows of modules to a line, between border characters. It draws light
  // modules as blocks. The number of rows is odd, so the last line's lower half is border too.
  const lines = picture.split('\n').filter(line => line !== '')
  const size = (lines[0]?.length ?? 2) - 2
  return lines
    .slice(1)
    .flatMap(line => {
      const characters = [...line.slice(1, -1)]
      return [characters.map(c => c === ' ' || c === '▄'), characters.map(c => c === ' ' || c === '▀')]
    })
    .slice(0, size)
}

function addQuietZone(modules: readonly boolean[][]): boolean[][] {
  const zone = new Array<boolean>(QUIET_ZONE).fill(false)
  const lightRow = () => new Array<boolean>(modules.length + 2 * QUIET_ZONE).fill(false)
  return [
    ...Array.from(zone, lightRow),
    ...modules.map(row => [...zone, ...row, ...zone]),
    ...Array.from(zone, lightRow),
  ]
}

function draw(modules: readonly boolean[][]): string {
  let picture = ''
  for (let y = 0; y < modules.length; y += 2) {
    const upper = modules[y] ?? []
    const lower = modules[y + 1] ?? []
    const line = upper.map((dark, x) => halfBlock(dark, lower[x] ?? false)).join('')
    picture += `${BLACK_ON_WHITE}${line}${RESET}\n`
  }
  return picture
}

function halfBlock(upper: boolean, lower: boolean): string {
  if (upper) return lower ? '█' : '▀'
  return lower ? '▄' : ' '
}

/** `text` (UTF-8) as a QR code in a PNG, eight pixels to a module. Throws RangeError when it is empty or too long. */
export async function qrPng(text: string): Promise<Buffer> {
  const { default: qrcode } = await import('qrcode')
  return withLevel(text, level =>
    qrcode.toBuffer(text, { type: 'png', errorCorrectionLevel: level, margin: QUIET_ZONE, scale: 8 }),
  )
}

/** `text` (UTF-8) as a QR code in an SVG document. Throws RangeError when it is empty or too long. */
export async function qrSvg(text: string): Promise<string> {
  const { default: qrcode } = await import('qrcode')
  return withLevel(text, level =>
    qrcode.toString(text, { type: 'svg', errorCorrectionLevel: level, margin: QUIET_ZONE }),
  )
}

/** Error correction M, a print or a photo may damage some of it, and L for a text that only fits so. */
async function withLevel<T>(text: string, make: (level: 'M' | 'L') => Promise<T>): Promise<T> {
  if (text === '') throw new RangeError('no text for a QR code')
  try {
    return await make('M')
  } catch {
    return make('L').catch(cause => {
      throw new RangeError('the text is too long for a QR code', { cause })
    })
  }
}
