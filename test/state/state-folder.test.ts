import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { Journal } from '#charges/creations/journal.ts'
import { openState } from '#state/database.ts'
import { tryLock } from '#state/lock.ts'
import { temporaryFolder } from '../support/folder.ts'
import { jsonLines } from '../support/store.ts'

it('gives no profile the state of one that differs in upper and lower case', async () => {
  const dataDir = temporaryFolder()
  ;(await Journal.open(dataDir, 'shop')).close()
  await expect(Journal.open(dataDir, 'Shop')).rejects.toMatchObject({
    category: 'usage',
    message: expect.stringContaining('"shop"'),
  })
  await expect(tryLock(dataDir, 'Shop', 'cursor')).rejects.toMatchObject({ category: 'usage' })
  expect(readdirSync(join(dataDir, 'profiles'))).toEqual(['shop'])
  ;(await Journal.open(dataDir, 'shop')).close()
})

it('keeps both usable if both exist already', async () => {
  const dataDir = temporaryFolder()
  for (const name of ['shop', 'Shop']) mkdirSync(join(dataDir, 'profiles', name), { recursive: true })
  for (const name of ['shop', 'Shop']) {
    const journal = await Journal.open(dataDir, name)
    expect(journal.unresolved()).toEqual([])
    journal.close()
  }
})

it('syncs each commit to the disk before it is over', async () => {
  const database = await openState(temporaryFolder(), 'shop')
  onTestFinished(() => database.close())
  // https://sqlite.org/pragma.html#pragma_synchronous: with NORMAL, 1, a power failure may undo the last commits.
  expect(database.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 })
  expect(database.prepare('PRAGMA fullfsync').get()).toEqual({ fullfsync: 1 })
})

const noMounts = spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'none', '/mnt']).status !== 0

it.skipIf(noMounts)('leaves no half of a state behind on a full disk', () => {
  const child = join(import.meta.dirname, 'full-disk-child.ts')
  const run = spawnSync('unshare', ['-rm', process.execPath, child, temporaryFolder()], { encoding: 'utf8' })
  const opened = jsonLines(run.stdout)
  expect(new Set(opened.map(({ full }) => full !== 'opened'))).toEqual(new Set([true, false]))
  expect(opened.filter(({ full }) => /malformed/.test(full))).toEqual([])
  expect(opened.filter(({ room }) => room !== 'opened')).toEqual([])
})
