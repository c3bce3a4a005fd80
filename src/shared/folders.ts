/** Folders that only their owner can read, and names in them that outlive a crash. */

import { closeSync, fsyncSync, mkdirSync, openSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** Makes a folder (0700) with those above it that are missing, and syncs every name that is new. */
export function makePrivateFolder(folder: string): void {
  const first = mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  for (let made = resolve(folder); ; made = dirname(made)) {
    syncFolder(dirname(made))
    if (made === first || made === dirname(made)) return
  }
}

/** Makes new names in a folder outlive a crash. Windows can't open a folder, and needs no such call. */
export function syncFolder(folder: string): void {
  let descriptor: number
  try {
    descriptor = openSync(folder, 'r')
  } catch (error) {
    if (['EISDIR', 'EPERM', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '')) return
    throw error
  }
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
