/** Chooses the events to show, so that each id is shown once. */

import { hasOwnId } from '../../../contract/realtime.ts'
import type { TailItem } from '../../../realtime/tail.ts'
import { Recent } from '../../../shared/recent.ts'
import type { BloomFilter } from '../../../store/bloom-filter.ts'
import { packed } from '../../../store/inbox/approvals.ts'
import type { ChannelApproval, Inbox } from '../../../store/inbox/inbox.ts'
import { groupOf, hashOf } from '../../../store/inbox/shown.ts'
import type { TailOptions } from './options.ts'
import type { ProgressSaver } from './progress-saver.ts'

/** How many ids a tail without a cursor remembers at least. */
const REMEMBERED = 10_000

const NONE = { items: [], hashes: [] }

export interface ShownEventFilterOptions extends Pick<TailOptions, 'saving' | 'unseen'> {
  inbox: Inbox
  progress: ProgressSaver
  /** Contains the events that were shown before and in this run. */
  filter: BloomFilter
  /** A replay shows events again that were shown before this mark. */
  mark: number
}

export class ShownEventFilter {
  readonly #options: ShownEventFilterOptions
  /** Used without a cursor: the tail then ignores what other runs have shown. */
  readonly #remembered = new Recent(REMEMBERED)
  #hashed: { items: readonly TailItem[]; hashes: readonly number[] } = NONE

  constructor(options: ShownEventFilterOptions) {
    this.#options = options
  }

  /** The events that were not shown on this channel, or that a replay shows again. */
  async of(items: readonly TailItem[]): Promise<readonly TailItem[]> {
    const { filter } = this.#options
    const suspects = new Map<TailItem, number>()
    const hashes = this.#hashesOf(items)
    for (let index = 0; index < items.length; index++) {
      const hash = hashes[index]!
      if (filter.mayHave(hash)) suspects.set(items[index]!, hash)
      // Also while the filter is still being filled: that may already be past the place of this event.
      filter.add(hash)
    }
    return suspects.size === 0 ? items : this.#withoutShown(items, suspects)
  }

  /** @param suspects events that may have been shown, with their hashes */
  async #withoutShown(
    items: readonly TailItem[],
    suspects: ReadonlyMap<TailItem, number>,
  ): Promise<readonly TailItem[]> {
    const { progress } = this.#options
    const before = await this.#before(suspects)
    const here = new Set<string>()
    return items.filter(item => {
      const { id } = item
      if (here.has(id)) return false
      here.add(id)
      const hash = suspects.get(item)
      return hash === undefined || !(before.has(id) || progress.has(id, hash))
    })
  }

  async #before(suspects: ReadonlyMap<TailItem, number>): Promise<Pick<ReadonlySet<string>, 'has'>> {
    const { saving, inbox, mark } = this.#options
    if (!saving) return this.#remembered
    const ids = Array.from(suspects.keys(), ({ id }) => id)
    return inbox.shown.shownAfter(ids, [...suspects.values()], mark)
  }

  #hashesOf(items: readonly TailItem[]): readonly number[] {
    if (this.#hashed.items !== items) {
      this.#hashed = { items, hashes: items.map(({ id }) => hashOf(id)) }
    }
    return this.#hashed.hashes
  }

  /** With --unseen, only the events that `webhook listen` has not shown. */
  async unseen(items: readonly TailItem[]): Promise<readonly TailItem[]> {
    if (!this.#options.unseen || items.length === 0) return items
    const elsewhere = await this.#options.inbox.byWebhook(items.map(({ id }) => id))
    return items.filter(({ id }) => !elsewhere.has(id))
  }

  /** Records that these events were shown. */
  shown(items: readonly TailItem[]): void {
    const { saving, progress } = this.#options
    if (!saving) for (const { id } of items) this.#remembered.add(id)
    const named = items.every(hasOwnId) ? items : items.filter(hasOwnId)
    if (named.length > 0) {
      const ids = named.map(({ id }) => id)
      const hashes = this.#hashesOf(named)
      progress.shown(groupOf(ids, hashes))
    }
    progress.approved(packed(approvalsOf(items)), items.length - named.length)
    this.#hashed = NONE
  }

  /** Records the approvals among events that are not shown because of --type. */
  skipped(items: readonly TailItem[]): void {
    const { progress } = this.#options
    const approvals = approvalsOf(items)
    progress.approved(packed(approvals), approvals.length)
  }
}

/** The events that approve a payment. */
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
