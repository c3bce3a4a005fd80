/**
 * Whether PostgreSQL is away: said when that begins, when the server refuses what it allowed before or no longer does, and
 * when it is over. No reason is said again before that, because a server may refuse and be away in turn for days.
 */

import { said } from '../../../../shared/language.ts'
import type { Step } from '../../../../shared/suggestion.ts'
import { type Away, Refused } from './errors.ts'

export interface AbsenceOptions {
  /**
   * PostgreSQL is away; called once until it is back, and again when somebody has to do something before it can be back.
   *
   * @param next what somebody has to do before it can be back; empty if it comes back by itself
   */
  onAway?(reason: string, next: readonly Step[]): void
  onBack?(): void
}

export class Absence {
  readonly #options: AbsenceOptions
  #why: Away | undefined
  /** The statements that were refused. */
  readonly #refused = new Set<string>()
  /** The reasons that were said since it began. */
  readonly #said = new Set<string>()

  constructor(options: AbsenceOptions) {
    this.#options = options
  }

  get isOver(): boolean {
    return this.#why === undefined
  }

  begin(why: Away): void {
    // A server that comes back and refuses the user waits for somebody: what to do was not said before. And while the user
    // only has no right to something, other statements work. If none does, that is news.
    const isNews = this.isOver || this.#why instanceof Refused !== why instanceof Refused
    if (isNews) {
      this.#why = why
      this.#refused.clear()
    }
    if (this.#why instanceof Refused && why instanceof Refused && why.statement !== undefined) {
      this.#refused.add(why.statement)
    }
    const reason = said(why.reason)
    if (!isNews || this.#said.has(reason)) return
    this.#said.add(reason)
    this.#options.onAway?.(reason, why instanceof Refused ? why.next : [])
  }

  /** @param statement that has succeeded */
  end(statement: string): void {
    if (this.isOver) return
    if (this.#refused.size > 0 && !this.#refused.has(statement)) return
    this.#refused.clear()
    this.#said.clear()
    this.#why = undefined
    this.#options.onBack?.()
  }
}
