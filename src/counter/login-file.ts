/** What the counter keeps over restarts: the logins of its screens, until midnight, and the address of the customer's page. */

import { randomBytes } from 'node:crypto'
import { readPrivate, replaceFile } from '#lib/files.ts'
import type { LoginStore, SavedLogin } from '#web/sessions.ts'

type OnFault = (fault: unknown) => void

/** @param onFault is told why it can't be read or written: then people log in again after a restart */
export function loginFile(path: string, onFault: OnFault): LoginStore {
  const read = (): SavedLogin[] => {
    const logins: unknown = JSON.parse(readPrivate(path, { holdsSecrets: true }) ?? '[]')
    return Array.isArray(logins) ? logins.filter(isLogin) : []
  }
  return {
    load: () => attempt(read, [], onFault),
    save: logins => attempt(() => replaceFile(path, JSON.stringify(logins)), undefined, onFault),
  }
}

/** The secret part of the customer's address, made at the first start. */
export function customerToken(path: string, onFault: OnFault): string {
  const token = randomBytes(32).toString('base64url')
  const keep = () => {
    const kept = readPrivate(path, { holdsSecrets: true })
    if (kept?.length === token.length) return kept
    replaceFile(path, token)
    return token
  }
  return attempt(keep, token, onFault)
}

function attempt<T>(work: () => T, otherwise: T, onFault: OnFault): T {
  try {
    return work()
  } catch (error) {
    onFault(error)
    return otherwise
  }
}

function isLogin(value: Partial<SavedLogin> | null): value is SavedLogin {
  return typeof value?.hash === 'string' && typeof value.until === 'number'
}
