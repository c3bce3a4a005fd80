/** `webhook replay`: sends saved deliveries again, with the same body and a new signature. */

import { checkTarget } from '../../../cli/context/addresses.ts'
import type { Context } from '../../../cli/context/context.ts'
import { mostSerious } from '../../../cli/output/exit-codes.ts'
import { isSuccess } from '../../../contract/delivery.ts'
import { bodyStart } from '../../../forwarding/forward-loop.ts'
import { announceTarget, lastTarget } from '../../../forwarding/last-target.ts'
import { invalidSignature, type SentDelivery } from '../../../forwarding/target-failure.ts'
import { targetHeaders } from '../../../forwarding/target-headers.ts'
import { ATTEMPT_MS, createPost, type Post } from '../../../forwarding/targets.ts'
import { escapeControls } from '../../../shared/escape.ts'
import { Failure } from '../../../shared/failure.ts'
import { suggest } from '../../../shared/suggestion.ts'
import type { Delivery, Inbox } from '../../../store/inbox.ts'
import { formatJsonLine } from '../../../terminal/json.ts'
import { tsvRow } from '../../../terminal/tsv.ts'
import { shorten } from '../../../terminal/width.ts'

export interface ReplayOptions {
  /** Delivery ids. */
  deliveries: readonly string[]
  /** As the user wrote it; the target of the last `--forward-to` by default. */
  to: string | undefined
  secretFile: string | undefined
  timeoutMs: number
}

/** The result of sending one delivery. */
interface SendResult {
  delivery: Delivery
  to: string
  /** Null if no answer came. */
  status: number | null
  ms: number
  /** Why it was not accepted: the beginning of the answer, or why there was none. */
  detail: string
  /** Null if the answer was 2xx. */
  failure: Failure | null
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
  const ids = [...new Set(options.deliveries)]
  const inbox = await context.inboxIfAny()
  const unknown = ids.filter(id => (inbox?.find(id) ?? null) === null)
  if (inbox === null || unknown.length > 0) throw unknownDelivery(unknown, ids.length)
  const signer = (await context.webhookSecrets(options.secretFile)).signer(to)
  const sent = { to, signedWith: signer.words, secretFile: options.secretFile }
  announceTarget(context, to)
  context.out.note(`signed with ${signer.words}`)
  const post = createPost(host, Math.min(options.timeoutMs, ATTEMPT_MS))
  const failures: Failure[] = []
  const accepted: Delivery[] = []
  for (const id of ids) {
    const delivery = inbox.find(id)!
    const same = accepted.find(each => inbox.isSameEvent(each, delivery))
    if (same) {
      out.say(`${id} is the same event as ${same.delivery}, which was accepted: not sent`)
      continue
    }
    const ended = await send(context, delivery, sent, signer.secret, post)
    // Also after Ctrl-C, because the delivery may have been sent. `show` then throws.
    const unrecorded = record(inbox, ended)
    await show(context, ended, ids.length > 1)
    if (unrecorded) throw unrecorded
    if (ended.failure) failures.push(ended.failure)
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

function unknownDelivery(unknown: readonly string[], total: number): Failure {
  const first = `the inbox of this profile has no delivery ${unknown[0]}`
  const more = unknown.length - 1
  const others = more === 0 ? '' : `, and ${more} more ${more === 1 ? 'is' : 'are'} missing`
  return new Failure('not_found', `${first}${others}`, {
    next: [...(total > 1 ? ['nothing was sent'] : []), suggest('webhook deliveries', { say: 'see' })],
  })
}

async function send(
  context: Context,
  delivery: Delivery,
  sent: SentDelivery,
  secret: string,
  post: Post,
): Promise<SendResult> {
  const { clock } = context.host
  const { to } = sent
  // Only the host: the rest of the URL may hold a token.
  const { host } = new URL(to)
  const start = clock.monotonic()
  const debugResult = (result: string) =>
    context.debug(`POST ${host} ${result} ${clock.monotonic() - start} ms`)
  try {
    const { status, body, ms } = await post(
      to,
      targetHeaders(delivery, { secret, nowMs: clock.now() }),
      delivery.body,
    )
    debugResult(String(status))
    const failure = isSuccess(status)
      ? null
      : new Failure('service', `${host} answered ${status} to ${delivery.delivery}`, {
          next: status === 401 ? invalidSignature(sent) : "check the target's log, then replay it again",
          details: { status },
        })
    return { delivery, to, status, ms, detail: failure ? bodyStart(body) : '', failure }
  } catch (error) {
    const { message } = error as Error
    debugResult(`(${message})`)
    const failure = new Failure('network', `no answer from ${host}: ${message}`, {
      next: 'check that the target is running, then replay it again',
    })
    return { delivery, to, status: null, ms: clock.monotonic() - start, detail: message, failure }
  }
}

/** Records the attempt. Returns the error if that fails, otherwise null. */
function record(inbox: Inbox, { delivery, status }: SendResult): Failure | null {
  try {
    inbox.inTransaction(() => inbox.attempted(delivery.id, status, isSuccess(status)))
    return null
  } catch (error) {
    const what = status === null ? 'no answer came' : `it was answered ${status}`
    return new Failure(
      'fault',
      `${delivery.delivery} was sent and ${what}, but that could not be recorded (${(error as Error).message})`,
      { next: 'check the disk; the deliveries after it were not sent', cause: error },
    )
  }
}

async function show({ out }: Context, ended: SendResult, several: boolean): Promise<void> {
  const { delivery, to, status, ms, detail } = ended
  if (out.json) return out.data(formatJsonLine({ delivery: delivery.delivery, to, status, ms }))
  if (!out.human) {
    await out.data(tsvRow([delivery.delivery, to, status, ms]))
    // For a single one, the command's error says it.
    if (several && ended.failure) out.warn(ended.failure.message)
    return
  }
  const paint = isSuccess(status) ? out.style.green : out.style.red
  const answer = `→ ${status ?? 'no answer'}`
  const before = `${escapeControls(delivery.delivery)}  `
  const after = escapeControls(`  ${ms} ms${detail === '' ? '' : `  ${detail}`}`)
  const room = Math.max(1, out.columns - before.length - answer.length)
  await out.data(`${before}${paint(answer)}${shorten(after, room)}\n`)
}

function throwMostSerious(failures: readonly Failure[], total: number): void {
  const first = mostSerious(failures)
  if (!first) return
  if (total === 1) throw first
  throw first.with({
    message: `${failures.length} of ${total} deliveries were not accepted; the most serious: ${first.message}`,
  })
}
