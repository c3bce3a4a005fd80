/**
 * Which files and folders pixctl believes: those that nobody but this user, or root, can have written. The
 * folders above count too: who may rename in them can put another folder in the place of ours.
 */

import {
  chmodSync,
  fchmodSync,
  lstatSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  type Stats,
} from 'node:fs'
import { dirname, join, parse, resolve, sep } from 'node:path'
import { Failure } from './failure.ts'
import { shellWord } from './suggestion.ts'

const GROUP_WRITE = 0o020
const OTHERS_WRITE = 0o002
const STICKY = 0o1000
/** As many as Linux itself follows. */
const MAX_LINKS = 40

export interface TrustRules {
  /** Who this process runs as; undefined on Windows, whose files have no such bits. */
  uid: number | undefined
  gid: number | undefined
  /** Who owns the root of all folders: root, but where a user namespace hides that one (`unshare -r`). */
  top: number
  /** Whether the group may read and write pixctl's files, as volumes of container platforms have it. */
  allowGroup: boolean
  warn(text: string): void
}

let rules: TrustRules = {
  uid: process.geteuid?.(),
  gid: process.getegid?.(),
  top: 0,
  allowGroup: false,
  warn: () => {},
}

/** Changes the rules of this process, or of this thread. */
export function trustAs(changes: Partial<TrustRules>): void {
  rules = { ...rules, ...changes }
}

export function groupIsAllowed(): boolean {
  return rules.allowGroup
}

/** `top`: a folder that holds only folders of ours; `above`: any other one above them. */
export type Part = 'file' | 'folder' | 'top' | 'above'
export type Distrust = 'foreign' | 'group-writable' | 'writable'

/** Why a file or folder isn't believed; null where it is. */
export function distrust(
  { uid, gid, mode }: Pick<Stats, 'uid' | 'gid' | 'mode'>,
  part: Part,
  { uid: user, gid: group, top, allowGroup }: Omit<TrustRules, 'warn'>,
): Distrust | null {
  if (user === undefined) return null
  // The owner of / can put anything anywhere, but our files are no business of theirs.
  const owners = part === 'above' ? [user, 0, top] : [user, 0]
  if (!owners.includes(uid)) return 'foreign'
  // In a sticky folder, /tmp above all, nobody can rename what is another's.
  if ((part === 'above' || part === 'top') && mode & STICKY) return null
  if (mode & OTHERS_WRITE) return 'writable'
  // Many systems give each user a group of the same number, and let it write what the user makes.
  const ownGroup = part === 'above' && user !== 0 && gid === user && gid === group
  return mode & GROUP_WRITE && !allowGroup && !ownGroup ? 'group-writable' : null
}

/** Failure (fault) where another user can write in the folder, or put another one in its place. */
export function checkFolder(folder: string, part: 'folder' | 'top' | 'above' = 'folder'): void {
  walk(folder, part)
}

/**
 * The same, and for these files in it: `all` of them where the folder is pixctl's alone. Those of one's own that
 * others can read are closed to them.
 */
export function checkFiles(folder: string, files: readonly string[] | 'all'): void {
  if (rules.uid === undefined) return
  walk(folder, 'folder')
  for (const name of files === 'all' ? namesIn(folder) : files) {
    const path = join(folder, name)
    const stats = walk(path, 'file', folder)
    if (stats?.isFile()) tighten(path, stats)
  }
}

/** Failure (fault) where another user can have written an open file. One of one's own is closed to others. */
export function checkOpened(path: string, descriptor: number, stats: Stats, holdsSecrets: boolean): void {
  if (rules.uid === undefined) return
  walk(dirname(path), 'folder')
  judge(path, stats, 'file')
  // A link leads out of the folder.
  walk(path, 'file', dirname(path))
  tighten(path, stats, { descriptor, holdsSecrets })
}

/** Which bits let the group or others at a file: those that are too many. */
function openBits(mode: number): number {
  return mode & (rules.allowGroup ? 0o007 : 0o077)
}

