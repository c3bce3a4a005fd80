/** Folders that only their owner can read, and names in them that outlive a crash. */

import { closeSync, existsSync, fsyncSync, mkdirSync, openSync } from 'node:fs'
import { platform } from 'node:os'
import { dirname, resolve } from 'node:path'
import { checkFolder } from './trust.ts'

/**
 * Makes a folder (0700) with those above it that are missing, and syncs every name that is new. Failure (fault)
 * where it would be, or is, in the hands of another user.
 */
export function makePrivateFolder(folder: string): void {
  checkFolder(folder)
  const missing: string[] = []
  for (let each = resolve(folder); !existsSync(each) && each !== dirname(each); each = dirname(each)) {
    missing.push(each)
  }
  // One after the other: of a read-only disk, Node's own recursion says only that the folder isn't there.
  for (const each of missing.reverse()) {
    try {
      mkdirSync(each, { mode: 0o700 })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    syncFolder(dirname(each))
  }
}

/** Makes new names in a folder outlive a crash. Windows has no such call for folders, and needs none. */
export function syncFolder(folder: string, system = { platform: platform(), fsyncSync }): void {
  let descriptor: number
  try {
    descriptor = openSync(folder, 'r')
  } catch (error) {
    if (['EISDIR', 'EPERM', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '')) return
    throw error
  }
  try {
    system.fsyncSync(descriptor)
  } catch (error) {
    // It opens them, and refuses then.
    if (system.platform !== 'win32' || (error as NodeJS.ErrnoException).code !== 'EPERM') throw error
  } finally {
    closeSync(descriptor)
  }
}

/** The name among these that many disks take for the same as this one: it differs in upper and lower case alone. */
export function sameButCase(name: string, names: readonly string[]): string | undefined {
  return names.find(each => each !== name && each.toLowerCase() === name.toLowerCase())
}
