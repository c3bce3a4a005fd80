/** A reader of BR Codes for tests, written only from the EMV layout: tag, length, value, CRC last. */

export type Fields = Record<string, string>

/** The fields of a tag-length-value text. Throws if a length doesn't fit. */
export function readFields(text: string): Fields {
  const fields: Fields = {}
  for (let at = 0; at < text.length; ) {
    const header = /^(\d\d)(\d\d)$/.exec(text.slice(at, at + 4))
    if (!header) throw new Error(`no tag and length at ${at} of ${text}`)
    const [, tag = '', length = ''] = header
    const value = text.slice(at + 4, at + 4 + Number(length))
    if (value.length !== Number(length) || tag in fields)
      throw new Error(`field ${tag} is cut short or twice`)
    fields[tag] = value
    at += 4 + Number(length)
  }
  return fields
}

/** CRC-16/CCITT-FALSE by long division of the bit string, the textbook way: sixteen bits appended, no table. */
export function crcByDivision(ascii: string): string {
  let bits = [...ascii].map(char => char.charCodeAt(0).toString(2).padStart(8, '0')).join('')
  // The initial value FFFF is the first sixteen bits inverted.
  bits = bits.replace(/^.{16}/, head => head.replace(/./g, bit => (bit === '0' ? '1' : '0')))
  const register = [...`${bits}${'0'.repeat(16)}`].map(Number)
  const polynomial = [...'10001000000100001'].map(Number)
  for (let at = 0; at + 16 < register.length; at++) {
    if (register[at] === 0) continue
    polynomial.forEach((bit, offset) => {
      register[at + offset]! ^= bit
    })
  }
  return Number.parseInt(register.slice(-16).join(''), 2).toString(16).toUpperCase().padStart(4, '0')
}
