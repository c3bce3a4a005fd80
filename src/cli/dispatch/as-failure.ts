import { Failure, faultOf } from '#lib/failure.ts'
import { texts } from './texts.ts'

/** SQLite's error code for a full disk. */
const SQLITE_FULL = 13

/** Turns any error into a Failure. Those that aren't one are faults of this machine or of pixctl. */
export function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return unwrapped(error)
  const { code, message, errcode } = error as NodeJS.ErrnoException & { errcode?: number }
  if (code === 'ENOSPC' || errcode === SQLITE_FULL)
    return new Failure('fault', () => texts.diskFull(message), { next: texts.freeSpace, cause: error })
  return faultOf(error)
}

/** Removes the text that oclif adds around the message of a flag's parser. */
function unwrapped(failure: Failure): Failure {
  return failure.message.startsWith('Parsing --') ? failure.with({}) : failure
}
