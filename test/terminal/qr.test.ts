import { describe, expect, it } from 'vitest'
import { fitsQr, qrPng, qrSvg } from '#lib/qr-code.ts'
import { terminalQr } from '#terminal/qr.ts'
import { cpuMs } from '../support/cpu.ts'
import { runsAll, volume } from '../support/volume.ts'
import { type Bitmap, CREAM, DARK, drawTerminal, LIGHT, readPng, readSvg, scan } from './picture.ts'

// The static example of the Brazilian central bank's BR Code manual.
const BR_CODE =
  '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-426655440000' +
  '5204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D'

// A code of the sandbox: 170 characters, of which many are digits.
const LONGER =
  '00020126580014br.gov.bcb.pix01363b5bf9da-f325-4b34-a7e7-fb0e2b426317520400005303986540510.50' +
  '5802BR5914PIXCTL SANDBOX6008BRASILIA62290525payd674dd63e876ab27c5005776304F5FB'

const TEXTS: [string, string][] = [
  ['a BR Code', BR_CODE],
  ['one byte', 'a'],
  ['Latin letters', 'Açaí com maçã à vontade, São João'],
  ['three-byte letters', '日本語と한국어'],
  ['emoji', '😀👨‍👩‍👧🇧🇷'],
  ['a NUL and a line feed', 'a\0b\nc'],
  ['quotes and backslashes', `"\\'<>&`],
]

// The bytes that the versions 1 to 22 hold at error correction L (ISO/IEC 18004, table 7).
const CAPACITIES = [
  17, 32, 53, 78, 106, 134, 154, 192, 230, 271, 321, 367, 425, 458, 520, 586, 644, 718, 792, 858, 929, 1003,
]
// Version 23 (1,004 to 1,091 bytes) is left out: the decoder's table has a misprint for it.
const ALL_LENGTHS = [2, 3, ...CAPACITIES.flatMap(bytes => [bytes - 1, bytes]), 1171]
const LENGTHS = ALL_LENGTHS.filter((_, n) => runsAll || n % 6 === 0)

/** Text of so many bytes that isn't the same all over. */
function textOf(bytes: number): string {
  return Array.from({ length: bytes }, (_, i) => String.fromCharCode(33 + ((i * i * 7 + i * 13) % 90))).join(
    '',
  )
}

/** Cells of usual sizes, in pixels. */
const CELLS = [
  { width: 6, height: 13 },
  { width: 8, height: 16 },
  { width: 9, height: 18 },
]
const GAPS = [
  { name: 'none', top: 0, bottom: 0, least: 1 },
  { name: 'a line above its blocks', top: 1, bottom: 0, least: 1 },
  { name: 'a line below its blocks', top: 0, bottom: 1, least: 0.5 },
  { name: 'a line on either side', top: 1, bottom: 1, least: 0.5 },
]

