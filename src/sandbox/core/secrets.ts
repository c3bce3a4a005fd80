/**
 * The sandbox's own secrets, in a 0600 file beside its data, so that they stay the same from run to
 * run. They open nothing but this sandbox.
 */

import { createHash, timingSafeEqual } from 'node:crypto'
import { join } from 'node:path'
import { Failure } from '../../shared/failure.ts'
import { readPrivate, replaceFile } from '../../shared/files.ts'
import { type EndpointSecret, MEMORY } from '../../shared/sandbox-data.ts'
import { SandboxStartError } from '../rest/errors.ts'

const SECRETS_FILE = 'secrets.json'

/** The file's members, by kind of secret. Members this version doesn't know are kept. */
export interface Secrets {
  'api-key'?: string
  'ws-token'?: string
  'dashboard-token'?: string
  /** Of the first endpoint. */
  'webhook-secret'?: string
  /** All of them, oldest first. */
  endpoints?: readonly EndpointSecret[]
}

/** The secrets of a data folder; none for ':memory:' or a new folder. */
export function readSecrets(dataDir: string): Secrets {
  if (dataDir === MEMORY) return {}
  const path = join(dataDir, SECRETS_FILE)
  try {
    const text = readPrivate(path, { holdsSecrets: true })
    if (text === null) return {}
    const secrets: unknown = JSON.parse(text)
    if (typeof secrets !== 'object' || secrets === null) throw new TypeError('not an object')
    const { endpoints: _endpoints, ...single } = secrets as Secrets
    if (!Object.values(single).every(secret => typeof secret === 'string')) throw new TypeError('not strings')
    return secrets as Secrets
  } catch (error) {
    if (error instanceof Failure) throw error
    // The parser's message would quote the file.
    throw new SandboxStartError('ESANDBOXDATA', `${path} can't be read; remove it to have new secrets made`)
  }
}

/** Secrets with those of these endpoints in place of what they had. */
export function withEndpoints(secrets: Secrets, endpoints: readonly EndpointSecret[]): Secrets {
  const { 'webhook-secret': _first, endpoints: _all, ...others } = secrets
  const [first] = endpoints
  return first ? { ...others, 'webhook-secret': first.secret, endpoints } : others
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
