/**
 * The sandbox's own secrets, in a 0600 file beside its data, so that they stay the same from run to
 * run. They open nothing but this sandbox.
 */

import { createHash, timingSafeEqual } from 'node:crypto'
import { join } from 'node:path'
import { Failure } from '../shared/failure.ts'
import { readPrivate, replaceFile } from '../shared/files.ts'
import { MEMORY } from './database.ts'
import { SandboxStartError } from './errors.ts'

export const SECRETS_FILE = 'secrets.json'

/** The file's members, by kind of secret. Members this version doesn't know are kept. */
export type Secrets = Record<string, string>

/** The secrets of a data folder; none for ':memory:' or a new folder. */
export function readSecrets(dataDir: string): Secrets {
  if (dataDir === MEMORY) return {}
  const path = join(dataDir, SECRETS_FILE)
  try {
    const text = readPrivate(path, { holdsSecrets: true })
    if (text === null) return {}
    const secrets: unknown = JSON.parse(text)
    if (typeof secrets !== 'object' || secrets === null) throw new TypeError('not an object')
    if (!Object.values(secrets).every(secret => typeof secret === 'string'))
      throw new TypeError('not strings')
    return secrets as Secrets
  } catch (error) {
    if (error instanceof Failure) throw error
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
  replaceFile(join(dataDir, SECRETS_FILE), `${JSON.stringify(secrets, null, 2)}\n`)
}

/** Whether a secret as it was given is the right one; takes as long for a wrong one. */
export function isSecret(given: string, secret: string): boolean {
  return timingSafeEqual(digest(given), digest(secret))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
