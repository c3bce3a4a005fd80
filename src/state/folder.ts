/** The folder of a profile's state: created if needed, and checked that no other user can write in it. */

import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Failure } from '#lib/failure.ts'
import { makePrivateFolder, sameButCase } from '#lib/files.ts'
import { texts as sqliteTexts } from '#lib/sqlite/texts.ts'
import { checkFiles, checkFolder } from '#lib/trust.ts'
import { texts } from './texts.ts'

export function stateFolder(dataDir: string, profile: string): string {
  return join(dataDir, 'profiles', profile)
}

/**
 * Creates the folder (0700) if it doesn't exist. Failure (fault) if another user can write in it or in one of its
 * files, because pixctl acts on what they hold. Failure (usage) if on some disks it would be another profile's.
 */
export function prepareFolder(dataDir: string, profile: string): void {
  const folder = stateFolder(dataDir, profile)
  checkFolder(dataDir, 'above')
  refuseOtherCase(dirname(folder), profile)
  makePrivateFolder(folder)
  checkFiles(folder, 'all')
}

/** On some disks `shop` would get the state of `Shop`. It is refused on every disk, so that all behave alike. */
function refuseOtherCase(folder: string, profile: string): void {
  const names = existsSync(folder) ? readdirSync(folder) : []
  const other = names.includes(profile) ? undefined : sameButCase(profile, names)
  if (other === undefined) return
  throw new Failure('usage', () => texts.otherCase(profile, other), {
    next: () => sqliteTexts.writeAs(other),
  })
}
