/** The errors that the sandbox answers. */

import type { Text } from '#lib/language.ts'
import { ERROR_CODES, type ErrorCode, Refusal } from '../core/errors.ts'
import { texts } from '../texts.ts'

/** A refusal as it is answered, in English. */
export class ServiceError extends Refusal {
  override readonly name = 'ServiceError'
  readonly status: (typeof ERROR_CODES)[ErrorCode]
  readonly headers: Readonly<Record<string, string>>

  constructor(code: ErrorCode, text: Text, headers: Record<string, string> = {}) {
    super(code, text)
    this.status = ERROR_CODES[code]
    this.headers = headers
  }
}

const SQLITE_FULL = 13

/** Any thrown value as an answer. A fault of the sandbox becomes 500, or 503 for a full disk, without details. */
export function toServiceError(thrown: unknown): ServiceError {
  if (thrown instanceof ServiceError) return thrown
  if (thrown instanceof Refusal) return new ServiceError(thrown.code, thrown.text)
  // SQLite's, or the system's for a file of secrets.
  const { errcode, code } = (thrown ?? {}) as NodeJS.ErrnoException & { errcode?: number }
  if (errcode === SQLITE_FULL || code === 'ENOSPC') return new ServiceError('storage_full', texts.diskFull)
  return new ServiceError('internal_error', 'internal error')
}
