/** How much room a sandbox takes on the disk. */

import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
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
