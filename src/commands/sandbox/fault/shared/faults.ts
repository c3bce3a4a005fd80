/** Shows the sandbox's faults for `sandbox fault …`. */

import type { Output } from '#cli/output/output.ts'
import { presentObject } from '#cli/output/present.ts'
import { formatJson } from '#lib/json.ts'
import { formatLocal } from '#lib/local-time.ts'
import type { FaultSummary } from '#lib/sandbox/faults.ts'
import { suggest } from '#lib/suggestion.ts'
import { formatTable } from '#terminal/table.ts'
import { tsvRow } from '#terminal/tsv.ts'
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
  if (out.json) return out.data(formatJson(faults))
  if (!out.human) return out.data(faults.map(row).join(''))
  const table = await formatTable(
    [
      { header: 'ID', whole: true },
      { header: texts.onHeader() },
      { header: texts.doesHeader() },
      { header: texts.howOftenHeader() },
      { header: texts.usedHeader(), align: 'right' },
      { header: texts.addedHeader(), dropRank: 1 },
    ],
    faults.map(fault => [
      fault.id,
      fault.on,
      kindOf(fault),
      frequencyOf(fault),
      String(fault.used),
      formatLocal(fault.createdAt),
    ]),
    { style: out.style, columns: out.columns },
  )
  await out.data(table)
  if (faults.length === 0)
    out.note(
      suggest('sandbox fault add', {
        say: texts.none,
        flags: { on: 'create', 'lose-answer': true },
      }),
    )
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

function row({ id, on, kind, status, delaySeconds, times, rate, used, createdAt }: FaultSummary): string {
  return tsvRow([id, on, kind, status, delaySeconds, times, rate, used, createdAt])
}
