/** What the counter keeps over restarts: the logins of its screens, until midnight, and the address of the customer's page. */

import { randomBytes } from 'node:crypto'
import { readPrivate, replaceFile } from '#lib/files.ts'
import type { LoginStore, SavedLogin } from '#web/sessions.ts'

/** @param onFault is told why it can't be read or written: then people log in again after a restart */
export function loginFile(path: string, onFault: (fault: unknown) => void): LoginStore {
  return {
    load: () => {
      try {
        const logins: unknown = JSON.parse(readPrivate(path, { holdsSecrets: true }) ?? '[]')
        return Array.isArray(logins) ? logins.filter(isLogin) : []
      } catch (error) {
        onFault(error)
        return []
      }
    },
    save: logins => {
      try {
        replaceFile(path, JSON.stringify(logins))
      } catch (error) {
        onFault(error)
      }
    },
  }
}

/** The secret part of the customer's address, made at the first start. */
export function customerToken(path: string, onFault: (fault: unknown) => void): string {
  const token = randomBytes(32).toString('base64url')
  try {
    const kept = readPrivate(path, { holdsSecrets: true })
    if (kept !== null && kept.length === token.length) return kept
    replaceFile(path, token)
  } catch (error) {
    onFault(error)
  }
  return token
}

function isLogin(value: Partial<SavedLogin> | null): value is SavedLogin {
  return typeof value?.hash === 'string' && typeof value.until === 'number'
}
