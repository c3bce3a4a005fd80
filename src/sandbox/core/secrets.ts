/**
 * The secrets of the sandbox's stores, each in a 0600 file beside the data, so that every run has the same ones. They
 * give access to this sandbox only.
 */

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '#lib/failure.ts'
import { readPrivate, replaceFile } from '#lib/files.ts'
import { type EndpointSecret, MEMORY, secretsFileOf } from '#lib/sandbox/data.ts'
import { texts } from '../texts.ts'
import { SandboxStartError } from './errors.ts'

/** The members of the file. Members that this version doesn't know are kept. */
export interface Secrets {
  'api-key'?: string
  'ws-token'?: string
  /** The signing secret of the first endpoint. */
  'webhook-secret'?: string
  /** All endpoints with their secrets, oldest first. */
  endpoints?: readonly EndpointSecret[]
}

/** The secrets of a store in a data folder; none for ':memory:' or a new store. */
export function readSecrets(dataDir: string, store: string): Secrets {
  if (dataDir === MEMORY) return {}
  const path = join(dataDir, secretsFileOf(store))
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
    // The message of the JSON parser would quote the file.
    throw new SandboxStartError('sandbox_data', () => texts.secretsUnreadable(path))
  }
}

/** The secrets, with the endpoints replaced by these. */
export function withEndpoints(secrets: Secrets, endpoints: readonly EndpointSecret[]): Secrets {
  const { 'webhook-secret': _first, endpoints: _all, ...others } = secrets
  const [first] = endpoints
  return first ? { ...others, 'webhook-secret': first.secret, endpoints } : others
}

/** Removes the secrets of a store; nothing for ':memory:'. */
export function removeSecrets(dataDir: string, store: string): void {
  if (dataDir !== MEMORY) rmSync(join(dataDir, secretsFileOf(store)), { force: true })
}

/** Replaces the secrets of a store in one step; nothing for ':memory:'. */
export function writeSecrets(dataDir: string, store: string, secrets: Secrets): void {
  if (dataDir === MEMORY) return
  replaceFile(join(dataDir, secretsFileOf(store)), `${JSON.stringify(secrets, null, 2)}\n`)
}
