/** Why a delivery was rejected, in words: the same findings as `webhook verify`, for somebody who looks at a page. */

import { setImmediate } from 'node:timers/promises'
import type { SigningSecrets } from '../cli/context/signing.ts'
import { SIGNATURE_HEADER } from '../contract/delivery.ts'
import type { Clock } from '../shared/clock.ts'
import { said } from '../shared/language.ts'
import { formatSkew } from '../shared/local-time.ts'
import type { Rejected } from '../store/rejected.ts'
import { reasonText } from '../terminal/delivery.ts'
import { ADVICE, problemText, TRIED } from '../webhooks/advice.ts'
import type { Hint } from '../webhooks/diagnose.ts'
import { beyondTolerance, type Explanation, explainSignature, needsSecret } from '../webhooks/explain.ts'
import { savedHeader } from './saved-header.ts'

/** How long to search for the cause, in milliseconds, in small slices. */
const SEARCH_MS = 2_000
const MOST_KEPT = 200

export interface Why {
  /** What happened, in one sentence. */
  sentence: string
  /** Each cause that was found, with what to do about it. */
  causes: { hint: Hint; text: string; change: string }[]
  /** What else to check or to change, in sentences. */
  steps: string[]
  /** What is known about the signature; null if it was not examined. */
  explanation: Explanation | null
}

/** Explains rejected deliveries when somebody looks at them, each once. */
export class Explainer {
  readonly #clock: Clock
  readonly #secrets: SigningSecrets | null
  readonly #made = new Map<number, Promise<Why>>()

  /** @param secrets the signing secrets; null if none is known */
  constructor(clock: Clock, secrets: SigningSecrets | null) {
    this.#clock = clock
    this.#secrets = secrets
  }

