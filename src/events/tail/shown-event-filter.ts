/** Chooses the events to show, so that each id is shown once. */

import { hasOwnId } from '#contract/realtime.ts'
import type { BloomFilter } from '#inbox/bloom-filter.ts'
import type { ChannelApproval, Inbox } from '#inbox/inbox.ts'
import { eventHash } from '#inbox/shown.ts'
import { RecentIds } from '#lib/recent-ids.ts'
import type { TailItem } from '#realtime/tail.ts'
import type { ProgressSaver } from './progress-saver.ts'
import type { TailOptions } from './tail.ts'

/** How many ids a run remembers at least: more than may wait to be saved. */
const REMEMBERED = 25_000

export interface ShownEventFilterOptions extends Pick<TailOptions, 'saving'> {
  inbox: Pick<Inbox, 'shown'>
  progress: Pick<ProgressSaver, 'shown' | 'approved'>
  /** Contains the events that were shown before and in this run. */
  filter: BloomFilter
  /** Whether what earlier runs have shown is not shown. A replay shows it again, and so does a tail without a cursor. */
  hidesShown: boolean
}

export class ShownEventFilter {
  readonly #options: ShownEventFilterOptions
  /** What this run has shown: it may not be in the inbox yet, and a replay doesn't look there. */
  readonly #remembered = new RecentIds(REMEMBERED)

  constructor(options: ShownEventFilterOptions) {
    this.#options = options
  }

  /** The events that were not shown on this channel, or that a replay shows again. */
  async of(items: readonly TailItem[]): Promise<readonly TailItem[]> {
    const { filter } = this.#options
    const suspects = new Map<TailItem, bigint>()
    for (const item of items) {
      const hash = eventHash(item.id)
      if (filter.mayHave(hash)) suspects.set(item, hash)
      // Also while the filter is still being filled: that may already be past the position of this event.
      filter.add(hash)
    }
    return suspects.size === 0 ? items : this.#withoutShown(items, suspects)
  }

  /** @param suspects events that may have been shown, with their hashes */
  async #withoutShown(
    items: readonly TailItem[],
    suspects: ReadonlyMap<TailItem, bigint>,
  ): Promise<readonly TailItem[]> {
    const { hidesShown, inbox } = this.#options
    const before = hidesShown ? await inbox.shown.before([...suspects.values()]) : null
    const here = new Set<string>()
    return items.filter(item => {
      const { id } = item
      if (here.has(id)) return false
      here.add(id)
      const hash = suspects.get(item)
      return hash === undefined || !(before?.has(hash) || this.#remembered.has(id))
    })
  }

  shown(items: readonly TailItem[]): void {
    const { saving, hidesShown, progress } = this.#options
    const named = items.filter(hasOwnId)
    for (const { id } of hidesShown ? named : items) this.#remembered.add(id)
    if (saving && named.length > 0) {
      progress.shown(BigInt64Array.from(named, ({ id }) => eventHash(id)))
    }
    progress.approved(approvalsOf(items))
  }

  /** Records the approvals among events that are not shown because of --type. */
  skipped(items: readonly TailItem[]): void {
    this.#options.progress.approved(approvalsOf(items))
  }
}

function approvalsOf(items: readonly TailItem[]): ChannelApproval[] {
  const approvals: ChannelApproval[] = []
  for (const item of items) {
    const { id, type, paymentId, approval } = item
    if (approval === undefined || paymentId === undefined) continue
    const { source, amount, netAmount } = approval
    approvals.push({ event: type, eventId: hasOwnId(item) ? id : null, paymentId, source, amount, netAmount })
  }
  return approvals
}
