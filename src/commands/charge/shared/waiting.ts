/** Waiting for a charge to be paid (docs/decisions/command-line.md#charge-wait). Reads only: it changes nothing. */

import type { Client, Read } from '../../../api/client.ts'
import { Pace } from '../../../api/paging.ts'
import type { Output } from '../../../cli/output/output.ts'
import type { Payment } from '../../../contract/generated/types.ts'
import type { Clock } from '../../../shared/clock.ts'
import { Failure } from '../../../shared/failure.ts'
import { type Suggestion, suggest } from '../../../shared/suggestion.ts'
import { humanAmount } from '../../../terminal/amount.ts'
import { formatCountdown } from '../../../terminal/time.ts'
import { type OpenChannel, POLL_MS, Watch } from './waiting-realtime.ts'

/** The most reads in a minute, however many events come: half of what the key may do. */
const MAX_READS_PER_MINUTE = 60
/** How often the time that is left is shown anew, in milliseconds. */
const TICK_MS = 1000
/** How long after its end a charge is still awaited: the service needs a moment to say what became of it. */
const GRACE_MS = 30_000

export interface WaitOptions {
  client: Pick<Client, 'payment'>
  clock: Clock
  signal: AbortSignal
  out: Pick<Output, 'note' | 'warn' | 'status' | 'clearStatus'>
  /** Opens the realtime channel, once the charge is known not to be over. */
  open: OpenChannel
  /** Milliseconds; by default until `expiresAt` and half a minute, without end when `late`. */
  patienceMs: number | undefined
  /** Goes on past EXPIRED: a later confirmation may prevail (docs/service.md, 3). */
  late: boolean
}

/** What may be over by the next read. */
const PASSING: ReadonlySet<Failure['category']> = new Set(['network', 'service', 'rate_limited'])

/**
 * Reads the charge until it is PAID, ended unpaid, or the time is over; gives what was read last. It is read when
 * the realtime channel tells of it or is newly there, every minute besides, and every 5 s while there is no
 * channel. Once it has been read, a service that can't be reached for a while only costs time.
 */
export async function awaitPayment(id: string, options: WaitOptions): Promise<Read<Payment>> {
  const { client, clock, signal, out, patienceMs, late } = options
  const started = clock.monotonic()
  const pace = new Pace(MAX_READS_PER_MINUTE)
  const watch = new Watch(id, options)
  let deadline = started + (patienceMs ?? Number.POSITIVE_INFINITY)
  let expiry = deadline
  let last: Read<Payment> | undefined
  try {
    for (;;) {
      let missed = ''
      try {
        last = await client.payment(id, Math.max(1000, deadline - clock.monotonic()))
        expiry = expiryOf(last, clock, started)
        if (patienceMs === undefined && !late) deadline = expiry + GRACE_MS
      } catch (error) {
        if (!last || !(error instanceof Failure) || !PASSING.has(error.category)) throw error
        missed = error.message
      }
      pace.note(clock.monotonic())
      const left = deadline - clock.monotonic()
      if (left <= 0 && missed)
        out.warn(`this charge was read earlier; the last attempt to read it failed: ${missed}`)
      if (isOver(last.data, late) || left <= 0) return last
      watch.open()
      await untilNextRead(
        watch,
        { charge: last.data, expiry, deadline, missed: missed !== '', pace },
        options,
      )
    }
  } catch (error) {
    if (error instanceof Failure && error === signal.reason) {
      throw new Failure(error.category, 'stopped waiting; the charge was not changed', {
        next: waitAgain(id, late),
      })
    }
    throw error
  } finally {
    watch.close()
    out.clearStatus()
  }
}

interface Waiting {
  charge: Payment
  /** When it can no longer be paid, on the clock of durations. */
  expiry: number
  deadline: number
  /** Whether the last attempt to read it failed. */
  missed: boolean
  pace: Pace
}

/** Sleeps until the charge is to be read again, and shows meanwhile what is waited for. */
async function untilNextRead(
  watch: Watch,
  { charge, expiry, deadline, missed, pace }: Waiting,
  { clock, out }: WaitOptions,
): Promise<void> {
  const readAt = clock.monotonic()
  let told = false
  for (;;) {
    const now = clock.monotonic()
    told = watch.takeNews() || told
    const due = told ? now + pace.wait(now) : readAt + (missed ? POLL_MS : watch.intervalMs)
    const wait = Math.min(due, deadline) - now
    if (wait <= 0) return
    const left = expiry - now
    out.status(waitingText(charge, left))
    // To the next full second of what is left: each is shown, and shown once.
    await watch.sleep(Math.min(wait, left > 0 && left % TICK_MS ? left % TICK_MS : TICK_MS))
  }
}

function waitingText({ amount, status }: Payment, leftMs: number): string {
  const payable = status === 'PENDING' && leftMs > 0
  const why = payable ? `the customer has ${formatCountdown(leftMs)} left` : `the charge is ${status}`
  return `waiting for ${humanAmount(amount)}; ${why}`
}

/** The end of a wait as an error; nothing when the charge is PAID. */
export function failUnlessPaid({ id, status }: Payment, late: boolean): void {
  if (status === 'PAID') return
  if (isOver({ status }, late)) {
    throw new Failure('not_as_expected', `charge ${id} ended unpaid: ${status}`, {
      next:
        status === 'EXPIRED'
          ? waitAgain(id, true, 'a late payment may still come')
          : 'create a new charge if the payment is still wanted',
    })
  }
  throw new Failure('still_unpaid', `charge ${id} is still unpaid: ${status}`, {
    next: waitAgain(id, late),
  })
}

function waitAgain(id: string, late: boolean, say = 'to wait again'): Suggestion {
  return suggest('charge wait', { say, args: [id], flags: late ? { late: true } : {} })
}

function isOver({ status }: Pick<Payment, 'status'>, late: boolean): boolean {
  return status === 'PAID' || status === 'FAILED' || (status === 'EXPIRED' && !late)
}

/**
 * When a charge can no longer be paid, on the clock of durations: by its expiresAt, or else by its
 * validity. What time it is now the service says: this machine's clock may be wrong.
 */
function expiryOf({ data, at }: Read<Payment>, clock: Clock, started: number): number {
  const { expiresAt, createdAt, validityMinutes } = data
  const end = expiresAt === null ? Date.parse(createdAt) + validityMinutes * 60_000 : Date.parse(expiresAt)
  // A leap second is a time that Date can't read.
  if (Number.isNaN(end)) return started + validityMinutes * 60_000
  return clock.monotonic() + end - (at ?? clock.now())
}
