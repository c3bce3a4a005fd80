/** What errors of the file system mean, in words. */

import type { Text } from './language.ts'
import { texts } from './texts.ts'

/** What a code such as `ENOENT` means for a file, in the language of the person; other text stays. */
export function systemErrorWords(code: string): string {
  const words = wordsOf(code)
  return words ? texts.systemError(words(), code) : code
}

/** The message of a system error, whose words are Node's in English; null for other errors. */
export function systemErrorText(error: unknown): Text | null {
  if (!(error instanceof Error) || !('code' in error)) return null
  const { code, message, path } = error as NodeJS.ErrnoException
  const words = wordsOf(code ?? '')
  return words && message.startsWith(`${code}: `) ? () => texts.nodeError(message, words(), path) : null
}

function wordsOf(code: string): (() => string) | undefined {
  return Object.hasOwn(texts.systemErrors, code) ? texts.systemErrors[code] : undefined
}
