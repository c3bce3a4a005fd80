/** Waits until one charge is paid: the wait for several, for a single one. */

import type { Payment } from '#contract/generated/types.ts'
import { Stopped } from '#lib/failure.ts'
import { waitAgain } from './outcome.ts'
import { texts } from './texts.ts'
import { ChargesWait, type WaitOptions } from './wait.ts'

export interface AwaitOptions extends Omit<WaitOptions, 'onTick' | 'isSingle'> {
  /** Called every second of the wait, with the milliseconds until the charge can no longer be paid. */
  onWaiting(charge: Payment, leftMs: number): void
  /** Called after Ctrl-C or SIGTERM, with the charge as it was last read. */
  onStopped?(last: Payment): void
}

/**
 * The charge when it is PAID or has ended unpaid, or as it was last read when the time is over. After the first
 * successful reading, temporary errors don't end the wait; a charge that contradicts itself does.
 */
export async function awaitPayment(id: string, options: AwaitOptions): Promise<Payment> {
  const { clock, signal, onWaiting, onStopped } = options
  const wait = new ChargesWait([id], {
    ...options,
    isSingle: true,
    onTick: () => {
      for (const { charge, expiry } of wait.unended) onWaiting(charge, expiry - clock.monotonic())
    },
  })
  try {
    for await (const charge of wait.ended()) return charge
    return wait.unended[0]!.charge
  } catch (error) {
    if (!(error instanceof Stopped) || error !== signal.reason) throw error
    const [last] = wait.unended
    if (last) onStopped?.(last.charge)
    throw new Stopped(error.category, texts.stoppedWaiting, { next: waitAgain([id], options.late) })
  }
}
