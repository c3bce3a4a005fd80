/** Clients that other people's generators make of openapi.yaml: they compile, and work against the sandbox. */

import { execFile, execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { copyFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startHarness } from '../sandbox/harness.ts'

const run = promisify(execFile)
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pixctl-clients-'))
  cpSync(join(import.meta.dirname, '../fixtures/clients'), folder, { recursive: true })
  copyFileSync(join(import.meta.dirname, '../../src/contract/openapi.yaml'), join(folder, 'openapi.yaml'))
  const npm = (...args: string[]) =>
    execFileSync('npm', args, { cwd: folder, stdio: 'pipe', shell: process.platform === 'win32' })
  npm('ci', '--ignore-scripts', '--prefer-offline')
  npm('run', 'generate')
  npm('exec', '--', 'tsc', '--project', '.')
}, 300_000)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

it.each(['openapi-typescript', 'hey-api', 'orval'])(
  '%s makes a client that creates, lists and reads charges',
  async generator => {
    const { sandbox, api } = await startHarness()
    const env = {
      ...process.env,
      BASE_URL: sandbox.baseUrl,
      API_KEY: sandbox.apiKey,
      IDEMPOTENCY_KEY: randomUUID(),
    }
    const { stdout, stderr } = await run(process.execPath, [join(folder, 'out', `${generator}.js`)], { env })
    const { id } = (await api('/payments')).body.data[0]
    expect(JSON.parse(stdout), stderr).toEqual({
      id,
      amount: 35.9,
      listed: [{ id, paidAt: null }],
      total: 1,
      error: 'payment_not_found',
    })
  },
)
