/** Waits until a charge is paid (docs/decisions/command-line.md#charge-wait). It only reads and changes nothing. */

import type { Client, Read } from '#api/client.ts'
import { broken } from '#api/failures.ts'
import { Pace } from '#api/paging.ts'
import { paidContradictions } from '#contract/charge.ts'
import type { Payment } from '#contract/generated/types.ts'
import type { Clock } from '#lib/clock.ts'
import { Failure, Stopped } from '#lib/failure.ts'
import { localized, type Text } from '#lib/language.ts'
import { minuteOfDay } from '#lib/local-time.ts'
import type { ProgressNotes } from '#lib/notes.ts'
import { stateSentence } from '#lib/state-words.ts'
import { type Suggestion, suggest } from '#lib/suggestion.ts'
import { differenceText } from '../creations/failures.ts'
import { ChargeEvents, type OpenChannel, POLL_MS } from './realtime.ts'
import { texts } from './texts.ts'

/** The most reads per minute, even if many events come: half of the key's limit. */
const MAX_READS_PER_MINUTE = 60
/** How often the remaining time is updated on the screen, in milliseconds. */
const TICK_MS = 1000
/** How long to wait after the charge expires: the service needs a moment to show the final state. */
export const GRACE_MS = 30_000

export interface WaitOptions {
  client: Pick<Client, 'payment'>
  clock: Clock
  signal: AbortSignal
  out: Pick<ProgressNotes, 'note' | 'warn' | 'clearStatus'>
  /** Called every second of the wait, with the milliseconds until the charge can no longer be paid. */
  onWaiting(charge: Payment, leftMs: number): void
  /** Opens the realtime channel. Called only if the charge is not final. */
  open: OpenChannel
  /** Milliseconds; by default until half a minute after `expiresAt`, or without limit if `late`. */
  timeoutMs: number | undefined
  /** Called after Ctrl-C or SIGTERM, with the charge as it was last read. */
  onStopped?(last: Read<Payment>): void
  /** Goes on after EXPIRED, because a payment may be confirmed late (docs/service.md, 3). */
  late: boolean
}

/** Errors that may be gone at the next read. */
export const TEMPORARY: ReadonlySet<Failure['category']> = new Set(['network', 'service', 'rate_limited'])

/**
 * Reads the charge until it is PAID, has ended unpaid, or the time is over. Returns the last state. The charge is read
 * when an event comes, when the realtime channel connects, and every minute; without the channel every 5 s. After the
 * first successful read, temporary errors don't end the wait; a charge that contradicts itself does.
 *
 * @param first a reading of just now: the wait begins with it
 */
export async function awaitPayment(
  id: string,
  options: WaitOptions,
  first?: Read<Payment>,
): Promise<Read<Payment>> {
  const { client, clock, signal, out, timeoutMs, late } = options
  const started = clock.monotonic()
  const pace = new Pace(MAX_READS_PER_MINUTE)
  const events = new ChargeEvents(names => names.filter(name => name === id), options)
  let deadline = started + (timeoutMs ?? Number.POSITIVE_INFINITY)
  let expiry = deadline
  let last: Read<Payment> | undefined
  try {
    for (;;) {
      let readError: Failure | null = null
      try {
        const isFirst = last === undefined
        last = (isFirst && first) || (await client.payment(id, Math.max(1000, deadline - clock.monotonic())))
        expiry = expiryOf(last, clock, started)
        if (timeoutMs === undefined && !late) deadline = expiry + GRACE_MS
      } catch (error) {
        if (!last || !(error instanceof Failure) || !TEMPORARY.has(error.category)) throw error
        readError = error
      }
      const contradiction = contradictionOf(last.data, last.at ?? clock.now())
      if (contradiction) throw contradiction
      pace.note(clock.monotonic())
      const left = deadline - clock.monotonic()
      if (left <= 0 && readError) out.warn(() => texts.readEarlier(readError.localized))
      if (isOver(last.data, late) || left <= 0) return last
      events.open()
      const waiting = { charge: last.data, expiry, deadline, lastReadFailed: readError !== null, pace }
      await untilNextRead(events, waiting, options)
    }
  } catch (error) {
    if (error instanceof Stopped && error === signal.reason) {
      if (last) options.onStopped?.(last)
      throw new Stopped(error.category, stoppedText(last?.data, expiry, clock), {
        next: waitAgain(id, late),
      })
    }
    throw error
  } finally {
    events.close()
    out.clearStatus()
  }
}

