/** Draws a Pix code as a QR code: in the terminal, as PNG and as SVG. */

/** The light border that ISO/IEC 18004 requires, in modules. On a dark background scanners fail without it. */
const QUIET_ZONE = 4
/** Above and below, half of it is still read (docs/decisions/command-line.md#qr-code-in-24-rows). */
const SHORT_ZONE = 2

/** The bytes that the largest code, version 40, holds at error correction L (ISO/IEC 18004, table 7). */
export const MOST_QR_BYTES = 2953

// Black and white by their numbers in the 256-colour cube: themes redefine the first 16 colours, and some light themes
// swap black and white.
const WHITE_ON_BLACK = '\u001b[38;5;231;48;5;16m'
const BLACK_ON_WHITE = '\u001b[38;5;16;48;5;231m'
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
  checkLength(text)
  const fits = (qr: TerminalQr) => qr.columns <= columns && qr.rows <= rows
  const usual = framed(await drawn(text), QUIET_ZONE)
  if (fits(usual)) return usual
  const lines = await tightlyDrawn(text)
  const tight = framed(lines, QUIET_ZONE)
  return fits(tight) ? tight : framed(lines, SHORT_ZONE)
}

/** The lines of the code without a border: a block is light, and the lower half of the last line is border. */
async function drawn(text: string): Promise<string[]> {
  const { default: qrcode } = await import('qrcode-terminal')
  // It writes the low byte of each UTF-16 unit, so it gets one unit for each UTF-8 byte.
  const bytes = Buffer.from(text, 'utf8').toString('latin1')
  let picture = ''
  qrcode.generate(bytes, { small: true }, drawing => {
    picture = drawing
  })
  const [_border, ...lines] = picture.trimEnd().split('\n')
  return lines.map(line => line.slice(1, -1))
}

/** The same by the encoder that gives digits and capitals their own segments, which take less room than bytes. */
async function tightlyDrawn(text: string): Promise<string[]> {
  const { default: qrcode } = await import('qrcode')
  // On black it draws what is light.
  const onBlack = { dark: '#ffffff', light: '#000000' }
  const options = { type: 'utf8', errorCorrectionLevel: 'L', margin: 0, color: onBlack } as const
  return (await qrcode.toString(text, options)).trimEnd().split('\n')
}

/** The lines with a quiet zone, so many modules above and below. */
function framed(lines: readonly string[], zone: number): TerminalQr {
  const side = '█'.repeat(QUIET_ZONE)
  const columns = lines[0]!.length + 2 * QUIET_ZONE
  const light = Array<string>(zone / 2).fill('█'.repeat(columns))
  const all = [...light, ...lines.map(line => side + line + side), ...light]
  return { picture: all.map(painted).join(''), columns, rows: all.length + 1 }
}

/**
 * A line in its colours. In many fonts a block leaves a line of pixels at the edge of the cell uncovered. So where both
 * modules are light the background is, and an uncovered line is always dark: scanners fail on a light line through a dark
 * module.
 */
function painted(line: string): string {
  const inColours = line.replace(/\u2588+|[^\u2588]+/g, run =>
    run.startsWith('█') ? BLACK_ON_WHITE + ' '.repeat(run.length) : WHITE_ON_BLACK + run,
  )
  return `${inColours}${RESET}\n`
}

/** The modules by row with the whole quiet zone, true for dark. Throws RangeError when the text is too long. */
export async function qrModules(text: string): Promise<boolean[][]> {
  checkLength(text)
  const { default: qrcode } = await import('qrcode')
  const { modules } = qrcode.create(text, { errorCorrectionLevel: 'L' })
  const { size } = modules
  const side = Array<boolean>(QUIET_ZONE).fill(false)
  const light = Array.from({ length: QUIET_ZONE }, () => Array<boolean>(size + 2 * QUIET_ZONE).fill(false))
  const rows = Array.from({ length: size }, (_, y) => [
    ...side,
    ...Array.from({ length: size }, (_, x) => modules.get(y, x) !== 0),
    ...side,
  ])
  return [...light, ...rows, ...light]
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
