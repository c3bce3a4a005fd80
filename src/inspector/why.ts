/** Why a delivery was rejected, in words: the same findings as `webhook verify`, for somebody who looks at a page. */

import { SIGNATURE_HEADER } from '#contract/delivery.ts'
import type { Rejected } from '#inbox/rejected/rejected.ts'
import type { Clock } from '#lib/clock.ts'
import { said } from '#lib/language.ts'
import { formatSkew } from '#lib/local-time.ts'
import { reasonText } from '#lib/refusal-reason/texts.ts'
import { ADVICE, problemText, TRIED } from '#webhooks/mistakes/advice.ts'
import type { Hint } from '#webhooks/mistakes/diagnose.ts'
import {
  beyondTolerance,
  type Explanation,
  explainSignature,
  needsSecret,
} from '#webhooks/mistakes/explain.ts'
import type { SigningSecrets } from '#webhooks/signing-secrets.ts'
import { savedHeader } from './saved-header.ts'
import { texts } from './texts.ts'

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
    })
    return { ...inWords(explanation, reason, this.#secrets?.said ?? null), explanation }
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
        sentence: texts.missingDelivery(),
        steps: [texts.headerRemoved()],
      }
    case 'too_large':
      return {
        ...none,
        sentence: texts.tooLarge(),
        steps: [texts.fromElsewhere()],
      }
    case 'not_kept':
      return {
        ...none,
        sentence: texts.notKept(),
        steps: [texts.mayComeAgain(status, status === 503 ? texts.inboxAway() : texts.checkSpace())],
      }
    default:
      return { ...none, sentence: texts.rejectedFor(reason), steps: [] }
  }
}

function unexplained(reason: string, hasNoSecret: boolean): Pick<Why, 'sentence' | 'causes' | 'steps'> {
  const text = reason === 'timestamp_outside_tolerance' ? reasonText(reason) : texts.noMatch()
  return {
    sentence: texts.rejectedFor(text),
    causes: [],
    steps: hasNoSecret ? [texts.needsSecret()] : [texts.needsBody()],
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
        sentence: texts.notSigned(),
        causes: [],
        steps: [texts.everyOneIsSigned(), texts.sendSignedTest(), texts.proxyRemovesIt()],
      }
    case 'malformed_signature':
      return {
        sentence: texts.unreadable(problemText(found.problem!)),
        causes: [],
        steps: [texts.itsFormat()],
      }
    case 'timestamp_outside_tolerance':
      return {
        sentence: texts.signedThen(age(found)),
        causes: [],
        steps: [texts.lateOrCopy(), texts.haveItSent(), texts.clockWrong()],
      }
    case 'signature_mismatch':
      return mismatch(found, checkedWith)
    default:
      return {
        sentence: texts.acceptedNow(reasonText(reason)),
        causes: [],
        steps: [texts.startAgain()],
      }
  }
}

function mismatch(
  found: Explanation,
  checkedWith: string | null,
): Pick<Why, 'sentence' | 'causes' | 'steps'> {
  const { hints, secrets, complete, bodyBytes } = found
  const tooOld = beyondTolerance(found) === 0 ? [] : [texts.alsoSigned(age(found))]
  const causes = hints.map(hint => ({ hint, text: ADVICE[hint].cause(), change: ADVICE[hint].sender() }))
  if (causes.length > 0) {
    const because = causes.map(({ text }) => text).join(texts.and())
    return { sentence: texts.mismatchBecause(capital(because)), causes, steps: tooOld }
  }
  return {
    sentence: texts.mismatch(secrets),
    causes: [],
    steps: [
      ...(bodyBytes === 0 ? [texts.bodyEmpty()] : []),
      ...(checkedWith === null ? [] : [texts.checkedWith(checkedWith)]),
      texts.secretOld(),
      texts.notByService(),
      complete ? texts.tried(TRIED.map(said).join('; ')) : texts.noTime(),
      ...tooOld,
    ],
  }
}

function age(found: Explanation): string {
  const { timestampMs, nowMs } = found
  return formatSkew(nowMs - (timestampMs ?? nowMs), beyondTolerance(found), texts.itArrived())
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}
