/** What is in the place of a file. It is never opened to wait: opening a named pipe waits for its writer. */

import type { Stats } from 'node:fs'
import { LocalizedError } from './failure.ts'
import { texts } from './texts.ts'

export type Other = 'folder' | 'pipe' | 'socket' | 'device'

/** Something that isn't a file was to be read. Its text says what it is. */
export class NotAFile extends LocalizedError {
  constructor(other: Other) {
    super(texts.notAFile[other])
  }
}

/** Null for a file. */
export function otherThanFile(stats: Stats): Other | null {
  if (stats.isFile()) return null
  if (stats.isDirectory()) return 'folder'
  if (stats.isFIFO()) return 'pipe'
  return stats.isSocket() ? 'socket' : 'device'
}

/** Throws {@link NotAFile}. */
export function demandFile(stats: Stats): void {
  const other = otherThanFile(stats)
  if (other !== null) throw new NotAFile(other)
}
