/** The logins of the counter's screens, in a file: they last until midnight, over restarts too. */

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

function isLogin(value: Partial<SavedLogin> | null): value is SavedLogin {
  return typeof value?.hash === 'string' && typeof value.until === 'number'
}
