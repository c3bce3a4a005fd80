/** `charge wait` of several charges: a line for each as it ends. */

import { texts as waitTexts } from '#charges/waiting/texts.ts'
import { ChargesWait } from '#charges/waiting/wait.ts'
import type { Context } from '#cli/context/context.ts'
import type { Host } from '#cli/host/host.ts'
import { idLines } from '#cli/output/present.ts'
import type { Payment } from '#contract/generated/types.ts'
import { Failure, Stopped } from '#lib/failure.ts'
import { readInput } from '#lib/files.ts'
import { checkChargeId } from '#lib/input/ids.ts'
import { formatJsonLines } from '#lib/json.ts'
import { decodeText } from '#lib/text-bytes.ts'
import { chargeTsvRow } from '#terminal/charge.ts'
import type { WaitFlags } from '../shared/wait.ts'
import { WaitView } from '../shared/wait-view.ts'
import { texts } from './texts.ts'

/** The ids that were given; `-` stands for those on standard input, one a line. Failure (usage) if one is none. */
export async function readIds({ host, out }: Context, given: readonly string[]): Promise<string[]> {
  const ids: string[] = []
  for (const word of given) {
    if (word !== '-') ids.push(checkChargeId(word))
    else {
      if (host.stdin.isTTY) out.note(texts.typeIds)
      ids.push(...(await idsOfInput(host)))
    }
  }
  if (ids.length === 0) throw new Failure('usage', texts.noIds, { next: texts.oneALine })
  return ids
}

async function idsOfInput({ stdin: { stream }, signal }: Host): Promise<string[]> {
  const input = decodeText(await readInput(stream, signal, { next: texts.oneALine }))
  const lines = input.split('\n').map(line => line.trim())
  return lines.filter(line => line !== '').map(checkChargeId)
}

export async function waitForMany(context: Context, ids: readonly string[], flags: WaitFlags): Promise<void> {
  const { host, out, clock, signal } = context
  const view = new WaitView(host, out, flags)
  const onTick = () => {
    if (out.showsStatus) out.status(texts.status(wait.counts))
  }
  const wait = new ChargesWait(ids, {
    client: await context.client(),
    clock,
    signal,
    out,
    open: context.realtime.channel,
    timeoutMs: flags['wait-timeout'],
    late: flags.late === true,
    isSingle: false,
    onTick,
  })
  const rows = (charges: readonly Payment[], haveEnded = false): string => {
    if (out.json) return formatJsonLines(charges)
    if (flags.quiet) return idLines(charges)
    return charges
      .map(charge => (view.isForPerson ? view.line(charge, haveEnded) : chargeTsvRow(charge)))
      .join('')
  }
  const unended = () => rows(wait.unended.map(({ charge }) => charge))
  if (view.isForPerson && !out.showsStatus) out.note(texts.status(wait.counts))
  try {
    for await (const charge of wait.ended()) await out.data(rows([charge], true))
  } catch (error) {
    if (!(error instanceof Stopped) || error !== signal.reason) throw error
    out.end(unended())
    throw wait.stopped(error)
  }
  await out.data(unended())
  const failure = wait.failure()
  if (failure) throw failure
  if (view.isForPerson) out.note(waitTexts.manyEnded(wait.counts))
}
