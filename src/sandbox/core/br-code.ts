/**
 * The copy-and-paste Pix code: a static BR Code (tag-length-value) as the Central Bank's "Manual de Padrões para
 * Iniciação do Pix" defines it; docs/decisions/rest.md#pix-code says why it is static.
 */

import { type Centavos, toDecimal } from '#contract/money.ts'

export interface BrCode {
  pixKey: string
  amount: Centavos
  /** ASCII, 1 to 25 characters. */
  merchantName: string
  /** ASCII, 1 to 15 characters. */
  merchantCity: string
  /** 1 to 25 letters and digits. */
  txid: string
}

const CRC_TAG_AND_LENGTH = '6304'

export function brCode(code: BrCode): string {
  const text = [
    field('00', '01'), // payload format
    field('26', field('00', 'br.gov.bcb.pix') + field('01', code.pixKey)),
    field('52', '0000'), // merchant category: not given
    field('53', '986'), // ISO 4217: BRL
    field('54', toDecimal(code.amount)),
    field('58', 'BR'),
    field('59', code.merchantName),
    field('60', code.merchantCity),
    field('62', field('05', code.txid)),
  ].join('')
  const checked = text + CRC_TAG_AND_LENGTH
  return checked + crc16(checked).toString(16).toUpperCase().padStart(4, '0')
}

function field(tag: string, value: string): string {
  return tag + String(value.length).padStart(2, '0') + value
}

/** CRC-16/CCITT-FALSE: polynomial 0x1021, initial value 0xFFFF, not reflected. */
export function crc16(ascii: string): number {
  let crc = 0xffff
  for (const byte of Buffer.from(ascii, 'latin1')) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++) {
      crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff
    }
  }
  return crc
}
