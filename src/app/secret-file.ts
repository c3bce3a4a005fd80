/** `--secret-file`: the webhook signing secrets of a file, for one command. */

import { readFileSync } from 'node:fs'
import { parseSecrets } from '../credentials/kinds.ts'
import { Failure } from '../shared/failure.ts'

/** Failure (usage) when the file can't be read or holds no signing secrets. */
export function readSecretFile(path: string): readonly [string, ...string[]] {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw new Failure('usage', `${path} could not be read (${(error as NodeJS.ErrnoException).code})`, {
      next: '--secret-file takes a file with the webhook signing secret (whsec_…), or several while rotating',
    })
  }
  return parseSecrets('webhook-secret', text, path)
}
