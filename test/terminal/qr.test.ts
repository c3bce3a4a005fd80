import { describe, expect, it } from 'vitest'
import { qrPng, qrSvg, terminalQr } from '../../src/terminal/qr.ts'
import { type Bitmap, CREAM, DARK, drawTerminal, LIGHT, readPng, readSvg, scan } from './picture.ts'

// The static example of the Brazilian central bank's BR Code manual.
const BR_CODE =
  '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-426655440000' +
  '5204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D'

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
const LENGTHS = [2, 3, ...CAPACITIES.flatMap(bytes => [bytes - 1, bytes]), 1171]

/** Text of so many bytes that isn't the same all over. */
function textOf(bytes: number): string {
  return Array.from({ length: bytes }, (_, i) => String.fromCharCode(33 + ((i * i * 7 + i * 13) % 90))).join(
    '',
  )
}

async function picture(text: string, terminal = { columns: 200, rows: 100 }) {
  const qr = await terminalQr(text, terminal)
  if (!('picture' in qr)) throw new Error(qr.reason)
  return qr
}

describe('a QR code in the terminal', () => {
  it.each(TEXTS)('is read back from dark, light and other terminals: %s', async (_, text) => {
    const qr = await picture(text)
    for (const theme of [DARK, LIGHT, CREAM]) {
      expect(scan(drawTerminal(qr.picture, qr.columnsNeeded, theme), 4)).toBe(text)
    }
  })

  it.each(LENGTHS)('is read back for a text of %d bytes', async bytes => {
    const text = textOf(bytes)
    const qr = await picture(text)
    expect(scan(drawTerminal(qr.picture, qr.columnsNeeded, DARK), 4)).toBe(text)
    expect(scan(drawTerminal(qr.picture, qr.columnsNeeded, LIGHT), 4)).toBe(text)
  })

  it.each([...TEXTS.map(([, text]) => text), textOf(17), textOf(18)])(
    'has four light modules all around it',
    async text => {
      const qr = await picture(text)
      const lines = qr.picture.split('\n').slice(0, -1)
      const codes = lines.map(line => /^\u001b\[38;5;16;48;5;231m([ █▀▄]+)\u001b\[0m$/.exec(line)?.[1] ?? '')
      expect(new Set(codes.map(code => code.length))).toEqual(new Set([qr.columnsNeeded]))
      const bitmap = drawTerminal(qr.picture, qr.columnsNeeded, DARK)
      const painted = bitmap.slice(6, -6).map(row => row.slice(6, -6))
      const dark = painted.flatMap((row, y) => row.flatMap((grey, x) => (grey === 0 ? [{ x, y }] : [])))
      expect(Math.min(...dark.map(({ x }) => x))).toBe(4)
      expect(Math.min(...dark.map(({ y }) => y))).toBe(4)
      expect(Math.max(...dark.map(({ x }) => x))).toBe(qr.columnsNeeded - 5)
      expect(painted.length - 1 - Math.max(...dark.map(({ y }) => y))).toBeGreaterThanOrEqual(4)
    },
  )

  it('fits a terminal that has exactly the columns it needs, and no narrower one', async () => {
    const { columnsNeeded, rowsNeeded } = await picture(BR_CODE)
    expect(await terminalQr(BR_CODE, { columns: columnsNeeded, rows: 100 })).toHaveProperty('picture')
    expect(await terminalQr(BR_CODE, { columns: columnsNeeded - 1, rows: 100 })).toEqual({
      reason: `the QR code needs ${columnsNeeded} columns and the terminal has ${columnsNeeded - 1}`,
      columnsNeeded,
      rowsNeeded,
    })
  })

  it('needs 53 columns and 28 rows for the BR Code of the manual', async () => {
    // 137 bytes are version 7: 45 modules and 4 on either side, half as many rows, and the cursor's.
    const qr = await picture(BR_CODE)
    expect(Buffer.byteLength(BR_CODE)).toBe(137)
    expect(qr).toMatchObject({ columnsNeeded: 53, rowsNeeded: 28 })
    expect(qr.picture.split('\n')).toHaveLength(28)
  })

  it('is drawn where there are too few rows, and says so', async () => {
    const { rowsNeeded } = await picture(BR_CODE)
    expect(await picture(BR_CODE, { columns: 80, rows: rowsNeeded })).toMatchObject({ tooTall: false })
    const cut = await picture(BR_CODE, { columns: 80, rows: rowsNeeded - 1 })
    expect(cut.tooTall).toBe(true)
    expect(scan(drawTerminal(cut.picture, 80, DARK), 4)).toBe(BR_CODE)
  })

  it('holds 2,953 bytes and refuses more', async () => {
    expect(await terminalQr('a'.repeat(2953), { columns: 200, rows: 100 })).toHaveProperty('picture')
    expect(await terminalQr('a'.repeat(2954), { columns: 200, rows: 100 })).toEqual({
      reason: 'the text is too long for a QR code',
    })
    // Bytes count, not letters.
    expect(await terminalQr('ç'.repeat(1477), { columns: 200, rows: 100 })).toHaveProperty('reason')
  })
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

  it('has error correction M, and L where only that holds the text', async () => {
    const modules = async (bytes: number) => (await render('é'.repeat(bytes / 2))).length / modulePixels - 8
    // 84 bytes are the most of version 5 at M; at L it would be version 5 still with 106.
    expect(await modules(84)).toBe(37)
    expect(await modules(86)).toBe(41)
    // 2,331 bytes are the most of version 40 at M.
    expect(await modules(2332)).toBe(161)
  })

  it('is refused for no text and for too much', async () => {
    await expect(render('')).rejects.toThrow(RangeError)
    await expect(render('é'.repeat(1477))).rejects.toThrow(
      new RangeError('the text is too long for a QR code'),
    )
  })
})
