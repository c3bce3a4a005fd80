/** The published entry behind bin/run.js: the compile cache, then the real program. */

import { chmodSync, mkdirSync } from 'node:fs'
import { createRequire, enableCompileCache } from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { directories } from './app/directories.ts'

// Not the shared default folder: whoever can write the cache can run code as this user.
try {
  const { env, platform } = process
  const folder = join(directories({ env, platform, home: homedir() }).cache, 'compile')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chmodSync(folder, 0o700)
  enableCompileCache(folder)
} catch {
  // No home, a full disk, a read-only cache: the start takes a little longer, nothing else.
}

createRequire(__filename)('./pixctl.cjs')
