/**
 * Which files and folders pixctl trusts: those that only this user or root can write. The folders above are checked
 * too: a user who can rename something there can replace our folder.
 */

import { chmodSync, lstatSync, readdirSync, readlinkSync, realpathSync, type Stats } from 'node:fs'
import { dirname, join, parse, resolve, sep } from 'node:path'
import { Failure } from './failure.ts'
import type { Text } from './language.ts'
import { shellWord } from './suggestion.ts'
import { texts } from './texts.ts'

const GROUP_WRITE = 0o020
const OTHERS_WRITE = 0o002
const STICKY = 0o1000
/** The limit of Linux. */
const MAX_LINKS = 40

export interface TrustRules {
  /** The user of this process; undefined on Windows, where files have no permission bits. */
  uid: number | undefined
  gid: number | undefined
  /** The owner of `/`. It is root, except where a user namespace hides root (`unshare -r`). */
  top: number
  /** Whether the group may read and write pixctl's files, as on volumes of container platforms. */
  allowGroup: boolean
  /** Whether nothing may be changed: then no permissions are taken away. */
  readOnly?: boolean
  /** The folder of a service's credentials (`LoadCredential` of systemd). */
  credentials?: string | undefined
  warn(text: Text): void
}

let rules: TrustRules = {
  uid: process.geteuid?.(),
  gid: process.getegid?.(),
  top: 0,
  allowGroup: false,
  warn: () => {},
}

/** Changes the rules for this process or thread. */
export function trustAs(changes: Partial<TrustRules>): void {
  rules = { ...rules, ...changes }
}

export function ownUser(): number | undefined {
  return rules.uid
}

/** `above`: a folder that contains only folders of pixctl, or any other folder above them. */
export type Part = 'file' | 'folder' | 'above'
export type Distrust = 'foreign' | 'group-writable' | 'writable'

/** Why a file or folder isn't trusted; null if it is. */
export function distrust(
  { uid, gid, mode }: Pick<Stats, 'uid' | 'gid' | 'mode'>,
  part: Part,
  { uid: user, gid: group, top, allowGroup }: Omit<TrustRules, 'warn'>,
): Distrust | null {
  if (user === undefined) return null
  // The owner of / can write everywhere anyway, but pixctl's own files must not be theirs.
  const owners = part === 'above' ? [user, 0, top] : [user, 0]
  if (!owners.includes(uid)) return 'foreign'
  // In a sticky folder such as /tmp, users can rename only their own files.
  if (part === 'above' && mode & STICKY) return null
  if (mode & OTHERS_WRITE) return 'writable'
  // Many systems give each user a private group with the same number, and let it write.
  const ownGroup = part === 'above' && user !== 0 && gid === user && gid === group
  return mode & GROUP_WRITE && !allowGroup && !ownGroup ? 'group-writable' : null
}

/** Failure (fault) if another user can write in the folder or replace it. */
export function checkFolder(folder: string, part: 'folder' | 'above' = 'folder'): void {
  checkPath(folder, part)
}

/**
 * Checks the folder and these files in it; `all` for a folder that only pixctl uses. Takes away the permissions of
 * others on the user's own files.
 */
export function checkFiles(folder: string, files: readonly string[] | 'all'): void {
  if (rules.uid === undefined) return
  checkPath(folder, 'folder')
  for (const name of files === 'all' ? namesIn(folder) : files) {
    const path = join(folder, name)
    const stats = checkPath(path, 'file', folder)
    if (stats?.isFile()) closeToOthers(path, stats)
  }
}

/** Failure (fault) if another user could have written the file. Takes away the permissions of others on it. */
export function checkFile(path: string, holdsSecrets: boolean): void {
  if (rules.uid === undefined) return
  checkPath(dirname(path), 'folder')
  // The file may be a link to another folder.
  const stats = checkPath(path, 'file', dirname(path))
  if (stats) closeToOthers(path, stats, holdsSecrets)
}

/** The permission bits for the group and others that a file or folder should not have. */
export function openBits(mode: number): number {
  return mode & (rules.allowGroup ? 0o007 : 0o077)
}

function closeToOthers(path: string, { uid, mode }: Stats, holdsSecrets = false): void {
  const bits = openBits(mode)
  if (bits === 0 || rules.readOnly) return
  try {
    if (uid !== rules.uid) throw new Error()
    const closed = mode & 0o777 & ~bits
    chmodSync(path, closed)
    rules.warn(() => texts.closedNow(path, { was: octal(mode), is: octal(closed) }, holdsSecrets))
  } catch {
    // It belongs to root or is on a read-only disk. Without secrets in it, reading it does no harm.
    if (holdsSecrets) warnOfOpenSecrets(path, { mode })
  }
}

