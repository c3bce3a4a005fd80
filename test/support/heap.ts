/** How much memory lives on. */

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** What the heap holds once all that is garbage is collected, in MiB. */
export function liveMiB(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed / 1024 ** 2
}
