/**
 * What a correct receiver must do (docs/service.md, 6.2), tested on a real endpoint. Each check is one request with
 * its own event. All events are `payment.approved` with made-up payments, because that is the event that matters.
 */

import { randomBytes } from 'node:crypto'
import { isSuccess } from '#contract/delivery.ts'
import { SIGNATURE_TOLERANCE_MS, WEBHOOK_SECRET_PREFIX } from '#contract/limits.ts'
import type { Clock } from '#lib/clock.ts'
import { english, type Text } from '#lib/language.ts'
import { AMOUNT, eventText, headersOf, oddlySpaced, signedDelivery, type TestDelivery } from '../events.ts'
import { MistakeSearch, type NoMistake } from './find-mistake.ts'
import type { Runtime } from './mistakes/imitated-receivers.ts'
import { type FoundForm, type Mistake, mistakeOf } from './mistakes/mistake.ts'
import { texts } from './texts.ts'

/** How long an answer may take, in milliseconds (docs/decisions/webhooks.md#answer-time-limit). */
const ANSWER_LIMIT_MS = 10_000
const STALE_MS = 2 * SIGNATURE_TOLERANCE_MS
/** A delivery may arrive this long after it was signed. */
const RECENT_MS = SIGNATURE_TOLERANCE_MS - 60_000

export interface CheckResult {
  name: CheckName
  /** Null if it was skipped, because it can't mean anything after an earlier failure. */
  passed: boolean | null
  /** `2xx`, `401` or a time. */
  expected: Text
  /** The status, or why there is none; empty if nothing was sent. */
  got: Text
  /** Of docs/service.md. */
  section: string
  /** How long the answer took, in milliseconds. */
  ms?: number
}

/** An answer, with how its body begins, and the language and the time that it names; or in words why there was none. */
export type Reply =
  | { status: number; ms: number; start?: string; runtime?: Runtime | null; dateMs?: number | null }
  | { problem: Text; timedOut: boolean }

export interface CheckOptions {
  /** Sends a delivery: headers as names and values in turn. If it rejects, the whole run ends. */
  send(headers: string[], body: Uint8Array): Promise<Reply>
  /** The one that the service signs with. */
  secret: string
  clock: Clock
  /** Called before each request of a check, then before each that looks for the mistake. */
  onCheck?(name: CheckName, number: number, total: number): void
  onTry?(number: number): void
}

export interface CheckReport {
  checks: CheckResult[]
  mistake: Mistake | null
  /** Why the usual mistakes were tried and none is named; null if they weren't, or one is. */
  noMistake: NoMistake | null
  /** How the body of the answer to the valid delivery begins. */
  answer: string
}

/** What is known so far. */
interface Run {
  checks: CheckResult[]
  /** The answer to the valid delivery. */
  valid: Reply | null
  acceptsForged: boolean
  /** Whether it refuses what was signed some minutes ago: then it may refuse any other valid one too, by chance. */
  refusesRecent: boolean
}

interface Round {
  nowMs: number
  /** The delivery of `valid_delivery`. */
  first: TestDelivery
  /** A new delivery of these bytes, signed now with the right secret unless something else is given. */
  signed(text: string | Buffer, over?: { secret?: string; atMs?: number }): TestDelivery
}

const SECTION = '6.2'
const forged = ({ signed, nowMs }: Round) =>
  signed(eventText(nowMs), { secret: WEBHOOK_SECRET_PREFIX + randomBytes(24).toString('hex') })
const signedAgo =
  (ms: number) =>
  ({ signed, nowMs }: Round) =>
    signed(eventText(nowMs - ms), { atMs: nowMs - ms })
const altered = ({ signed, nowMs }: Round) => {
  const text = eventText(nowMs)
  return { ...signed(text), body: Buffer.from(text.replaceAll(`:${AMOUNT},`, ':99.5,')) }
}

/** Each check, the answer that is right, and what is sent. */
const CHECKS = [
  ['valid_delivery', '2xx', ({ first }) => first],
  ['forged_signature', '401', forged],
  ['recent_signature', '2xx', signedAgo(RECENT_MS)],
  ['stale_signature', '401', signedAgo(STALE_MS)],
  ['altered_body', '401', altered],
  ['missing_signature', '401', ({ signed, nowMs }) => ({ ...signed(eventText(nowMs)), signature: null })],
  ['raw_bytes_spacing', '2xx', ({ signed, nowMs }) => signed(oddlySpaced(eventText(nowMs)))],
  [
    'raw_bytes_non_ascii',
    '2xx',
    // One letter escaped and one not: a program that writes the JSON again writes both alike.
    ({ signed, nowMs }) => signed(eventText(nowMs, 'Pão de queijo e café 🥐').replace('é', '\\u00e9')),
  ],
  ['raw_bytes_trailing_newline', '2xx', ({ signed, nowMs }) => signed(`${eventText(nowMs)}\n`)],
  // Like a retry of the service: same body and delivery id, new signature.
  ['duplicate_delivery', '2xx', ({ signed, first }) => ({ ...signed(first.body), id: first.id })],
  ['duplicate_event', '2xx', ({ signed, first }) => signed(first.body)],
] as const satisfies readonly (readonly [string, '2xx' | '401', (round: Round) => TestDelivery])[]

