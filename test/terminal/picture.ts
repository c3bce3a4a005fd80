/**
 * A terminal and a scanner: what a person's phone would see of a printed
 * picture, read by a QR decoder that shares nothing with the encoders.
 */

import { inflateSync } from 'node:zlib'
import jsqr from 'jsqr'

/** Grey values by row, 0 black to 255 white. */
export type Bitmap = number[][]

/** The terminal's own colours, as grey. */
export interface Theme {
  foreground: number
  background: number
}

export const DARK: Theme = { foreground: 229, background: 0 }
export const LIGHT: Theme = { foreground: 0, background: 255 }
// Solarized light: its 16 colours are redefined, so only the 256-colour cube is to be trusted.
export const CREAM: Theme = { foreground: 90, background: 244 }

/** The cells of a terminal, in pixels. */
interface Font {
  width: number
  height: number
  /** The lines of pixels at a cell's top and bottom that no block reaches: the cell's background shows there. */
  free?: { top: number; bottom: number }
  /** The lines of pixels between two rows, in the colour of the cells above them or of the terminal. */
  spacing?: { pixels: number; colour: 'cell' | 'terminal' }
}

const SMALLEST: Font = { width: 1, height: 2 }

/**
 * Draws `text` as a terminal with `columns` does, with a margin of its background around. Throws on whatever a
 * terminal would have to guess.
 */
export function drawTerminal(text: string, columns: number, theme: Theme, font = SMALLEST): Bitmap {
  const { width, height, spacing = { pixels: 0, colour: 'cell' } } = font
  const margin = 6
  const bitmap: Bitmap = []
  const addRow = () => bitmap.push(new Array<number>((columns + 2 * margin) * width).fill(theme.background))
  for (let i = 0; i < margin * width; i++) addRow()
  for (const line of text.split('\n').slice(0, -1)) {
    let colours = { ...theme }
    let column = margin
    const top = bitmap.length
    for (let i = 0; i < height + spacing.pixels; i++) addRow()
    for (const token of line.match(/\u001b\[[\d;]*m|./gu) ?? []) {
      if (token.startsWith('\u001b')) {
        colours = applySgr(token, theme)
        continue
      }
      if (column >= columns + margin) throw new Error('the line is wider than the terminal')
      const pixels = columnOf(token, colours, font)
      if (spacing.colour === 'cell') pixels.push(...new Array(spacing.pixels).fill(pixels.at(-1)))
      for (const [y, grey] of pixels.entries()) {
        bitmap[top + y]!.fill(grey, column * width, (column + 1) * width)
      }
      column++
    }
    if (colours.background !== theme.background) throw new Error('the line leaves its colours on')
  }
  for (let i = 0; i < margin * width; i++) addRow()
  return bitmap
}

/** The pixels of a character from its top to its bottom: all that are drawn here are the same across. */
function columnOf(
  character: string,
  colours: Theme,
  { height, free = { top: 0, bottom: 0 } }: Font,
): number[] {
  const [upper, lower] = halves(character, colours)
  return Array.from({ length: height }, (_, y) => {
    if (y < free.top || y >= height - free.bottom) return colours.background
    return y < Math.ceil(height / 2) ? upper : lower
  })
}

function applySgr(sequence: string, theme: Theme): Theme {
  const parameters = sequence.slice(2, -1)
  if (parameters === '0') return { ...theme }
  const match = /^38;5;(\d+);48;5;(\d+)$/.exec(parameters)
  if (!match) throw new Error(`an unexpected sequence: ${parameters}`)
  return { foreground: cubeGrey(Number(match[1])), background: cubeGrey(Number(match[2])) }
}

/** A colour of the 6 × 6 × 6 cube of xterm's 256 colours, as grey. */
function cubeGrey(index: number): number {
  if (index < 16 || index > 231) throw new Error(`colour ${index} depends on the theme`)
  const levels = [0, 95, 135, 175, 215, 255]
  const [red, green, blue] = [
    Math.floor((index - 16) / 36),
    Math.floor((index - 16) / 6) % 6,
    (index - 16) % 6,
  ]
  return Math.round((levels[red]! + levels[green]! + levels[blue]!) / 3)
}

function halves(character: string, { foreground, background }: Theme): [upper: number, lower: number] {
  switch (character) {
    case ' ':
      return [background, background]
    case '█':
      return [foreground, foreground]
    case '▀':
      return [foreground, background]
    case '▄':
      return [background, foreground]
    default:
      throw new Error(`an unexpected character: ${JSON.stringify(character)}`)
  }
}

/** What a scanner reads of a picture (UTF-8), or null. Never tries it with colours inverted. */
export function scan(bitmap: Bitmap, scale: number): string | null {
  const height = bitmap.length * scale
  const width = bitmap[0]!.length * scale
  const pixels = new Uint8ClampedArray(width * height * 4).fill(255)
  for (let y = 0; y < height; y++) {
    const row = bitmap[Math.floor(y / scale)]!
    for (let x = 0; x < width; x++)
      pixels.fill(row[Math.floor(x / scale)]!, (y * width + x) * 4, (y * width + x) * 4 + 3)
  }
  // jsqr is CommonJS whose types speak of an ES default export.
  const decode = jsqr as unknown as typeof jsqr.default
  const found = decode(pixels, width, height, { inversionAttempts: 'dontInvert' })
  return found && Buffer.from(found.binaryData).toString('utf8')
}

/** A PNG of 8 bits a channel, not interlaced, as the specification (ISO/IEC 15948) reads it. */
export function readPng(png: Buffer): Bitmap {
  if (png.toString('latin1', 1, 4) !== 'PNG') throw new Error('not a PNG')
  const idat: Buffer[] = []
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      idat.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)))
  }
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  const channels = new Map([
    [0, 1],
    [2, 3],
    [6, 4],
  ]).get(png[25]!)
  if (png[24] !== 8 || !channels || png[28] !== 0) throw new Error('a kind of PNG not known here')
  const data = inflateSync(Buffer.concat(idat))
  const stride = width * channels
  let above = Buffer.alloc(stride)
  return Array.from({ length: height }, (_, y) => {
    const start = y * (stride + 1)
    const row = Buffer.from(data.subarray(start + 1, start + 1 + stride))
    unfilter(data[start]!, row, above, channels)
    above = row
    return Array.from({ length: width }, (_, x) => row[x * channels]!)
  })
}

