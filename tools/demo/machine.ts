/** Runs pixctl as a user does, in a process, with its data in temporary folders that are deleted at the end. */

import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Language } from '#lib/language.ts'
import { announce } from './screen.ts'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const bin = join(root, 'bin', 'run.js')
export const folder = mkdtempSync(join(tmpdir(), 'pixctl-demo-'))
export const env: NodeJS.ProcessEnv = {
  // Nothing of the reader's own store.
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('PIXCTL_'))),
  PIXCTL_CONFIG_DIR: join(folder, 'config'),
  PIXCTL_DATA_DIR: join(folder, 'data'),
}
const running: ChildProcess[] = []

/** Sets the language of what runs from now on, with new data. */
export function speak(language: Language): void {
  env.PIXCTL_LANG = language
  env.PIXCTL_CONFIG_DIR = join(folder, language, 'config')
  env.PIXCTL_DATA_DIR = join(folder, language, 'data')
}

if (!existsSync(join(root, 'dist', 'pixctl.cjs'))) {
  rmSync(folder, { recursive: true, force: true })
  console.error('pixctl is not built yet: run npm ci (or npm run build) first')
  process.exit(1)
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    for (const child of running) child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
    process.exit(1)
  })
}

/** Starts a command that runs until {@link stop}. */
export function start(command: readonly string[], stdio: StdioOptions): ChildProcess {
  const child = spawn(process.execPath, [bin, ...command], { env, stdio })
  running.push(child)
  return child
}

export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGINT')
  await once(child, 'exit')
}

/** Stops what still runs, the last one first, and deletes the data. */
export async function cleanUp(): Promise<void> {
  for (const child of running.toReversed()) await stop(child)
  rmSync(folder, { recursive: true, force: true })
}

/** Runs a command for its output. What it says beside that is shown only if it fails. */
export async function pixctl(...command: string[]): Promise<string> {
  const child = spawn(process.execPath, [bin, ...command], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const [output, notes, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  if (code !== 0) console.error(notes)
  checkEnd(command, code)
  return output
}

/** Announces a command and runs it on this terminal, in the folder of the demo. */
export async function show(step: string, ...command: string[]): Promise<void> {
  announce(step, command)
  const child = spawn(process.execPath, [bin, ...command], { env, stdio: 'inherit', cwd: folder })
  const [code] = await once(child, 'exit')
  checkEnd(command, code)
}

function checkEnd(command: readonly string[], code: number | null): void {
  if (code !== 0) throw new Error(`pixctl ${command.join(' ')} ended with ${code}`)
}
