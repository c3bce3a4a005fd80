/** What `charge create` refuses, and in which order it looks. */

import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { errorOf } from '../../support/pixctl.ts'
import { runCommand, testHost } from '../../support/run.ts'

const LOGGED_IN = { PIXCTL_API_KEY: 'service_live_1', PIXCTL_BASE_URL: 'http://127.0.0.1:1/api/v1' }

it.each([
  ['of another encoding', 'caf\ufffd', 'UTF-8'],
  ['with half a character', 'caf\ud83d', 'UTF-8'],
  ['with a tab', 'a\tb', 'U+0009'],
  ['with a line break', 'a\nb', 'U+000A'],
  ['with an escape sequence', 'a\u001b[2J', 'U+001B'],
  ['with DEL', 'a\u007f', 'U+007F'],
  ['with a C1 control character', 'a\u0085', 'U+0085'],
])('a description %s is exit 2, says why, and is in no journal', async (_name, description, words) => {
  const host = testHost({ env: LOGGED_IN })
  const args = ['charge', 'create', '--amount', '1', `--description=${description}`, '--json']
  const error = errorOf(await runCommand(args, { host }))
  expect(error.exitCode).toBe(2)
  expect(error.error).toContain(words)
  expect(existsSync(host.env.PIXCTL_DATA_DIR!)).toBe(false)
})

it('says that nobody is logged in before it asks for anything on a terminal', async () => {
  const host = testHost({ terminal: { columns: 80, rows: 24 } })
  const { stderr, code } = await runCommand(['charge', 'create'], { host })
  expect(code).toBe(3)
  expect(stderr).toContain('not logged in')
  expect(stderr).not.toContain('Amount')
})

it('where there is a sandbox, names it instead of one to start, whose port is then in use', async () => {
  const host = testHost({ terminal: { columns: 80, rows: 24 } })
  const folder = host.env.PIXCTL_CONFIG_DIR!
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeFileSync(join(folder, 'config.json'), '{"profiles": {"sandbox": {}}}', { mode: 0o600 })
  const { stderr, code } = await runCommand(['balance'], { host })
  expect(code).toBe(3)
  expect(stderr).toContain('or use your sandbox: add --profile sandbox')
  expect(stderr).not.toContain('sandbox start')
})

it('refuses a flag before it asks for the rest', async () => {
  const host = testHost({ env: LOGGED_IN, terminal: { columns: 80, rows: 24 } })
  const { stderr, code } = await runCommand(['charge', 'create', '--description', 'a\tb'], { host })
  expect(code).toBe(2)
  expect(stderr).not.toContain('Amount')
})