function unfilter(filter: number, row: Buffer, above: Buffer, channels: number): void {
  for (let i = 0; i < row.length; i++) {
    const left = i < channels ? 0 : row[i - channels]!
    const up = above[i]!
    const corner = i < channels ? 0 : above[i - channels]!
    const predicted = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter]
    if (predicted === undefined) throw new Error(`no such filter: ${filter}`)
    row[i] = (row[i]! + predicted) & 255
  }
}

function paeth(left: number, up: number, corner: number): number {
  const estimate = left + up - corner
  const [a, b, c] = [Math.abs(estimate - left), Math.abs(estimate - up), Math.abs(estimate - corner)]
  if (a <= b && a <= c) return left
  return b <= c ? up : corner
}

/** An SVG that draws dark runs as strokes of one unit on a white ground (`M4 4.5h7m1 0h1...`). */
export function readSvg(svg: string): Bitmap {
  const size = Number(/viewBox="0 0 (\d+) \1"/.exec(svg)?.[1])
  const bitmap = Array.from({ length: size }, () => new Array<number>(size).fill(255))
  let [x, y] = [0, 0]
  const strokes = /stroke="#000000" d="([^"]*)"/.exec(svg)?.[1] ?? ''
  for (const [, command, numbers = ''] of strokes.matchAll(/([Mmh])([^Mmh]*)/g)) {
    const [a = 0, b = 0] = numbers.trim().split(/\s+/).map(Number)
    if (command === 'M') [x, y] = [a, b]
    if (command === 'm') [x, y] = [x + a, y + b]
    if (command === 'h') {
      bitmap[Math.floor(y)]!.fill(0, x, x + a)
      x += a
    }
  }
  return bitmap
}
