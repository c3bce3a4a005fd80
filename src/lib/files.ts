/** Files that only their owner can read or write. They are always written as a whole. */

import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { platform } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { makePrivateFolder, syncFolder } from './folders.ts'
import { demandFile } from './not-a-file.ts'
import { checkOpened } from './trust.ts'

/** A temporary file exists for milliseconds. An older one belongs to a process that died. */
const LEFT_BEHIND_MS = 60_000
/** The waits between attempts to rename on Windows, in milliseconds. */
const RENAME_WAITS_MS = [10, 20, 50, 100, 200, 400]
/** Windows has neither of them. */
const { O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants as Partial<typeof constants>

/**
 * The text of a file; null if the file or its folder doesn't exist. Throws system errors unchanged, NotAFile for what
 * is no file, and a Failure (fault) if another user could have written the file.
 */
export function readPrivate(path: string, { holdsSecrets = false } = {}): string | null {
  let file: number
  try {
    // Without O_NONBLOCK, opening a pipe waits for its writer.
    file = openSync(path, constants.O_RDONLY | O_NONBLOCK)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (['ENOENT', 'ENOTDIR'].includes(code)) return null
    // A socket can't be opened; on Windows a folder neither.
    if (['ENXIO', 'EOPNOTSUPP', 'EISDIR'].includes(code)) demandFile(statSync(path))
    throw error
  }
  try {
    const stats = fstatSync(file)
    demandFile(stats)
    checkOpened(path, file, stats, holdsSecrets)
    return readFileSync(file, 'utf8')
  } finally {
    closeSync(file)
  }
}

/**
 * Replaces a file (mode 0600; missing folders are created with 0700). After a crash, the file has either the old or the
 * new content. Throws system errors unchanged; the file then keeps its old content.
 *
 * @param durable false for content that may be lost in a crash
 */
export function replaceFile(path: string, content: string | Uint8Array, { durable = true } = {}): void {
  const folder = dirname(path)
  makePrivateFolder(folder)
  // Not from node:crypto: loading it would slow down every start.
  const temporary = `${path}.${crypto.randomUUID()}.tmp`
  const file = openSync(
    temporary,
    constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | O_NOFOLLOW,
    0o600,
  )
  try {
    try {
      writeFileSync(file, content)
      if (durable) fsyncSync(file)
      removeLeftBehind(path, fstatSync(file).mtimeMs)
    } finally {
      closeSync(file)
    }
    rename(temporary, path)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
  if (durable) syncFolder(folder)
}

/** Removes the temporary files of processes that died while they replaced this file. */
function removeLeftBehind(path: string, now: number): void {
  const prefix = `${basename(path)}.`
  for (const name of readdirSync(dirname(path))) {
    if (!name.startsWith(prefix) || !/^[0-9a-f-]{36}\.tmp$/.test(name.slice(prefix.length))) continue
    const other = join(dirname(path), name)
    const stats = lstatSync(other, { throwIfNoEntry: false })
    if (stats?.isFile() && now - stats.mtimeMs > LEFT_BEHIND_MS) rmSync(other, { force: true })
  }
}

/** Renames a file. On Windows this fails while a virus scanner or an indexer reads the old file, so it is retried. */
export function rename(
  from: string,
  to: string,
  system = { platform: platform(), renameSync, wait: waitBlocking },
): void {
  for (const ms of system.platform === 'win32' ? RENAME_WAITS_MS : []) {
    try {
      system.renameSync(from, to)
      return
    } catch (error) {
      if (!['EPERM', 'EBUSY', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    }
    system.wait(ms)
  }
  system.renameSync(from, to)
}

function waitBlocking(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}
