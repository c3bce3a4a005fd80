/**
 * What a correct receiver must do (docs/service.md, 6.2), tested on a real endpoint. Each check is one request with
 * its own event. All events are `payment.approved` with made-up payments, because that is the event that matters.
 */

import { randomBytes } from 'node:crypto'
import { isSuccess } from '../contract/delivery.ts'
import { SIGNATURE_TOLERANCE_MS, WEBHOOK_SECRET_PREFIX } from '../contract/limits.ts'
import { signatureHeader } from '../contract/signature.ts'
import type { Clock } from '../shared/clock.ts'
import { deliveryHeaders, testEvent, testId } from './events.ts'

/** How long an answer may take, in milliseconds (docs/decisions/webhooks.md#answer-time-limit). */
const ANSWER_LIMIT_MS = 10_000
/** How old the stale signature is. */
const STALE_MS = 2 * SIGNATURE_TOLERANCE_MS

export interface CheckResult {
  name: CheckName
  passed: boolean
  /** `2xx`, `401` or a time. */
  expected: string
  /** The status, or why there is none. */
  got: string
  /** The section of docs/service.md with the rule. */
  section: string
}

/** The answer to one request and the time it took, or in words why there was none. */
export type Reply = { status: number; ms: number } | { problem: string; timedOut: boolean }

/** Sends a delivery: headers as names and values in turn. If it rejects, the whole run ends. */
export type Send = (headers: string[], body: Uint8Array) => Promise<Reply>

export interface CheckOptions {
  send: Send
  /** The one that the service signs with. */
  secret: string
  clock: Clock
  /** Called before each request. */
  onCheck?(name: CheckName, number: number, total: number): void
}

/** A delivery to send. */
interface Delivery {
  id: string
  body: Buffer
  /** Null for none. */
  signature: string | null
}

interface Round {
  secret: string
  nowMs: number
  /** The delivery of `valid_delivery`. */
  first: Delivery
}

interface Check {
  name: CheckName
  expected: '2xx' | '401'
  make(round: Round): Delivery
}

export type CheckName =
  | 'valid_delivery'
  | 'forged_signature'
  | 'stale_signature'
  | 'altered_body'
  | 'missing_signature'
  | 'raw_bytes_spacing'
  | 'raw_bytes_non_ascii'
  | 'raw_bytes_trailing_newline'
  | 'duplicate_delivery'
  | 'duplicate_event'
  | 'answer_in_time'

const SECTION = '6.2'

const CHECKS: readonly Check[] = [
  { name: 'valid_delivery', expected: '2xx', make: ({ first }) => first },
  {
    name: 'forged_signature',
    expected: '401',
    make: ({ nowMs }) => {
      const another = `${WEBHOOK_SECRET_PREFIX}${randomBytes(24).toString('hex')}`
      return signed(another, nowMs, eventText(nowMs))
    },
  },
  {
    name: 'stale_signature',
    expected: '401',
    make: ({ secret, nowMs }) => signed(secret, nowMs - STALE_MS, eventText(nowMs - STALE_MS)),
  },
  {
    name: 'altered_body',
    expected: '401',
    make: ({ secret, nowMs }) => {
      const text = eventText(nowMs)
      const altered = text.replaceAll(`:${AMOUNT},`, ':99.5,')
      return { ...signed(secret, nowMs, text), body: Buffer.from(altered) }
    },
  },
  {
    name: 'missing_signature',
    expected: '401',
    make: ({ secret, nowMs }) => ({ ...signed(secret, nowMs, eventText(nowMs)), signature: null }),
  },
  {
    name: 'raw_bytes_spacing',
    expected: '2xx',
    make: ({ secret, nowMs }) => signed(secret, nowMs, oddlySpaced(eventText(nowMs))),
  },
  {
    name: 'raw_bytes_non_ascii',
    expected: '2xx',
    make: ({ secret, nowMs }) =>
      // One letter escaped and one not: a program that writes the JSON again writes both alike.
      signed(secret, nowMs, eventText(nowMs, 'Pão de queijo e café 🥐').replace('é', '\\u00e9')),
  },
  {
    name: 'raw_bytes_trailing_newline',
    expected: '2xx',
    make: ({ secret, nowMs }) => signed(secret, nowMs, `${eventText(nowMs)}\n`),
  },
  {
    name: 'duplicate_delivery',
    expected: '2xx',
    // Like a retry of the service: same body and delivery id, new signature.
    make: ({ secret, nowMs, first }) => ({ ...first, signature: signatureHeader(secret, nowMs, first.body) }),
  },
  {
    name: 'duplicate_event',
    expected: '2xx',
    make: ({ secret, nowMs, first }) => signed(secret, nowMs, first.body),
  },
]

/** Runs one check after another, then checks how long the slowest answer took. */
export async function* runChecks(options: CheckOptions): AsyncGenerator<CheckResult> {
  const { send, secret, clock, onCheck } = options
  const start = clock.now()
  const first = signed(secret, start, eventText(start))
  const time = { slowestMs: 0, missed: '' }
  for (const [index, { name, expected, make }] of CHECKS.entries()) {
    onCheck?.(name, index + 1, CHECKS.length)
    const { id, body, signature } = make({ secret, nowMs: clock.now(), first })
    const headers = deliveryHeaders('payment.approved', id, signature ?? undefined)
    // A new connection each time: one that the endpoint closes must not fail the next check.
    const reply = await send([...headers, 'Connection', 'close'], body)
    if ('ms' in reply) time.slowestMs = Math.max(time.slowestMs, reply.ms)
    else if (reply.timedOut) time.missed = reply.problem
    const passed = 'status' in reply && isExpected(reply.status, expected)
    yield { name, passed, expected, got: gotOf(reply), section: SECTION }
  }
  yield {
    name: 'answer_in_time',
    passed: time.missed === '' && time.slowestMs <= ANSWER_LIMIT_MS,
    expected: `at most ${ANSWER_LIMIT_MS / 1000} s`,
    got: time.missed || `${(time.slowestMs / 1000).toFixed(2)} s at the slowest`,
    section: SECTION,
  }
}

function isExpected(status: number, expected: '2xx' | '401'): boolean {
  return expected === '2xx' ? isSuccess(status) : status === 401
}

function gotOf(reply: Reply): string {
  return 'status' in reply ? String(reply.status) : reply.problem
}

/** A new delivery of these bytes, signed at this time. */
function signed(secret: string, atMs: number, text: string | Buffer): Delivery {
  const body = Buffer.from(text)
  return { id: testId('dlv'), body, signature: signatureHeader(secret, atMs, body) }
}

/** The amount of the test events, as in their text. */
const AMOUNT = '10.5'

function eventText(nowMs: number, description?: string): string {
  return JSON.stringify(testEvent('payment.approved', { nowMs, description }))
}

/** The same JSON as no program writes it: with all kinds of white space, and an amount with two decimals. */
function oddlySpaced(text: string): string {
  return JSON.stringify(JSON.parse(text), null, ' \t')
    .replaceAll('": ', '"  :\t')
    .replaceAll(`${AMOUNT},`, `${AMOUNT}0 ,`)
    .replaceAll('\n', '\r\n')
}
