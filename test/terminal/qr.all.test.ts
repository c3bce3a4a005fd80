/** Drawn Pix codes, read by a scanner of another family: zbar. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { terminalQr } from '#terminal/qr.ts'
import { temporaryFolder } from '../support/folder.ts'
import { describeWith, runProgram } from '../support/programs-on-path.ts'
import { DARK, drawTerminal, LIGHT } from './picture.ts'

const field = (id: string, value: string) => `${id}${String(value.length).padStart(2, '0')}${value}`

/** A Pix code with the address of a charge at a bank, of so many bytes; its check sum is not looked at here. */
function pixCode(bytes: number): string {
  const made = (address: string, more: string) =>
    `000201${field('26', `0014br.gov.bcb.pix${field('25', address)}`)}5204000053039865405${'35.90'}5802BR5913CAFE DA PRACA6008BRASILIA62070503***${more}6304F5FB`
  const address = 'pix.banco.example/qr/v2/5b1d0c9e-7a34-4f6b-8d21-6c0e9a4f7b53-a7e7fb0e2b4'
  const missing = bytes - made(address, '').length
  if (missing <= 0) return made(address.slice(0, missing || undefined), '')
  return made(address, field('80', address.slice(0, missing - 4)))
}

describeWith('zbarimg', 'a drawn QR code with the smallest quiet zone', () => {
  it.each([150, 180, 220])('of %i bytes is read from dark and light terminals', async bytes => {
    const code = pixCode(bytes)
    expect(Buffer.byteLength(code)).toBe(bytes)
    const { picture, columns } = await terminalQr(code, { columns: 80, rows: 1 })
    for (const theme of [DARK, LIGHT]) {
      const bitmap = drawTerminal(picture, columns, theme, { width: 8, height: 16 })
      const file = join(temporaryFolder(), 'screen.pgm')
      const header = `P5\n${bitmap[0]!.length} ${bitmap.length}\n255\n`
      writeFileSync(file, Buffer.concat([Buffer.from(header), Buffer.from(bitmap.flat())]))
      expect(runProgram('zbarimg', ['--quiet', '--nodbus', '--raw', file])).toEqual({
        code: 0,
        output: `${code}\n`,
      })
    }
  })
})
