/** What a failed check means, and what to change. */

import type { CheckName, CheckResult } from './check.ts'

/** A sentence or two about a failed check; `all` are the results of the run. */
export function meaningOf(failed: CheckResult, all: readonly CheckResult[]): string {
  const { name, expected, got } = failed
  const status = /^\d{3}$/.test(got) ? Number(got) : null
  if (name === 'answer_in_time') return MEANINGS.answer_in_time
  if (status === null) return `No whole answer came (${got}): check the log of the endpoint.`
  if (status >= 300 && status < 400) {
    return 'A redirect is never followed: register the address that it leads to.'
  }
  if (status === 404 || status === 405) return "It doesn't accept POST: check the path of the address."
  if (expected === '401' && status >= 400) {
    return `It was refused, but the answer to an invalid signature is 401, not ${status}.`
  }
  if (expected === '2xx' && status === 401) {
    const nothingPasses = all.every(each => each.expected !== '2xx' || !each.passed)
    if (nothingPasses) {
      return 'A correctly signed delivery was refused: the endpoint uses another secret, or it verifies something other than `<timestamp>.<raw body>`.'
    }
  }
  return MEANINGS[name]
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
