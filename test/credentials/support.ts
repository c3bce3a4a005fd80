/** Folders, real processes and real keychains for the tests of this folder. */

import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { CredentialsError } from '#credentials/errors.ts'
import { openKeychain } from '#credentials/keychain.ts'
import { systemClock } from '#lib/clock.ts'
import { temporaryFolder } from '../support/folder.ts'
import { describeNeeding } from '../support/needs.ts'

export const KEYRING = join(import.meta.dirname, '../../.ci/keyring.sh')

/** The error that a promise or a function ends in. */
export async function failureOf(work: Promise<unknown> | (() => unknown)): Promise<CredentialsError> {
  try {
    await (typeof work === 'function' ? work() : work)
  } catch (error) {
    return error as CredentialsError
  }
  throw new Error('it did not fail')
}

/** How a process of children/ ended. */
export interface Ended {
  stdout: string
  stderr: string
  exitCode: number | null
}

/** Runs a script of children/ (or a shell's) on this Node and waits for its end; killed after 20 s. */
export async function runChild(
  script: string,
  args: readonly string[],
  { env = {}, under = [] }: { env?: Record<string, string | undefined>; under?: readonly string[] } = {},
): Promise<Ended> {
  const [file, ...rest] = [...under, process.execPath, join(import.meta.dirname, 'children', script), ...args]
  return new Promise(resolve => {
    const child: ChildProcess = execFile(
      file!,
      rest,
      { env: { ...process.env, ...env }, timeout: 20_000, killSignal: 'SIGKILL' },
      (_, stdout, stderr) => resolve({ stdout, stderr, exitCode: child.exitCode }),
    )
  })
}

/** A socket that takes connections and never says a word, as a D-Bus address. */
export async function silentBus(): Promise<string> {
  const path = join(temporaryFolder(), 'bus')
  const server = createServer(socket => socket.on('error', () => {}).resume())
  server.listen(path)
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `unix:path=${path}`
}

/** A live D-Bus on which nothing offers a Secret Service, nor can be started to. */
export async function emptyBus(): Promise<string> {
  const folder = temporaryFolder()
  const config = join(folder, 'bus.conf')
  writeFileSync(
    config,
    `<busconfig><type>session</type><listen>unix:path=${folder}/bus</listen>
     <policy context="default">
       <allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/>
     </policy></busconfig>`,
  )
  const daemon = spawn('dbus-daemon', [`--config-file=${config}`, '--nofork', '--print-address=1'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  onTestFinished(() => void daemon.kill())
  const [address] = await once(daemon.stdout, 'data')
  return String(address).trim()
}

/** Why keychain tests can't run here, or null. */
export const missing = {
  library: await missingLibrary(),
  service:
    process.env.PIXCTL_TEST_KEYRING === '1'
      ? null
      : 'no Secret Service for tests here; run .ci/keyring.sh npx vitest run test/credentials',
}

/** Tests that need one of them; PIXCTL_REQUIRE_KEYRING=1 requires them. */
export function describeWith(need: keyof typeof missing, name: string, body: () => void): void {
  describeNeeding({ missing: missing[need], requiredBy: 'PIXCTL_REQUIRE_KEYRING' }, name, body)
}

async function missingLibrary(): Promise<string | null> {
  try {
    await import('keytar')
    return null
  } catch {
    return "keytar doesn't load here (on Linux it needs libsecret-1-0)"
  }
}

/** A keychain that must not be asked: any use of it fails the test. */
export function forbiddenKeychain() {
  return openKeychain({
    clock: systemClock,
    load: async () => {
      throw new Error('the keychain was asked')
    },
  })
}
