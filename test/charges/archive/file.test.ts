/** The file of an archive: what is apart in it, who sees what, and what is said of a broken one. */

import { readdirSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../support/folder.ts'
import { says } from '../../support/steps.ts'
import { charge, fill, ids, minute, openArchive } from './archiving.ts'

const OTHER = 'https://other.example/api/v1'

describe('stores', () => {
  it('of other addresses are apart', async () => {
    const dataDir = temporaryFolder()
    const [one, other] = [await openArchive(dataDir), await openArchive(dataDir, OTHER)]
    fill(one, [charge({ description: 'one' })])
    expect(other.coverage()).toBeNull()
    expect(ids(other.search({}))).toEqual([])
    fill(other, [charge({ description: 'other' }), charge({ id: 'pay_2', createdAt: minute(1) })])
    expect(one.get('pay_1')).toContain('one')
    expect(other.get('pay_1')).toContain('other')
    expect(one.totals({}).get('PENDING')?.count).toBe(1)
    expect(ids(one.search({ search: 'other' }))).toEqual([])
    expect(ids(other.search({ search: 'other' }))).toEqual(['pay_1'])
    expect(one.coverage()).toMatchObject({ count: 1, total: 1 })
  })
})

describe('forgetting', () => {
  it('removes the charges of one address, and nothing else', async () => {
    const dataDir = temporaryFolder()
    const [one, other] = [await openArchive(dataDir), await openArchive(dataDir, OTHER)]
    for (const archive of [one, other]) fill(archive, [charge()])
    expect(one.forget()).toBe(true)
    expect(one.forget()).toBe(false)
    expect(one.coverage()).toBeNull()
    expect(other.coverage()).toMatchObject({ count: 1 })
    expect(ids(other.search({ search: 'pedido' }))).toEqual(['pay_1'])
    fill(one, [charge({ description: 'anew' })])
    expect(ids(one.search({ search: 'pedido' }))).toEqual([])
    expect(ids(one.search({ search: 'anew' }))).toEqual(['pay_1'])
  })
})

describe('a reader', () => {
  it('sees one moment, though a sync goes on', async () => {
    const dataDir = temporaryFolder()
    const [reader, writer] = [await openArchive(dataDir), await openArchive(dataDir)]
    fill(writer, [charge()])
    reader.beginSnapshot()
    expect(reader.coverage()).toMatchObject({ count: 1 })
    fill(writer, [charge({ id: 'pay_2', status: 'PAID' }), charge()])
    expect(reader.totals({}).get('PAID')).toBeUndefined()
    expect(ids(reader.search({}))).toEqual(['pay_1'])
  })
})

describe('the file', () => {
  const path = (dataDir: string) => join(dataDir, 'profiles', 'default', 'archive.db')

  it('is only for its owner, and one file once it is closed', async () => {
    const dataDir = temporaryFolder()
    const archive = await openArchive(dataDir)
    fill(archive, [charge()])
    archive.close()
    expect(readdirSync(join(dataDir, 'profiles', 'default'))).toEqual(['archive.db'])
    expect(statSync(path(dataDir)).mode & 0o777).toBe(0o600)
    const reader = await openArchive(dataDir)
    reader.beginSnapshot()
    expect(reader.coverage()).not.toBeNull()
    reader.close()
    expect(readdirSync(join(dataDir, 'profiles', 'default'))).toEqual(['archive.db'])
  })

  const newer = (file: string) => {
    using database = new DatabaseSync(file)
    database.exec('PRAGMA user_version = 99')
  }
  const again = [says('restore it from a backup'), { command: 'charges sync' }]
  it.each<[string, (file: string) => void, string, unknown[]]>([
    ['of a newer pixctl', newer, 'the archive was written by a newer pixctl', [says('update pixctl')]],
    ['that is empty', truncateSync, 'is empty', again],
    [
      'that is another one',
      file => writeFileSync(file, 'x'.repeat(5000)),
      "can't be used",
      [expect.any(Function), { command: 'doctor' }],
    ],
  ])('%s is refused, with what to do', async (_name, damage, message, next) => {
    const dataDir = temporaryFolder()
    ;(await openArchive(dataDir)).close()
    damage(path(dataDir))
    await expect(openArchive(dataDir)).rejects.toMatchObject({
      category: 'fault',
      message: expect.stringContaining(message),
      next,
    })
  })
})
