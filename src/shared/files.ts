/** Files that only their owner can read, read only where nobody else can have written them, and written whole. */

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
  writeFileSync,
} from 'node:fs'
import { platform } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { makePrivateFolder, syncFolder } from './folders.ts'
import { checkOpened } from './trust.ts'

/** A temporary file older than this belongs to a process that died: one is there for milliseconds. */
const LEFT_BEHIND_MS = 60_000
/** The waits between the tries of a rename on Windows, in milliseconds. */
const RENAME_WAITS_MS = [10, 20, 50, 100, 200, 400]
/** Windows has neither. */
const { O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants as Partial<typeof constants>

/**
 * The text of a file, or null when there is none (or no folder for it). System errors pass through; a Failure
 * (fault) says that another user can have written it.
 */
export function readPrivate(path: string, { holdsSecrets = false } = {}): string | null {
  let file: number
  try {
    // Not to wait for the writer of a pipe.
    file = openSync(path, constants.O_RDONLY | O_NONBLOCK)
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return null
    throw error
  }
  try {
    checkOpened(path, file, fstatSync(file), holdsSecrets)
    return readFileSync(file, 'utf8')
  } finally {
    closeSync(file)
  }
}

/**
 * Replaces a file (0600; missing folders are made 0700), so that a crash at any moment leaves the old content or
 * the new. System errors pass through, and then the old one stands.
 *
 * @param durable false for what may be lost in a crash
 */
export function replaceFile(path: string, content: string | Uint8Array, { durable = true } = {}): void {
  const folder = dirname(path)
  makePrivateFolder(folder)
  // Not node:crypto, which every start would have to load.
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

/** Removes the temporary files of processes that died in the middle of replacing this one. */
function removeLeftBehind(path: string, now: number): void {
  const prefix = `${basename(path)}.`
  for (const name of readdirSync(dirname(path))) {
    if (!name.startsWith(prefix) || !/^[0-9a-f-]{36}\.tmp$/.test(name.slice(prefix.length))) continue
    const other = join(dirname(path), name)
    const stats = lstatSync(other, { throwIfNoEntry: false })
    if (stats?.isFile() && now - stats.mtimeMs > LEFT_BEHIND_MS) rmSync(other, { force: true })
  }
}

/** Renames a file. On Windows that fails while a virus scanner or an indexer reads the old one. */
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
