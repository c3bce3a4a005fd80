import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { parseSignature } from '#contract/signature.ts'
import { findCause } from '#webhooks/wrong-signature/find-cause.ts'
import { FakeClock } from '../../support/clock.ts'

/** A clock that goes on by so much whenever it is read. */
class Ticking extends FakeClock {
  readonly #ms: number

  constructor(ms: number) {
    super()
    this.#ms = ms
  }

  override monotonic(): number {
    this.advance(this.#ms)
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
  clock?: FakeClock
  searchMs?: number
}

/** What is found about a body if another one was signed. */
function cause(signed: string | Buffer, given: string | Buffer, options: Signing = {}) {
  const { key = SECRET, before = `${TIMESTAMP}.`, ...rest } = options
  const search = { secrets: [SECRET], clock: new FakeClock(), ...rest }
  const hmac = createHmac('sha256', key).update(before).update(signed).digest('hex')
  return findCause(parseSignature(`t=${TIMESTAMP},v1=${hmac}`)!, Buffer.from(given), search)
}

const COMPACT =
  '{"id":"evt_1","type":"payment.approved","data":{"paymentId":"a/b","amount":10.5,"description":"Pão & café","list":[],"paidAt":null}}'
const parsed = JSON.parse(COMPACT)
const PRETTY = JSON.stringify(parsed, null, 2)
const ASCII = COMPACT.replace('é', '\\u00e9').replace('ã', '\\u00e3')
const SLASHED = COMPACT.replace('/', '\\/')

describe('a hint for what was changed', () => {
  it.each<[hints: string, what: string, signed: string, given: string]>([
    ['trailing_newline', 'a line feed was added', COMPACT, `${COMPACT}\n`],
    ['trailing_newline', 'CR LF was lost', `${COMPACT}\r\n`, COMPACT],
    ['line_endings', 'CR LF became LF', PRETTY.replaceAll('\n', '\r\n'), PRETTY],
    ['byte_order_mark', 'a mark was added', COMPACT, `\ufeff${COMPACT}`],
    ['unicode_escapes', 'letters were escaped', COMPACT, ASCII],
    ['unicode_escapes', 'letters were escaped no more', ASCII, COMPACT],
    ['unicode_escapes', 'quotes were escaped', '{"a":"\\"\\\\u0041"}', '{"a":"\\u0022\\u005cu0041"}'],
    ['reserialized_json', 'it was indented', COMPACT, PRETTY],
    ['reserialized_json', 'two spaces became none', PRETTY, COMPACT],
    ['reserialized_json', '10.50 became 10.5', COMPACT.replace('10.5', '10.50'), COMPACT],
    ['reserialized_json', '10.5 became 10.50', COMPACT, COMPACT.replace('10.5', '10.50')],
    [
      'reserialized_json',
      'it was indented, with its digits and escapes',
      '{"a":[1e2,"\\u00E9\\/"]}',
      '{\n"a": [ 1e2, "\\u00E9\\/"]}',
    ],
    ['reserialized_json', 'slashes were escaped', COMPACT, SLASHED],
    // As the programs themselves print the same data.
    [
      'reserialized_json',
      'Python printed it: json.dumps',
      '{"paymentId":"a/b","amount":10.5,"description":"Café"}',
      '{"paymentId": "a/b", "amount": 10.5, "description": "Caf\\u00e9"}',
    ],
    [
      'reserialized_json',
      'PostgreSQL printed it: jsonb',
      '{"id":"evt_1","type":"payment.approved","createdAt":"x","storeId":"s","data":{"paymentId":"p","source":"api","status":"PAID","amount":10.5}}',
      '{"id": "evt_1", "data": {"amount": 10.5, "source": "api", "status": "PAID", "paymentId": "p"}, "type": "payment.approved", "storeId": "s", "createdAt": "x"}',
    ],
    [
      'reserialized_json',
      'the sandbox sent it, and Go printed it: a map',
      '{"id": "evt_1","type":"payment.created","createdAt":"x","storeId":"s","data":{"paymentId":"p","source":"api","amount":20.00,"fee":0.20,"description":"P\\u00E3o \\/ \\"amount\\":5"}}',
      '{"createdAt":"x","data":{"amount":20,"description":"Pão / \\"amount\\":5","fee":0.2,"paymentId":"p","source":"api"},"id":"evt_1","storeId":"s","type":"payment.created"}\n',
    ],
    ['reserialized_json', 'jq printed it, and a mark was added', COMPACT, `\ufeff${PRETTY}\n`],
    ['trailing_newline reserialized_json', 'jq printed a line with its end', `${ASCII}\n`, `${PRETTY}\n`],
    ['trailing_newline line_endings', 'an editor of Windows saved it', 'a\nb', 'a\r\nb\r\n'],
  ])('%s is given when %s', async (hints, _what, signed, given) => {
    expect(await cause(signed, given)).toEqual(hints.split(' '))
  })

  it.each<[hints: string, given: string, options: Signing]>([
    ['secret_prefix', COMPACT, { key: SECRET.slice(6) }],
    ['secret_base64', COMPACT, { key: 'secret key bytes' }],
    ['body_only', COMPACT, { before: '' }],
    ['secret_prefix body_only', COMPACT, { before: '', key: SECRET.slice(6) }],
    ['trailing_newline secret_base64', `${COMPACT}\n`, { key: 'secret key bytes' }],
    ['reserialized_json body_only', PRETTY, { before: '' }],
    ['secret_prefix', COMPACT, { secrets: ['whsec_a', 'whsec_b', SECRET], key: 'b' }],
  ])('%s is given of %j signed with %j', async (hints, given, options) => {
    expect(await cause(COMPACT, given, options)).toEqual(hints.split(' '))
  })

  it.each<[string, Buffer]>([
    ['binary', Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))],
    ['a mebibyte of no text', Buffer.alloc(1024 * 1024, 0xff)],
  ])('is given of bytes that are no JSON too: %s', async (_name, body) => {
    expect(await cause(body, Buffer.concat([body, Buffer.from('\n')]))).toEqual(['trailing_newline'])
    expect(await cause(Buffer.concat([Buffer.from('\ufeff'), body]), body)).toEqual(['byte_order_mark'])
    expect(await cause(body, body, { before: '' })).toEqual(['body_only'])
  })

  it.each<[string, string, Signing]>([
    ['the secret is another', COMPACT, { key: 'whsec_other' }],
    ['an amount was changed', COMPACT.replace('10.5', '99.5'), {}],
    ['the timestamp was changed', COMPACT, { before: '1772000001.' }],
    ['the dot is missing', COMPACT, { before: TIMESTAMP }],
  ])('is not given if %s', async (_name, signed, options) => {
    expect(await cause(signed, COMPACT, options)).toEqual([])
  })
})

describe('a search that would take long', () => {
  it('does not begin over 4 MiB, and ends when its time is over', async () => {
    const body = 'x'.repeat(4 * 1024 * 1024)
    expect(await cause(body, `${body}\n`)).toBeNull()
    expect(await cause('x', COMPACT, { clock: new Ticking(1000), searchMs: 1000 })).toBeNull()
  })

  it('lets other work run', async () => {
    let turns = 0
    let isOver = false
    const others = () => {
      turns++
      if (!isOver) setImmediate(others)
    }
    setImmediate(others)
    // However many forms there are to try.
    const searchMs = Number.POSITIVE_INFINITY
    expect(await cause('x', COMPACT, { clock: new Ticking(1), searchMs })).toEqual([])
    isOver = true
    expect(turns).toBeGreaterThan(5)
  })
})
