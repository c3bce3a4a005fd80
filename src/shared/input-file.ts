/** Files that the user names on the command line. */

import { readFileSync } from 'node:fs'
import { Failure } from './failure.ts'
import type { Text } from './language.ts'

/**
 * The content of a file. Failure (usage) if it can't be read.
 *
 * @param next what the error suggests
 * @param name how the error names the file
 */
export function readInputFile(path: string, next: Text, name = path): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    throw unreadable(name, error, next)
  }
}

/** The error of {@link readInputFile}. */
export function unreadable(name: string, error: unknown, next: Text): Failure {
  const { code } = error as NodeJS.ErrnoException
  return new Failure('usage', `${name || 'a file without a name'} could not be read (${code})`, { next })
}