/**
 * The permission bits for the group and others that a file with secrets should not have. In the folder of a service's
 * credentials the group may read: there systemd lets only the service's user in, by an ACL, which shows as such a bit.
 */
export function openSecretBits(path: string, mode: number): number {
  const { credentials } = rules
  const isCredential = credentials !== undefined && dirname(resolve(path)) === resolve(credentials)
  return openBits(mode) & (isCredential ? 0o037 : 0o077)
}

/** Warns if others can read a file with secrets. The user made the file, so pixctl doesn't change it. */
export function warnOfOpenSecrets(path: string, { mode }: Pick<Stats, 'mode'>): void {
  if (rules.uid === undefined || openSecretBits(path, mode) === 0) return
  const canChange = (mode & (GROUP_WRITE | OTHERS_WRITE)) !== 0
  rules.warn(() => texts.openSecrets(path, { canChange, mode: octal(mode) }, `chmod 600 ${shellWord(path)}`))
}

/**
 * Checks each part of a path, from the root on, and follows links.
 *
 * @param from a folder above it that has already been checked
 * @returns the file at the end; undefined if there is none
 */
function checkPath(path: string, part: Part, from?: string, links = MAX_LINKS): Stats | undefined {
  if (rules.uid === undefined) return undefined
  const whole = resolve(path)
  const { root } = parse(whole)
  let reached = from === undefined ? root : resolve(from)
  if (from === undefined) rules.top = lstatSync(root).uid
  const ahead = whole.slice(reached.length).split(sep).filter(Boolean)
  let stats = from === undefined ? checkEntry(reached, ahead.length === 0 ? part : 'above') : undefined
  for (const [index, name] of ahead.entries()) {
    const next = join(reached, name)
    stats = checkEntry(next, index === ahead.length - 1 ? part : 'above')
    if (stats === undefined) return undefined
    if (stats.isSymbolicLink()) {
      if (links === 0) throw new Failure('fault', () => texts.tooManyLinks(path), { next: texts.useNoLinks })
      const target = resolve(realpathSync(reached), readlinkSync(next), ...ahead.slice(index + 1))
      return checkPath(target, part, undefined, links - 1)
    }
    reached = next
  }
  return stats
}

function checkEntry(path: string, part: Part): Stats | undefined {
  let stats: Stats | undefined
  try {
    stats = lstatSync(path, { throwIfNoEntry: false })
  } catch (error) {
    // Then nothing can be read from there either.
    if (['EACCES', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw error
  }
  if (stats) refuseUntrusted(path, stats, stats.isDirectory() && part === 'file' ? 'folder' : part)
  return stats
}

function refuseUntrusted(path: string, stats: Stats, part: Part): void {
  // The permission bits of a link mean nothing.
  const problem = distrust(stats.isSymbolicLink() ? { ...stats, mode: 0 } : stats, part, rules)
  if (problem) throw untrusted(path, stats, part, problem)
}

function untrusted(path: string, { uid, mode }: Stats, part: Part, problem: Distrust): Failure {
  const sudo = rules.uid === 0 ? '' : 'sudo '
  if (problem === 'foreign') {
    const chown = `${sudo}chown ${rules.uid} ${shellWord(path)}`
    return new Failure('fault', () => texts.foreign(path, uid), {
      next: [
        // If root owned the files of a service, the service could not start again.
        ...(rules.uid === 0 ? [texts.asServiceUser] : []),
        () => texts.ifYours(chown),
        texts.ownFolders,
      ],
    })
  }
  const bits = part === 'above' ? 'go-w' : part === 'file' ? '600' : '700'
  const change = `${uid === rules.uid ? '' : sudo}chmod ${bits} ${shellWord(path)}`
  return new Failure('fault', () => texts.writable(path, problem === 'writable', octal(mode)), {
    next: [
      () => texts.ifNobodyWrote(change),
      ...(problem === 'group-writable' ? [texts.ifGroupMay] : []),
      texts.ownFolders,
    ],
  })
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '')) return []
    throw error
  }
}

/** The permission bits as people write them: `0700`. */
export function octal(mode: number): string {
  return (mode & 0o7777).toString(8).padStart(4, '0')
}
