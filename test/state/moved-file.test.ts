/** A file that is removed, moved or replaced while it is open: nothing is written in it, and nothing is acknowledged. */

import { copyFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Journal } from '#charges/creations/journal.ts'
import { charge, openArchive, read } from '../charges/archive/archiving.ts'
import { begin, KEY, OTHER_KEY, openJournal } from '../charges/creations/unresolved.ts'
import { AT, ended, listed, openInbox, take } from '../inbox/arriving.ts'
import { temporaryFolder } from '../support/folder.ts'

const folderOf = (dataDir: string) => join(dataDir, 'profiles', 'default')
const stateOf = (dataDir: string) => join(folderOf(dataDir), 'state.db')

const WAYS: Record<string, (dataDir: string) => unknown> = {
  'the folder is removed': dataDir => rmSync(folderOf(dataDir), { recursive: true }),
  'the file is removed': dataDir => rmSync(stateOf(dataDir)),
  'its log is removed': dataDir => rmSync(`${stateOf(dataDir)}-wal`),
  'its locks are removed': dataDir => rmSync(`${stateOf(dataDir)}-shm`),
  'the data folder is moved': dataDir => renameSync(dataDir, join(temporaryFolder(), 'moved')),
  'the file is replaced by a copy': dataDir => {
    copyFileSync(stateOf(dataDir), `${stateOf(dataDir)}-copy`)
    renameSync(`${stateOf(dataDir)}-copy`, stateOf(dataDir))
  },
  'another process has made a new one': async dataDir => {
    rmSync(folderOf(dataDir), { recursive: true })
    ;(await Journal.open(dataDir, 'default')).close()
  },
}
const AWAY = { name: 'SaveError', away: true, message: expect.stringContaining('put it back') }

describe.each(Object.entries(WAYS))('while it is open, %s', (_, lose) => {
  it('and no arrival is saved, nothing is claimed or recorded', async () => {
    const dataDir = temporaryFolder()
    const inbox = await openInbox(dataDir)
    await take(inbox)
    const lease = await inbox.queue.lease('forwarding', 'alone')
    await lose(dataDir)
    await expect(take(inbox, { delivery: 'dlv_2' })).rejects.toMatchObject(AWAY)
    await expect(inbox.queue.claim(lease!, 1)).rejects.toMatchObject(AWAY)
    await expect(inbox.queue.lease('cursor', 'alone')).rejects.toMatchObject(AWAY)
    await expect(inbox.writing.attempted(ended(1, 204))).rejects.toMatchObject(AWAY)
    await expect(inbox.writing.check()).rejects.toMatchObject(AWAY)
  })

  it('and no creation counts as sent', async () => {
    const dataDir = temporaryFolder()
    const journal = await openJournal(dataDir)
    begin(journal, OTHER_KEY)
    await lose(dataDir)
    expect(() => begin(journal, KEY)).toThrow(
      expect.objectContaining({ category: 'fault', message: expect.stringContaining(stateOf(dataDir)) }),
    )
    expect(journal.find(KEY)).toEqual([])
  })
})

it('a file that is put back is used again', async () => {
  const dataDir = temporaryFolder()
  const away = join(temporaryFolder(), 'moved')
  const inbox = await openInbox(dataDir)
  renameSync(dataDir, away)
  await expect(take(inbox)).rejects.toMatchObject(AWAY)
  renameSync(away, dataDir)
  expect(await take(inbox)).toMatchObject({ verdict: 'accepted' })
  expect(await listed(await openInbox(dataDir))).toMatchObject([{ delivery: 'dlv_1', arrivalCount: 1 }])
})

it('an archive that is removed saves no page', async () => {
  const dataDir = temporaryFolder()
  const writer = (await openArchive(dataDir)).writer('fingerprint')
  writer.begin(AT)
  const file = join(folderOf(dataDir), 'archive.db')
  rmSync(file)
  expect(() => writer.savePage([read(charge())], 1, null)).toThrow(
    expect.objectContaining({ category: 'fault', message: expect.stringContaining(file) }),
  )
})
