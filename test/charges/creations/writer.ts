/** A process that begins many creations, and says each key once it is in the journal. */

import { setImmediate } from 'node:timers/promises'
import { Journal } from '#charges/creations/journal.ts'

const [dataDir = '', writer = '0', count = '0'] = process.argv.slice(2)
const owner = { baseUrl: 'https://example.com/api/v1', keyFingerprint: '0123456789abcdef' }
const journal = await Journal.open(dataDir, 'default')

for (let index = 0; index < Number(count); index++) {
  const key = `${writer.padStart(8, '0')}-0000-4000-8000-${String(index).padStart(12, '0')}`
  journal.begin(owner, key, Buffer.from('{}'), new Date().toISOString(), () => true)
  process.send?.(key)
  await setImmediate()
}
journal.close()
process.disconnect()
