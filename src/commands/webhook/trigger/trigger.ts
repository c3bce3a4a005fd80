/** `webhook trigger`: sends one signed test event, once. */

import { TransportError } from '#api/transport-error.ts'
import { type Context, timeoutOf } from '#cli/context/context.ts'
import { presentObject } from '#cli/output/present.ts'
import { isSuccess, TRANSPORT_TESTS } from '#contract/delivery.ts'
import { bodyStart } from '#forwarding/send.ts'
import {
  ATTEMPT_MS,
  createPost,
  refusedDelivery,
  type TargetAnswer,
  unreachable,
} from '#forwarding/targets.ts'
import { Failure } from '#lib/failure.ts'
import { checkTarget } from '#lib/input/addresses.ts'
import { checkAmount } from '#lib/input/amounts.ts'
import { checkChargeId } from '#lib/input/ids.ts'
import { formatJson } from '#lib/json.ts'
import { formatDuration } from '#lib/local-time.ts'
import { headersOf, signedDelivery, type TestEvent, testEvent } from '#webhooks/events.ts'
import { confirmTarget } from '../shared/confirm-target.ts'
import { texts } from './texts.ts'

export interface TriggerFlags {
  to: string
  'payment-id'?: string | undefined
  amount?: string | undefined
  yes?: boolean | undefined
  'no-input'?: boolean | undefined
  'secret-file'?: string | undefined
  /** Seconds. */
  timeout?: number | undefined
}

/** Sends the event and prints the answer. Failure if the answer isn't 2xx. */
export async function trigger(context: Context, type: string, flags: TriggerFlags): Promise<void> {
  const { host, out, debug } = context
  const to = checkTarget(flags.to, '--to')
  const event = eventOf(type, flags, host.clock.now())
  const signer = (await context.webhookSecrets(flags['secret-file'])).signer(to)
  await confirmTarget(host, to, flags)
  const delivery = signedDelivery(signer.secret, host.clock.now(), JSON.stringify(event))
  out.note(texts.sending(type, to))
  out.say(() => texts.signedWith(signer.said))
  const post = createPost(host, Math.min(timeoutOf(flags), ATTEMPT_MS))
  const answer = await post(to, headersOf(type, delivery), delivery.body).catch(error => {
    if (!(error instanceof TransportError)) throw error
    throw unreachable(error, to, error.maybeSent ? [() => texts.mayHaveArrived(delivery.id)] : [])
  })
  debug(`POST ${new URL(to).host} ${answer.status} ${answer.ms} ms`)
  await present(context, event, delivery.id, to, answer)
  if (isSuccess(answer.status)) return
  throw refusedDelivery(answer.status, {
    to,
    signedWith: () => signer.said,
    secretFile: flags['secret-file'],
  })
}

function eventOf(type: string, { 'payment-id': id, amount }: TriggerFlags, nowMs: number): TestEvent {
  if (TRANSPORT_TESTS.includes(type) && (id !== undefined || amount !== undefined)) {
    throw new Failure('usage', () => texts.onlyTransport(type), { next: texts.leaveOut })
  }
  return testEvent(type, {
    nowMs,
    paymentId: id === undefined ? undefined : checkChargeId(id),
    amount: amount === undefined ? undefined : checkAmount(amount),
  })
}

async function present(
  { out }: Context,
  { id, type }: TestEvent,
  delivery: string,
  to: string,
  answer: TargetAnswer,
): Promise<void> {
  const { status, body, ms } = answer
  const result = { event: type, eventId: id, delivery, to, status, ms }
  if (out.json) return out.data(formatJson(result))
  const answerText = bodyStart(body).trim()
  await presentObject(out, Object.entries(result), () => [
    { label: texts.event(), value: type },
    { label: texts.eventId(), value: id },
    { label: texts.delivery(), value: delivery, whole: true },
    { label: texts.to(), value: to, whole: true },
    {
      label: texts.answer(),
      value: texts.answerIn(status, formatDuration(ms)),
      paint: isSuccess(status) ? out.style.green : out.style.red,
    },
    ...(answerText === '' ? [] : [{ label: texts.body(), value: answerText }]),
  ])
}
