/**
 * What PostgreSQL servers need of this machine: their programs, a user to run as, and folders. All servers of a process end
 * with it, even after SIGKILL: a shell waits for the end of a pipe, stops them and removes their folders.
 */

import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, globSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

/** As root, PostgreSQL refuses to run: then it runs as this user, which Debian's package makes. It is the superuser too. */
export const USER = 'postgres'

/** The folder of the programs of another PostgreSQL than the newest one here. */
const chosen = process.env.PIXCTL_TEST_POSTGRES_BIN

/** The programs of the newest PostgreSQL here: in PATH or where Debian has them; null if there is none. */
function findPrograms(): string | null {
  const version = (folder: string) => Number(/(\d+)\/bin$/.exec(folder)?.[1] ?? 0)
  const debian = globSync('/usr/lib/postgresql/*/bin').sort((a, b) => version(b) - version(a))
  const folders = chosen ? [chosen] : [...debian, ...(process.env.PATH ?? '').split(delimiter)]
  return (
    folders.find(folder => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres'))) ?? null
  )
}

export const programs = findPrograms()

/** Whether a server can be copied. Of the programs that were chosen, the one that copies may be missing. */
export const canCopy = !chosen || existsSync(join(chosen, 'pg_basebackup'))

/** The user and group to run as; nothing to change unless this is root. */
function owner(): { uid?: number; gid?: number } | null {
  if (process.getuid?.() !== 0) return {}
  const [uid, gid] = ['-u', '-g'].map(flag =>
    spawnSync('id', [flag, USER], { encoding: 'utf8' }).stdout.trim(),
  )
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : null
}

export const runAs = owner()

/** What this machine lacks for a server; null if it has everything. */
export const missingPostgres =
  programs === null && chosen
    ? `PIXCTL_TEST_POSTGRES_BIN has no initdb and postgres: ${chosen}`
    : programs === null || runAs === null
      ? 'it needs the package postgresql'
      : null

/** Runs a program of PostgreSQL, or `cp`, to its end, as PostgreSQL's user. */
export function run(program: string, args: readonly string[]): void {
  const path = program === 'cp' ? program : join(programs!, program)
  const { status, stderr, error } = spawnSync(path, args, {
    ...runAs,
    cwd: '/',
    encoding: 'utf8',
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
  })
  if (status !== 0) throw new Error(`${program} failed: ${error?.message ?? stderr}`)
}

/** Stops what a process left running and removes its folders, when its end of the pipe is closed. */
const SWEEP = `
cat >/dev/null
for try in 1 2 3 4 5 6 7 8 9 10; do
  found=
  for file in "$1"/*/pid; do
    [ -e "$file" ] && kill -QUIT "$(cat "$file")" && found=1
  done
  [ "$found" ] || break
  sleep 0.3
done
rm -rf "$1"`

let root: string | undefined

/** The folder of all servers of this process. PostgreSQL's user can reach what is in it. */
export function rootFolder(): string {
  if (root === undefined) {
    root = mkdtempSync(join(tmpdir(), 'pixctl-pg-'))
    chmodSync(root, 0o711)
    // A group of its own, so that Ctrl-C doesn't end it before this process.
    const sweeper = spawn('sh', ['-c', SWEEP, 'sh', root], {
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    sweeper.unref()
    ;(sweeper.stdin as unknown as { unref(): void }).unref()
  }
  return root
}

/** A new folder that belongs to PostgreSQL's user. */
export function newFolder(): string {
  const folder = mkdtempSync(join(rootFolder(), 's'))
  giveToPostgres(folder)
  return folder
}

/** Lets PostgreSQL's user use a file or folder. */
export function giveToPostgres(path: string): void {
  if (runAs?.uid !== undefined) chownSync(path, runAs.uid, runAs.gid!)
}
