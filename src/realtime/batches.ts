/** The events of the realtime channel as an async iterable of batches. It reconnects as often as needed. */

import { setImmediate } from 'node:timers/promises'
import { isDeeperThan, MAX_NESTING } from '#contract/json-members.ts'
import type { RealtimeEvent } from '#contract/realtime.ts'
import { Failure } from '#lib/failure.ts'
import { asObject, parseLossless } from '#lib/json.ts'
import { localized } from '#lib/language.ts'
import { suggest } from '#lib/suggestion.ts'
import { placeholders } from '#lib/texts.ts'
import { Connection, type ConnectionOptions } from './connection.ts'
import type { SessionEnd } from './session-state.ts'
import { texts } from './texts.ts'

/** So many characters of events are a batch; the rest waits in the socket. */
const ENOUGH = 1024 * 1024

/** An event, with the sequence to save when it has been processed. */
export type TailItem = Omit<RealtimeEvent, 'kind'>

/** The members of an event's envelope; none if it is nested too deep. Numbers that a double can't hold are no numbers. */
export function envelopeOf(event: string): Record<string, unknown> {
  // Parsing deeper nesting could overflow the stack.
  return asObject(isDeeperThan(event, MAX_NESTING) ? {} : parseLossless(event))
}

export interface TailOptions extends Omit<ConnectionOptions, 'onEvents' | 'onEnd'> {
  /** Ends the tail; the iteration then throws its reason. */
  signal: AbortSignal
  /** The sequence of `after` if the user gave it: then it is an error of usage if the service refuses it. */
  given?: string | undefined
}

/**
 * The events after the saved sequence, or from now on, in batches: what one read of the socket brought. It connects when
 * the first batch is requested. After a lost connection it resumes after the last event that arrived, saved or not.
 *
 * The iteration ends only with the caller's `break`, or throws: the signal's reason, or a Failure for a refused
 * token (unauthenticated), a refused `after` (usage if the user gave it, otherwise service), an address without the
 * channel (service), or an address that can't be reached (network). A batch that was requested ends only with the signal.
 */
export async function* openTail(options: TailOptions): AsyncGenerator<readonly TailItem[], undefined> {
  const { signal, given } = options
  signal.throwIfAborted()
  let arrived: TailItem[] = []
  let size = 0
  /** While enough wait to be handed on, nothing is read. */
  let isPaused = false
  let refusal: Failure | undefined
  let news = Promise.withResolvers<void>()
  const connection = await Connection.open({
    ...options,
    onEvents: events => {
      for (const event of events) {
        arrived.push(event)
        size += event.event.length
      }
      news.resolve()
      if (isPaused || size < ENOUGH) return
      isPaused = true
      connection.pause()
    },
    onEnd: end => {
      if (end.kind !== 'stopped') refusal = failureOf(end, given)
      news.resolve()
    },
  })
  const stop = () => connection.stop()
  signal.addEventListener('abort', stop)
  try {
    for (;;) {
      signal.throwIfAborted()
      if (arrived.length > 0) {
        await collected(() => size)
        const batch = arrived
        arrived = []
        size = 0
        isPaused = false
        connection.resume()
        yield batch
      } else if (refusal) throw refusal
      else {
        await news.promise
        news = Promise.withResolvers()
      }
    }
  } finally {
    signal.removeEventListener('abort', stop)
    connection.stop()
  }
}

/** Resolves when a turn of the event loop has brought nothing more, or there are enough: larger batches need fewer commits. */
async function collected(size: () => number): Promise<void> {
  for (let before = 0; size() > before && size() < ENOUGH; ) {
    before = size()
    await setImmediate()
  }
}

function failureOf(end: Exclude<SessionEnd, { kind: 'stopped' }>, given: string | undefined): Failure {
  switch (end.kind) {
    case 'token':
      return new Failure('unauthenticated', () => texts.tokenRefused(localized(end.why)), {
        next: suggest('auth login', { say: texts.storeToken, flags: { kind: 'ws-token' } }),
      })
    case 'after': {
      const category = end.after === given ? 'usage' : 'service'
      return new Failure(category, () => texts.cannotResume(end.after, localized(end.why)), {
        lines: end.after === given ? [] : [texts.otherChannel],
        next: [
          suggest('events tail', { say: texts.toStartAnew, flags: { 'no-resume': true } }),
          suggest('events tail', { say: texts.toContinueFromKnown, flags: { after: placeholders.SEQUENCE } }),
        ],
      })
    }
    case 'refused':
      return new Failure('service', () => texts.notTheChannel(localized(end.why)), {
        next: texts.checkRealtimeUrl,
        details: { status: end.status },
      })
    case 'unreachable':
      return new Failure('network', () => texts.noConnection(localized(end.why)), { next: end.remedy })
  }
}
