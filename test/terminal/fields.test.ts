import { expect, it } from 'vitest'
import { type Field, formatFields } from '#terminal/fields.ts'
import { createStyle } from '#terminal/style.ts'

const style = createStyle({ color: false })

it('aligns the values', () => {
  const fields: Field[] = [
    { label: 'Status', value: 'PAID' },
    { label: 'Net amount', value: 'R$ 9,50' },
    { label: 'Empty', value: '' },
  ]
  expect(formatFields(fields, { style }).replaceAll(/ +$/gm, '')).toBe(
    'Status      PAID\nNet amount  R$ 9,50\nEmpty\n',
  )
})

it('aligns labels of any script', () => {
  const fields = [
    { label: '状態', value: 'a' },
    { label: 'State', value: 'b' },
  ]
  expect(formatFields(fields, { style })).toBe('状態   a\nState  b\n')
})

it('paints labels and values, outside of the padding', () => {
  const color = createStyle({ color: true })
  const fields = [{ label: 'Status', value: 'PAID', paint: color.green }]
  expect(formatFields(fields, { style: color })).toBe('\u001b[1mStatus\u001b[22m  \u001b[32mPAID\u001b[39m\n')
})

it('escapes labels and values', () => {
  const fields = [{ label: 'x\u001b', value: 'a\nb\u202e\u001b[2J' }]
  expect(formatFields(fields, { style })).toBe('x\\u001b  a\\u000ab\\u202e\\u001b[2J\n')
})

it('wraps a long value beside its label, painting each line', () => {
  const color = createStyle({ color: true })
  const fields = [{ label: 'Note', value: 'um dois três quatro cinco', paint: color.cyan }]
  expect(formatFields(fields, { style, columns: 22 })).toBe(
    'Note  \u001b[36mum dois três\u001b[39m\n      \u001b[36mquatro cinco\u001b[39m\n',
  )
})

it('keeps a value in one piece beside its label if it fits exactly', () => {
  const fields = [{ label: 'Pix code', value: 'x'.repeat(10), whole: true }]
  expect(formatFields(fields, { style, columns: 20 })).toBe('Pix code  xxxxxxxxxx\n')
})

it('puts a value that people copy on its own line if it is too long', () => {
  const fields = [{ label: 'Pix code', value: '0002 '.repeat(40), whole: true }]
  expect(formatFields(fields, { style, columns: 80 })).toBe(`Pix code\n${'0002 '.repeat(40)}\n`)
})

it.each([
  [32, 'URL         https://pix.example/\n'],
  [31, 'URL\nhttps://pix.example/\n'],
])('puts one long word on its own line rather than break it, at %i columns', (columns, url) => {
  const fields = [
    { label: 'URL', value: 'https://pix.example/' },
    { label: 'Last event', value: '-' },
  ]
  expect(formatFields(fields, { style, columns })).toBe(`${url}Last event  -\n`)
})

it('breaks a word that does not fit there, either', () => {
  const fields = [{ label: 'To', value: 'x'.repeat(25) }]
  expect(formatFields(fields, { style, columns: 20 })).toBe(`To  ${'x'.repeat(16)}\n    ${'x'.repeat(9)}\n`)
})

it('leaves the wrapping to a terminal that is too narrow for it', () => {
  const fields = [{ label: 'Description', value: 'um dois três quatro cinco seis' }]
  expect(formatFields(fields, { style, columns: 20 })).toBe('Description  um dois três quatro cinco seis\n')
})

it('is empty for no fields', () => {
  expect(formatFields([], { style, columns: 80 })).toBe('')
})
