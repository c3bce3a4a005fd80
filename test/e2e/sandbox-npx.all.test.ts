/** `npx pixctl sandbox start`: npx doesn't pass SIGTERM on, so the sandbox looks whether npx is still there. */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { temporaryFolder } from '../support/folder.ts'
import { Machine } from '../support/pixctl.ts'

const RUN = fileURLToPath(new URL('../../bin/run.js', import.meta.url))
const START = ['sandbox', 'start', '--port', '0', '--data', ':memory:', '--json']

function start(command: string, args: string[], env: Record<string, string>): ChildProcess {
  const machine = new Machine()
  const cwd = temporaryFolder()
  mkdirSync(join(cwd, 'node_modules', '.bin'), { recursive: true })
  symlinkSync(RUN, join(cwd, 'node_modules', '.bin', 'pixctl'))
  const options = { cwd, env: { ...machine.env, ...env }, stdio: 'pipe' as const }
  const child = spawn(command, args, { ...options, detached: true })
  onTestFinished(() => {
    try {
      process.kill(-child.pid!, 'SIGKILL')
    } catch {
      // It has ended.
    }
    machine[Symbol.dispose]()
  })
  return child
}

async function addressOf({ stdout }: ChildProcess): Promise<string> {
  const [line] = await once(createInterface(stdout as Readable), 'line')
  return JSON.parse(line).baseUrl
}

it('ends with npx, and with nothing else', async () => {
  // What npx runs gives its environment to all that it starts.
  const env = { npm_lifecycle_event: 'npx', npm_lifecycle_script: "'playwright' test" }
  const shell = start('sh', ['-c', '"$0" "$@" & read -r end', process.execPath, RUN, ...START], env)
  const others = await addressOf(shell)
  shell.stdin!.end()
  await once(shell, 'exit')
  const npx = start('npx', ['pixctl', ...START], {})
  const address = await addressOf(npx)
  expect((await fetch(`${address}/status`)).status).toBe(401)
  npx.kill('SIGTERM')
  await once(npx.stdout!, 'close')
  await expect(fetch(`${address}/status`)).rejects.toThrow()
  // Its shell ended long before.
  expect((await fetch(`${others}/status`)).status).toBe(401)
})
