/** Creations as tests put them into a journal. */

import { onTestFinished } from 'vitest'
import { Journal } from '#charges/creations/journal.ts'
import { AT } from '../../inbox/arriving.ts'
import { temporaryFolder } from '../../support/folder.ts'

export const KEY = '7c9e6679-7425-40de-944b-e07fc1f90ae7'
export const OTHER_KEY = '0b7f7f2e-6f0e-4a55-9d8a-1d9b0c6f2a11'
export const STORE = { baseUrl: 'https://example.com/api/v1', keyFingerprint: '0123456789abcdef' }
export const bytes = (text: string) => Buffer.from(text)
export const equal = (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) === 0
export const spaceless = (a: Uint8Array, b: Uint8Array) =>
  Buffer.from(a).toString().replaceAll(' ', '') === Buffer.from(b).toString().replaceAll(' ', '')

/** A journal that is closed with the test. */
export async function openJournal(dataDir = temporaryFolder(), profile = 'default'): Promise<Journal> {
  const journal = await Journal.open(dataDir, profile)
  onTestFinished(() => journal.close())
  return journal
}

export const begin = (journal: Journal, key = KEY, body = '{"amount":1}', owner = STORE) =>
  journal.begin(owner, key, bytes(body), AT, equal)
