/**
 * Generates src/contract/webhook-cases.json: deliveries for the unit tests of a receiver in any language, with what it must do
 * with each. They are those that `webhook check` sends (src/webhooks/check), signed as each mistake signs too, and what a unit
 * test can try and nothing else has to: odd headers, other bytes, the exact limit of the time.
 *
 * What the service leaves open is in none of them: capitals, several right signatures, milliseconds, spaces in the header.
 */
import { writeFile } from 'node:fs/promises'
import { deliveryHeaders } from '#contract/delivery.ts'
import { SIGNATURE_TOLERANCE_MS } from '#contract/limits.ts'
import { signatureHeader } from '#contract/signature.ts'
import { english } from '#lib/language.ts'
import { CASES, type CaseName, type Round, signedEvent } from '#webhooks/check/cases.ts'
import { eventText, type TestDelivery, type testId } from '#webhooks/events.ts'
import { headerBy, MISTAKES } from '#webhooks/wrong-signature/mistakes.ts'
import { texts } from '#webhooks/wrong-signature/texts.ts'

/** A new number whenever a program that reads the file could misread it. */
const VERSION = 1
/** 2026-02-25, 06:13:20 UTC. */
const TIME = 1_772_000_000
const nowMs = TIME * 1000
/** Its text after the prefix is valid base64, so that the mistake of decoding it can be made. */
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const newId: typeof testId = kind => `pixctl_test_${kind}_0123456789abcdef`

const round: Round = {
  ...{ nowMs, secret, newId },
  otherSecret: 'whsec_C2FVsBQIhrscChlQIMV3b5AfGHYcB0bn',
  first: signedEvent({ nowMs, secret, newId }),
}

type Made = [name: string, expect: 'accept' | 'refuse', why: string, delivery: TestDelivery]

/** Why each is accepted or refused. */
const WHY: Record<CaseName, string> = {
  valid_delivery:
    'It is signed as it must be. No program writes JSON like this, so it must be verified before it is parsed.',
  forged_signature: 'It is signed with another secret.',
  recent_signature: 'It is signed four minutes ago, as a delivery that was delayed.',
  stale_signature: 'It is signed ten minutes ago, and the limit is five.',
  future_signature: 'It is signed ten minutes ahead, and the limit is five.',
  altered_body: 'Its amount was changed after it was signed.',
  missing_signature: 'It has no signature.',
  duplicate_delivery:
    'It is the first delivery again. Whether it was seen before is no matter of its signature.',
  duplicate_event: 'It is the first event again, in another delivery.',
}

/** The mistakes with what is signed, once each. The service leaves open whether a digest may be in capitals. */
function ofMistakes(): Made[] {
  const done = new Set<string>(['capital_digits'])
  return MISTAKES.flatMap((mistake): Made[] => {
    const { name, writers = {} } = mistake
    if (name === null || done.has(name)) return []
    done.add(name)
    const made = texts.mistakes[name].made(Object.values(writers).slice(0, 1).map(english))
    const signature = headerBy([mistake], secret, nowMs, text)
    return [[name, 'refuse', `Its signature is made ${made}.`, { ...round.first, signature }]]
  })
}

const limit = SIGNATURE_TOLERANCE_MS
const text = round.first.body.toString()
const ofText = (body: string | Buffer, signed = body): TestDelivery => ({
  id: newId('dlv'),
  body: Buffer.from(body),
  signature: signatureHeader(secret, nowMs, Buffer.from(signed)),
})
/** The letter ã as one byte, which isn't UTF-8. */
const notUtf8 = Buffer.from(Buffer.from(text).toString('latin1').replace('\u00c3\u00a3', '\u00e3'), 'latin1')

