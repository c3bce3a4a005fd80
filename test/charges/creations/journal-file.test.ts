/** The journal's file: its rights, its version, and several processes that write to it. */

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, rmSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type Entry, Journal } from '#charges/creations/journal.ts'
import { permissionsIn, temporaryFolder } from '../../support/folder.ts'
import { begin, openJournal } from './unresolved.ts'

describe('the file', () => {
  it('is 0600 in folders of 0700', async () => {
    const dataDir = join(temporaryFolder(), 'data')
    begin(await openJournal(dataDir))
    expect(permissionsIn(dataDir)).toEqual({
      profiles: '700',
      default: '700',
      'state.db': '600',
      'state.db-shm': '600',
      'state.db-wal': '600',
    })
  })

  it('is in WAL mode, so that a reader never waits for a writer, and one file once it is closed', async () => {
    const dataDir = temporaryFolder()
    const journal = await Journal.open(dataDir, 'default')
    begin(journal)
    const database = new DatabaseSync(join(dataDir, 'profiles', 'default', 'state.db'))
    expect(database.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' })
    database.close()
    journal.close()
    expect(readdirSync(join(dataDir, 'profiles', 'default'))).toEqual(['state.db'])
  })

  it('that is empty is refused as a fault, not treated as a new one', async () => {
    const dataDir = temporaryFolder()
    const journal = await Journal.open(dataDir, 'default')
    begin(journal)
    journal.close()
    const file = join(dataDir, 'profiles', 'default', 'state.db')
    truncateSync(file)
    await expect(openJournal(dataDir)).rejects.toMatchObject({
      category: 'fault',
      message: expect.stringContaining(`${file} is empty`),
    })
    expect(statSync(file).size).toBe(0)
    rmSync(file)
    expect((await openJournal(dataDir)).unresolved()).toEqual([])
  })

  it('of a newer pixctl is refused, and not changed', async () => {
    const dataDir = temporaryFolder()
    begin(await openJournal(dataDir))
    const database = new DatabaseSync(join(dataDir, 'profiles', 'default', 'state.db'))
    onTestFinished(() => database.close())
    database.exec('PRAGMA user_version = 99')
    await expect(openJournal(dataDir)).rejects.toMatchObject({
      category: 'fault',
      message: expect.stringContaining('newer pixctl'),
    })
    expect(database.prepare('SELECT count(*) AS n FROM creations').get()).toEqual({ n: 1 })
    expect(database.prepare('PRAGMA user_version').get()).toEqual({ user_version: 99 })
  })
})

describe('several processes', () => {
  it('lose none of their entries, though all of them find no file yet', async () => {
    const dataDir = temporaryFolder()
    const [writers, each] = [4, 25]
    const children = Array.from({ length: writers }, (_, index) => write(dataDir, index, each))
    const codes = await Promise.all(children.map(async child => (await once(child, 'exit'))[0]))
    expect(codes).toEqual(Array(writers).fill(0))
    const keys = (await openJournal(dataDir)).unresolved().map((entry: Entry) => entry.idempotencyKey)
    expect(new Set(keys).size).toBe(writers * each)
  })

  it('keep what was begun when one is killed in the middle', async () => {
    const dataDir = temporaryFolder()
    const child = write(dataDir, 0, 100_000)
    // It sends each key after its creation was synced to the disk.
    const begun: string[] = []
    await new Promise<void>(resolve => {
      child.on('message', key => {
        begun.push(String(key))
        if (begun.length === 20) resolve()
      })
    })
    child.kill('SIGKILL')
    await once(child, 'exit')
    const keys = (await openJournal(dataDir)).unresolved().map(entry => entry.idempotencyKey)
    expect(keys).toEqual(expect.arrayContaining(begun))
  })
})

function write(dataDir: string, writer: number, count: number): ChildProcess {
  const child = fork(join(import.meta.dirname, 'writer.ts'), [dataDir, String(writer), String(count)])
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}
