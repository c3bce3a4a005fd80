/** Chooses the events to show, so that each id is shown once. */

import { hasOwnId } from '#contract/realtime.ts'
import type { BloomFilter } from '#inbox/bloom-filter.ts'
import type { ChannelApproval, Inbox } from '#inbox/inbox.ts'
import { eventHash } from '#inbox/shown.ts'
import { RecentIds } from '#lib/recent-ids.ts'
import type { TailItem } from '#realtime/tail.ts'
import type { ProgressSaver } from './progress-saver.ts'
import type { TailOptions } from './tail.ts'

/** How many ids a run that shows old events again remembers at least. */
const REMEMBERED = 10_000

export interface ShownEventFilterOptions extends Pick<TailOptions, 'saving'> {
  inbox: Pick<Inbox, 'shown'>
  progress: ProgressSaver
  /** Contains the events that were shown before and in this run. */
  filter: BloomFilter
  /** Whether what earlier runs have shown is not shown. A replay shows it again, and so does a tail without a cursor. */
  hidesShown: boolean
}

export class ShownEventFilter {
  readonly #options: ShownEventFilterOptions
  /** What this run has shown, if earlier runs don't count. */
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
    const { progress, hidesShown, inbox } = this.#options
    const before = hidesShown ? await inbox.shown.before([...suspects.values()]) : null
    const wasShown = (id: string, hash: bigint) => before?.has(hash) ?? this.#remembered.has(id)
    const here = new Set<string>()
    return items.filter(item => {
      const { id } = item
      if (here.has(id)) return false
      here.add(id)
      const hash = suspects.get(item)
      return hash === undefined || !(wasShown(id, hash) || progress.has(hash))
    })
  }

  shown(items: readonly TailItem[]): void {
    const { saving, hidesShown, progress } = this.#options
    if (!hidesShown) for (const { id } of items) this.#remembered.add(id)
    const named = items.every(hasOwnId) ? items : items.filter(hasOwnId)
    if (saving && named.length > 0) {
      progress.shown(BigInt64Array.from(named, ({ id }) => eventHash(id)))
    }
    progress.approved(approvalsOf(items), saving ? items.length - named.length : items.length)
  }

  /** Records the approvals among events that are not shown because of --type. */
  skipped(items: readonly TailItem[]): void {
    const approvals = approvalsOf(items)
    this.#options.progress.approved(approvals, approvals.length)
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
