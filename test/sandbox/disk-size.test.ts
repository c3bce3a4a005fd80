/** How much room a sandbox takes on the disk, and when it waits for the disk. */

import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '#sandbox/core/database.ts'
import { newDataDir } from './data-folder.ts'
import { startHarness } from './harness.ts'

it('a charge with its events takes less than 850 bytes, while it runs too', async () => {
  const dataDir = newDataDir()
  const { sandbox, dashboard } = await startHarness({ dataDir })
  const charges = 2000
  await dashboard('/seed', { count: charges })
  const bytes = (...files: string[]) =>
    files.map(file => statSync(join(dataDir, file)).size).reduce((sum, size) => sum + size, 0)
  expect(bytes('sandbox.db', 'sandbox.db-wal') / charges).toBeLessThan(850)
  await sandbox.close()
  expect(bytes('sandbox.db') / charges).toBeLessThan(850)
})

it('only a change that says so does not wait for the disk', () => {
  const database = openDatabase(newDataDir())
  onTestFinished(() => database.close())
  const synchronous = () => database.prepare('PRAGMA synchronous').get()?.synchronous
  const [normal, full] = [1, 2]
  expect(synchronous()).toBe(full)
  database.unsynced(() => expect(synchronous()).toBe(normal))
  expect(synchronous()).toBe(full)
  expect(() =>
    database.unsynced(() => {
      throw new Error('no')
    }),
  ).toThrow('no')
  expect(synchronous()).toBe(full)
})
