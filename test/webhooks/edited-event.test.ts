/** A body that somebody has, as a test event. */

import { describe, expect, it } from 'vitest'
import { editedEvent, parseChange } from '#webhooks/edited-event.ts'

const edited = (text: string, options: { type?: string; set?: string[] } = {}) => {
  const { type, set = [] } = options
  const event = editedEvent(Buffer.from(text), { type, changes: set.map(parseChange) })
  return { ...event, text: event.body.toString() }
}

const REAL = '{"id":"evt_real","type":"payment.approved","data":{"amount":10.50,"paymentId":"pay_1"}}'

describe('the body', () => {
  it('stays as it is, but for the id and white space', () => {
    const { text, eventId, type } = edited(`\ufeff${REAL.replaceAll(',', ' ,\r\n')}\n`)
    expect(eventId).toMatch(/^pixctl_test_evt_[0-9a-f]{16}$/)
    expect(text).toBe(REAL.replace('evt_real', eventId))
    expect(type).toBe('payment.approved')
  })

  it('changes where --set says', () => {
    const { text, eventId } = edited(REAL, { set: ['data.amount=20.00', 'data.status=FAILED'] })
    expect(text).toBe(
      REAL.replace('evt_real', eventId)
        .replace('10.50', '20.00')
        .replace('"pay_1"', '"pay_1","status":"FAILED"'),
    )
  })

  it('has no id of the real event left, though it is there twice', () => {
    expect(edited('{"id":"evt_1","type":"a","id":"evt_2"}').text).not.toMatch(/"evt_[12]"/)
    // encoding/json of Go takes the last of these as the type and the id.
    const { text } = edited('{"type":"a","TYPE":"b","ID":"evt_real","Id":"evt_real"}')
    expect(text).toMatch(/^\{"type":"a","TYPE":"a","ID":"pixctl_test_evt_\w+","Id":"pixctl_test_evt_\w+",/)
  })
})

it.each([
  ['a=FAILED', ['a'], '"FAILED"'],
  ['a= 10.50 ', ['a'], '10.50'],
  ['a=01', ['a'], '"01"'],
  ['a=9007199254740993', ['a'], '9007199254740993'],
  ['a={"b":[1]}', ['a'], '{"b":[1]}'],
  ['a=b=c', ['a'], '"b=c"'],
  ['a\\=b=c', ['a=b'], '"c"'],
  ['a=', ['a'], undefined],
  ['a=""', ['a'], '""'],
  ['data.id=pay_2', ['data', 'id'], '"pay_2"'],
])('%s is read', (text, path, value) => {
  const change = parseChange(text)
  expect([change.path, JSON.stringify(change.value)]).toEqual([path, value])
})

it.each([
  ['data.status', '--set takes PATH=VALUE'],
  ['=1', '--set takes PATH=VALUE'],
  ['a..b=1', '--set takes PATH=VALUE'],
  ['id=evt_1', '--set cannot change id'],
  ['ID=evt_1', '--set cannot change ID'],
  ['type=x', '--set cannot change type'],
])('%s is refused', (text, says) => {
  expect(() => parseChange(text)).toThrow(says)
})

describe('the type', () => {
  it('is that of the body, or the one that is given, which the body then has too', () => {
    expect(edited('{"type":"x.y"}').type).toBe('x.y')
    const { type, text } = edited('{"type":"x.y","b":1}', { type: 'payment.failed' })
    expect(type).toBe('payment.failed')
    expect(JSON.parse(text)).toMatchObject({ type: 'payment.failed', b: 1 })
  })

  it.each(['{}', '{"type":1}', '{"type":""}', '{"type":"a b"}', '{"type":"a\\nb"}'])(
    'is missing in %s',
    text => {
      expect(() => edited(text)).toThrow('the body has no event type')
      expect(edited(text, { type: 'payment.failed' }).type).toBe('payment.failed')
    },
  )
})

it.each([
  ['', 'the body is empty'],
  ['{"a":1,}', 'the body is not JSON'],
  ['[{"type":"a"}]', 'not a JSON object'],
  ['10.50', 'not a JSON object'],
  ['['.repeat(500_000) + ']'.repeat(500_000), 'the body is not JSON'],
  [`{"type":"a","b":"${'x'.repeat(1024 * 1024)}"}`, 'larger than 1 MiB'],
  [`{"type":"a","b":"${'x'.repeat(1024 * 1024 - 30)}"}`, 'larger than 1 MiB'],
])('%# is refused', (text, says) => {
  expect(() => edited(text)).toThrow(says)
  expect(() => edited(text, { type: 'payment.failed' })).toThrow(says)
})

it('bytes that are not UTF-8 are refused: another program would read other text', () => {
  expect(() => editedEvent(Buffer.from('{"type":"é"}', 'latin1'))).toThrow('not UTF-8')
})
