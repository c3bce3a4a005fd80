/** The folder of a profile's state: made, and in nobody else's hands. */

import { closeSync, existsSync, openSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Failure } from '../shared/failure.ts'
import { makePrivateFolder, sameButCase, syncFolder } from '../shared/folders.ts'
import { checkFiles, checkFolder } from '../shared/trust.ts'

export function stateFolder(dataDir: string, profile: string): string {
  return join(dataDir, 'profiles', profile)
}

/**
 * Makes the folder where it isn't there (0700). Failure (fault) where another user can write in it or any file of
 * it, for what it holds is acted on; Failure (usage) where it is another profile's on some disks.
 */
export function prepareFolder(dataDir: string, profile: string): void {
  const folder = stateFolder(dataDir, profile)
  checkFolder(dataDir, 'top')
  refuseOtherCase(dirname(folder), profile)
  makePrivateFolder(folder)
  checkFiles(folder, 'all')
}

/** Some disks would give the state of `Shop` to `shop`. On the others they are refused too. */
function refuseOtherCase(folder: string, profile: string): void {
  const names = existsSync(folder) ? readdirSync(folder) : []
  const other = names.includes(profile) ? undefined : sameButCase(profile, names)
  if (other === undefined) return
  throw new Failure(
    'usage',
    `the profile "${profile}" can't have a state beside that of "${other}", which differs only in upper and lower case`,
    { next: `write it as "${other}", or choose another name` },
  )
}

/** SQLite would make the file readable for others; its -wal and -shm take the file's own mode. */
export function createPrivately(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return
    throw error
  }
  syncFolder(dirname(file))
}
