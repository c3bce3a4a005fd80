/** The checks run against a function that answers, and how a correct receiver would answer. */

import { createHmac } from 'node:crypto'
import { type CheckReport, type CheckResult, type Reply, runChecks } from '#webhooks/check/run-checks.ts'
import { FakeClock } from '../support/clock.ts'

export const SECRET = 'whsec_of_a_test'
export const nowMs = Date.parse('2026-03-10T12:00:00.750Z')
const clock = new FakeClock(nowMs)

export interface Sent {
  name: string
  headers: Record<string, string>
  body: Buffer
}

interface Outcome {
  /** What the checks sent, without the search for a cause. */
  sent: Sent[]
  /** How many requests the search made. */
  tries: number
  report: CheckReport
  results: CheckResult[]
}

/** Runs the checks against a function that answers. */
export async function run(answer: (sent: Sent) => Reply | number): Promise<Outcome> {
  const sent: Sent[] = []
  let name = ''
  const report = await runChecks({
    secret: SECRET,
    clock,
    onCheck: next => {
      name = next
    },
    onTry: () => {
      name = 'try'
    },
    send: async (headers, body) => {
      const pairs = Array.from({ length: headers.length / 2 }, (_, i) => headers.slice(2 * i, 2 * i + 2))
      const one = { name, headers: Object.fromEntries(pairs), body: Buffer.from(body) }
      sent.push(one)
      const reply = answer(one)
      return typeof reply === 'number' ? { status: reply, ms: 5 } : reply
    },
  })
  const ofChecks = sent.filter(each => each.name !== 'try')
  return { sent: ofChecks, tries: sent.length - ofChecks.length, report, results: report.checks }
}

/** How a correct receiver judges, written apart from the code under test. */
export function judge({ headers, body }: Sent, now = nowMs): number {
  const match = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(headers['X-Service-Signature'] ?? '')
  if (!match) return 401
  const hmac = createHmac('sha256', SECRET)
    .update(Buffer.concat([Buffer.from(`${match[1]}.`), body]))
    .digest('hex')
  return hmac === match[2] && Math.abs(now / 1000 - Number(match[1])) <= 300 ? 204 : 401
}

export const CUT: Reply = { problem: 'the connection was cut', timedOut: false }
