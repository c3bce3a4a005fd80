/** Makes the manual pages again from a manifest that is newer than the build. */

import { dirname } from 'node:path'
import { writeManPages } from './build/man/index.ts'

await writeManPages(dirname(import.meta.dirname))
