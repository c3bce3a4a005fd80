/** A program that opens addresses in the browser, for the commands that start one. */

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from './folder.ts'

/** `env` finds it, whatever the platform. What it was given is in a file. */
export function opener(script = 'echo "$1" > "$OUT"') {
  const folder = temporaryFolder()
  const file = join(folder, 'opened')
  const write = (name: string, text: string) =>
    writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 })
  write('xdg-open', script)
  // It reads a script; arguments would come before it.
  write('osascript', `read -r line; set -- "$*$line"; ${script}`)
  const env = { PATH: folder, OUT: file, DISPLAY: ':0' }
  return { env, opened: () => readFileSync(file, 'utf8').trim() }
}
