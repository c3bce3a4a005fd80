/** What is in the place of a file. It is never opened: opening a named pipe waits for its writer. */

import type { Stats } from 'node:fs'

export type Other = 'folder' | 'pipe' | 'socket' | 'device'

/** Null for a file. */
export function otherThanFile(stats: Stats): Other | null {
  if (stats.isFile()) return null
  if (stats.isDirectory()) return 'folder'
  if (stats.isFIFO()) return 'pipe'
  return stats.isSocket() ? 'socket' : 'device'
}
