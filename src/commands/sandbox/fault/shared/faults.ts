/** Shows the sandbox's faults for `sandbox fault …`. */

import type { Output } from '#cli/output/output.ts'
import { presentObject } from '#cli/output/present.ts'
import { formatJson } from '#lib/json.ts'
import { formatLocal } from '#lib/local-time.ts'
import type { FaultSummary } from '#lib/sandbox/faults.ts'
import { suggest } from '#lib/suggestion.ts'
import { presentList } from '../../shared/list.ts'
import { texts } from './texts.ts'

export async function presentAdded(out: Output, fault: FaultSummary): Promise<void> {
  if (out.json) return out.data(formatJson(fault))
  await presentObject(out, Object.entries(fault), () => [
    { label: texts.fault(), value: fault.id, whole: true },
    { label: texts.onLabel(), value: fault.on },
    { label: texts.does(), value: kindOf(fault) },
    { label: texts.howOften(), value: frequencyOf(fault) },
  ])
  out.note(suggest('sandbox fault clear', { say: texts.endIt, args: [fault.id] }))
}

export async function presentFaults(out: Output, faults: FaultSummary[]): Promise<void> {
  const values = ({ id, on, kind, status, delaySeconds, times, rate, used, createdAt }: FaultSummary) => [
    ...[id, on, kind, status, delaySeconds],
    ...[times, rate, used, createdAt],
  ]
  await presentList(out, faults, values, [
    { header: 'ID', whole: true, cell: ({ id }) => id },
    { header: texts.onHeader(), cell: ({ on }) => on },
    { header: texts.doesHeader(), cell: kindOf },
    { header: texts.howOftenHeader(), cell: frequencyOf },
    { header: texts.usedHeader(), align: 'right', cell: ({ used }) => String(used) },
    { header: texts.addedHeader(), dropRank: 1, cell: ({ createdAt }) => formatLocal(createdAt) },
  ])
  if (!out.human || faults.length > 0) return
  out.note(suggest('sandbox fault add', { say: texts.none, flags: { on: 'create', 'lose-answer': true } }))
}

/** What it does, as the flags say it. */
function kindOf({ kind, status, delaySeconds }: FaultSummary): string {
  if (kind === 'status') return `${kind} ${status}`
  return kind === 'delay' ? `${kind} ${delaySeconds}s` : kind
}

function frequencyOf({ times, rate }: FaultSummary): string {
  if (times !== null) return texts.timesOf(times)
  return rate === null ? texts.always() : texts.percent(Number((rate * 100).toFixed(4)))
}
