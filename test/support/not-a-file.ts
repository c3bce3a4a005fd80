/** What may be in the place of a file, with its name in messages, and what makes it. */

import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { onTestFinished } from 'vitest'

export const NOT_FILES: [string, (path: string) => unknown][] = [
  ['folder', path => mkdirSync(path, { mode: 0o700 })],
  ['named pipe', path => execFileSync('mkfifo', ['-m', '600', path])],
  ['socket', listenAt],
]

async function listenAt(path: string): Promise<void> {
  const server = createServer().listen(path)
  onTestFinished(() => void server.close())
  await once(server, 'listening')
}
