/** Files that the user names on the command line. */

import { readFileSync } from 'node:fs'
import { Failure } from './failure.ts'

/**
 * The content of a file. Failure (usage) where it can't be read.
 *
 * @param next what to do then
 * @param name how the file is named then
 */
export function readInputFile(path: string, next: string, name = path): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    throw unreadable(name, error, next)
  }
}

/** What {@link readInputFile} throws. */
export function unreadable(name: string, error: unknown, next: string): Failure {
  return new Failure('usage', `${name} could not be read (${(error as NodeJS.ErrnoException).code})`, {
    next,
  })
}
