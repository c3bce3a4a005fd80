/** Why a delivery was rejected, in words: the same findings as `webhook verify`, for somebody who looks at a page. */

import { SIGNATURE_HEADER } from '#contract/delivery.ts'
import { headerPairs } from '#forwarding/send.ts'
import type { Rejected } from '#inbox/rejected/rejected.ts'
import type { Clock } from '#lib/clock.ts'
import { said } from '#lib/language.ts'
import { reasonText } from '#lib/refusal-reason/texts.ts'
import type { Hint } from '#webhooks/mistakes/diagnose.ts'
import {
  ageText,
  beyondTolerance,
  type Explanation,
  explainSignature,
  HINT_TEXTS,
  needsSecret,
  problemText,
  TRIED,
} from '#webhooks/mistakes/explain.ts'
import type { SigningSecrets } from '#webhooks/signing-secrets.ts'
import { texts } from './texts.ts'

/** How long to search for the cause, in milliseconds, in small slices. */
const SEARCH_MS = 2_000
const MOST_KEPT = 200

interface Words {
  sentence: string
  /** Each cause that was found, with what to do about it. */
  causes: { hint: Hint; text: string; change: string }[]
  /** What else to check or to change. */
  steps: string[]
}

export interface Why extends Words {
  /** Null if the signature was not examined. */
  explanation: Explanation | null
}

/** Explains rejected deliveries when somebody looks at them. The cause of each is searched once. */
export class Explainer {
  readonly #clock: Clock
  /** Null if none is known. */
  readonly #secrets: SigningSecrets | null
  readonly #found = new Map<number, Promise<Explanation>>()

  constructor(clock: Clock, secrets: SigningSecrets | null) {
    this.#clock = clock
    this.#secrets = secrets
  }

  /** In the language of the page that asks. */
  async why(rejected: Rejected): Promise<Why> {
    const { reason, status, headers, body, bodyBytes } = rejected
    if (!SIGNATURE_REASONS.has(reason)) return { ...whyNotTaken(reason, status), explanation: null }
    const isWhole = body !== null && body.length === bodyBytes
    if (needsSecret(savedSignature(headers)) && (this.#secrets === null || !isWhole)) {
      return { ...unexplained(reason, this.#secrets === null), explanation: null }
    }
    const explanation = await this.#explain(rejected)
    return { ...inWords(explanation, reason, this.#secrets?.said ?? null), explanation }
  }

  #explain({ id, headers, body, receivedAt, toleranceMs }: Rejected): Promise<Explanation> {
    const known = this.#found.get(id)
    if (known) return known
    const found = explainSignature(savedSignature(headers), body ?? Buffer.alloc(0), {
      secrets: this.#secrets?.values ?? [],
      nowMs: Date.parse(receivedAt),
      toleranceMs,
      clock: this.#clock,
      searchMs: SEARCH_MS,
    })
    this.#found.set(id, found)
    found.catch(() => this.#found.delete(id))
    for (const oldest of [...this.#found.keys()].slice(0, -MOST_KEPT)) this.#found.delete(oldest)
    return found
  }
}

const SIGNATURE_REASONS: ReadonlySet<string> = new Set([
  'missing_signature',
  'malformed_signature',
  'signature_mismatch',
  'timestamp_outside_tolerance',
])

function told(sentence: string, ...steps: string[]): Words {
  return { sentence, causes: [], steps }
}

function whyNotTaken(reason: string, status: number): Words {
  if (reason === 'missing_delivery') return told(texts.missingDelivery(), texts.headerRemoved())
  if (reason === 'too_large') return told(texts.tooLarge(), texts.fromElsewhere())
  if (reason !== 'not_kept') return told(texts.rejectedFor(reason))
  const what = status === 503 ? texts.inboxAway() : texts.checkSpace()
  return told(texts.notKept(), texts.mayComeAgain(status, what))
}

function unexplained(reason: string, hasNoSecret: boolean): Words {
  const text = reason === 'timestamp_outside_tolerance' ? reasonText(reason) : texts.noMatch()
  return told(texts.rejectedFor(text), hasNoSecret ? texts.needsSecret() : texts.needsBody())
}

/** @param checkedWith describes the signing secrets; null if none is known */
function inWords(found: Explanation, reason: string, checkedWith: string | null): Words {
  switch (found.reason) {
    case 'missing_signature':
      return told(texts.notSigned(), texts.everyOneIsSigned(), texts.sendSignedTest(), texts.proxyRemovesIt())
    case 'malformed_signature':
      return told(texts.unreadable(problemText(found.problem!)), texts.itsFormat())
    case 'timestamp_outside_tolerance':
      return told(
        texts.signedThen(ageText(found, texts.itArrived())),
        texts.lateOrCopy(),
        texts.haveItSent(),
        texts.clockWrong(),
      )
    case 'signature_mismatch':
      return mismatch(found, checkedWith)
    default:
      return told(texts.acceptedNow(reasonText(reason)), texts.startAgain())
  }
}

function mismatch(found: Explanation, checkedWith: string | null): Words {
  const { hints, secrets, complete, bodyBytes } = found
  const tooOld = beyondTolerance(found) === 0 ? [] : [texts.alsoSigned(ageText(found, texts.itArrived()))]
  const causes = hints.map(hint => {
    const { cause, sender } = HINT_TEXTS[hint]
    return { hint, text: cause(), change: sender() }
  })
  if (causes.length > 0) {
    const because = causes.map(({ text }) => text).join(texts.and())
    const sentence = texts.mismatchBecause(because.slice(0, 1).toUpperCase() + because.slice(1))
    return { sentence, causes, steps: tooOld }
  }
  return told(
    texts.mismatch(secrets),
    ...(bodyBytes === 0 ? [texts.bodyEmpty()] : []),
    ...(checkedWith === null ? [] : [texts.checkedWith(checkedWith)]),
    texts.secretOld(),
    texts.notByService(),
    complete ? texts.tried(TRIED.map(said).join('; ')) : texts.noTime(),
    ...tooOld,
  )
}

/** Empty if it is missing. */
export function savedSignature(headers: string): string {
  const found = headerPairs(headers).find(([name]) => name.toLowerCase() === SIGNATURE_HEADER.toLowerCase())
  return found?.[1] ?? ''
}
