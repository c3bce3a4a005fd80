/** Where `events tail` begins, and the place that this makes for the next run. */

import type { Output } from '../../../cli/output/output.ts'
import { suggest } from '../../../shared/suggestion.ts'
import type { Inbox } from '../../../store/inbox.ts'
import type { Place } from '../../../store/shown.ts'
import { formatMoment } from '../../../terminal/time.ts'
import type { TailOptions } from './options.ts'
import type { ProgressSaver } from './progress-saver.ts'

export interface BeginningOptions extends Pick<TailOptions, 'after' | 'saving' | 'forward'> {
  out: Pick<Output, 'note' | 'say'>
  inbox: Pick<Inbox, 'shown'>
  progress: Pick<ProgressSaver, 'done'>
  /** The channel's address as plainAddress writes it. */
  stream: string
}

export class Beginning {
  readonly #options: BeginningOptions
  /** The sequence to go on from; undefined for current events. */
  readonly start: string | undefined
  /** When the place to go on from was saved (ISO 8601); null where no place is used. */
  #savedAt: string | null = null
  #listening = false

  constructor(options: BeginningOptions) {
    this.#options = options
    const { after, saving } = options
    this.start = after ?? (saving ? this.#saved() : undefined)
  }

  #saved(): string | undefined {
    const { inbox, stream, forward, out } = this.#options
    const place: Place = forward ? 'processed' : 'watched'
    const saved = inbox.shown.places(stream)
    // Where nothing was forwarded yet, that begins where watching has come to.
    const start = saved[place] ?? saved.watched
    this.#savedAt = inbox.shown.savedAt(stream, saved[place] === undefined ? 'watched' : place)
    const other = saved[place] === undefined && inbox.shown.elsewhere(stream, place)
    if (other) {
      out.say(`the saved cursor is for ${other.stream}, not for ${stream}: ${this.#words(start)}`)
      out.say(suggest('events tail', { say: 'to continue from it', flags: { after: other.sequence } }))
    }
    return start
  }

  /**
   * The service listens, for the first time or again: that is a place to go on from, though no event may follow.
   *
   * @param at where the stream is, if the service has said so and nothing else says it
   */
  ready(at: string | undefined): void {
    const { after, saving, forward, out, progress } = this.#options
    const isFirst = !this.#listening
    this.#listening = true
    // --after is a place only once the service has taken it.
    const begin = isFirst ? (after ?? at) : at
    if (begin !== undefined) progress.done({ watched: begin, ...(forward && { processed: begin }) })
    else if (isFirst && forward && this.start !== undefined) progress.done({ processed: this.start })
    if (!isFirst) return
    out.note(`${this.#words(this.start)}; press Ctrl-C to stop`)
    if (saving && (this.start ?? at) === undefined) {
      out.say('nothing is saved until the first event, because the service gave no sequence')
    }
  }

  #words(start: string | undefined): string {
    if (start === undefined) return 'showing events from now on'
    if (this.#savedAt === null) return `continuing after sequence ${start}`
    return `continuing from ${formatMoment(Date.parse(this.#savedAt))} (sequence ${start})`
  }
}
