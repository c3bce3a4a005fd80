import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { parseSignature } from '#contract/signature.ts'
import { systemClock } from '#lib/clock.ts'
import { findCause, HINTS, type Hint } from '#webhooks/wrong-signature/find-cause.ts'
import { FakeClock } from '../../support/clock.ts'
import { some, volume } from '../../support/volume.ts'
import { HOSTILE } from './hostile.ts'

/** A clock that a second passes on whenever it is read. */
class Ticking extends FakeClock {
  override monotonic(): number {
    this.advance(1000)
    return super.monotonic()
  }
}

const SECRET = 'whsec_c2VjcmV0IGtleSBieXRlcw=='
const TIMESTAMP = '1772000000'

interface Signing {
  key?: string | Buffer
  /** The text before the body in what is signed. */
  before?: string
  secrets?: string[]
  searchMs?: number
}

/** The diagnosis of a body if another one was signed. */
function diagnosis(signed: string | Buffer, given: string | Buffer, options: Signing = {}) {
  const { key = SECRET, before = `${TIMESTAMP}.`, secrets = [SECRET], searchMs = 3000 } = options
  const hmac = createHmac('sha256', key).update(before).update(signed).digest('hex')
  const parsed = parseSignature(`t=${TIMESTAMP},v1=${hmac}`)!
  return findCause(parsed, Buffer.from(given), { secrets, clock: systemClock, searchMs })
}

const hints = async (...args: Parameters<typeof diagnosis>): Promise<Hint[]> =>
  (await diagnosis(...args)).hints

const COMPACT =
  '{"id":"evt_1","type":"payment.approved","data":{"paymentId":"a/b","amount":10.5,"description":"Pão & café","list":[],"paidAt":null}}'
const parsed = JSON.parse(COMPACT)
const PRETTY = JSON.stringify(parsed, null, 2)