  why(rejected: Rejected): Promise<Why> {
    const known = this.#made.get(rejected.id)
    if (known) return known
    const made = this.#explain(rejected)
    this.#made.set(rejected.id, made)
    made.catch(() => this.#made.delete(rejected.id))
    for (const oldest of [...this.#made.keys()].slice(0, -MOST_KEPT)) this.#made.delete(oldest)
    return made
  }

  async #explain(rejected: Rejected): Promise<Why> {
    const { reason, status, headers, body, bodyBytes, receivedAt, toleranceMs } = rejected
    const header = savedHeader(headers, SIGNATURE_HEADER)
    const isSignature = SIGNATURE_REASONS.has(reason)
    if (!isSignature) return whyNotTaken(reason, status)
    const isWhole = body !== null && body.length === bodyBytes
    if (needsSecret(header) && (this.#secrets === null || !isWhole)) {
      return { ...unexplained(reason, this.#secrets === null), explanation: null }
    }
    const explanation = await explainSignature(header, body ?? Buffer.alloc(0), {
      secrets: this.#secrets?.values ?? [],
      nowMs: Date.parse(receivedAt),
      toleranceMs,
      clock: this.#clock,
      searchMs: SEARCH_MS,
      pause: () => setImmediate(),
    })
    return { ...inWords(explanation, reason, this.#secrets?.words ?? null), explanation }
  }
}

const SIGNATURE_REASONS: ReadonlySet<string> = new Set([
  'missing_signature',
  'malformed_signature',
  'signature_mismatch',
  'timestamp_outside_tolerance',
])

function whyNotTaken(reason: string, status: number): Why {
  const none = { causes: [], explanation: null }
  switch (reason) {
    case 'missing_delivery':
      return {
        ...none,
        sentence:
          'Rejected: the signature is right, but the header X-Service-Delivery is missing or not valid.',
        steps: ['The service sends this header with each delivery: a proxy or tunnel may have removed it.'],
      }
    case 'too_large':
      return {
        ...none,
        sentence: 'Rejected: its body is larger than 1 MiB.',
        steps: ['No event of the service is so large: it probably came from somewhere else.'],
      }
    case 'not_kept':
      return {
        ...none,
        sentence: 'Not accepted: the signature is right, but it could not be saved.',
        steps: [
          `It was answered ${status}, and the service may send it again. ${
            status === 503
              ? "The shared inbox couldn't be reached: see the terminal of the listener."
              : 'Check the free space and the terminal of the listener.'
          }`,
        ],
      }
    default:
      return { ...none, sentence: `Rejected: ${reason}.`, steps: [] }
  }
}

function unexplained(reason: string, hasNoSecret: boolean): Pick<Why, 'sentence' | 'causes' | 'steps'> {
  const text = reason === 'timestamp_outside_tolerance' ? reasonText(reason) : "the signature doesn't match"
  return {
    sentence: `Rejected: ${text}.`,
    causes: [],
    steps: hasNoSecret
      ? ['The cause can be searched only with the signing secret, and none is known here.']
      : ["The cause can't be searched, because the body was not kept whole."],
  }
}

/** @param checkedWith describes the signing secrets; null if none is known */
function inWords(
  found: Explanation,
  reason: string,
  checkedWith: string | null,
): Pick<Why, 'sentence' | 'causes' | 'steps'> {
  switch (found.reason) {
    case 'missing_signature':
      return {
        sentence: 'Rejected: it came without a signature.',
        causes: [],
        steps: [
          'The header X-Service-Signature is missing or empty. Every delivery of the service has one.',
          'If you sent it by hand or with a test tool, send a signed test event instead (see the commands below).',
          'If the service sent it, a proxy or tunnel on the way removes the header.',
        ],
      }
    case 'malformed_signature':
      return {
        sentence: `Rejected: the signature header can't be read, because ${problemText(found.problem!)}.`,
        causes: [],
        steps: ['Its format is t=<timestamp>,v1=<64 hexadecimal digits>.'],
      }
    case 'timestamp_outside_tolerance':
      return {
        sentence: `Rejected: it was signed ${age(found)}.`,
        causes: [],
        steps: [
          'The signature itself matches, so it was sent late or is a copy of an earlier delivery.',
          `It was not saved, so it can't be replayed. Have it sent again with a new signature: the service tries up to five times, and the sandbox's dashboard has the button "Send again".`,
          'If it was sent just now, the clock of the sender or of this machine is wrong.',
        ],
      }
    case 'signature_mismatch':
      return mismatch(found, checkedWith)
    default:
      return {
        sentence: `Rejected when it came: ${reasonText(reason as Parameters<typeof reasonText>[0])}. Now it would be accepted.`,
        causes: [],
        steps: [
          'The signature matches a secret that is known here now. The listener was started with another one: start it again.',
        ],
      }
  }
}

function mismatch(
  found: Explanation,
  checkedWith: string | null,
): Pick<Why, 'sentence' | 'causes' | 'steps'> {
  const { hints, secrets, complete, bodyBytes } = found
  const tooOld = beyondTolerance(found) === 0 ? [] : [`Also, it was signed ${age(found)}.`]
  const causes = hints.map(hint => ({ hint, text: ADVICE[hint].cause(), change: ADVICE[hint].sender() }))
  if (causes.length > 0) {
    const because = causes.map(({ text }) => text).join(', and ')
    return { sentence: `Rejected: the signature doesn't match. ${capital(because)}.`, causes, steps: tooOld }
  }
  const which = secrets === 1 ? 'the signing secret' : `any of the ${secrets} signing secrets`
  return {
    sentence: `Rejected: the signature doesn't match this body with ${which} known here.`,
    causes: [],
    steps: [
      ...(bodyBytes === 0 ? ['The body is empty: is that what was sent?'] : []),
      ...(checkedWith === null ? [] : [`It was checked with ${checkedWith}.`]),
      'That secret is old or belongs to another endpoint: compare its last four characters with the secret of the endpoint.',
      'Or it was not sent by the service.',
      complete
        ? `Tried without success: ${TRIED.map(said).join('; ')}.`
        : 'There was no time to try all the usual changes to the body.',
      ...tooOld,
    ],
  }
}

function age(found: Explanation): string {
  const { timestampMs, nowMs } = found
  return formatSkew(nowMs - (timestampMs ?? nowMs), beyondTolerance(found), 'it arrived')
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}
