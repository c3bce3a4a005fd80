import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { Journal } from '../../src/store/journal.ts'
import { tryHold } from '../../src/store/lock.ts'

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'pixctl-state-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

it('gives no profile the state of one that differs in upper and lower case', async () => {
  const dataDir = folder()
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
  const dataDir = folder()
  for (const name of ['shop', 'Shop']) mkdirSync(join(dataDir, 'profiles', name), { recursive: true })
  for (const name of ['shop', 'Shop']) (await Journal.open(dataDir, name)).close()
})