describe('a hint for what was changed', () => {
  it.each<[string, string, string, Hint[]]>([
    ['a line feed was added', COMPACT, `${COMPACT}\n`, ['trailing_newline']],
    ['CR LF was added', COMPACT, `${COMPACT}\r\n`, ['trailing_newline']],
    ['a line feed was lost', `${COMPACT}\n`, COMPACT, ['trailing_newline']],
    ['CR LF was lost', `${COMPACT}\r\n`, COMPACT, ['trailing_newline']],
    ['the CR of the end was lost', `${COMPACT}\r\n`, `${COMPACT}\n`, ['trailing_newline']],
    ['CR LF became LF', PRETTY.replaceAll('\n', '\r\n'), PRETTY, ['line_endings']],
    ['LF became CR LF', PRETTY, PRETTY.replaceAll('\n', '\r\n'), ['line_endings']],
    ['a byte order mark was added', COMPACT, `\ufeff${COMPACT}`, ['byte_order_mark']],
    ['a byte order mark was lost', `\ufeff${COMPACT}`, COMPACT, ['byte_order_mark']],
    ['it was printed over several lines', COMPACT, PRETTY, ['reserialized_json']],
    ['tabs were used', COMPACT, JSON.stringify(parsed, null, '\t'), ['reserialized_json']],
    ['several lines became one', PRETTY, COMPACT, ['reserialized_json']],
    ['four spaces became none', JSON.stringify(parsed, null, 4), COMPACT, ['reserialized_json']],
    ['10.50 became 10.5', COMPACT.replace('10.5', '10.50'), COMPACT, ['reserialized_json']],
    ['10.5 became 10.50', COMPACT, COMPACT.replace('10.5', '10.50'), ['reserialized_json']],
    ['10.0 became 10', COMPACT.replace('10.5', '10.0'), COMPACT.replace('10.5', '10'), ['reserialized_json']],
    ['slashes were escaped', COMPACT, COMPACT.replace('/', '\\/'), ['reserialized_json']],
    ['slashes were escaped no more', COMPACT.replace('/', '\\/'), COMPACT, ['reserialized_json']],
    [
      'a letter was escaped',
      COMPACT,
      COMPACT.replace('é', '\\u00e9').replace('ã', '\\u00e3'),
      ['unicode_escapes'],
    ],
    [
      'a letter was escaped no more',
      COMPACT.replace('é', '\\u00e9').replace('ã', '\\u00e3'),
      COMPACT,
      ['unicode_escapes'],
    ],
    ['an ampersand was escaped, as Go does', COMPACT, COMPACT.replace('&', '\\u0026'), ['unicode_escapes']],
    ['an ampersand was escaped no more', COMPACT.replace('&', '\\u0026'), COMPACT, ['unicode_escapes']],
    [
      'escapes are in upper case',
      COMPACT.replace('é', '\\u00e9').replace('ã', '\\u00e3'),
      COMPACT.replace('é', '\\u00E9').replace('ã', '\\u00E3'),
      ['reserialized_json', 'unicode_escapes'],
    ],
    // As the programs themselves print the same data.
    [
      'PHP printed it: json_encode',
      '{"paymentId":"a\\/b","amount":10.5,"description":"Caf\\u00e9"}',
      '{"paymentId":"a/b","amount":10.5,"description":"Café"}',
      ['reserialized_json', 'unicode_escapes'],
    ],
    [
      'Python printed it: json.dumps',
      '{"paymentId":"a/b","amount":10.5,"description":"Café"}',
      '{"paymentId": "a/b", "amount": 10.5, "description": "Caf\\u00e9"}',
      ['reserialized_json', 'unicode_escapes'],
    ],
    [
      '.NET printed it: System.Text.Json',
      '{"description":"D\'Ávila <&> \\"x\\""}',
      '{"description":"D\\u0027\\u00C1vila \\u003C\\u0026\\u003E \\u0022x\\u0022"}',
      ['unicode_escapes'],
    ],
    [
      'PostgreSQL printed it: jsonb',
      '{"id":"evt_1","type":"payment.approved","createdAt":"x","storeId":"s","data":{"paymentId":"p","source":"api","status":"PAID","amount":10.5}}',
      '{"id": "evt_1", "data": {"amount": 10.5, "source": "api", "status": "PAID", "paymentId": "p"}, "type": "payment.approved", "storeId": "s", "createdAt": "x"}',
      ['reserialized_json'],
    ],
    [
      'the sandbox sent it, and Go printed it: a map',
      '{"id": "evt_1","type":"payment.created","createdAt":"x","storeId":"s","data":{"paymentId":"p","source":"api","amount":20.00,"fee":0.20,"description":"P\\u00E3o \\/ \\"amount\\":5"}}',
      '{"createdAt":"x","data":{"amount":20,"description":"Pão / \\"amount\\":5","fee":0.2,"paymentId":"p","source":"api"},"id":"evt_1","storeId":"s","type":"payment.created"}\n',
      ['reserialized_json'],
    ],
    ['jq printed it', COMPACT, `${PRETTY}\n`, ['reserialized_json']],
    [
      'jq printed what ended with a line feed',
      `${COMPACT}\n`,
      `${PRETTY}\n`,
      ['trailing_newline', 'reserialized_json'],
    ],
    [
      'jq printed what had escapes and a line feed',
      `${COMPACT.replace('é', '\\u00e9').replace('ã', '\\u00e3')}\n`,
      `${PRETTY}\n`,
      ['trailing_newline', 'reserialized_json', 'unicode_escapes'],
    ],
    [
      'a mark and a line feed were added',
      COMPACT,
      `\ufeff${COMPACT}\n`,
      ['trailing_newline', 'byte_order_mark'],
    ],
    ['a mark was added to a new print', COMPACT, `\ufeff${PRETTY}`, ['byte_order_mark', 'reserialized_json']],
  ])('is given when %s', async (_name, signed, given, expected) => {
    expect(await hints(signed, given)).toEqual(expected)
  })

  it.each<[string, Signing, Hint[]]>([
    ['without whsec_', { key: SECRET.slice(6) }, ['secret_prefix']],
    ['with the secret decoded from base64', { key: Buffer.from('secret key bytes') }, ['secret_base64']],
    ['over the body alone', { before: '' }, ['body_only']],
    [
      'over the body alone, without whsec_',
      { before: '', key: SECRET.slice(6) },
      ['secret_prefix', 'body_only'],
    ],
  ])('it was signed %s', async (_name, options, expected) => {
    expect(await hints(COMPACT, COMPACT, options)).toEqual(expected)
    const more = HINTS.filter(hint => hint === 'trailing_newline' || expected.includes(hint))
    expect(await hints(COMPACT, `${COMPACT}\n`, options)).toEqual(more)
  })

  it('is found with any of the secrets', async () => {
    const secrets = ['whsec_a', 'whsec_b', SECRET]
    expect(await hints(COMPACT, `${COMPACT}\n`, { secrets })).toEqual(['trailing_newline'])
    expect(await hints(COMPACT, COMPACT, { secrets, key: 'b' })).toEqual(['secret_prefix'])
  })
})

