/** What a run of `events tail` has shown: how many events, how many payments, and their amount. */

import type { EventType } from '#contract/delivery.ts'
import { type Centavos, centavos, fromReais, toDecimal } from '#contract/money.ts'
import type { Unreadable } from '#contract/realtime.ts'
import { asObject } from '#lib/json.ts'
import type { Notes } from '#lib/notes.ts'
import { RecentIds } from '#lib/recent-ids.ts'
import { suggest } from '#lib/suggestion.ts'
import { envelopeOf, type TailItem } from '#realtime/tail.ts'
import { texts as realtimeTexts } from '#realtime/texts.ts'
import { texts } from '../texts.ts'
import type { TailOutput } from './tail.ts'

/** The events that `--paid` shows. */
export const PAID_TYPE: EventType = 'payment.approved'

/** How many payments are remembered at least, so that one with a second event counts once. */
const REMEMBERED = 10_000

export interface Paid {
  count: number
  sum: Centavos
  /** How many have no amount in whole centavos of reais, and are not in the sum. */
  unknown: number
}

export interface TotalsFlags {
  json?: boolean | undefined
  paid?: boolean | undefined
  bell?: boolean | undefined
}

export class Totals {
  readonly #flags: TotalsFlags
  #events = 0
  #paid: Paid = { count: 0, sum: centavos(0), unknown: 0 }
  #payments: RecentIds | undefined
  #unreadable = 0
  readonly #named = new Set<Unreadable['what']>()
  #hasRung = false
  #isSaid = false

  constructor(flags: TotalsFlags) {
    this.#flags = flags
  }

  get isEmpty(): boolean {
    return this.#events === 0
  }

  /** A batch begins: the bell may ring again. */
  begin(): void {
    this.#hasRung = false
  }

  shown(items: readonly TailItem[], out: TailOutput): void {
    this.#events += items.length
    const paid = items.filter(({ type }) => type === PAID_TYPE)
    if (paid.length > 0 && this.#flags.bell && !this.#hasRung) {
      this.#hasRung = true
      out.bell()
    }
    // A script calculates for itself; reading every amount would only slow it down.
    if (this.#flags.json) return
    for (const item of paid) this.#add(item)
    this.showRunning(out)
  }

  #add({ event, paymentId }: TailItem): void {
    this.#payments ??= new RecentIds(REMEMBERED)
    if (paymentId && !this.#payments.add(paymentId)) return
    const paid = this.#paid
    paid.count++
    const sum = paid.sum + (amountOf(event) ?? Number.NaN)
    if (Number.isSafeInteger(sum)) paid.sum = centavos(sum)
    else paid.unknown++
  }

  /** A message can't be read. Each thing that can be wrong is said once. */
  unreadable(message: Unreadable, out: Notes): void {
    this.#unreadable++
    if (!this.#named.has(message.what)) warnOfMissed(out, () => realtimeTexts.unreadable(message))
    this.#named.add(message.what)
  }

  /** With --paid, shows the total so far on the status line. */
  showRunning(out: TailOutput): void {
    if (this.#flags.paid && out.showsStatus) out.status(texts.paid(this.#paid))
  }

  /** Prints the summary for a person, once, and for anybody how many messages could not be read. */
  say(out: Notes): void {
    if (this.#isSaid) return
    this.#isSaid = true
    if (this.#unreadable > 0) warnOfMissed(out, () => texts.unreadable(this.#unreadable))
    if (this.#flags.json) return
    const { count, sum, unknown } = this.#paid
    const paid = texts.paid(this.#paid)
    out.say(this.#flags.paid ? paid : texts.shownAndPaid(this.#events, paid), {
      events: this.#events,
      paid: count,
      amount: toDecimal(sum),
      ...(unknown > 0 && { withoutAmount: unknown }),
    })
  }
}

function warnOfMissed(out: Notes, why: () => string): void {
  out.warn(suggest('reconcile', { say: () => `${why()}: ${realtimeTexts.mayBeMissed()}` }))
}

/** Null if the amount isn't a whole number of centavos of reais. */
function amountOf(event: string): Centavos | null {
  const { amount, currency = 'BRL' } = asObject(envelopeOf(event).data)
  return currency === 'BRL' ? fromReais(amount as number) : null
}
