/** Faults in words. */

import type { FaultKind, FaultSummary } from '../../../../shared/sandbox-faults.ts'

export const KINDS: Readonly<Record<FaultKind, string>> = {
  status: 'Answer with an error status',
  'lose-answer': 'Do the work, then cut the connection before the answer',
  delay: 'Wait before it',
  hang: 'Never answer',
  garbage: 'Answer with something that is not JSON',
  close: 'Cut the connection in the middle',
}

/** What a fault does, in a list. */
export function whatFaultDoes(fault: FaultSummary): string {
  const { on, kind, status, delaySeconds } = fault
  if (on === 'webhook') return sentence(WEBHOOK_KINDS[kind](fault))
  if (kind === 'status') return `Answer ${status}`
  return kind === 'delay' ? `Wait ${delaySeconds} s` : KINDS[kind]
}

/** What a fault did to an attempt to deliver. It isn't among the faults any longer if it was cleared or the sandbox was restarted. */
export function whatFaultDid(id: string, faults: readonly FaultSummary[]): string {
  const fault = faults.find(each => each.id === id)
  if (!fault) return `The fault ${id}, which is gone by now, made this attempt go wrong.`
  return `The fault ${id}: ${WEBHOOK_KINDS[fault.kind](fault)}.`
}

/** The receiver's part is real, so each says what the sandbox did. */
const WEBHOOK_KINDS: Readonly<Record<FaultKind, (fault: FaultSummary) => string>> = {
  status: ({ status }) => `any answer of the receiver counts as ${status}`,
  'lose-answer': () => 'the receiver’s answer is lost',
  delay: ({ delaySeconds }) => `it is sent ${delaySeconds} s late`,
  hang: () => 'half of the body is sent, then nothing',
  garbage: () => 'the body is altered after it was signed',
  close: () => 'the connection is cut in the middle of the body',
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}