describe('no hint', () => {
  it.each<[string, string | Buffer, Signing]>([
    ['the secret is another', COMPACT, { key: 'whsec_other' }],
    ['an amount was changed', COMPACT.replace('10.5', '99.5'), {}],
    ['a letter was changed', COMPACT.replace('evt_1', 'evt_2'), {}],
    ['the timestamp was changed', COMPACT, { before: '1772000001.' }],
    ['the dot is missing', COMPACT, { before: TIMESTAMP }],
    ['everything is empty', '', { key: 'whsec_other' }],
  ])('if %s', async (_name, signed, options) => {
    expect(await diagnosis(signed, COMPACT, options)).toEqual({ hints: [], complete: true })
  })
})

describe('bytes that are no JSON', () => {
  it.each<[string, Buffer]>([
    ['binary', Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))],
    ['Latin-1', Buffer.from('Pão', 'latin1')],
    ['nothing', Buffer.alloc(0)],
    ['a form', Buffer.from('a=1&b=2')],
    ['broken JSON', Buffer.from('{"a":')],
    ['a mebibyte', Buffer.alloc(1024 * 1024, 'x')],
    ['a mebibyte of no text', Buffer.alloc(1024 * 1024, 0xff)],
  ])('are looked into all the same: %s', async (_name, body) => {
    expect(await hints(body, Buffer.concat([body, Buffer.from('\n')]))).toEqual(['trailing_newline'])
    expect(await hints(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), body]), body)).toEqual([
      'byte_order_mark',
    ])
    expect(await hints(body, body, { key: SECRET.slice(6) })).toEqual(['secret_prefix'])
    expect(await hints(body, body, { before: '' })).toEqual(['body_only'])
  })
})

describe('a body made to take long', () => {
  it.each(some(HOSTILE, 4))('ends when its time is over: %s', async (_name, body) => {
    const start = performance.now()
    expect((await diagnosis('something else', body, { searchMs: volume(300, 100) })).hints).toEqual([])
    // The last step may have begun just before; here it is at its slowest, beside other tests.
    expect(performance.now() - start).toBeLessThan(5_000)
  })

  it('is not looked into over 4 MiB, and says so', async () => {
    const body = 'x'.repeat(4 * 1024 * 1024)
    expect(await diagnosis(body, `${body}\n`)).toEqual({ hints: [], complete: false })
  })

  it('is given up when the time is over, and says so', async () => {
    const clock = new Ticking()
    const parsed = parseSignature(`t=1,v1=${'0'.repeat(64)}`)!
    expect(await findCause(parsed, Buffer.from(COMPACT), { secrets: [SECRET], clock })).toEqual({
      hints: [],
      complete: false,
    })
  })
})
