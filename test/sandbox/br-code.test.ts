import { describe, expect, it } from 'vitest'
import { centavos } from '#contract/money.ts'
import { brCode, crc16 } from '#sandbox/core/br-code.ts'
import { readPng, scan } from '../terminal/picture.ts'
import { readFields } from './emv.ts'
import { startHarness } from './harness.ts'

/** The example of the Central Bank's "Manual de Padrões para Iniciação do Pix". */
const PUBLISHED =
  '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR' +
  '5913Fulano de Tal6008BRASILIA62070503***63041D3D'

const CODE = {
  pixKey: '123e4567-e12b-12d1-a456-426655440000',
  amount: centavos(1050),
  merchantName: 'Fulano de Tal',
  merchantCity: 'BRASILIA',
  txid: 'PED42',
}

describe('the CRC of a BR Code', () => {
  it('is that of the published example, and of the check text of CRC-16/CCITT-FALSE', () => {
    expect(crc16(PUBLISHED.slice(0, -4))).toBe(0x1d3d)
    expect(crc16('123456789')).toBe(0x29b1)
  })
})

describe('a BR Code', () => {
  it('differs from the published example only in amount and txid', () => {
    const { '54': amount, '62': more, '63': _crc, ...fields } = readFields(brCode(CODE))
    const { '62': _more, '63': _publishedCrc, ...published } = readFields(PUBLISHED)
    expect(fields).toEqual(published)
    expect(amount).toBe('10.50')
    expect(readFields(more ?? '')).toEqual({ '05': 'PED42' })
    for (const [centavo, text] of [[1, '0.01'] as const, [100_000, '1000.00'] as const])
      expect(readFields(brCode({ ...CODE, amount: centavos(centavo) }))['54']).toBe(text)
  })

  it('ends with its CRC in four digits, leading zeros kept', () => {
    const codes = Array.from({ length: 200 }, (_, n) => brCode({ ...CODE, txid: `T${n}` }))
    for (const code of codes) {
      expect(code.slice(-8, -4)).toBe('6304')
      const crc = crc16(code.slice(0, -4)).toString(16).toUpperCase()
      expect(code.slice(-4)).toBe(crc.padStart(4, '0'))
    }
    expect(codes.some(code => code.at(-4) === '0')).toBe(true)
  })
})

describe('the Pix code of a charge', () => {
  it('names the charge, its amount and the store', async () => {
    const { create } = await startHarness()
    const charge = (await create({ amount: 200, passFee: true })).body.data
    const fields = readFields(charge.pixCode)
    expect(fields['54']).toBe('202.00')
    expect(readFields(fields['62'] ?? '')['05']).toBe(charge.id.replace('_', ''))
    const account = readFields(fields['26'] ?? '')
    expect(account['00']).toBe('br.gov.bcb.pix')
    expect(account['01']).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    const other = readFields((await create()).body.data.pixCode)
    expect(other['26']).toBe(fields['26'])
    expect(other['62']).not.toBe(fields['62'])
  })

  it('is what a scanner reads off the QR image', async () => {
    const { create, api } = await startHarness()
    const charge = (await create()).body.data
    const [type, data = ''] = charge.qrCode.split(',')
    expect(type).toBe('data:image/png;base64')
    const image = readPng(Buffer.from(data, 'base64'))
    expect(scan(image, 1)).toBe(charge.pixCode)
    // The quiet zone: four white modules of four pixels on each side.
    expect(
      image
        .slice(0, 16)
        .flat()
        .every(value => value === 255),
    ).toBe(true)
    expect((await api(`/payments/${charge.id}`)).body.data.qrCode).toBe(charge.qrCode)
  })
})
