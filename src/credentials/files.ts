/** Files only their owner can read, written whole or not at all, by one process at a time. */

import { randomBytes } from 'node:crypto'
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Clock } from '../shared/clock.ts'
import { Failure } from '../shared/failure.ts'
import { readPrivate, replaceFile as replaceWhole } from '../shared/files.ts'
import { makePrivateFolder, syncFolder } from '../shared/folders.ts'
import { checkFiles } from '../shared/trust.ts'
import { CredentialsError, reason } from './errors.ts'

const LOCK_FILE = 'pixctl.lock'
/** A lock older than this belongs to a process that died: one is held for milliseconds. */
const STALE_LOCK_MS = 5_000
/** How long to wait for the lock; longer than a stale one needs to be told. */
const LOCK_PATIENCE_MS = 8_000
const LOCK_POLL_MS = 10

/** Replaces a file, whole or not at all. @throws CredentialsError not_written */
export function replaceFile(path: string, text: string): void {
  try {
    replaceWhole(path, text)
  } catch (error) {
    throw notWritten(path, error)
  }
}

/** Removes a file that may be there. @throws CredentialsError not_written */
export function removeFile(path: string): void {
  try {
    rmSync(path, { force: true })
    syncFolder(dirname(path))
  } catch (error) {
    throw notWritten(path, error)
  }
}

/**
 * Runs `work` while no other process does so under the same folder. `work` is synchronous on purpose:
 * the lock is held for a read and a write, never while something waits.
 *
 * @throws CredentialsError config_locked when the lock doesn't come free, not_written when it can't be made
 */
export async function withLock<Result>(folder: string, clock: Clock, work: () => Result): Promise<Result> {
  const path = join(folder, LOCK_FILE)
  const token = randomBytes(8).toString('hex')
  const deadline = clock.monotonic() + LOCK_PATIENCE_MS
  try {
    makePrivateFolder(folder)
    checkFiles(folder, [LOCK_FILE])
  } catch (error) {
    throw notWritten(path, error)
  }
  while (!acquire(path, token)) {
    if (!removeStale(path, clock) && clock.monotonic() >= deadline) {
      throw new CredentialsError('config_locked', `another pixctl is writing in ${folder}`, {
        next: `run it again; if no other pixctl runs, remove ${path}`,
      })
    }
    await clock.sleep(LOCK_POLL_MS)
  }
  try {
    return work()
  } finally {
    // Not when this process was suspended so long that another took the lock for stale.
    if (readPrivate(path) === token) rmSync(path, { force: true })
  }
}

/** Makes the lock file, with the token of who made it; false when somebody else has it. */
function acquire(path: string, token: string): boolean {
  try {
    writeFileSync(path, token, { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw notWritten(path, error)
  }
}

/**
 * Removes the lock of a process that died. Two waiters could both see it stale, and the second would
 * remove the lock the first has just made: so the removal has a lock of its own, and looks again under it.
 */
function removeStale(path: string, clock: Clock): boolean {
  if (!isStale(path, clock)) return false
  const removing = `${path}.stale`
  try {
    mkdirSync(removing, { mode: 0o700 })
  } catch {
    // Its owner may have died too, between two system calls: the next process removes it.
    if (isStale(removing, clock)) rmSync(removing, { recursive: true, force: true })
    return false
  }
  try {
    if (isStale(path, clock)) rmSync(path, { force: true })
    return true
  } finally {
    rmSync(removing, { recursive: true, force: true })
  }
}

function isStale(path: string, clock: Clock): boolean {
  const entry = statSync(path, { throwIfNoEntry: false })
  // One from the future was made before the clock was set back.
  return entry !== undefined && Math.abs(clock.now() - entry.mtimeMs) > STALE_LOCK_MS
}

function notWritten(path: string, error: unknown): Failure {
  if (error instanceof Failure) return error
  return new CredentialsError('not_written', `${path} could not be written (${reason(error)})`, {
    next:
      reason(error) === 'ENOSPC'
        ? 'the disk is full: free some space and run it again'
        : 'check the permissions of its folder, or choose another one with PIXCTL_CONFIG_DIR',
  })
}
