/**
 * Reads and writes the files of profiles and secrets, which only their owner can read. One process at a time writes, a
 * whole file or nothing.
 */

import { rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Clock } from '#lib/clock.ts'
import { Failure, systemErrorWords } from '#lib/failure.ts'
import {
  endOfLinks,
  makePrivateFolder,
  NotAFile,
  readPrivate,
  replaceFile as replaceWhole,
  syncFolder,
} from '#lib/files.ts'
import { localized, type Text } from '#lib/language.ts'
import { type Step, suggest } from '#lib/suggestion.ts'
import { texts as sharedTexts } from '#lib/texts.ts'
import { CredentialsError } from './errors.ts'
import { texts } from './texts.ts'

const LOCK_FILE = 'pixctl.lock'
/** A lock is held for milliseconds. An older one belongs to a process that died. */
const STALE_LOCK_MS = 5_000
/** How long to wait for the lock: longer than it takes to see that a lock is stale. */
const LOCK_PATIENCE_MS = 8_000
const LOCK_POLL_MS = 10

export type JsonObject = Record<string, unknown>

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const again = (say: Text) => suggest('auth login', { say })
/** The two kinds of files, and what to do about one that can't be read, or has a wrong content. */
const NEXT = {
  bad_config: { unreadable: texts.checkConfig, wrong: again(texts.correctIt) },
  bad_secrets_file: { unreadable: texts.checkPermissions, wrong: again(texts.removeIt) },
} as const
type FileProblem = keyof typeof NEXT

/** @param message never quotes the file, which may hold secrets */
export function badFile(
  problem: FileProblem,
  message: Text,
  next: Step = NEXT[problem].wrong,
): CredentialsError {
  return new CredentialsError(problem, message, { next })
}

/** Reads the object in a file; null if there is no file. @throws CredentialsError of this problem */
export function readObject(path: string, problem: FileProblem): JsonObject | null {
  let text: string | null
  try {
    text = readPrivate(path, { holdsSecrets: problem === 'bad_secrets_file' })
  } catch (error) {
    if (error instanceof Failure) throw error
    if (error instanceof NotAFile) {
      throw badFile(problem, () => texts.notAFile(path, localized(error.text)), again(texts.moveAway))
    }
    const unreadable = () => sharedTexts.unreadable(path, systemErrorWords(reason(error)))
    throw badFile(problem, unreadable, NEXT[problem].unreadable)
  }
  if (text === null) return null
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw badFile(problem, () => texts.notJson(path))
  }
  if (!isObject(value)) throw badFile(problem, () => texts.notJsonObject(path))
  return value
}

/** Replaces a file, completely or not at all. A link in its place stays. @throws CredentialsError not_written */
export function replaceFile(path: string, text: string): void {
  try {
    replaceWhole(endOfLinks(path), text)
  } catch (error) {
    throw notWritten(path, error)
  }
}

/** Removes a file if it exists. @throws CredentialsError not_written */
export function removeFile(path: string): void {
  try {
    rmSync(path, { force: true })
    syncFolder(dirname(path))
  } catch (error) {
    throw notWritten(path, error)
  }
}

/**
 * Runs `work` while no other process does so for the same folder. `work` is synchronous on purpose, so that the
 * lock is never held while something waits.
 *
 * @throws CredentialsError config_locked if another process keeps the lock, not_written if it can't be created
 */
export async function withLock<Result>(folder: string, clock: Clock, work: () => Result): Promise<Result> {
  const path = join(folder, LOCK_FILE)
  const deadline = clock.monotonic() + LOCK_PATIENCE_MS
  while (!makeLock(path)) {
    if (isStale(path, clock)) rmSync(path, { force: true })
    else if (clock.monotonic() >= deadline) {
      throw new CredentialsError('config_locked', () => texts.otherWrites(folder), {
        next: () => texts.removeLock(path),
      })
    }
    // Also after the removal: another process may be about to remove the same lock, not the next one.
    await clock.sleep(LOCK_POLL_MS)
  }
  try {
    return work()
  } finally {
    rmSync(path, { force: true })
  }
}

/** False if another process has the lock. */
function makeLock(path: string): boolean {
  try {
    makePrivateFolder(dirname(path))
    writeFileSync(path, '', { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw notWritten(path, error)
  }
}

function isStale(path: string, clock: Clock): boolean {
  const entry = statSync(path, { throwIfNoEntry: false })
  // A time in the future: the clock was set back after the lock was made.
  return entry !== undefined && Math.abs(clock.now() - entry.mtimeMs) > STALE_LOCK_MS
}

function notWritten(path: string, error: unknown): Failure {
  if (error instanceof Failure) return error
  return new CredentialsError('not_written', () => texts.notWritten(path, systemErrorWords(reason(error))), {
    next: reason(error) === 'ENOSPC' ? texts.diskFull : texts.checkFolder,
  })
}

/** The code of a system error, or its message if it has no code. */
function reason(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  return code ?? message ?? String(error)
}
