/** Small files of lines in the folder of a profile's state. What they hold may be lost: work continues without it. */

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '#lib/failure.ts'
import { readPrivate, replaceFile } from '#lib/files.ts'
import { stateFolder } from './folder.ts'

/** Whose state it is. */
export interface StateOwner {
  dataDir: string
  profile: string
}

/** The lines that aren't empty; none if there is no such file. Failure (fault) if another user could have written it. */
export function readLines(owner: StateOwner, name: string): string[] {
  try {
    return (readPrivate(fileOf(owner, name)) ?? '').split('\n').filter(line => line !== '')
  } catch (error) {
    if (error instanceof Failure) throw error
    return []
  }
}

/** Removes it if the system doesn't let it be written. Failure (fault) if another user controls the folder. */
export function writeLines(owner: StateOwner, name: string, lines: readonly string[]): void {
  try {
    replaceFile(fileOf(owner, name), lines.map(line => `${line}\n`).join(''))
  } catch (error) {
    if (error instanceof Failure) throw error
    // What an earlier run wrote doesn't hold any more.
    try {
      rmSync(fileOf(owner, name), { force: true })
    } catch {}
  }
}

export function fileOf({ dataDir, profile }: StateOwner, name: string): string {
  return join(stateFolder(dataDir, profile), name)
}