type Check = (typeof CHECKS)[number]
type CheckName = Check[0] | 'answer_in_time'

/** Whether a check is about how the endpoint reads the body. */
export const isOfRawBytes = (name: CheckName) => name.startsWith('raw_bytes_')

export async function runChecks(options: CheckOptions): Promise<CheckReport> {
  const { secret, clock, onCheck } = options
  const signed: Round['signed'] = (text, over) =>
    signedDelivery(over?.secret ?? secret, over?.atMs ?? clock.now(), text)
  const first = signed(eventText(clock.now()))
  const line = new Line(options)
  const run: Run = { checks: [], valid: null, acceptsForged: false, refusesRecent: false }
  for (const [index, check] of CHECKS.entries()) {
    const [name, , make] = check
    if (meansNothing(check, run)) {
      run.checks.push(resultOf(check, { passed: null, got: '' }))
      continue
    }
    onCheck?.(name, index + 1, CHECKS.length)
    const reply = await line.send(make({ nowMs: clock.now(), first, signed }))
    run.checks.push(judged(check, reply, run))
    if (name === 'valid_delivery') run.valid = reply
    if (name === 'forged_signature') run.acceptsForged = isAccepted(reply)
    if (name === 'recent_signature') run.refusesRecent = !isAccepted(reply)
  }
  run.checks.push(line.inTime())
  const found = await findMistake(options, line, run)
  const { checks, valid } = run
  const answer = (valid !== null && 'status' in valid && valid.start) || ''
  if (typeof found === 'string') return { checks, mistake: null, noMistake: found, answer }
  return { checks, mistake: found && mistakeOf(found), noMistake: null, answer }
}

/** Sends deliveries, and notes how long the answers took. */
class Line {
  readonly #send: CheckOptions['send']
  #slowestMs = 0
  #missed: Text | null = null

  constructor({ send }: CheckOptions) {
    this.#send = send
  }

  async send(delivery: TestDelivery): Promise<Reply> {
    const headers = headersOf('payment.approved', delivery)
    // A new connection each time: one that the endpoint closes must not fail the next check.
    const reply = await this.#send([...headers, 'Connection', 'close'], delivery.body)
    if ('ms' in reply) this.#slowestMs = Math.max(this.#slowestMs, reply.ms)
    else if (reply.timedOut) this.#missed = reply.problem
    return reply
  }

  inTime(): CheckResult {
    const slowest = (this.#slowestMs / 1000).toFixed(2)
    return {
      name: 'answer_in_time',
      passed: this.#missed === null && this.#slowestMs <= ANSWER_LIMIT_MS,
      expected: () => texts.atMostSeconds(ANSWER_LIMIT_MS / 1000),
      got: this.#missed ?? (() => texts.slowest(slowest)),
      section: SECTION,
    }
  }
}

/** An endpoint that refuses what is valid, or accepts what is forged, shows nothing by its answer to these. */
function meansNothing([name, expected]: Check, { valid, acceptsForged, refusesRecent }: Run): boolean {
  if (valid === null || expected === '401') return false
  return !isAccepted(valid) || refusesRecent || (acceptsForged && isOfRawBytes(name))
}

function judged(check: Check, reply: Reply, { valid }: Run): CheckResult {
  const got = gotOf(reply)
  const isRefusal = check[1] === '401'
  const passed = isRefusal ? got === '401' : isAccepted(reply)
  // The endpoint doesn't tell it from the valid delivery, which it refuses too.
  const isSame = valid !== null && !isAccepted(valid) && english(got) === english(gotOf(valid))
  const ms = 'ms' in reply ? reply.ms : 0
  return resultOf(check, { passed: isRefusal && isSame ? null : passed, got, ms })
}

function resultOf([name, expected]: Check, result: Pick<CheckResult, 'passed' | 'got' | 'ms'>): CheckResult {
  return { name, expected, section: SECTION, ...result }
}

function isAccepted(reply: Reply): boolean {
  return 'status' in reply && isSuccess(reply.status)
}

function gotOf(reply: Reply): Text {
  return 'status' in reply ? String(reply.status) : reply.problem
}

/** Null if the answers don't point to a mistake with the signature. */
async function findMistake(
  options: CheckOptions,
  line: Line,
  { checks, valid, acceptsForged }: Run,
): Promise<FoundForm | NoMistake | null> {
  if (valid === null || acceptsForged) return null
  const search = new MistakeSearch({ ...options, send: delivery => line.send(delivery) })
  if (!isAccepted(valid)) {
    const forged = checks.find(({ name }) => name === 'forged_signature')!
    return mayBeRefused(valid) && forged.passed === null ? search.find(true) : null
  }
  return checks.some(({ name, passed }) => isOfRawBytes(name) && !passed) ? search.find(false) : null
}

/** Whether this may be the answer of a program that found the signature wrong. */
function mayBeRefused(reply: Reply): boolean {
  if (!('status' in reply)) return !reply.timedOut
  return reply.status >= 400 && ![404, 405, 429].includes(reply.status)
}
