/** The folders of pixctl: whose they are, who else can use them, and whether there is room. */

import { constants, existsSync, readdirSync, statSync } from 'node:fs'
import { access, statfs } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Context } from '#cli/context/context.ts'
import { formatBytes } from '#lib/language.ts'
import { shellWord } from '#lib/suggestion.ts'
import { checkFiles, checkFolder, octal, openBits, ownUser } from '#lib/trust.ts'
import { keptProfiles } from '#state/contents.ts'
import { stateFolder } from '#state/folder.ts'
import { type Finding, findingOf, found, together } from '../finding.ts'
import { texts } from '../texts.ts'

export type FolderKind = 'config' | 'data' | 'cache'

/** With less room a warning, and with less than the second a failure: SQLite can't begin to write. */
const LITTLE_ROOM = 100 * 1024 * 1024
const NO_ROOM = 1024 * 1024

export async function lookAtFolders({ folders }: Context, kind: FolderKind): Promise<Finding> {
  const folder = resolve(folders[kind])
  const findings = [lookAtTrust(folder, kind), await lookAtUse(folder, kind), await lookAtRoom(folder, kind)]
  return together(findings.flat())
}

/** Whether another user can have written there, or can look into it. */
function lookAtTrust(folder: string, kind: FolderKind): Finding[] {
  // What is no folder is said by lookAtUse.
  if (!statSync(nearest(dirname(folder))).isDirectory()) return []
  try {
    checkFolder(folder, kind === 'data' ? 'above' : 'folder')
    for (const other of foldersWithFiles(folder, kind)) checkFiles(other, 'all')
  } catch (error) {
    // Without its cache pixctl only starts slower.
    return [findingOf(error, kind === 'cache' ? 'warn' : 'fail')]
  }
  if (ownUser() === undefined) return []
  const paths = [folder, ...foldersWithFiles(folder, kind).flatMap(other => [other, ...filesIn(other)])]
  return [...new Set(paths)].flatMap(path => {
    if (!existsSync(path)) return []
    const stats = statSync(path)
    if (openBits(stats.mode) === 0) return []
    const chmod = `chmod ${stats.isDirectory() ? '700' : '600'} ${shellWord(path)}`
    return found('warn', () => texts.open(path, octal(stats.mode)), chmod)
  })
}

/** The folders whose files are pixctl's. */
function foldersWithFiles(folder: string, kind: FolderKind): string[] {
  if (kind === 'cache') return []
  return kind === 'config' ? [folder] : keptProfiles(folder).map(name => stateFolder(folder, name))
}

function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  const files = readdirSync(folder, { withFileTypes: true }).filter(entry => entry.isFile())
  return files.map(({ name }) => join(folder, name))
}

/** Whether it can be written, or made. */
async function lookAtUse(folder: string, kind: FolderKind): Promise<Finding> {
  const stats = existsSync(folder) ? statSync(folder) : undefined
  const below = nearest(folder)
  const status = kind === 'cache' ? 'warn' : 'fail'
  if (!statSync(below).isDirectory()) {
    return found(status, () => texts.noFolder(below), texts.otherFolder(kind))
  }
  try {
    await access(below, constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    return found(status, () => texts.notWritable(below, code), texts.checkFolder, texts.otherFolder(kind))
  }
  const mode = ownUser() === undefined || !stats ? '' : ` (${octal(stats.mode & 0o777)})`
  return found('ok', () => (stats ? `${folder}${mode}` : texts.notThereYet(folder)))
}

async function lookAtRoom(folder: string, kind: FolderKind): Promise<Finding[]> {
  const place = nearest(folder)
  const { bavail, bsize } = await statfs(place)
  const free = bavail * bsize
  const words = () => texts.free(place, formatBytes(free))
  if (free >= LITTLE_ROOM || kind === 'cache') return [found('ok', () => texts.room(formatBytes(free)))]
  return [found(free < NO_ROOM ? 'fail' : 'warn', words, texts.freeSpace)]
}

/** It, or the nearest folder above that exists. */
function nearest(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : nearest(dirname(folder))
}
