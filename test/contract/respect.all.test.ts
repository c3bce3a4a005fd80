/** The workflow of arazzo.yaml, run by Redocly's respect against the sandbox: each answer is what openapi.yaml says. */

import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startHarness } from '../sandbox/harness.ts'

const redocly = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js')
const file = join(import.meta.dirname, '../../src/contract/arazzo.yaml')

/** Its exit code and what it prints. */
function respect(baseUrl: string, apiKey: string): Promise<{ code: unknown; printed: string }> {
  const env = {
    ...process.env,
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_CLI_RESPECT_INPUT: JSON.stringify({ apiKey, idempotencyKey: randomUUID() }),
  }
  const args = [redocly, 'respect', file, '--server', `api=${baseUrl}`]
  return new Promise(resolve =>
    execFile(process.execPath, args, { env }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, printed: stdout + stderr }),
    ),
  )
}

it('passes, and makes one charge', async () => {
  const { sandbox, api } = await startHarness()
  const { code, printed } = await respect(sandbox.baseUrl, sandbox.apiKey)
  expect(code, printed).toBe(0)
  expect(printed).toContain('Steps: 5 passed, 5 total')
  expect((await api('/payments')).body.pagination.total).toBe(1)
})

it('fails with a key that the service refuses, and shows no key', async () => {
  const { sandbox } = await startHarness()
  const key = 'service_live_revoked'
  const { code, printed } = await respect(sandbox.baseUrl, key)
  expect(code).toBe(1)
  expect(printed).toContain('401')
  expect(printed).not.toContain(key)
})