const OTHERS: Made[] = [
  ['plain_body', 'accept', 'It is signed as it must be.', ofText(eventText(nowMs, newId))],
  [
    'byte_order_mark',
    'accept',
    'The mark before its body is signed too: the bytes count.',
    ofText(`\ufeff${text}`),
  ],
  ['not_utf8', 'accept', 'A byte of it is not UTF-8, and is signed like that.', ofText(notUtf8)],
  [
    'decomposed_letters',
    'accept',
    'Its letters and their accents are apart, and are signed like that.',
    ofText(text.normalize('NFD')),
  ],
  ['exactly_five_minutes_ago', 'accept', 'Five minutes are allowed.', signedEvent(round, nowMs - limit)],
  ['exactly_five_minutes_ahead', 'accept', 'Five minutes are allowed.', signedEvent(round, nowMs + limit)],
  [
    'a_second_too_old',
    'refuse',
    'It is more than five minutes old.',
    signedEvent(round, nowMs - limit - 1000),
  ],
  [
    'a_second_too_far_ahead',
    'refuse',
    'It is more than five minutes ahead.',
    signedEvent(round, nowMs + limit + 1000),
  ],
  ['newline_added', 'refuse', 'A line feed was added after it was signed.', ofText(`${text}\n`, text)],
  [
    'newline_lost',
    'refuse',
    'The line feed at its end was signed, and is lost.',
    ofText(text.trimEnd(), text),
  ],
  [
    'line_endings',
    'refuse',
    'CRLF became LF after it was signed.',
    ofText(text.replaceAll('\r\n', '\n'), text),
  ],
  ['mark_added', 'refuse', 'A byte order mark was added after it was signed.', ofText(`\ufeff${text}`, text)],
  ['mark_lost', 'refuse', 'Its byte order mark was signed, and is lost.', ofText(text, `\ufeff${text}`)],
  [
    'letters_composed',
    'refuse',
    'Its letters and their accents were put together after it was signed.',
    ofText(text, text.normalize('NFD')),
  ],
]

/** Headers of a valid delivery that aren't `t=<timestamp>,v1=<64 digits>`. None may make a receiver fail. */
function ofHeaders(): Made[] {
  const { signature, ...delivery } = round.first
  const [t, v1] = signature!.split(',') as [string, string]
  const wrong = signatureHeader(round.otherSecret, nowMs, delivery.body).split(',')[1]!
  const bodyOnly = MISTAKES.filter(({ name }) => name === 'body_only')
  const noTime = headerBy(bodyOnly, secret, nowMs, `.${text}`)
  const headers: [string, string, string][] = [
    ['header_empty', '', 'Its signature is empty.'],
    ['header_of_words', 'signature', 'Its signature is no signature.'],
    ['no_timestamp', v1, 'It has no timestamp.'],
    ['empty_timestamp', noTime!.replace(/\d+/, ''), 'Its timestamp is empty, and signed like that.'],
    ['timestamp_changed', `t=${TIME + 1},${v1}`, 'Its timestamp was changed after it was signed.'],
    ['no_v1', t, 'It has a timestamp and no signature.'],
    ['empty_v1', `${t},v1=`, 'Its signature is empty.'],
    ['other_scheme', `${t},v2${v1.slice(2)}`, 'Its signature is named v2.'],
    ['not_hexadecimal', `${t},v1=${'z'.repeat(64)}`, 'Its signature has other letters than a to f.'],
    ['63_digits', `${t},${v1.slice(0, -1)}`, 'The last digit of its signature is missing.'],
    ['65_digits', `${t},${v1}0`, 'Its signature is right, and has a digit more.'],
    ['several_wrong', `${t},${wrong},${wrong}`, 'It has several signatures, and none is right.'],
  ]
  return headers.map(([name, signature, why]) => [name, 'refuse', why, { ...delivery, signature }])
}

const all: Made[] = [
  ...CASES.map(([name, expect, make]): Made => [name, expect, WHY[name], make(round)]),
  ...OTHERS,
  ...ofHeaders(),
  ...ofMistakes(),
]
const cases = all.map(([name, expect, why, delivery]) => {
  const pairs = deliveryHeaders('payment.approved', delivery)
  const headers = Object.fromEntries(
    pairs.flatMap((header, at) => (at % 2 === 0 ? [[header, pairs[at + 1]]] : [])),
  )
  return { name, expect, why, secret, time: TIME, headers, body: delivery.body.toString('base64') }
})
if (new Set(cases.map(({ name }) => name)).size < cases.length) throw new Error('two cases have one name')
const file = { $schema: './webhook-cases.schema.json', version: VERSION, cases }
await writeFile(
  new URL('../src/contract/webhook-cases.json', import.meta.url),
  `${JSON.stringify(file, null, 2)}\n`,
)
