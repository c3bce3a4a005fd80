/** The errors that pixctl throws on purpose. Any other error is a fault in pixctl or in this machine. */

import { english, said, type Text } from './language.ts'
import type { Step } from './suggestion.ts'
import { texts } from './texts.ts'

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
  lines?: readonly Text[]
  /** Required: a user who gets an error needs to know what to do. */
  next: Step | readonly Step[]
  details?: FailureDetails
  cause?: unknown
}

/** An error whose text a person reads in either language. */
export class LocalizedError extends Error {
  readonly #text: Text

  /** @param text `message` of the error is this text in English */
  constructor(text: Text, options?: ErrorOptions) {
    super(english(text), options)
    this.#text = text
  }

  /** The message, to say it elsewhere in the language of then. */
  get text(): Text {
    return this.#text
  }

  /** The message in the language of the person. */
  get said(): string {
    return said(this.#text)
  }
}

export class Failure extends LocalizedError {
  override readonly name = 'Failure'
  readonly category: Category
  readonly #lines: readonly Text[]
  /** What to do next, one step per line. */
  readonly next: readonly Step[]
  readonly details: FailureDetails

  /**
   * @param message what happened and why, on one line and without a full stop; text from outside may have line breaks.
   *   `message` of the error is this text in English
   */
  constructor(category: Category, message: Text, options: FailureOptions) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.category = category
    this.#lines = options.lines ?? []
    this.next = [options.next].flat()
    this.details = options.details ?? {}
  }

  /** The details, to say them elsewhere in the language of then. */
  get lineTexts(): readonly Text[] {
    return this.#lines
  }

  /** Details in English, one per line, such as each difference. Those that say nothing are left out. */
  get lines(): readonly string[] {
    return this.#lines.map(english).filter(line => line !== '')
  }

  /** The same in the language of the person. */
  get saidLines(): readonly string[] {
    return this.#lines.map(said).filter(line => line !== '')
  }

  /** The same failure with some fields changed. */
  with({ message = this.text, ...changes }: Partial<FailureOptions> & { message?: Text }): Failure {
    const { category, next, details } = this
    return new Failure(category, message, { lines: this.#lines, next, details, cause: this, ...changes })
  }

  /** The same failure, as one that the command has shown in full. */
  reported(): AlreadyReported {
    const { category, next, details, cause } = this
    return new AlreadyReported(category, this.text, { lines: this.#lines, next, details, cause })
  }
}

/** The user or the system stopped the run (Ctrl-C, SIGTERM). Nothing is printed: the exit code says it. */
export class Stopped extends Failure {
  constructor(category: 'interrupted' | 'terminated') {
    super(category, category, { next: [] })
  }
}

/** A failure that the command has shown in full. Nothing more is printed: the exit code remains. */
export class AlreadyReported extends Failure {}

/** An error that wasn't thrown on purpose: a fault of this machine or of pixctl. */
export function faultOf(error: unknown): Failure {
  return new Failure('fault', textOf(error), { next: texts.addDebug, cause: error })
}

/** What an error says, to say it elsewhere. Only a {@link LocalizedError} and a system error have their text in both languages. */
export function textOf(error: unknown): Text {
  if (error instanceof LocalizedError) return error.text
  const text = systemErrorText(error)
  if (text !== null) return text
  return (error as Partial<Error> | null)?.message || String(error)
}

/** What an error says, in the language of the person. */
export function saidBy(error: unknown): string {
  return said(textOf(error))
}

/** Joins texts into one line, for JSON. Line breaks, which come from outside, become spaces. */
export function oneLine(...texts: readonly string[]): string {
  return texts
    .join('; ')
    .replaceAll(':; ', ': ')
    .replaceAll(/\s*[\n\r\u2028\u2029]\s*/g, ' ')
}

/** What a code such as `ENOENT` means for a file, in the language of the person; other text stays. */
export function systemErrorWords(code: string): string {
  const words = wordsOf(code)
  return words ? texts.systemError(words(), code) : code
}

/** The message of a system error, whose words are Node's in English; null for other errors. */
export function systemErrorText(error: unknown): Text | null {
  if (!(error instanceof Error) || !('code' in error)) return null
  const { code, message, path } = error as NodeJS.ErrnoException
  const words = wordsOf(code ?? '')
  return words && message.startsWith(`${code}: `) ? () => texts.nodeError(message, words(), path) : null
}

function wordsOf(code: string): (() => string) | undefined {
  return Object.hasOwn(texts.systemErrors, code) ? texts.systemErrors[code] : undefined
}