function tighten(
  path: string,
  { uid, mode }: Stats,
  { descriptor, holdsSecrets = false }: { descriptor?: number; holdsSecrets?: boolean } = {},
): void {
  const bits = openBits(mode)
  if (bits === 0) return
  const was = `${path} could be used by others (mode ${octal(mode)})`
  try {
    if (uid !== rules.uid) throw new Error('it is for its owner to change')
    const closed = mode & 0o777 & ~bits
    if (descriptor === undefined) chmodSync(path, closed)
    else fchmodSync(descriptor, closed)
    const read = holdsSecrets ? '; others may have read the secrets in it' : ''
    rules.warn(`${was}: it is ${octal(closed)} now${read}`)
  } catch {
    // Root's, or on a disk that can't be written: to read it is no harm where it holds no secrets.
    if (holdsSecrets) warnOfOpenSecrets(path, { mode })
  }
}

/** Warns of a file with secrets that others can read. It is the user's own, so pixctl leaves it as it is. */
export function warnOfOpenSecrets(path: string, { mode }: Pick<Stats, 'mode'>): void {
  if (rules.uid === undefined || openBits(mode) === 0) return
  const change = mode & (GROUP_WRITE | OTHERS_WRITE) ? 'read and change' : 'read'
  rules.warn(
    `${path} holds secrets, and others can ${change} it (mode ${octal(mode)}): chmod 600 ${shellWord(path)}`,
  )
}

/**
 * Looks at each part of a path from the root on, links followed, and judges it.
 *
 * @param from a folder above it that has been looked at
 * @returns what the path leads to; undefined where there is nothing
 */
function walk(path: string, part: Part, from?: string, links = MAX_LINKS): Stats | undefined {
  if (rules.uid === undefined) return undefined
  const whole = resolve(path)
  const { root } = parse(whole)
  let reached = from === undefined ? root : resolve(from)
  if (from === undefined) rules.top = lstatSync(root).uid
  const ahead = whole.slice(reached.length).split(sep).filter(Boolean)
  let stats = from === undefined ? look(reached, ahead.length === 0 ? part : 'above') : undefined
  for (const [index, name] of ahead.entries()) {
    const next = join(reached, name)
    stats = look(next, index === ahead.length - 1 ? part : 'above')
    if (stats === undefined) return undefined
    if (stats.isSymbolicLink()) {
      if (links === 0)
        throw new Failure('fault', `${path} leads through too many links`, {
          next: 'use a path without links',
        })
      const target = resolve(realpathSync(reached), readlinkSync(next), ...ahead.slice(index + 1))
      return walk(target, part, undefined, links - 1)
    }
    reached = next
  }
  return stats
}

function look(path: string, part: Part): Stats | undefined {
  let stats: Stats | undefined
  try {
    stats = lstatSync(path, { throwIfNoEntry: false })
  } catch (error) {
    // Nor can anything be read from there.
    if (['EACCES', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw error
  }
  if (stats) judge(path, stats, stats.isDirectory() && part === 'file' ? 'folder' : part)
  return stats
}

function judge(path: string, stats: Stats, part: Part): void {
  // A link's own bits mean nothing.
  const problem = distrust(stats.isSymbolicLink() ? { ...stats, mode: 0 } : stats, part, rules)
  if (problem) throw untrusted(path, stats, part, problem)
}

function untrusted(path: string, { uid, mode }: Stats, part: Part, problem: Distrust): Failure {
  const elsewhere = 'or keep its files in folders of your own: PIXCTL_CONFIG_DIR, PIXCTL_DATA_DIR'
  const sudo = rules.uid === 0 ? '' : 'sudo '
  if (problem === 'foreign') {
    return new Failure('fault', `${path} belongs to another user (${uid}), so pixctl doesn't use it`, {
      next: [`if what is in it is yours: ${sudo}chown ${rules.uid} ${shellWord(path)}`, elsewhere],
    })
  }
  const who = problem === 'writable' ? 'every user' : 'its group'
  const bits = part === 'above' ? 'go-w' : part === 'file' ? '600' : '700'
  const change = `${uid === rules.uid ? '' : sudo}chmod ${bits} ${shellWord(path)}`
  return new Failure(
    'fault',
    `${path} can be written by ${who} (mode ${octal(mode)}), so pixctl doesn't use it`,
    {
      next: [
        `if nobody else has written there: ${change}`,
        ...(problem === 'group-writable'
          ? ['or, if its group should be able to write there: PIXCTL_ALLOW_GROUP=1']
          : []),
        elsewhere,
      ],
    },
  )
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '')) return []
    throw error
  }
}

function octal(mode: number): string {
  return (mode & 0o7777).toString(8).padStart(4, '0')
}
