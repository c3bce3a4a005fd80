/** Which events are to be shown: each id once (interface, Seen and processed). */

import { hasOwnId } from '../../../contract/realtime.ts'
import type { TailItem } from '../../../realtime/tail.ts'
import { Recent } from '../../../shared/recent.ts'
import { type ChannelApproval, toLists } from '../../../store/approvals.ts'
import type { BloomFilter } from '../../../store/bloom-filter.ts'
import type { Inbox } from '../../../store/inbox.ts'
import { groupOf, hashOf } from '../../../store/shown.ts'
import type { TailOptions } from './options.ts'
import type { ProgressSaver } from './progress-saver.ts'

/** How many ids a tail remembers at least that saves no cursor. */
const REMEMBERED = 10_000

export interface ShownEventFilterOptions extends Pick<TailOptions, 'after' | 'saving' | 'unseen'> {
  inbox: Inbox
  progress: ProgressSaver
  /** Knows what is shown from here on, and what was. */
  filter: BloomFilter
}

export class ShownEventFilter {
  readonly #options: ShownEventFilterOptions
  /** A replay shows again what was shown up to here. */
  readonly #mark: number
  /** Of a tail that saves no cursor: what others of this profile show is none of its business. */
  readonly #remembered = new Recent(REMEMBERED)
  #hashed: { items: readonly TailItem[]; hashes: readonly number[] } = { items: [], hashes: [] }

  constructor(options: ShownEventFilterOptions) {
    this.#options = options
    this.#mark = options.after === undefined ? 0 : options.inbox.shown.mark()
  }

  /** Those that this channel hasn't shown, or is asked to replay. */
  of(items: readonly TailItem[]): readonly TailItem[] {
    const { filter } = this.#options
    const suspects = new Map<TailItem, number>()
    const hashes = this.#hashesOf(items)
    for (let index = 0; index < items.length; index++) {
      const hash = hashes[index]!
      if (filter.mayHave(hash)) suspects.set(items[index]!, hash)
      // Also while it is being filled: what is shown meanwhile may stand behind where that is by then.
      filter.add(hash)
    }
    return suspects.size === 0 ? items : this.#withoutShown(items, suspects)
  }

  /** @param suspects those that may have been shown, with their hashes */
  #withoutShown(items: readonly TailItem[], suspects: ReadonlyMap<TailItem, number>): readonly TailItem[] {
    const { progress } = this.#options
    const before = this.#before(suspects)
    const here = new Set<string>()
    return items.filter(item => {
      const { id } = item
      if (here.has(id)) return false
      here.add(id)
      const hash = suspects.get(item)
      return hash === undefined || !(before.has(id) || progress.has(id, hash))
    })
  }

  #before(suspects: ReadonlyMap<TailItem, number>): Pick<ReadonlySet<string>, 'has'> {
    const { saving, inbox } = this.#options
    if (!saving) return this.#remembered
    const ids = Array.from(suspects.keys(), ({ id }) => id)
    return inbox.shown.shownAfter(ids, [...suspects.values()], this.#mark)
  }

  #hashesOf(items: readonly TailItem[]): readonly number[] {
    if (this.#hashed.items !== items) {
      this.#hashed = { items, hashes: items.map(({ id }) => hashOf(id)) }
    }
    return this.#hashed.hashes
  }

  /** With --unseen, those of them that the other channel hasn't shown. */
  unseen(items: readonly TailItem[]): readonly TailItem[] {
    if (!this.#options.unseen || items.length === 0) return items
    const elsewhere = this.#options.inbox.byWebhook(items.map(({ id }) => id))
    return items.filter(({ id }) => !elsewhere.has(id))
  }

  /** These were shown. */
  shown(items: readonly TailItem[]): void {
    const { saving, progress } = this.#options
    if (!saving) for (const { id } of items) this.#remembered.add(id)
    const named = items.every(hasOwnId) ? items : items.filter(hasOwnId)
    if (named.length > 0) {
      const ids = named.map(({ id }) => id)
      const hashes = this.#hashesOf(named)
      progress.shown(groupOf(ids, hashes), hashes)
    }
    progress.approved(toLists(approvalsOf(items)), items.length - named.length)
  }

  /** These have come and are not asked for: what approves among them is known to have come. */
  skipped(items: readonly TailItem[]): void {
    const { progress } = this.#options
    const approvals = approvalsOf(items)
    progress.approved(toLists(approvals), approvals.length)
  }
}

/** Those of them that approve a payment. */
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
