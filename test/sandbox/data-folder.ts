/** Sandboxes that keep their data in a folder, in this process or in their own. */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'
import { type Sandbox, type SandboxOptions, startSandbox } from '#sandbox/index.ts'
import { temporaryFolder } from '../support/folder.ts'

/** A folder that does not exist yet, and is removed after the test. */
export function newDataDir(): string {
  return join(temporaryFolder(), 'new', 'data')
}

/** Starts a sandbox that ends with the test. */
export async function startOn(
  dataDir: string,
  options: Pick<SandboxOptions, 'profiles'> = {},
): Promise<Sandbox> {
  const sandbox = await startSandbox({ dataDir, rateLimit: 'off', ...options })
  onTestFinished(() => sandbox.close())
  return sandbox
}

export type Addresses = Pick<Sandbox, 'baseUrl' | 'dashboardUrl' | 'realtimeUrl' | 'apiKey' | 'wsToken'>

/** Starts a sandbox in a process that a test may kill. */
export async function startProcess(dataDir: string): Promise<{ child: ChildProcess; addresses: Addresses }> {
  const script = join(import.meta.dirname, 'sandbox-process.ts')
  const child = spawn(process.execPath, [script, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [line] = await once(createInterface(child.stdout), 'line')
  return { child, addresses: JSON.parse(line) }
}
