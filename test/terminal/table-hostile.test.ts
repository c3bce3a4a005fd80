/** A table of texts from outside, with everything in them that could tear a line apart. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Column, formatTable } from '#terminal/table.ts'
import { cases } from '../support/volume.ts'
import { style, table } from './charge-table.ts'

// What a hostile description is made of, with the columns a terminal gives it (the most any does).
const ALPHABET: { text: string; shown?: string; columns: number }[] = [
  { text: 'a', columns: 1 },
  { text: ' ', columns: 1 },
  { text: 'ç', columns: 1 },
  { text: 'e\u0301', columns: 1 },
  { text: '日', columns: 2 },
  { text: '한', columns: 2 },
  { text: '😀', columns: 2 },
  { text: '🫠', columns: 2 },
  { text: '🇧🇷', columns: 2 },
  { text: '❤️', columns: 2 },
  { text: '👨‍👩‍👧', columns: 6 },
  { text: '\u001b[31m', shown: '\\u001b[31m', columns: 10 },
  { text: '\n', shown: '\\u000a', columns: 6 },
  { text: '\r', shown: '\\u000d', columns: 6 },
  { text: '\t', shown: '\\u0009', columns: 6 },
  { text: '\0', shown: '\\u0000', columns: 6 },
  { text: '\u202e', shown: '\\u202e', columns: 6 },
  { text: '\ud83d', shown: '\\ud83d', columns: 6 },
  { text: '=1+1', columns: 4 },
]

/** The columns of a printed line by the table above; any other character is one. */
function columnsOf(line: string): number {
  const pieces = ALPHABET.filter(
    ({ columns, text }) => columns !== text.length && !/[\0-\u001f\u202e\ud83d]$/.test(text),
  )
  let rest = line
  let columns = 0
  while (rest !== '') {
    const piece = pieces.find(({ text }) => rest.startsWith(text))
    columns += piece?.columns ?? 1
    rest = rest.slice(piece?.text.length ?? 1)
  }
  return columns
}

describe('a table of hostile text', () => {
  // A lone high surrogate before a low one would make a pair: keep the pieces apart.
  const text = fc
    .array(fc.constantFrom(...ALPHABET), { maxLength: 40 })
    .map(pieces => pieces.map(piece => piece.text).join('.'))

  it('never has a line wider than the terminal, nor one torn apart', async () => {
    const pairs = fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(pairs, fc.integer({ min: 20, max: 200 }), async (pairs, columns) => {
        const printed = await table(
          columns,
          pairs.map(([id, description]) => [id, 'PAID', 'R$ 10,50', '2026-11-20 14:03:22', description]),
        )
        const lines = printed.split('\n')
        expect(lines).toHaveLength(pairs.length + 2)
        for (const line of lines) expect(columnsOf(line)).toBeLessThanOrEqual(columns)
        expect(printed).not.toMatch(/[\0-\u0009\u000b-\u001f\u007f-\u009f\u202e]|\p{Surrogate}/u)
      }),
      cases(240),
    )
  })

  it('keeps the columns after a wide text aligned', async () => {
    const columns: Column[] = [
      { header: 'NAME', minWidth: 4 },
      { header: 'AMOUNT', align: 'right' },
    ]
    const rows = [
      ['日本語', '1,00'],
      ['abc', '10,00'],
      ['😀🫠', '7,00'],
      ['cafe\u0301', '3,00'],
    ]
    expect(await formatTable(columns, rows, { style, columns: 80 })).toBe(
      [
        'NAME    AMOUNT',
        '日本語    1,00',
        'abc      10,00',
        '😀🫠      7,00',
        'cafe\u0301      3,00',
        '',
      ].join('\n'),
    )
  })

  it('never takes text for the placeholder of a cell', async () => {
    const rows = [['xxxx', '\0xx', 'xx', 'x\0x', 'xxxxx']]
    expect(await table(80, rows)).toContain('xxxx  \\u0000xx')
    expect(await table(80, rows)).toContain('xx  x\\u0000x  xxxxx')
  })
})
