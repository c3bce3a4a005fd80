/** Opens a file or an address with the program that the system has for it, and writes pictures for it. */

import { spawn } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemErrorWords } from '#lib/failure.ts'
import { maskSecrets } from '#lib/secret.ts'
import type { Host } from './host.ts'
import { texts } from './texts.ts'

/** A program that fails does so within this time. A viewer that stays open is never waited for longer. */
const SOON_MS = 2_000

const OPENERS: Partial<Record<NodeJS.Platform, string>> = { darwin: 'open', win32: 'explorer.exe' }

/**
 * Resolves with undefined when it is open, as far as can be known; otherwise with what went wrong.
 *
 * @param what a path, or an http address for the browser
 */
export async function openWithViewer(
  { platform, env, clock, signal }: Pick<Host, 'platform' | 'env' | 'clock' | 'signal'>,
  what: string,
): Promise<string | undefined> {
  // On macOS others can see the arguments of `open`, but not what osascript reads.
  const script = platform === 'darwin' && /^https?:/.test(what) ? `open location ${quoted(what)}` : undefined
  const opener = script === undefined ? (OPENERS[platform] ?? 'xdg-open') : 'osascript'
  const { promise: outcome, resolve } = Promise.withResolvers<string | undefined>()
  // Detached: Ctrl-C in this terminal must not close the viewer. No shell: it is one argument.
  const child = spawn(opener, script === undefined ? [what] : [], {
    detached: true,
    stdio: [script === undefined ? 'ignore' : 'pipe', 'ignore', 'ignore'],
    env: withoutSecrets(env),
  })
  // If it ends without reading, its exit code says so.
  child.stdin?.on('error', () => {}).end(script)
  child.once('error', (error: NodeJS.ErrnoException) => {
    resolve(error.code === 'ENOENT' ? texts.noProgram(opener) : systemErrorWords(error.code ?? error.message))
  })
  child.once('exit', code => {
    // explorer.exe always ends with 1.
    const failed = code !== 0 && platform !== 'win32'
    resolve(failed ? texts.noViewer(opener) : undefined)
  })
  child.unref()
  const nothing = () => undefined
  return Promise.race([outcome, clock.sleep(SOON_MS, signal).then(nothing, nothing)])
}

/** The environment for another program: nothing of pixctl's, and no value with a secret or the password of an address. */
function withoutSecrets(env: Host['env']): NodeJS.ProcessEnv {
  const holdsSecret = (name: string, value: string) =>
    /^(PIXCTL_|PGPASS)/i.test(name) || /\/\/[^/\s]*:[^/\s]*@/.test(value) || maskSecrets(value) !== value
  return Object.fromEntries(Object.entries(env).filter(([name, value = '']) => !holdsSecret(name, value)))
}

/** A string of AppleScript. */
function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}

/**
 * Writes a picture (0600) into a temporary folder of its own that only this user can read, and returns its path. It stays,
 * because a viewer may read it late, or again; the system empties its temporary folder. System errors pass through.
 */
export function writePrivatePicture({ env, platform }: Pick<Host, 'env' | 'platform'>, png: Buffer): string {
  const root = (platform !== 'win32' && env.TMPDIR) || tmpdir()
  // mkdtemp creates it with 0700, and fails if the name exists.
  const file = join(mkdtempSync(join(root, 'pixctl-qr-')), 'code.png')
  writeFileSync(file, png, { mode: 0o600, flag: 'wx' })
  return file
}
