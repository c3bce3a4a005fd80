/** The errors that pixctl throws on purpose. Any other error is a fault in pixctl or in this machine. */

import type { Outputs } from '#contract/generated/output.ts'
import { english, localized, type Text } from './language.ts'
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
export type FailureDetails = Omit<Outputs['error'], 'error' | 'exitCode'>

export interface FailureOptions {
  lines?: readonly Text[]
  /** Required: a user who gets an error needs to know what to do. */
  next: Step | readonly Step[]
  details?: FailureDetails
  cause?: unknown
}

/** An error whose text a person reads in either language. */
export class LocalizedError extends Error {
  /** The message, to say it elsewhere in the language of then. */
  readonly text: Text

  /** @param text `message` of the error is this text in English */
  constructor(text: Text, options?: ErrorOptions) {
    super(english(text), options)
    this.text = text
  }

  get localized(): string {
    return localized(this.text)
  }
}

export class Failure extends LocalizedError {
  override readonly name = 'Failure'
  readonly category: Category
  /** The details, one per line, to say them elsewhere in the language of then. */
  readonly lineTexts: readonly Text[]
  /** What to do next, one step per line. */
  readonly next: readonly Step[]
  readonly details: FailureDetails

  /**
   * @param message what happened and why, on one line and without a full stop; text from outside may have line breaks
   */
  constructor(category: Category, message: Text, options: FailureOptions) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.category = category
    this.lineTexts = options.lines ?? []
    this.next = [options.next].flat()
    this.details = options.details ?? {}
  }

  /** Details in English, one per line, such as each difference. Those that say nothing are left out. */
  get lines(): readonly string[] {
    return this.lineTexts.map(english).filter(line => line !== '')
  }

  /** The details in the language of the person. */
  get localizedLines(): readonly string[] {
    return this.lineTexts.map(localized).filter(line => line !== '')
  }

  /** This failure with some fields changed. */
  with({ message = this.text, ...changes }: Partial<FailureOptions> & { message?: Text }): Failure {
    const { category, lineTexts: lines, next, details } = this
    return new Failure(category, message, { lines, next, details, cause: this, ...changes })
  }

  /** This failure as one that the command has shown in full. */
  reported(): AlreadyReported {
    const { category, text, lineTexts: lines, next, details, cause } = this
    return new AlreadyReported(category, text, { lines, next, details, cause })
  }
}

/** The user or the system stopped the run (Ctrl-C, SIGTERM). It is no error: without words only the exit code says it. */
export class Stopped extends Failure {
  declare readonly category: 'interrupted' | 'terminated'
  readonly hasWords: boolean

  constructor(category: Stopped['category'], words?: Text, options?: Partial<FailureOptions>) {
    super(category, words ?? category, { next: [], ...options })
    this.hasWords = words !== undefined
  }
}

/** A failure that the command has shown in full. Nothing more is printed: the exit code remains. */
export class AlreadyReported extends Failure {}

/** What a check gives, or the Failure that it throws. */
export function attempt<T>(check: () => T): T | Failure {
  try {
    return check()
  } catch (error) {
    return failureOf(error)
  }
}

/** For `catch`: the error if it is a Failure; any other is thrown on. */
export function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error
  throw error
}

/** An error that wasn't thrown on purpose: a fault of this machine or of pixctl. */
export function faultOf(error: unknown): Failure {
  return new Failure('fault', textOf(error), { next: texts.addDebug, cause: error })
}

/**
 * What an error says, to say it elsewhere. Only a {@link LocalizedError} and an error of the system or of SQLite have their
 * text in both languages.
 */
export function textOf(error: unknown): Text {
  if (error instanceof LocalizedError) return error.text
  const {
    code = '',
    message = '',
    path,
    errcode,
  } = (error ?? {}) as NodeJS.ErrnoException & { errcode?: number }
  // The low byte of an error of SQLite says what kind it is.
  if (errcode !== undefined) return () => texts.sqliteError(message, errcode & 0xff)
  const words = wordsOf(code)
  if (words && message.startsWith(`${code}: `)) return () => texts.nodeError(message, words(), path)
  return message || String(error)
}

export function localizedMessage(error: unknown): string {
  return localized(textOf(error))
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

function wordsOf(code: string): (() => string) | undefined {
  return Object.hasOwn(texts.systemErrors, code) ? texts.systemErrors[code] : undefined
}
