import { describe, expect, it } from 'vitest'
import { checkTsvRow, formatChecks, formatMeanings } from '../../../src/commands/webhook/check/view.ts'
import { createStyle } from '../../../src/terminal/style.ts'
import { displayWidth } from '../../../src/terminal/width.ts'

const plain = createStyle({ color: false })
const passed = { name: 'valid_delivery', passed: true, expected: '2xx', got: '204', section: '6.2' }
const failed = {
  name: 'raw_bytes_trailing_newline',
  passed: false,
  expected: '2xx',
  got: 'the connection was cut, and this is long enough to need more than eighty columns',
  section: '6.2',
}

describe('the checks', () => {
  it('are a table that fits', async () => {
    for (const columns of [120, 80, 60, 40]) {
      const lines = (await formatChecks([passed, failed], { style: plain, columns })).split('\n')
      expect(Math.max(...lines.map(displayWidth))).toBeLessThanOrEqual(columns)
    }
    const table = await formatChecks([passed, failed], { style: plain, columns: 80 })
    expect(table).toMatch(/^CHECK +RESULT +EXPECTED +GOT\nvalid_delivery +passed +2xx +204\n/)
    expect(table).toMatch(/raw_bytes_trailing_newline +FAILED +2xx +the connection/)
  })

  it('are rows for scripts', () => {
    expect(checkTsvRow(passed)).toBe('valid_delivery\ttrue\t2xx\t204\t6.2\n')
  })
})

describe('the meanings', () => {
  const other = { ...failed, name: 'raw_bytes_spacing' }
  it('are explained once each, with the section, in lines that fit', () => {
    const meaning = 'The raw bytes were not what was verified, and that is said at some length here.'
    const text = formatMeanings(
      [
        { check: failed, meaning },
        { check: other, meaning },
        { check: { ...other, name: 'altered_body' }, meaning: 'Short.' },
      ],
      { style: plain, columns: 60 },
    )
    expect(text).toBe(
      [
        '',
        'raw_bytes_trailing_newline, raw_bytes_spacing',
        '  The raw bytes were not what was verified, and that is said',
        '  at some length here.',
        '',
        'altered_body',
        '  Short.',
        '',
      ].join('\n'),
    )
  })

  it('are empty when nothing failed', () => {
    expect(formatMeanings([], { style: plain, columns: 80 })).toBe('')
  })
})
