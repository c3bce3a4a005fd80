import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { Journal } from '../../src/store/journal.ts'
import { tryHold } from '../../src/store/lock.ts'
import { temporaryFolder } from '../support/folder.ts'

it('gives no profile the state of one that differs in upper and lower case', async () => {
  const dataDir = temporaryFolder()
  ;(await Journal.open(dataDir, 'shop')).close()
  await expect(Journal.open(dataDir, 'Shop')).rejects.toMatchObject({
    category: 'usage',
    message: expect.stringContaining('"shop"'),
  })
  await expect(tryHold(dataDir, 'Shop', 'cursor')).rejects.toMatchObject({ category: 'usage' })
  expect(readdirSync(join(dataDir, 'profiles'))).toEqual(['shop'])
  ;(await Journal.open(dataDir, 'shop')).close()
})

it('keeps both usable where both are there already', async () => {
  const dataDir = temporaryFolder()
  for (const name of ['shop', 'Shop']) mkdirSync(join(dataDir, 'profiles', name), { recursive: true })
  for (const name of ['shop', 'Shop']) {
    const journal = await Journal.open(dataDir, name)
    expect(journal.unresolved()).toEqual([])
    journal.close()
  }
})
