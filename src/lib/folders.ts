/** Folders that only their owner can read, and file names that are still there after a crash. */

import { closeSync, existsSync, fsyncSync, mkdirSync, openSync } from 'node:fs'
import { platform } from 'node:os'
import { dirname, resolve } from 'node:path'
import { checkFolder } from './trust.ts'

/**
 * Creates a folder (mode 0700) and its missing parents, and syncs each new name. Failure (fault) if another user
 * controls the folder or one above it.
 */
export function makePrivateFolder(folder: string): void {
  checkFolder(folder)
  const missing: string[] = []
  for (let each = resolve(folder); !existsSync(each) && each !== dirname(each); each = dirname(each)) {
    missing.push(each)
  }
  // One by one: on a read-only disk, Node's recursive mkdir only says that the folder doesn't exist.
  for (const each of missing.reverse()) {
    try {
      mkdirSync(each, { mode: 0o700 })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    syncFolder(dirname(each))
  }
}

/** Makes sure that new names in a folder are still there after a crash. Windows has no such call and needs none. */
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
    // Windows may open the folder and then refuse to sync it.
    if (system.platform !== 'win32' || (error as NodeJS.ErrnoException).code !== 'EPERM') throw error
  } finally {
    closeSync(descriptor)
  }
}

/** A name that differs from this one only in upper and lower case: many disks treat both as the same. */
export function sameButCase(name: string, names: readonly string[]): string | undefined {
  return names.find(each => each !== name && each.toLowerCase() === name.toLowerCase())
}
