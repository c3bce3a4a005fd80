import { describe, expect, it } from 'vitest'
import {
  type Checked,
  type CheckRow,
  checkedForScripts,
  formatChecked,
  tsvRows,
} from '#commands/webhook/check/check-results.ts'
import { createStyle } from '#terminal/style.ts'
import { displayWidth } from '#terminal/width.ts'

const plain = createStyle({ color: false })
const answered = { expected: '2xx', got: '204', section: '6.2' }
const passed: CheckRow = { name: 'valid_delivery', passed: true, ...answered, advice: null }
const failed: CheckRow = {
  ...passed,
  name: 'duplicate_delivery',
  passed: false,
  got: 'the connection was cut, and this is long enough to need more than eighty columns',
  advice: 'The raw bytes were not what was verified, and that is said at some length here.',
}
const skipped: CheckRow = { ...passed, name: 'duplicate_event', passed: null, got: '', advice: 'Not sent.' }
const mistake = { name: 'body_only', text: 'It signs the body alone.', code: 'hmac(body)\nhmac(text)' }
const of = (checks: readonly CheckRow[], others: Partial<Checked> = {}): Checked => ({
  url: 'http://127.0.0.1/',
  checks,
  mistake: null,
  ...others,
})

describe('on a terminal', () => {
  it('the checks are a table that fits', async () => {
    const three = of([passed, failed, skipped])
    for (let columns = 40; columns <= 120; columns++) {
      const lines = (await formatChecked(three, { style: plain, columns })).split('\n')
      expect(Math.max(...lines.map(displayWidth))).toBeLessThanOrEqual(columns)
    }
    const table = await formatChecked(three, { style: plain, columns: 80 })
    expect(table).toMatch(/^CHECK +RESULT +EXPECTED +GOT\nvalid_delivery +passed +2xx +204\n/)
    expect(table).toMatch(/duplicate_delivery +FAILED +2xx +the connection/)
    expect(table).toMatch(/duplicate_event +skipped +2xx *\n/)
  })

  it('each piece of advice on what failed is there once, after the cause with its code', async () => {
    const other: CheckRow = { ...failed, name: 'recent_signature' }
    const short: CheckRow = { ...failed, name: 'altered_body', advice: 'Short.' }
    const ofMistake: CheckRow = { ...failed, name: 'valid_delivery', advice: mistake.text }
    const checked = of([failed, other, short, ofMistake, skipped], { mistake })
    const text = await formatChecked(checked, { style: plain, columns: 60 })
    expect(text.slice(text.indexOf('\n\n') + 2)).toBe(`cause: body_only
  It signs the body alone.

    hmac(body)
    hmac(text)

duplicate_delivery, recent_signature
  The raw bytes were not what was verified, and that is said
  at some length here.

altered_body
  Short.

skipped
  These checks can't show anything yet: correct what failed,
  and check again.
`)
  })
})

describe('for scripts', () => {
  it('the checks are rows, with the cause first and the advice last', () => {
    expect(tsvRows(of([passed]))).toBe('valid_delivery\ttrue\t2xx\t204\t6.2\n')
    expect(tsvRows(of([{ ...failed, got: '401' }, skipped], { mistake }))).toBe(
      [
        'cause\tbody_only\t\t\t6.2\tIt signs the body alone.\n',
        'code\t\t\t\t\thmac(body)\n',
        'code\t\t\t\t\thmac(text)\n',
        `duplicate_delivery\tfalse\t2xx\t401\t6.2\t${failed.advice}\n`,
        'duplicate_event\tskipped\t2xx\t\t6.2\tNot sent.\n',
      ].join(''),
    )
  })

  it('every check has every member, null where there is nothing', () => {
    const all = {
      url: 'http://127.0.0.1/',
      passed: true,
      cause: null,
      checks: [{ ...passed, skipped: false }],
    }
    expect(checkedForScripts(of([passed]))).toEqual(all)
    const { checks, ...rest } = checkedForScripts(of([failed, skipped], { mistake }))
    expect(rest).toEqual({ url: 'http://127.0.0.1/', passed: false, cause: mistake })
    expect(checks).toMatchObject([
      { passed: false, skipped: false, advice: failed.advice },
      { passed: null, skipped: true, advice: 'Not sent.' },
    ])
  })
})
