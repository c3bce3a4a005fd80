/** `webhook replay`: sends saved deliveries again, with the same body and a new signature. */

import { checkTarget } from '../../../cli/context/addresses.ts'
import type { Context } from '../../../cli/context/context.ts'
import { mostSerious } from '../../../cli/output/exit-codes.ts'
import { isSuccess } from '../../../contract/delivery.ts'
import { announceTarget, lastTarget } from '../../../forwarding/last-target.ts'
import { type Replayed, replayDelivery } from '../../../forwarding/replay.ts'
import { shownStart } from '../../../forwarding/send.ts'
import { ATTEMPT_MS, createPost } from '../../../forwarding/targets.ts'
import { escapeControls } from '../../../shared/escape.ts'
import { Failure } from '../../../shared/failure.ts'
import type { Delivery } from '../../../store/inbox.ts'
import { formatJsonLine } from '../../../terminal/json.ts'
import { tsvRow } from '../../../terminal/tsv.ts'
import { shorten } from '../../../terminal/width.ts'
import { findDeliveries } from '../shared/find.ts'

export interface ReplayOptions {
  /** Delivery ids. */
  deliveries: readonly string[]
  /** As the user wrote it; the target of the last `--forward-to` by default. */
  to: string | undefined
  secretFile: string | undefined
  timeoutMs: number
}

/**
 * Sends each delivery once and prints the result. A 2xx marks the event as processed, and other deliveries of that event
 * are then skipped. If a delivery is unknown, nothing is sent. At the end throws the most serious Failure: no answer
 * (network) comes before an answer other than 2xx (service).
 */
export async function replay(context: Context, options: ReplayOptions): Promise<void> {
  const { host, out } = context
  await context.hasState()
  const to = await targetOf(context, options.to)
  const { inbox, ids } = await findDeliveries(context, options.deliveries)
  const signer = (await context.webhookSecrets(options.secretFile)).signer(to)
  const sending = {
    to,
    post: createPost(host, Math.min(options.timeoutMs, ATTEMPT_MS)),
    secret: signer.secret,
    signedWith: signer.words,
    secretFile: options.secretFile,
    clock: host.clock,
  }
  announceTarget(context, to)
  context.out.note(`signed with ${signer.words}`)
  const failures: Failure[] = []
  const accepted: Delivery[] = []
  for (const id of ids) {
    const delivery = inbox.find(id)!
    const same = accepted.find(each => inbox.isSameEvent(each, delivery))
    if (same) {
      out.say(`${id} is the same event as ${same.delivery}, which was accepted: not sent`)
      continue
    }
    const replayed = await replayDelivery(inbox, delivery, sending)
    const { status, error, ms, failure, unrecorded } = replayed
    context.debug(`POST ${new URL(to).host} ${status ?? `(${error})`} ${ms} ms`)
    // After Ctrl-C this throws.
    await show(context, replayed, to, ids.length > 1)
    if (unrecorded) throw unrecorded
    if (failure) failures.push(failure)
    else accepted.push(delivery)
  }
  throwMostSerious(failures, ids.length)
}

async function targetOf(context: Context, given: string | undefined): Promise<string> {
  if (given !== undefined) return checkTarget(given, '--to')
  const last = await lastTarget(context)
  if (last !== null) return checkTarget(last, 'the target of the last --forward-to')
  throw new Failure('usage', '--to is missing: where should the delivery be sent?', {
    next: 'for example: --to http://localhost:3000/webhooks',
  })
}

async function show({ out }: Context, replayed: Replayed, to: string, several: boolean): Promise<void> {
  const { delivery, status, ms, error, answer, failure } = replayed
  if (out.json) return out.data(formatJsonLine({ delivery: delivery.delivery, to, status, ms }))
  if (!out.human) {
    await out.data(tsvRow([delivery.delivery, to, status, ms]))
    // For a single one, the command's error says it.
    if (several && failure) out.warn(failure.message)
    return
  }
  const paint = isSuccess(status) ? out.style.green : out.style.red
  const result = `→ ${status ?? 'no answer'}`
  const detail = error ?? shownStart(answer)
  const before = `${escapeControls(delivery.delivery)}  `
  const after = escapeControls(`  ${ms} ms${detail === '' ? '' : `  ${detail}`}`)
  const room = Math.max(1, out.columns - before.length - result.length)
  await out.data(`${before}${paint(result)}${shorten(after, room)}\n`)
}

function throwMostSerious(failures: readonly Failure[], total: number): void {
  const first = mostSerious(failures)
  if (!first) return
  if (total === 1) throw first
  throw first.with({
    message: `${failures.length} of ${total} deliveries were not accepted; the most serious: ${first.message}`,
  })
}
