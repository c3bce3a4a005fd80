/** The event that `webhook trigger` sends: a made-up one, or one of a body that the user has. */

import { createReadStream, existsSync } from 'node:fs'
import type { Context } from '#cli/context/context.ts'
import { isTooShort, SHORTEST_PREFIX } from '#cli/flags/prefixes.ts'
import { DOCUMENTED_TYPES, TRANSPORT_TESTS } from '#contract/delivery.ts'
import { Failure } from '#lib/failure.ts'
import { readInput } from '#lib/files.ts'
import { checkAmount } from '#lib/input/amounts.ts'
import { checkChargeId } from '#lib/input/ids.ts'
import { suggest } from '#lib/suggestion.ts'
import { type EditedEvent, editedEvent, parseChange } from '#webhooks/edited-event.ts'
import { testEvent } from '#webhooks/events.ts'
import { MAX_DELIVERY_BYTES } from '#webhooks/verify-delivery.ts'
import { eventNamed } from '../shared/find.ts'
import { texts as shared } from '../shared/texts.ts'
import { texts } from './texts.ts'

interface EventFlags {
  from?: string | undefined
  set?: readonly string[] | undefined
  'payment-id'?: string | undefined
  amount?: string | undefined
}

/** Failure (usage) if there can't be one. */
export async function eventOf(
  context: Context,
  type: string | undefined,
  flags: EventFlags,
): Promise<EditedEvent> {
  const changes = (flags.set ?? []).map(parseChange)
  if (flags.from === undefined) {
    const body = Buffer.from(madeUp(type, flags, context.host.clock.now()))
    return editedEvent(body, { changes })
  }
  if (flags['payment-id'] !== undefined || flags.amount !== undefined) {
    throw new Failure('usage', texts.notWithFrom, { next: texts.useSet })
  }
  return editedEvent(await bodyFrom(context, flags.from), { type, changes })
}

function madeUp(type: string | undefined, flags: EventFlags, nowMs: number): string {
  const { 'payment-id': id, amount } = flags
  if (type === undefined) {
    throw new Failure('usage', texts.typeMissing, {
      next: [() => texts.oneOf(DOCUMENTED_TYPES.join('|')), texts.orFrom],
    })
  }
  if (TRANSPORT_TESTS.includes(type) && (id !== undefined || amount !== undefined)) {
    throw new Failure('usage', () => texts.onlyTransport(type), { next: texts.leaveOut })
  }
  const event = testEvent(type, {
    nowMs,
    paymentId: id === undefined ? undefined : checkChargeId(id),
    amount: amount === undefined ? undefined : checkAmount(amount),
  })
  return JSON.stringify(event)
}

/** A file that exists counts before an event of that name. */
async function bodyFrom(context: Context, from: string): Promise<Buffer> {
  const { stdin, signal } = context.host
  const input = { next: texts.giveFrom, most: MAX_DELIVERY_BYTES }
  if (from === '-') {
    if (stdin.isTTY) throw new Failure('usage', texts.stdinIsTerminal, { next: texts.pipeOrFile })
    return readInput(stdin.stream, signal, input)
  }
  if (existsSync(from)) return readInput(createReadStream(from), signal, { ...input, name: from })
  const inbox = await context.inboxIfAny()
  const id = inbox && (await eventNamed(inbox, from))
  const event = id === null ? null : await inbox!.reading.find(id)
  if (event) return event.body
  throw new Failure('usage', () => texts.neither(from), {
    next: [
      ...(isTooShort(from) ? [() => shared.tooShort(SHORTEST_PREFIX)] : []),
      suggest('webhook deliveries', { say: shared.see }),
    ],
  })
}
