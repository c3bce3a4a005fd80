/**
 * The sandbox's own secrets, in a 0600 file beside its data, so that they stay the same from run to
 * run. They open nothing but this sandbox.
 */

import { createHash, timingSafeEqual } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  existsSync,
  fchmodSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { makePrivateFolder, syncFolder } from '../shared/folders.ts'
import { MEMORY } from './database.ts'
import { SandboxStartError } from './errors.ts'

export const SECRETS_FILE = 'secrets.json'

/** The file's members, by kind of secret. Members this version doesn't know are kept. */
export type Secrets = Record<string, string>

/** The secrets of a data folder; none for ':memory:' or a new folder. */
export function readSecrets(dataDir: string): Secrets {
  const path = join(dataDir, SECRETS_FILE)
  if (dataDir === MEMORY || !existsSync(path)) return {}
  try {
    const secrets: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (typeof secrets !== 'object' || secrets === null) throw new TypeError('not an object')
    if (!Object.values(secrets).every(secret => typeof secret === 'string'))
      throw new TypeError('not strings')
    chmodSync(path, 0o600)
    return secrets as Secrets
  } catch {
    // The parser's message would quote the file.
    throw new SandboxStartError('ESANDBOXDATA', `${path} can't be read; remove it to have new secrets made`)
  }
}

/** Adds, replaces or, where it is null, removes one; nothing for ':memory:'. */
export function keepSecret(dataDir: string, kind: string, secret: string | null): void {
  const { [kind]: _before, ...others } = readSecrets(dataDir)
  writeSecrets(dataDir, secret === null ? others : { ...others, [kind]: secret })
}

/** Replaces the secrets of a data folder in one step; nothing for ':memory:'. */
export function writeSecrets(dataDir: string, secrets: Secrets): void {
  if (dataDir === MEMORY) return
  makePrivateFolder(dataDir)
  const path = join(dataDir, SECRETS_FILE)
  const file = openSync(`${path}.new`, 'w', 0o600)
  try {
    fchmodSync(file, 0o600)
    writeSync(file, `${JSON.stringify(secrets, null, 2)}\n`)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(`${path}.new`, path)
  syncFolder(dataDir)
}

/** Whether a secret as it was given is the right one; takes as long for a wrong one. */
export function isSecret(given: string, secret: string): boolean {
  return timingSafeEqual(digest(given), digest(secret))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
