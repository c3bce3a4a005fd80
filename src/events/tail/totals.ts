/** What a run of `events tail` has shown: how many events, and how many messages could not be read. */

import type { Unreadable } from '#contract/realtime.ts'
import type { Notes } from '#lib/notes.ts'
import { suggest } from '#lib/suggestion.ts'
import { texts as realtimeTexts } from '#realtime/texts.ts'
import { texts } from '../texts.ts'

export class Totals {
  readonly #json: boolean
  #events = 0
  #unreadable = 0
  readonly #named = new Set<Unreadable['what']>()
  #isSaid = false

  constructor(json: boolean) {
    this.#json = json
  }

  get isEmpty(): boolean {
    return this.#events === 0
  }

  shown(count: number): void {
    this.#events += count
  }

  /** A message can't be read. Each thing that can be wrong is said once. */
  unreadable(message: Unreadable, out: Notes): void {
    this.#unreadable++
    if (!this.#named.has(message.what)) warnOfMissed(out, () => realtimeTexts.unreadable(message))
    this.#named.add(message.what)
  }

  /** Prints the summary for a person, once, and for anybody how many messages could not be read. */
  say(out: Notes): void {
    if (this.#isSaid) return
    this.#isSaid = true
    if (this.#unreadable > 0) warnOfMissed(out, () => texts.unreadable(this.#unreadable))
    if (!this.#json) out.say(() => texts.shown(this.#events), { events: this.#events })
  }
}

function warnOfMissed(out: Notes, why: () => string): void {
  out.warn(suggest('reconcile', { say: () => `${why()}: ${realtimeTexts.mayBeMissed()}` }))
}
