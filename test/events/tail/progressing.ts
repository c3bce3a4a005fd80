/** The progress of a tail, on a disk that answers when a test says so. */

import { setImmediate } from 'node:timers/promises'
import { ProgressSaver, type ProgressSaverOptions } from '#events/tail/progress-saver.ts'
import type { ProgressRecord } from '#inbox/inbox.ts'
import { SaveError } from '#inbox/inbox.ts'
import { eventHash } from '#inbox/shown.ts'
import { localized, type Text } from '#lib/language.ts'
import { group, STREAM } from '../../inbox/showing.ts'
import { FakeClock } from '../../support/clock.ts'

/** Progress that the disk has in hand. */
interface Handed {
  work: ProgressRecord
  /** The ids of the events in it. */
  ids: string[]
  keep(): void
  refuse(): void
}

/** Stands for the writer of the inbox. */
class Disk {
  /** The ids of all events that were shown. */
  readonly idOf = new Map<bigint, string>()
  /** All that it was asked to keep. */
  readonly handed: Handed[] = []
  #taken = 0
  #waiting: ((handed: Handed) => void)[] = []

  progress(work: ProgressRecord): Promise<void> {
    return new Promise((resolve, reject) => {
      const handed = {
        work,
        ids: work.shown.flatMap(group => Array.from(group, hash => this.idOf.get(hash)!)),
        keep: () => resolve(),
        refuse: () => reject(new SaveError('database or disk is full', { errcode: 13 })),
      }
      this.handed.push(handed)
      const tell = this.#waiting.shift()
      if (!tell) return
      this.#taken++
      tell(handed)
    })
  }

  /** The next that it is asked to keep. */
  async next(): Promise<Handed> {
    if (this.#taken < this.handed.length) return this.handed[this.#taken++]!
    return new Promise(resolve => this.#waiting.push(resolve))
  }
}

/** The progress of a tail whose disk and clock do what a test says. */
export function startProgress(over: Partial<ProgressSaverOptions> = {}) {
  const disk = new Disk()
  const clock = new FakeClock()
  const warnings: string[] = []
  const warn = (text: Text) => warnings.push(localized(text))
  const progress = new ProgressSaver({
    writing: disk,
    lease: undefined,
    stream: STREAM,
    saving: true,
    clock,
    warn,
    onLost: () => {},
    ...over,
  })
  const show = (...ids: string[]) => {
    for (const id of ids) disk.idOf.set(eventHash(id), id)
    progress.shown(group(...ids))
  }
  return { disk, clock, warnings, progress, show }
}

/** Whether a promise is settled when only time or the disk can change anything. */
export async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false
  const settle = () => {
    settled = true
  }
  promise.then(settle, settle)
  await setImmediate()
  return settled
}

/** Ids of so many events. */
export const numbered = (count: number, from = 0) =>
  Array.from({ length: count }, (_, n) => `evt_${from + n}`)
