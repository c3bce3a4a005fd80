/** Draws a Pix code as a QR code: in the terminal, as PNG and as SVG. */

/** The light border that ISO/IEC 18004 requires, in modules. On a dark background scanners fail without it. */
const QUIET_ZONE = 4
/** Above and below, half of it is still read (docs/decisions/command-line.md#qr-code-in-24-rows). */
const SHORT_ZONE = 2

/** The bytes that the largest code, version 40, holds at error correction L (ISO/IEC 18004, table 7). */
export const MOST_QR_BYTES = 2953

// Black and white by their numbers in the 256-colour cube: themes redefine the first 16 colours, and some light themes
// swap black and white.
const BLACK = 16
const WHITE = 231
const RESET = '\u001b[0m'

/** Whether the text fits in a QR code. The encoders would need many seconds to find out. */
export function fitsQr(text: string): boolean {
  return Buffer.byteLength(text, 'utf8') <= MOST_QR_BYTES
}

export interface TerminalQr {
  /** The lines of the picture, each complete with its colours and a line feed. */
  readonly picture: string
  /** The size of window it needs, including the row on which the cursor is afterwards. */
  readonly columns: number
  readonly rows: number
}

/**
 * `text` (UTF-8) as a QR code in half blocks, two modules to a character, black on white on any
 * terminal. If it is too large for the window, the same text is encoded more tightly, then with less of a quiet
 * zone above and below. Throws RangeError when it is too long.
 */
export async function terminalQr(
  text: string,
  { columns, rows } = { columns: Number.POSITIVE_INFINITY, rows: Number.POSITIVE_INFINITY },
): Promise<TerminalQr> {
  const fits = (qr: TerminalQr) => qr.columns <= columns && qr.rows <= rows
  const usual = sized(await modulesOf(text), QUIET_ZONE)
  if (fits(usual)) return usual
  const modules = await fewestModulesOf(text)
  const tight = sized(modules, QUIET_ZONE)
  return fits(tight) ? tight : sized(modules, SHORT_ZONE)
}

function sized(modules: readonly boolean[][], zone: number): TerminalQr {
  const picture = draw(addQuietZone(modules, zone))
  return {
    picture,
    columns: modules.length + 2 * QUIET_ZONE,
    rows: Math.ceil((modules.length + 2 * zone) / 2) + 1,
  }
}

/** The modules by row with the whole quiet zone, true for dark. Throws RangeError when the text is too long. */
export async function qrModules(text: string): Promise<boolean[][]> {
  return addQuietZone(await fewestModulesOf(text), QUIET_ZONE)
}

/** The modules by row, true for dark. */
async function modulesOf(text: string): Promise<boolean[][]> {
  checkLength(text)
  const { default: qrcode } = await import('qrcode-terminal')
  // It writes the low byte of each UTF-16 unit, so it gets one unit for each UTF-8 byte.
  const bytes = Buffer.from(text, 'utf8').toString('latin1')
  let picture = ''
  qrcode.generate(bytes, { small: true }, drawn => {
    picture = drawn
  })
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

/** The same by the encoder that gives digits and capitals their own segments, which take less room than bytes. */
async function fewestModulesOf(text: string): Promise<boolean[][]> {
  checkLength(text)
  const { default: qrcode } = await import('qrcode')
  const { modules } = qrcode.create(text, { errorCorrectionLevel: 'L' })
  const { size } = modules
  return Array.from({ length: size }, (_, y) =>
    Array.from({ length: size }, (_, x) => modules.get(y, x) !== 0),
  )
}

function addQuietZone(modules: readonly boolean[][], zone: number): boolean[][] {
  const side = new Array<boolean>(QUIET_ZONE).fill(false)
  const lightRows = () =>
    Array.from({ length: zone }, () => new Array<boolean>(modules.length + 2 * QUIET_ZONE).fill(false))
  return [...lightRows(), ...modules.map(row => [...side, ...row, ...side]), ...lightRows()]
}

function draw(modules: readonly boolean[][]): string {
  const width = modules[0]?.length ?? 0
  const isDark = (x: number, y: number) => modules[y]?.[x] ?? false
  let picture = ''
  for (let y = 0; y < modules.length; y += 2) {
    let colours = ''
    for (let x = 0; x < width; x++) {
      const cell = drawCell(isDark(x, y - 1), isDark(x, y), isDark(x, y + 1), isDark(x, y + 2))
      if (cell.colours !== colours) picture += cell.colours
      colours = cell.colours
      picture += cell.character
    }
    picture += `${RESET}\n`
  }
  return picture
}

/**
 * Two modules in a character. A terminal paints the background of the whole cell, but in many fonts a block leaves a
 * line of pixels at the edge of the cell uncovered. So two modules of the same colour are background only. For two
 * colours, the block is chosen so that the uncovered line has the colour of the neighbour module: then it only moves a
 * border. If it would cut through a module in both cases, the line is dark, because scanners fail on a light line
 * through a dark module.
 */
function drawCell(above: boolean, upper: boolean, lower: boolean, below: boolean) {
  if (upper === lower) return cell(' ', !upper, upper)
  const lowerIsBetter = below === upper || (above === upper && upper)
  return lowerIsBetter ? cell('▄', lower, upper) : cell('▀', upper, lower)
}

function cell(character: string, foregroundDark: boolean, backgroundDark: boolean) {
  const colour = (dark: boolean) => (dark ? BLACK : WHITE)
  return { character, colours: `\u001b[38;5;${colour(foregroundDark)};48;5;${colour(backgroundDark)}m` }
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

/** Error correction M, because a print or a photo may damage some of it; L if the text only fits with that. */
async function withLevel<T>(text: string, make: (level: 'M' | 'L') => Promise<T>): Promise<T> {
  if (text === '') throw new RangeError('no text for a QR code')
  checkLength(text)
  return make('M').catch(() => make('L'))
}

function checkLength(text: string): void {
  if (!fitsQr(text)) throw new RangeError('the text is too long for a QR code')
}
