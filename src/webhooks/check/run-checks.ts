/** Tests a real endpoint with the cases of cases.ts, one request each. */

import { deliveryHeaders, isSuccess } from '#contract/delivery.ts'
import type { Clock } from '#lib/clock.ts'
import { english, type Text } from '#lib/language.ts'
import type { TestDelivery } from '../events.ts'
import { anotherSecret, CASES, type CaseName, signedEvent } from './cases.ts'
import { findMistake, type NoMistake } from './find-mistake.ts'
import type { Mistake, Runtime } from './mistake.ts'
import { texts } from './texts.ts'

/** How long an answer may take, in milliseconds (docs/decisions/webhooks.md#answer-time-limit). */
const ANSWER_LIMIT_MS = 10_000

export interface CheckResult<Name extends string = CheckName> {
  name: Name
  /** Null if it was skipped, because it can't mean anything after an earlier failure. */
  passed: boolean | null
  /** `2xx`, `401` or a time. */
  expected: Text
  /** The status, or why there is none; empty if nothing was sent. */
  got: Text
  /** Of docs/service.md. */
  section: string
}

/** With how its body begins, and the language that it names. */
interface Answer {
  status: number
  ms: number
  start?: string
  runtime?: Runtime | null
}

/** An answer, or in words why there was none. */
export type Reply = Answer | { problem: Text; timedOut: boolean }

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
  valid: Answer | null
  /** Whether it refuses what was signed some minutes ago: then it may refuse any other valid one too, by chance. */
  refusesRecent: boolean
}

const SECTION = '6.2'

type Check = (typeof CASES)[number]
type CheckName = CaseName | 'answer_in_time'

export async function runChecks(options: CheckOptions): Promise<CheckReport> {
  const { secret, clock, onCheck } = options
  const first = signedEvent({ secret, nowMs: clock.now() })
  const line = new Line(options)
  const run: Run = { checks: [], valid: null, refusesRecent: false }
  for (const [index, check] of CASES.entries()) {
    const [name, , make] = check
    if (line.isLate || meansNothing(check, run)) {
      run.checks.push(resultOf(check, { passed: null, got: '' }))
      continue
    }
    onCheck?.(name, index + 1, CASES.length)
    const reply = await line.send(make({ secret, nowMs: clock.now(), otherSecret: anotherSecret(), first }))
    run.checks.push(judged(check, reply, run))
    if (name === 'valid_delivery' && 'status' in reply) run.valid = reply
    if (name === 'recent_signature') run.refusesRecent = !isAccepted(reply)
  }
  run.checks.push(line.inTime())
  const found = await searchMistake(options, line, run)
  const { checks, valid } = run
  const answer = valid?.start ?? ''
  if (typeof found === 'string') return { checks, mistake: null, noMistake: found, answer }
  return { checks, mistake: found, noMistake: null, answer }
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
    const headers = deliveryHeaders('payment.approved', delivery)
    // A new connection each time: one that the endpoint closes must not fail the next check.
    const reply = await this.#send([...headers, 'Connection', 'close'], delivery.body)
    if ('ms' in reply) this.#slowestMs = Math.max(this.#slowestMs, reply.ms)
    else if (reply.timedOut) this.#missed = reply.problem
    return reply
  }

  /** Whether an answer was late or never came: each other one could take as long. */
  get isLate(): boolean {
    return this.#missed !== null || this.#slowestMs > ANSWER_LIMIT_MS
  }

  inTime(): CheckResult {
    const slowest = (this.#slowestMs / 1000).toFixed(2)
    return {
      name: 'answer_in_time',
      passed: !this.isLate,
      expected: () => texts.atMostSeconds(ANSWER_LIMIT_MS / 1000),
      got: this.#missed ?? (() => texts.slowest(slowest)),
      section: SECTION,
    }
  }
}

/** An endpoint that refuses what is valid shows nothing by its answer to these. */
function meansNothing([, expected]: Check, { valid, refusesRecent }: Run): boolean {
  if (valid === null || expected === 'refuse') return false
  return !isAccepted(valid) || refusesRecent
}

function judged(check: Check, reply: Reply, { valid }: Run): CheckResult {
  const got = gotOf(reply)
  const isRefusal = check[1] === 'refuse'
  const passed = isRefusal ? got === '401' : isAccepted(reply)
  // The endpoint doesn't tell it from the valid delivery, which it refuses too.
  const isSame = valid !== null && !isAccepted(valid) && english(got) === english(gotOf(valid))
  return resultOf(check, { passed: isRefusal && isSame ? null : passed, got })
}

function resultOf([name, expected]: Check, result: Pick<CheckResult, 'passed' | 'got'>): CheckResult {
  return { name, expected: expected === 'accept' ? '2xx' : '401', section: SECTION, ...result }
}

function isAccepted(reply: Reply): boolean {
  return 'status' in reply && isSuccess(reply.status)
}

function gotOf(reply: Reply): Text {
  return 'status' in reply ? String(reply.status) : reply.problem
}

/** Null if the answers don't point to a mistake with the signature. */
async function searchMistake(
  options: CheckOptions,
  line: Line,
  { checks, valid }: Run,
): Promise<Mistake | NoMistake | null> {
  const forged = checks.find(({ name }) => name === 'forged_signature')!
  if (valid === null || !mayBeRefused(valid.status) || forged.passed !== null) return null
  if (line.isLate) return 'slow'
  return findMistake({ ...options, refusedWith: valid.status, send: delivery => line.send(delivery) })
}

/** Whether this may be the answer of a program that found the signature wrong. */
function mayBeRefused(status: number): boolean {
  return status >= 400 && ![404, 405, 429].includes(status)
}
