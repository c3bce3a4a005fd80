import fc from 'fast-check'

/**
 * Any code point that UTF-8 can have, as the unit of a text. fast-check's own unit `binary` first builds a table of all of
 * them, which takes a second in each file.
 */
export const anyCharacter = fc
  .oneof(
    fc.integer({ min: 0, max: 0xff }),
    fc.integer({ min: 0, max: 0xd7ff }),
    fc.integer({ min: 0xe000, max: 0x10ffff }),
  )
  .map(code => String.fromCodePoint(code))