describe('a QR code in the terminal', () => {
  it.each(TEXTS)('is read back from dark, light and other terminals: %s', async (_, text) => {
    const qr = await terminalQr(text)
    for (const theme of [DARK, LIGHT, CREAM]) {
      expect(scan(drawTerminal(qr.picture, qr.columns, theme), 4)).toBe(text)
    }
  })

  it('is read back for a text of any length', async () => {
    for (const text of LENGTHS.map(textOf)) {
      const qr = await terminalQr(text)
      expect(scan(drawTerminal(qr.picture, qr.columns, DARK), 4)).toBe(text)
      expect(scan(drawTerminal(qr.picture, qr.columns, LIGHT), 4)).toBe(text)
    }
  })

  // Many fonts leave such lines free. No drawing is read with all of them, so most codes must be.
  it.each(GAPS)('is read back from cells whose font leaves free: $name', async ({ least, ...free }) => {
    const codes = [0, 1, 2, 3].slice(0, volume(4, 2)).map(each => LONGER.replace('payd674', `payd67${each}`))
    const read: boolean[] = []
    for (const code of codes) {
      const { picture, columns } = await terminalQr(code, { columns: 80, rows: 24 })
      for (const cell of CELLS) {
        read.push(scan(drawTerminal(picture, columns, DARK, { ...cell, free }), 1) === code)
      }
    }
    expect(read.filter(each => each).length / read.length).toBeGreaterThanOrEqual(least)
  })

  it('is encoded more tightly, and has two modules of quiet zone above and one below, if only that fits', async () => {
    const sizes = [31, 30, 27, 26, 23, 10].map(async rows => terminalQr(LONGER, { columns: 80, rows }))
    const heights = (await Promise.all(sizes)).map(({ columns, rows }) => [columns, rows])
    // 170 bytes are version 8 with 49 modules; with the digits apart it is version 6 with 41. A row above it stays free.
    expect(heights.join(' ')).toBe('57,30 49,26 49,26 49,23 49,23 49,23')
    const { picture, columns } = await terminalQr(LONGER, { columns: 80, rows: 24 })
    const bitmap = drawTerminal(picture, columns, DARK)
    expect(scan(bitmap, 4)).toBe(LONGER)
    const painted = bitmap.slice(6, -6)
    const dark = painted.flatMap((row, y) => (row.slice(6, -6).includes(0) ? [y] : []))
    expect([dark[0], painted.length - 1 - dark.at(-1)!]).toEqual([2, 1])
  })

  it.each([...TEXTS.map(([, text]) => text), textOf(17), textOf(18)])(
    'has four light modules all around it',
    async text => {
      const { picture, columns } = await terminalQr(text)
      const bitmap = drawTerminal(picture, columns, DARK)
      const painted = bitmap.slice(6, -6).map(row => row.slice(6, -6))
      // Nothing of the terminal's own colours is left.
      expect(new Set(painted.flat())).toEqual(new Set([0, 255]))
      const dark = painted.flatMap((row, y) => row.flatMap((grey, x) => (grey === 0 ? [{ x, y }] : [])))
      expect(Math.min(...dark.map(({ x }) => x))).toBe(4)
      expect(Math.min(...dark.map(({ y }) => y))).toBe(4)
      expect(Math.max(...dark.map(({ x }) => x))).toBe(columns - 5)
      expect(painted.length - 1 - Math.max(...dark.map(({ y }) => y))).toBeGreaterThanOrEqual(4)
    },
  )

  it('takes 53 columns and 28 rows for the BR Code of the manual', async () => {
    // 137 bytes are version 7: 45 modules and 4 on either side, half as many rows, and the cursor's.
    const { picture, columns, rows } = await terminalQr(BR_CODE)
    expect(Buffer.byteLength(BR_CODE)).toBe(137)
    expect({ columns, rows }).toEqual({ columns: 53, rows: 28 })
    expect(picture.split('\n')).toHaveLength(28)
  })

  it('holds 2,953 bytes and refuses more', async () => {
    expect((await terminalQr('a'.repeat(2953))).columns).toBe(185)
    await expect(terminalQr('a'.repeat(2954))).rejects.toThrow(RangeError)
    // Bytes count, not letters.
    await expect(terminalQr('ç'.repeat(1477))).rejects.toThrow(RangeError)
  })
})

it('finds at once that a text is too long', () => {
  expect(fitsQr('a'.repeat(2953))).toBe(true)
  expect(fitsQr('a'.repeat(3 * 1024 * 1024))).toBe(false)
})

describe.each([
  ['PNG', async (text: string): Promise<Bitmap> => readPng(await qrPng(text)), 1, 8],
  ['SVG', async (text: string): Promise<Bitmap> => readSvg(await qrSvg(text)), 4, 1],
] as const)('a QR code as %s', (_, render, scale, modulePixels) => {
  it.each([...TEXTS, ['a long text', textOf(900)]])('is read back: %s', async (_, text) => {
    expect(scan(await render(text), scale)).toBe(text)
  })

  it('has four light modules all around it', async () => {
    const bitmap = await render(BR_CODE)
    const zone = 4 * modulePixels
    const rows = [...bitmap.slice(0, zone), ...bitmap.slice(-zone)]
    for (const row of [...rows, ...bitmap.map(row => [...row.slice(0, zone), ...row.slice(-zone)])]) {
      expect(Math.min(...row)).toBe(255)
    }
    expect(bitmap[zone]![zone]).toBe(0)
  })

  it('has error correction M, or L if the text only fits with that', async () => {
    const modules = async (bytes: number) => (await render('é'.repeat(bytes / 2))).length / modulePixels - 8
    // 84 bytes are the most of version 5 at M; at L it would be version 5 still with 106.
    expect(await modules(84)).toBe(37)
    expect(await modules(86)).toBe(41)
    // 2,331 bytes are the most of version 40 at M.
    expect(await modules(2332)).toBe(161)
  })

  it('is refused for no text and for too much, at once', async () => {
    const started = cpuMs()
    await expect(render('')).rejects.toThrow(RangeError)
    for (const text of ['é'.repeat(1477), 'x'.repeat(3 * 1024 * 1024)]) {
      await expect(render(text)).rejects.toThrow(new RangeError('the text is too long for a QR code'))
    }
    // It took 13 s to find out by drawing.
    expect(cpuMs() - started).toBeLessThan(2000)
  })
})
