/** A process that takes a name of a profile, and says whether it has it; it lives on until it is killed. */

import { tryLock } from '#state/lock.ts'

const [dataDir = '', profile = '', name = ''] = process.argv.slice(2)
process.send?.({ held: (await tryLock(dataDir, profile, name)) !== null })
process.on('message', () => {})
