/** Waiting for a charge to be paid (interface section 4, charge wait). Reads only: it changes nothing. */

import type { Client, Read } from '../api/client.ts'
import type { Payment } from '../contract/generated/types.ts'
import type { Clock } from '../shared/clock.ts'
import { Failure } from '../shared/failure.ts'
import { formatDuration } from '../terminal/time.ts'
import type { Output } from './output.ts'

/** Between two reads of the charge, in milliseconds: 12 of the 120 calls a minute. */
const POLL_MS = 5_000
/** How long after its end a charge is still awaited: the service needs a moment to say what became of it. */
const GRACE_MS = 30_000

export interface WaitOptions {
  client: Client
  clock: Clock
  signal: AbortSignal
  out: Output
  /** Milliseconds; by default until `expiresAt` and half a minute, without end when `late`. */
  patienceMs: number | undefined
  /** Goes on past EXPIRED: a later confirmation may prevail (spec section 3). */
  late: boolean
}

/** What may be over by the next read. */
const PASSING: ReadonlySet<Failure['category']> = new Set(['network', 'service', 'rate_limited'])

/**
 * Reads the charge until it is PAID, ended unpaid, or the time is over; gives what was read last. Once it
 * has been read, a service that can't be reached for a while only costs time.
 */
export async function awaitPayment(id: string, options: WaitOptions): Promise<Read<Payment>> {
  const { client, clock, signal, out, patienceMs, late } = options
  const started = clock.now()
  let deadline = started + (patienceMs ?? Number.POSITIVE_INFINITY)
  let last: Read<Payment> | undefined
  try {
    for (;;) {
      let missed = ''
      try {
        last = await client.payment(id, Math.max(1000, deadline - clock.now()))
      } catch (error) {
        if (!last || !(error instanceof Failure) || !PASSING.has(error.category)) throw error
        missed = error.message
      }
      if (patienceMs === undefined && !late) deadline = endOf(last.data, started)
      const left = deadline - clock.now()
      if (left <= 0 && missed) out.warn(`what is shown was read earlier; the last reading failed: ${missed}`)
      if (isOver(last.data, late) || left <= 0) return last
      const time = Number.isFinite(left) ? `, ${formatDuration(left)} left` : ''
      out.status(`${last.data.status}, waiting for charge ${id}${time}`)
      await clock.sleep(Math.min(POLL_MS, left), signal)
    }
  } catch (error) {
    if (error instanceof Failure && error === signal.reason) {
      throw new Failure(error.category, 'stopped waiting; the charge stays as it is', {
        next: `to wait again: pixctl charge wait ${id}${late ? ' --late' : ''}`,
      })
    }
    throw error
  } finally {
    out.clearStatus()
  }
}

/** The end of a wait as an error; nothing when the charge is PAID. */
export function failUnlessPaid({ id, status }: Payment, late: boolean): void {
  if (status === 'PAID') return
  if (isOver({ status }, late)) {
    throw new Failure('not_as_expected', `charge ${id} ended unpaid: ${status}`, {
      next:
        status === 'EXPIRED'
          ? `a late payment may still come: pixctl charge wait ${id} --late`
          : 'create a new charge if the payment is still wanted',
    })
  }
  throw new Failure('still_unpaid', `charge ${id} is still unpaid: ${status}`, {
    next: `to wait again: pixctl charge wait ${id}${late ? ' --late' : ''}`,
  })
}

function isOver({ status }: Pick<Payment, 'status'>, late: boolean): boolean {
  return status === 'PAID' || status === 'FAILED' || (status === 'EXPIRED' && !late)
}

/** When a charge can no longer be paid, and a little: by its expiresAt, or else by its validity. */
function endOf({ expiresAt, createdAt, validityMinutes }: Payment, started: number): number {
  const end = expiresAt === null ? Date.parse(createdAt) + validityMinutes * 60_000 : Date.parse(expiresAt)
  // A leap second is a time that Date can't read.
  return (Number.isNaN(end) ? started + validityMinutes * 60_000 : end) + GRACE_MS
}
