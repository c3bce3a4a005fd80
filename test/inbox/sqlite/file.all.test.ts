/** What is special to an inbox in SQLite: its file, other processes at it, and its disk. */

import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Inbox } from '#inbox/inbox.ts'
import { openInbox } from '#inbox/open.ts'
import { permissionsIn, temporaryFolder } from '../../support/folder.ts'
import { listed, numbered, numbers, take, takeAll } from '../arriving.ts'

async function opened(dataDir: string, busyMs?: number): Promise<Inbox> {
  const inbox = await openInbox({ dataDir, profile: 'default' }, { busyMs })
  onTestFinished(() => inbox.close())
  return inbox
}

const fileIn = (dataDir: string) => join(dataDir, 'profiles', 'default', 'state.db')

describe('the file', () => {
  it('is 0600 in folders of 0700', async () => {
    const dataDir = join(temporaryFolder(), 'data')
    await take(await opened(dataDir))
    expect(permissionsIn(dataDir)).toEqual({
      profiles: '700',
      default: '700',
      'state.db': '600',
      'state.db-shm': '600',
      'state.db-wal': '600',
    })
  })

  it('gets what comes at once in a few commits', async () => {
    const dataDir = temporaryFolder()
    const inbox = await opened(dataDir)
    await take(inbox)
    const before = commits(dataDir)
    await takeAll(
      inbox,
      numbers(1000).map(n => numbered(n + 1)),
    )
    expect(commits(dataDir) - before).toBeLessThan(20)
  })
})

/** How many commits are in the write-ahead log: frames that say how large the file is after them. */
function commits(dataDir: string): number {
  const log = readFileSync(`${fileIn(dataDir)}-wal`)
  const frame = 24 + log.readUInt32BE(8)
  let count = 0
  for (let at = 32; at + frame <= log.length; at += frame) if (log.readUInt32BE(at + 4) > 0) count++
  return count
}

/** What inbox-child.ts reports of a delivery. */
interface Report {
  delivery: string
  verdict?: 'accepted' | 'duplicate'
  failed?: string
}

/** Runs inbox-child.ts in a shell, after the commands of `before`. */
function writerOf(before: string, ...args: (string | number)[]) {
  const path = join(import.meta.dirname, 'inbox-child.ts')
  const command = ['-c', `${before}\nexec "$0" "$@"`, process.execPath, path, ...args.map(String)]
  const child = spawn('bash', command, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const reports: Report[] = []
  child.on('message', (message: Report & { all?: true }) => {
    if (!message.all) reports.push(message)
  })
  /** Resolves once it has reported all of its work. */
  const finished = () =>
    new Promise<void>((resolve, reject) => {
      child.once('close', code => reject(new Error(`it ended with ${code}`)))
      child.on('message', (message: { all?: true }) => {
        if (message.all) resolve()
      })
    })
  return { child, reports, finished }
}

describe('several processes', () => {
  it('keep each delivery once between them', async () => {
    const dataDir = temporaryFolder()
    const writers = [writerOf('', dataDir, 0, 1999), writerOf('', dataDir, 1000, 2999)]
    await Promise.all(writers.map(each => each.finished()))
    const verdicts = writers.flatMap(each => each.reports)
    expect(verdicts.filter(each => each.failed)).toEqual([])
    const accepted = verdicts.filter(each => each.verdict === 'accepted').map(each => each.delivery)
    expect(accepted).toHaveLength(3000)
    expect(new Set(accepted).size).toBe(3000)
    expect(await listed(await opened(dataDir), { limit: 10_000 })).toHaveLength(3000)
  })
})

describe('a file that another program holds', () => {
  it('is only away: what waits is rejected, the loop goes on, and the next one is saved', async () => {
    const dataDir = temporaryFolder()
    const inbox = await opened(dataDir, 300)
    const other = new DatabaseSync(fileIn(dataDir))
    onTestFinished(() => other.close())
    other.exec('BEGIN IMMEDIATE')
    let turns = 0
    // Others read meanwhile, which succeeds.
    const count = setInterval(() => void inbox.queue.stats().then(() => turns++), 5)
    const taken = await Promise.allSettled([take(inbox, numbered(1)), take(inbox, numbered(2))])
    clearInterval(count)
    expect(taken).toMatchObject(Array(2).fill({ status: 'rejected', reason: { away: true, errcode: 5 } }))
    expect(turns).toBeGreaterThan(3)
    other.exec('ROLLBACK')
    expect(await take(inbox, numbered(2))).toMatchObject({ verdict: 'accepted' })
  })
})

describe('a full disk', () => {
  it('saves nothing if there is no space, reports that, and continues when there is space', async () => {
    const dataDir = temporaryFolder()
    await (await openInbox({ dataDir, profile: 'default' })).close()
    // 1 MiB for a file; the deliveries need more, in one commit.
    const { child, reports, finished } = writerOf('ulimit -S -f 1024', dataDir, 0, 99, 20_000)
    await finished()
    expect(reports.map(each => each.failed)).toEqual(Array(100).fill('SaveError'))
    expect(await listed(await opened(dataDir))).toEqual([])
    spawnSync('prlimit', ['--pid', String(child.pid), '--fsize=unlimited'])
    reports.length = 0
    child.send('again')
    await finished()
    expect(reports.map(each => each.verdict)).toEqual(Array(100).fill('accepted'))
    expect(await listed(await opened(dataDir))).toHaveLength(100)
  })
})
