import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { SaveError } from '#inbox/inbox.ts'
import { deliveryWhere } from '#inbox/sqlite/reading.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { arrival, ended, listed, openInbox } from '../arriving.ts'
import { newWriter } from './new-writer.ts'
import { openWriter, startWriter } from './writers.ts'

const numbered = (n: number, over = {}) => arrival({ delivery: `dlv_${n}`, eventId: `evt_${n}`, ...over })
const numbers = (count: number) => Array.from({ length: count }, (_, n) => n)

describe('what the writer takes', () => {
  it('shares its commits', async () => {
    const dataDir = temporaryFolder()
    const writer = await openWriter(dataDir)
    await writer.insert(numbered(0))
    const before = commits(dataDir)
    await Promise.all(numbers(1000).map(n => writer.insert(numbered(n + 1))))
    const made = commits(dataDir) - before
    expect(made).toBeGreaterThan(0)
    expect(made).toBeLessThan(20)
  })
})

/** How many commits are in the write-ahead log: frames that say how large the file is after them. */
function commits(dataDir: string): number {
  const log = readFileSync(join(dataDir, 'profiles', 'default', 'state.db-wal'))
  const frame = 24 + log.readUInt32BE(8)
  let count = 0
  for (let at = 32; at + frame <= log.length; at += frame) if (log.readUInt32BE(at + 4) > 0) count++
  return count
}

describe('an attempt', () => {
  it('is on the disk before the writer says so', async () => {
    const dataDir = temporaryFolder()
    const [writer, inbox] = [await openWriter(dataDir), await openInbox(dataDir)]
    await writer.insert(arrival())
    await writer.attempted(ended(1, 500))
    expect(await inbox.reading.find('dlv_1')).toMatchObject({
      forward: 'pending',
      attempts: 1,
      lastStatus: 500,
    })
    await writer.attempted(ended(1, 204))
    expect(await inbox.reading.find('dlv_1')).toMatchObject({ forward: 'done', attempts: 2, lastStatus: 204 })
  })

  it('shares a commit with arrivals during the last commit', async () => {
    const dataDir = temporaryFolder()
    const writer = await openWriter(dataDir)
    await writer.insert(numbered(0))
    const before = commits(dataDir)
    await Promise.all([
      writer.insert(numbered(1)),
      writer.attempted(ended(1, 200)),
      writer.insert(numbered(2)),
    ])
    expect(commits(dataDir) - before).toBe(1)
  })
})

describe('a writer that has ended', () => {
  it('keeps nothing, and says so', async () => {
    const dataDir = temporaryFolder()
    const writer = await openWriter(dataDir)
    await writer.close()
    await expect(writer.insert(arrival())).rejects.toBeInstanceOf(SaveError)
    await expect(writer.attempted(ended(1, 200))).rejects.toBeInstanceOf(SaveError)
  })

  it('does not start on a file that is not a database', async () => {
    const dataDir = temporaryFolder()
    mkdirSync(join(dataDir, 'profiles', 'default'), { recursive: true })
    writeFileSync(join(dataDir, 'profiles', 'default', 'state.db'), 'no database at all, but text')
    await expect(newWriter(dataDir).ready).rejects.toThrow(/state\.db can't be used/)
  })
})

/** What inbox-child.ts reports of a delivery. */
interface Report {
  delivery: string
  verdict?: 'accepted' | 'duplicate'
  failed?: string
  errcode?: number
}

const writerOf = (before: string, ...args: (string | number)[]) =>
  startWriter<Report>('inbox-child.ts', before, ...args)

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
    expect(await listed(await openInbox(dataDir), 10_000)).toHaveLength(3000)
  })

  it('lose nothing that was reported as kept when one is killed in the middle', async () => {
    const dataDir = temporaryFolder()
    // Bodies that take more than one commit, so that the kill falls between some.
    const { process: writer, reports } = writerOf('', dataDir, 0, 4999, 20_000)
    await new Promise<void>(resolve => {
      writer.on('message', () => {
        if (reports.length === 500) resolve()
      })
    })
    writer.kill('SIGKILL')
    await once(writer, 'close')
    expect(reports.length).toBeLessThan(5000)
    const inbox = await openInbox(dataDir)
    const lost = reports.filter(
      each => deliveryWhere(inbox.prepare, 'delivery = ?', each.delivery)?.body.length !== 20_000,
    )
    expect(lost).toEqual([])
  })
})

describe('a file that another program holds', () => {
  it('is only away: what waits is rejected with what was tried, and the next one is saved', async () => {
    const dataDir = temporaryFolder()
    const writer = newWriter(dataDir, 300)
    onTestFinished(() => writer.close())
    await writer.ready
    const other = new DatabaseSync(join(dataDir, 'profiles', 'default', 'state.db'))
    onTestFinished(() => other.close())
    other.exec('BEGIN EXCLUSIVE')
    const first = writer.insert(numbered(1)).catch(error => error)
    await setImmediate()
    const second = writer.insert(numbered(2)).catch(error => error)
    expect(await first).toMatchObject({ away: true, errcode: 5 })
    // With the first one, not after a try for itself.
    expect(await second).toBe(await first)
    other.exec('ROLLBACK')
    expect(await writer.insert(numbered(2))).toMatchObject({ verdict: 'accepted' })
  })
})

const noMounts = spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'none', '/mnt']).status !== 0

describe('a full disk', () => {
  it('saves nothing if there is no space, reports that, and continues when there is space', async () => {
    const dataDir = temporaryFolder()
    await newWriter(dataDir).close()
    // 1 MiB for a file; the deliveries need more, in one commit.
    const {
      process: writer,
      reports,
      finished,
      again,
    } = writerOf('ulimit -S -f 1024', dataDir, 0, 99, 20_000)
    await finished()
    expect(reports.map(each => each.failed)).toEqual(Array(100).fill('SaveError'))
    expect(await listed(await openInbox(dataDir), 10)).toEqual([])

    spawnSync('prlimit', ['--pid', String(writer.pid), '--fsize=unlimited'])
    await again()
    expect(reports.map(each => each.verdict)).toEqual(Array(100).fill('accepted'))
    expect(await listed(await openInbox(dataDir), 1000)).toHaveLength(100)
  })

  it.skipIf(noMounts)('is recognized by its code', async () => {
    const dataDir = temporaryFolder()
    const disk = `mount -t tmpfs -o size=8m none ${dataDir} && head -c 7800000 /dev/zero > ${dataDir}/filler`
    const shell = `exec unshare -rm bash -c '${disk} && exec "$0" "$@"' "$0" "$@"`
    const { process: writer, reports, finished, again } = writerOf(shell, dataDir, 0, 99, 20_000)
    await finished()
    expect(reports).toEqual(
      numbers(100).map(n => ({ delivery: `dlv_${n}`, failed: 'SaveError', errcode: 13 })),
    )
    rmSync(`/proc/${writer.pid}/root${dataDir}/filler`)
    await again()
    expect(reports.map(each => each.verdict)).toEqual(Array(100).fill('accepted'))
  })
})
