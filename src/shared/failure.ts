/** The errors that pixctl throws on purpose. Any other error is a fault in pixctl or in this machine. */

import type { Step } from './suggestion.ts'

/** What kind of thing went wrong; each has its exit code (src/cli/output/exit-codes.ts). */
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

/** What a script may need besides the message. Fields that don't apply are left out. */
export interface FailureDetails {
  /** The HTTP status of the service. */
  status?: number
  /** The service's own `code`. */
  code?: string
  idempotencyKey?: string
  /** Of the charge that was created, if it isn't the one asked for or if something failed afterwards. */
  id?: string
  /** Seconds, from the service's `Retry-After`. */
  retryAfter?: number
}

interface FailureOptions {
  lines?: readonly string[]
  /** Required: a user who gets an error needs to know what to do. */
  next: Step | readonly Step[]
  details?: FailureDetails
  cause?: unknown
}

export class Failure extends Error {
  override readonly name = 'Failure'
  readonly category: Category
  /** Details, one per line, such as each difference. */
  readonly lines: readonly string[]
  /** What to do next, one step per line. */
  readonly next: readonly Step[]
  readonly details: FailureDetails

  /** @param message what happened and why, on one line and without a full stop; text from outside may have line breaks */
  constructor(category: Category, message: string, options: FailureOptions) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.category = category
    this.lines = options.lines ?? []
    this.next = [options.next].flat()
    this.details = options.details ?? {}
  }

  /** The same failure with some fields changed. */
  with({ message = this.message, ...changes }: Partial<FailureOptions> & { message?: string }): Failure {
    const { category, lines, next, details } = this
    return new Failure(category, message, { lines, next, details, cause: this, ...changes })
  }
}

/** The user or the system stopped the run (Ctrl-C, SIGTERM). Nothing is printed: the exit code says it. */
export class Stopped extends Failure {
  constructor(category: 'interrupted' | 'terminated') {
    super(category, category, { next: [] })
  }
}

/** A failure that the command has shown in full. Nothing more is printed: the exit code remains. */
export class Shown extends Failure {
  constructor({ category, message, next, ...options }: Failure) {
    super(category, message, { ...options, next })
  }
}

/** An error that wasn't thrown on purpose: a fault of this machine or of pixctl. */
export function faultOf(error: unknown): Failure {
  const message = (error as Partial<Error> | null)?.message || String(error)
  return new Failure('fault', message, { next: 'add --debug to see where this happened', cause: error })
}

/** Joins texts into one line, for JSON. Line breaks, which come from outside, become spaces. */
export function oneLine(...texts: readonly string[]): string {
  return texts
    .join('; ')
    .replaceAll(':; ', ': ')
    .replaceAll(/\s*[\n\r\u2028\u2029]\s*/g, ' ')
}
