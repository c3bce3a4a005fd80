/** Faults in words. */

import type { FaultKind, FaultSummary } from '#lib/sandbox/faults.ts'
import { texts } from './texts.ts'

export const KINDS: Readonly<Record<FaultKind, () => string>> = {
  status: texts.answerStatus,
  'lose-answer': texts.loseAnswer,
  delay: texts.waitFirst,
  hang: texts.hang,
  garbage: texts.garbage,
  close: texts.cut,
}

export function whatFaultDoes(fault: FaultSummary): string {
  const { on, kind, status, retryAfter, delaySeconds } = fault
  if (on === 'webhook') return sentence(WEBHOOK_KINDS[kind](fault))
  if (kind === 'status')
    return texts.answer(status) + (retryAfter === null ? '' : `, Retry-After: ${retryAfter}`)
  return kind === 'delay' ? texts.wait(delaySeconds) : KINDS[kind]()
}

/** What a fault did to an attempt to deliver. It isn't among the faults any longer if it was cleared or the sandbox was restarted. */
export function whatFaultDid(id: string, faults: readonly FaultSummary[]): string {
  const fault = faults.find(known => known.id === id)
  if (!fault) return texts.gone(id)
  return texts.did(id, WEBHOOK_KINDS[fault.kind](fault))
}

/** The receiver's part is real, so each says what the sandbox did. */
const WEBHOOK_KINDS: Readonly<Record<FaultKind, (fault: FaultSummary) => string>> = {
  status: ({ status }) => texts.countsAs(status),
  'lose-answer': texts.answerLost,
  delay: ({ delaySeconds }) => texts.sentLate(delaySeconds),
  hang: texts.halfSent,
  garbage: texts.altered,
  close: texts.cutInBody,
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}
