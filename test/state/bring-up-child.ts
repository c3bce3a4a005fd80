/** A process that opens the state with one more step when it gets a message, says which version it has then, and lives on. */

import { versionOf } from '#lib/sqlite/database-file.ts'
import { openWith } from './steps.ts'

const [dataDir = '', step = ''] = process.argv.slice(2)
process.on('message', async () => {
  try {
    const database = await openWith(dataDir, step)
    process.send?.({ version: versionOf(database) })
  } catch (error) {
    process.send?.({ failed: String((error as Error).cause ?? error) })
  }
})
process.send?.({ ready: true })
