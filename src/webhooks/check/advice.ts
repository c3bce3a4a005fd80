/** What a check that isn't passed means, and what to change. */

import { type CheckName, type CheckReport, type CheckResult, isOfRawBytes } from './run.ts'
import type { NoCause } from './search.ts'

/** A sentence or two about a check that failed or was skipped. */
export function adviceOn(check: CheckResult, report: CheckReport): string {
  const { name, expected, got } = check
  const valid = report.checks.find(each => each.name === 'valid_delivery')!
  if (check.skipped) return whySkipped(check, valid)
  const isOfBytes = isOfRawBytes(name)
  if (report.cause !== null && (check === valid || isOfBytes)) return report.cause.text
  const status = /^\d{3}$/.test(got) ? Number(got) : null
  if (name === 'answer_in_time') return MEANINGS.answer_in_time
  if (status === null) return `No whole answer came (${got}): check the log of the endpoint.`
  const general = ofStatus(status)
  if (general !== null) return general
  if (check === valid) return ofRefused(status, report)
  if (expected === '401' && status >= 400) {
    return `It was refused, but the answer to an invalid signature is 401, not ${status}.`
  }
  if (isOfBytes && report.noCause === 'unsteady') return UNSTEADY
  return MEANINGS[name]
}

function whySkipped({ got }: CheckResult, valid: CheckResult): string {
  if (got !== '') return `This shows nothing: a valid delivery got the same answer (${got}).`
  return valid.passed
    ? 'Not sent: an endpoint that accepts forged deliveries accepts these too.'
    : 'Not sent: the endpoint has to accept a valid delivery first.'
}

/** Of an answer that has nothing to do with the signature; null if it may have. */
function ofStatus(status: number): string | null {
  if (status >= 300 && status < 400) {
    return 'A redirect is never followed: register the address that it leads to.'
  }
  if (status === 404 || status === 405) return "It doesn't accept POST: check the path of the address."
  if (status === 429) return 'It limits how often it is called (429): the service may have to send again.'
  return null
}

/** Of a valid delivery that was refused, if no cause was found. */
function ofRefused(status: number, { checks, noCause }: CheckReport): string {
  const tellsApart = checks.some(({ expected, passed }) => expected === '401' && passed)
  if (tellsApart) {
    return `It refuses forged deliveries with 401, but answers ${status} to a valid one: what comes after the verification fails. Its log says why.`
  }
  if (checks.some(({ name, passed, skipped }) => name === 'forged_signature' && !passed && !skipped)) {
    return 'It was refused, and a forged one was not: verify the signature before anything else.'
  }
  const answers = `It answers ${status} to ${isSame(checks) ? 'everything, valid or not' : 'a valid delivery'}`
  if (status >= 500) return `${answers}: its log says why.`
  const tried = noCause === null ? '' : ` ${TRIED[noCause]}`
  if (status === 403 || status === 419) {
    return `${answers}: something may refuse it before the verification, such as a protection against CSRF (in Django: @csrf_exempt), a login or a firewall.${tried}`
  }
  return `A correctly signed delivery was refused: the endpoint uses another secret, or it verifies something other than \`<timestamp>.<raw body>\`.${tried}`
}

/** Whether all that was sent got the same answer. */
function isSame(checks: readonly CheckResult[]): boolean {
  const answers = checks.filter(({ name, got }) => name !== 'answer_in_time' && got !== '')
  return new Set(answers.map(({ got }) => got)).size === 1
}

const UNSTEADY = 'It accepted one delivery and refused another of the same kind: its log says why.'

const TRIED: Readonly<Record<NoCause, string>> = {
  none: 'None of the usual mistakes explains it, so compare the secret first.',
  slow: 'It answers too slowly to try all of the usual mistakes.',
  rate_limited: 'It limits how often it is called (429), so the usual mistakes were not all tried.',
  unsteady: UNSTEADY,
  forged: 'It also accepts signatures that were made with another secret.',
}

const RAW_BYTES =
  'The endpoint verified other bytes than those received: use the raw body, before any JSON parser or decoder. In Express: express.raw().'
const AGAIN = 'The service sends again if the first answer was lost: if the delivery is already saved, answer'

const MEANINGS: Readonly<Record<CheckName, string>> = {
  valid_delivery: 'Answer 204, or any 2xx, when a delivery is verified and saved on disk.',
  forged_signature:
    'It was signed with another secret, and accepted: anyone who knows the address can forge a payment. Verify the signature first.',
  stale_signature:
    'It was signed ten minutes ago: anyone who copies a delivery could send it again. Refuse a t more than five minutes from now.',
  altered_body:
    'Its amount was changed after it was signed, and it was accepted: the HMAC must cover the raw body.',
  missing_signature: 'It had no X-Service-Signature, and was accepted: anyone can forge a payment.',
  raw_bytes_spacing: RAW_BYTES,
  raw_bytes_non_ascii: RAW_BYTES,
  raw_bytes_trailing_newline: RAW_BYTES,
  duplicate_delivery: `${AGAIN} 2xx, and not processed twice.`,
  duplicate_event:
    'The same event came with another delivery id: save it, answer 2xx, and process each event id once.',
  answer_in_time: 'The service may treat a late answer as no answer: save, answer, then process.',
}
