/** What `charge create` refuses, and in which order it looks. */

import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { errorOf } from '../../support/pixctl.ts'
import { runCommand, testHost } from '../../support/run.ts'

const LOGGED_IN = { PIXCTL_API_KEY: 'service_live_1', PIXCTL_BASE_URL: 'http://127.0.0.1:1/api/v1' }

it.each([
  ['of another encoding', 'caf\ufffd', 'UTF-8'],
  ['with an escape sequence', 'a\u001b[2J', 'U+001B'],
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

it('refuses a flag before it asks for the rest', async () => {
  const host = testHost({ env: LOGGED_IN, terminal: { columns: 80, rows: 24 } })
  const { stderr, code } = await runCommand(['charge', 'create', '--description', 'a\tb'], { host })
  expect(code).toBe(2)
  expect(stderr).not.toContain('Amount')
})
