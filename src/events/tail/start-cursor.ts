/** Where `events tail` begins, and the first cursor that it saves for the next run. */

import type { CursorKind, Inbox } from '#inbox/inbox.ts'
import { AT_ANY_TIME } from '#inbox/shown.ts'
import { type Clock, isoNow } from '#lib/clock.ts'
import { formatMoment } from '#lib/local-time.ts'
import { texts } from '../texts.ts'
import type { ProgressSaver } from './progress-saver.ts'
import type { TailOptions, TailOutput } from './tail.ts'

export interface StartCursorOptions extends Pick<TailOptions, 'after' | 'saving' | 'forward'> {
  out: Pick<TailOutput, 'note' | 'say' | 'logsJson'>
  inbox: Pick<Inbox, 'shown'>
  progress: Pick<ProgressSaver, 'begin' | 'done'>
  clock: Clock
  /** The channel's address, normalized by plainAddress. */
  stream: string
}

export class StartCursor {
  readonly #options: StartCursorOptions
  /** The sequence to continue from; undefined for new events only. */
  readonly start: string | undefined
  /** The time that this cursor has reached (ISO 8601); null if it was not saved. */
  readonly #reachedAt: string | null
  #hasConnected = false
  /** The cursor of watching, while this run is elsewhere: it must not move past events that were never shown. */
  #watchedElsewhere: string | undefined

  private constructor(
    options: StartCursorOptions,
    start: string | undefined,
    reachedAt: string | null,
    watchedElsewhere?: string,
  ) {
    this.#options = options
    this.start = start
    this.#reachedAt = reachedAt
    this.#watchedElsewhere = watchedElsewhere
  }

  static async find(options: StartCursorOptions): Promise<StartCursor> {
    const { after, saving, inbox, stream, forward } = options
    if (after !== undefined || !saving) return new StartCursor(options, after, null)
    const kind: CursorKind = forward ? 'processed' : 'watched'
    const saved = await inbox.shown.cursors(stream)
    // The first run that forwards begins now, whatever was watched before.
    const start = saved[kind]
    const reachedAt = await inbox.shown.reachedAt(stream, kind)
    return new StartCursor(options, start, reachedAt, saved.watched === start ? undefined : saved.watched)
  }

  /** Whether the cursor of watching moves past these events: not before this run has reached that cursor. */
  watches(events: readonly { sequence: string }[]): boolean {
    if (events.some(({ sequence }) => sequence === this.#watchedElsewhere)) this.#watchedElsewhere = undefined
    return this.#watchedElsewhere === undefined
  }

  /**
   * The channel is connected, for the first time or again. This cursor is saved even if no event follows.
   *
   * @param at the current sequence, if the service has sent it
   * @param elsewhere the one that it has sent in place of the sequence to continue from
   */
  ready(at: string | undefined, elsewhere?: string): void {
    const { after, saving, forward, out, progress, clock } = this.#options
    const isFirst = !this.#hasConnected
    this.#hasConnected = true
    // --after counts only when the service has accepted it.
    const begin = isFirst ? (after ?? at) : at
    // Without a cursor, only events from now on come. Those after --after may be of any age.
    const from = this.start === undefined ? isoNow(clock) : (this.#reachedAt ?? AT_ANY_TIME)
    if (isFirst) progress.begin(from)
    if (begin !== undefined) {
      const watches = this.watches([{ sequence: begin }])
      progress.done({ ...(watches && { watched: begin }), ...(forward && { processed: begin }) }, from)
    }
    if (!isFirst) return
    out.note(`${this.#words(this.start)}${out.logsJson ? '' : texts.pressCtrlC()}`)
    if (elsewhere !== undefined) out.note(texts.channelIsAt(elsewhere))
    if (saving && (this.start ?? at) === undefined) out.say(texts.nothingSavedYet)
  }

  #words(start: string | undefined): string {
    if (start === undefined) return texts.fromNowOn()
    if (this.#reachedAt === null || this.#reachedAt === AT_ANY_TIME) return texts.continuingAfter(start)
    return texts.continuingFrom(formatMoment(Date.parse(this.#reachedAt)), start)
  }
}
