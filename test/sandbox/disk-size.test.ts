/** How much room a sandbox takes on the disk. */

import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { newDataDir } from './data-folder.ts'
import { startHarness } from './harness.ts'

it('a charge with its events takes less than 850 bytes', async () => {
  const dataDir = newDataDir()
  const { sandbox, control } = await startHarness({ dataDir })
  const charges = 2000
  await control('/seed', { count: charges })
  await sandbox.close()
  expect(statSync(join(dataDir, 'sandbox.db')).size / charges).toBeLessThan(850)
})