interface Waiting {
  charge: Payment
  /** When it can no longer be paid, by the monotonic clock. */
  expiry: number
  deadline: number
  /** Whether the last attempt to read it failed. */
  lastReadFailed: boolean
  pace: Pace
}

/** Sleeps until the next read, and tells the remaining time. */
async function untilNextRead(
  events: ChargeEvents,
  { charge, expiry, deadline, lastReadFailed, pace }: Waiting,
  { clock, onWaiting }: WaitOptions,
): Promise<void> {
  const readAt = clock.monotonic()
  let hasNews = false
  for (;;) {
    const now = clock.monotonic()
    hasNews = events.takeNews() !== null || hasNews
    const due = hasNews ? now + pace.wait(now) : readAt + (lastReadFailed ? POLL_MS : events.intervalMs)
    const wait = Math.min(due, deadline) - now
    if (wait <= 0) return
    const left = expiry - now
    onWaiting(charge, left)
    // Until the next full second of the remaining time, so that each second is shown once.
    await events.sleep(Math.min(wait, left > 0 && left % TICK_MS ? left % TICK_MS : TICK_MS))
  }
}

/**
 * Why a charge that the service calls PAID is not said to be paid: it contradicts itself. Null if it doesn't.
 *
 * @param now by the service's clock, in milliseconds since the epoch
 */
export function contradictionOf(charge: Payment, now: number): Failure | null {
  const found = paidContradictions(charge, now)
  if (found.length === 0) return null
  const { id } = charge
  const why = () => found.map(each => localized(differenceText(each))).join('; ')
  return broken(() => texts.contradicts(id, why()), { id })
}

/** The error for a charge that is not PAID; null for one that is. */
export function unpaid({ id, status }: Payment, late: boolean): Failure | null {
  if (status === 'PAID') return null
  if (isOver({ status }, late)) {
    const next = status === 'EXPIRED' ? waitAgain(id, true, texts.latePayment) : texts.newCharge
    return new Failure('not_as_expected', () => texts.endedUnpaid(id, stateSentence(status)), { next })
  }
  return new Failure('still_unpaid', () => texts.stillUnpaid(id, stateSentence(status)), {
    next: waitAgain(id, late),
  })
}

/** Only the last reading is known: what happened after it isn't. */
function stoppedText(last: Payment | undefined, expiry: number, clock: Clock): Text {
  const expiresAt = last?.expiresAt ?? null
  if (last?.status !== 'PENDING' || expiresAt === null || expiry <= clock.monotonic()) {
    return texts.stoppedWaiting
  }
  const now = clock.now()
  return () => texts.stillPayable(minuteOfDay(expiresAt, now))
}

function waitAgain(id: string, late: boolean, say = texts.toWaitAgain): Suggestion {
  return suggest('charge wait', { say, args: [id], flags: late ? { late: true } : {} })
}

/** Whether the wait for a charge is over. */
export function isOver({ status }: Pick<Payment, 'status'>, late: boolean): boolean {
  return status === 'PAID' || status === 'FAILED' || (status === 'EXPIRED' && !late)
}

/**
 * When the charge can no longer be paid, by the monotonic clock. The current time comes from the service, because this
 * machine's clock may be wrong.
 */
export function expiryOf(
  { data, at }: Pick<Read<Payment>, 'data' | 'at'>,
  clock: Clock,
  started: number,
): number {
  const left = leftMs(data, at ?? clock.now())
  return left === null ? started + data.validityMinutes * 60_000 : clock.monotonic() + left
}

/**
 * How long a charge can still be paid, in milliseconds, by the service's clock: from `expiresAt`, otherwise from the
 * validity; null if the service says no time.
 */
export function leftMs(
  { expiresAt, createdAt, validityMinutes }: Payment,
  serviceNow: number,
): number | null {
  const validity = validityMinutes * 60_000
  const end = expiresAt === null ? Date.parse(createdAt) + validity : Date.parse(expiresAt)
  // The Date header has whole seconds, so a new charge would have a second too much.
  return Number.isNaN(end) ? null : Math.min(end - serviceNow, validity)
}
