/** Files and folders that only their owner can read or write, and files that the user names. */

import {
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs'
import { platform } from 'node:os'
import { dirname, resolve } from 'node:path'
import { addAbortSignal, type Readable } from 'node:stream'
import { Failure, LocalizedError, systemErrorWords } from './failure.ts'
import { localized, type Text } from './language.ts'
import { decodeText } from './text-bytes.ts'
import { texts } from './texts.ts'
import { checkFile, checkFolder } from './trust.ts'

/** The waits between attempts to rename on Windows, in milliseconds. */
const RENAME_WAITS_MS = [10, 20, 50, 100, 200, 400]

/** The text of a file, as {@link readPrivateBytes} reads it. A person may have edited it with any editor. */
export function readPrivate(path: string, { holdsSecrets = false } = {}): string | null {
  const bytes = readPrivateBytes(path, holdsSecrets)
  return bytes && decodeText(bytes)
}

/**
 * The content of a file; null if the file or its folder doesn't exist. Throws system errors unchanged, NotAFile for what
 * is no file, such as a named pipe, which would wait for its writer, and a Failure (fault) if another user could have
 * written the file.
 */
export function readPrivateBytes(path: string, holdsSecrets = false): Buffer | null {
  try {
    demandFile(statSync(path))
    checkFile(path, holdsSecrets)
    return readFileSync(path)
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return null
    throw error
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
  try {
    writeFileSync(temporary, content, { flag: 'wx', mode: 0o600, flush: durable })
    rename(temporary, path)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
  if (durable) syncFolder(folder)
}

/** The path that the links in its place lead to, also if nothing is there yet. Throws system errors. */
export function endOfLinks(path: string): string {
  // A loop of links is an error here.
  const isMissing = statSync(path, { throwIfNoEntry: false }) === undefined
  if (!isMissing) return realpathSync(path)
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true
  return isLink ? endOfLinks(resolve(realpathSync(dirname(path)), readlinkSync(path))) : path
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

/**
 * Creates a folder (mode 0700) and its missing parents, and syncs each new name. Failure (fault) if another user
 * controls the folder or one above it.
 */
export function makePrivateFolder(folder: string): void {
  checkFolder(folder)
  const missing: string[] = []
  for (let path = resolve(folder); !existsSync(path) && path !== dirname(path); path = dirname(path)) {
    missing.push(path)
  }
  // One by one: on a read-only disk, Node's recursive mkdir only says that the folder doesn't exist.
  for (const path of missing.reverse()) {
    try {
      mkdirSync(path, { mode: 0o700 })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    syncFolder(dirname(path))
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
  return names.find(other => other !== name && other.toLowerCase() === name.toLowerCase())
}

/** A folder, a named pipe or a device was to be read as a file. */
export class NotAFile extends LocalizedError {
  constructor() {
    super(texts.notAFile)
  }
}

/** Throws {@link NotAFile}. */
export function demandFile(stats: Stats): void {
  if (!stats.isFile()) throw new NotAFile()
}

/**
 * The content of a file that the user names. Failure (usage) if it can't be read.
 *
 * @param next what the error suggests
 * @param name how the error names the file
 */
export function readInputFile(path: string, next: Text, name: Text = path): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    throw unreadable(name, error, next)
  }
}

/**
 * The content of a stream, such as standard input. Failure (usage) if it can't be read; throws the reason of the signal.
 *
 * @param most after so many bytes the rest isn't read: a device has no end
 */
export async function readInput(
  stream: Readable,
  signal: AbortSignal,
  {
    next,
    name = texts.standardInput,
    most = Number.POSITIVE_INFINITY,
  }: { next: Text; name?: Text; most?: number },
): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of addAbortSignal(signal, stream)) {
      chunks.push(chunk as Buffer)
      size += (chunk as Buffer).length
      if (size > most) break
    }
  } catch (error) {
    signal.throwIfAborted()
    throw unreadable(name, error, next)
  }
  return Buffer.concat(chunks)
}

/** The error of {@link readInputFile} and {@link readInput}. */
export function unreadable(name: Text, error: unknown, next: Text): Failure {
  const { code } = error as NodeJS.ErrnoException
  return new Failure(
    'usage',
    () => texts.unreadable(localized(name) || texts.fileWithoutName(), systemErrorWords(`${code}`)),
    { next },
  )
}
