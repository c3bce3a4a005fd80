/** Files that the user names on the command line. */

import { readFileSync } from 'node:fs'
import { Failure } from './failure.ts'
import { said, type Text } from './language.ts'
import { systemErrorWords } from './system-error.ts'
import { texts } from './texts.ts'

/**
 * The content of a file. Failure (usage) if it can't be read.
 *
 * @param next what the error suggests
 * @param name how the error names the file
 */
export function readInputFile(path: string, next: Text, name: Text = path): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    throw unreadable(name, error, next)
  }
}

/** The error of {@link readInputFile}. */
export function unreadable(name: Text, error: unknown, next: Text): Failure {
  const { code } = error as NodeJS.ErrnoException
  return new Failure(
    'usage',
    () => texts.unreadable(said(name) || texts.fileWithoutName(), systemErrorWords(`${code}`)),
    { next },
  )
}
