/** The one kind of error that pixctl shows on purpose. Anything else that is thrown is a fault of its own. */

import type { Step } from './suggestion.ts'

/** What went wrong, as the exit codes tell it apart (src/cli/output/exit-codes.ts). */
export type Category =
  | 'fault'
  | 'usage'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'rate_limited'
  | 'service'
  | 'network'
  | 'not_valid'
  | 'not_as_expected'
  | 'still_unpaid'
  | 'interrupted'
  | 'terminated'

/** What a script may want to know beside the message; members that don't apply are left out. */
export interface FailureDetails {
  /** The HTTP status of the service. */
  status?: number
  /** The service's own `code`. */
  code?: string
  idempotencyKey?: string
  /** Of the charge that came, where it isn't the one that was asked for or something went wrong after it was made. */
  id?: string
  /** Seconds, as the service's `Retry-After` said. */
  retryAfter?: number
}

interface FailureOptions {
  lines?: readonly string[]
  /** Required: somebody who meets an error wants to know the way out. Only an end by a signal has none. */
  next: Step | readonly Step[]
  details?: FailureDetails
  cause?: unknown
}

export class Failure extends Error {
  override readonly name = 'Failure'
  readonly category: Category
  /** What there is to say of it beside the message, such as each difference, a line each. */
  readonly lines: readonly string[]
  /** What to do next, a line each. */
  readonly next: readonly Step[]
  readonly details: FailureDetails

  constructor(category: 'interrupted' | 'terminated', message: string)
  /** @param message what happened and why, on one line and without a full stop; line breaks from outside may be in it */
  constructor(category: Category, message: string, options: FailureOptions)
  constructor(category: Category, message: string, options: FailureOptions = { next: [] }) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.category = category
    this.lines = options.lines ?? []
    this.next = [options.next].flat()
    this.details = options.details ?? {}
  }

  /** The same failure with some of it changed. */
  with({ message = this.message, ...changes }: Partial<FailureOptions> & { message?: string }): Failure {
    const { category, lines, next, details } = this
    return new Failure(category, message, { lines, next, details, cause: this, ...changes })
  }
}

/** Whatever wasn't thrown on purpose: a fault of this machine or of pixctl. */
export function faultOf(error: unknown): Failure {
  const message = (error as Partial<Error> | null)?.message || String(error)
  return new Failure('fault', message, { next: 'add --debug to see where this happened', cause: error })
}

/** Texts as one line, for JSON: line breaks, which come from outside, are spaces there. */
export function oneLine(...texts: readonly string[]): string {
  return texts
    .join('; ')
    .replaceAll(':; ', ': ')
    .replaceAll(/\s*[\n\r\u2028\u2029]\s*/g, ' ')
}
