/** Where a command finds its webhook signing secrets: `--secret-file`, the environment, the profile. */

import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs'
import { parseSecrets } from '../../credentials/kinds.ts'
import { resolveSecret, type SecretSources, sandboxEndpoints } from '../../credentials/secrets.ts'
import { unreadable } from '../../shared/input-file.ts'
import { warnOfOpenSecrets } from '../../shared/trust.ts'
import { SigningSecrets } from './signing.ts'

/**
 * The secrets of the file, else of the environment, else of the profile; of a sandbox's those of all its
 * endpoints. Failure where there are none to be had.
 */
export async function findSigningSecrets(
  file: string | undefined,
  sources: SecretSources,
): Promise<SigningSecrets> {
  if (file !== undefined) return new SigningSecrets(readSecretFile(file), file, knownEndpoints(sources))
  const { values, source } = await resolveSecret('webhook-secret', sources)
  if (source === 'environment') {
    return new SigningSecrets(values, 'PIXCTL_WEBHOOK_SECRET', knownEndpoints(sources))
  }
  const endpoints = sandboxEndpoints(sources.profile)
  const [first] = values
  const others = [...values, ...endpoints.map(({ secret }) => secret)].filter(each => each !== first)
  return new SigningSecrets([first, ...new Set(others)], `the profile ${sources.profileName}`, endpoints)
}

/** For naming secrets that came from elsewhere; not worth an error. */
function knownEndpoints({ profile }: SecretSources) {
  try {
    return sandboxEndpoints(profile)
  } catch {
    return []
  }
}

/** Failure (usage) when the file can't be read or holds no signing secrets. */
function readSecretFile(path: string): readonly [string, ...string[]] {
  let text: string
  try {
    const file = openSync(path, 'r')
    try {
      const stats = fstatSync(file)
      // What a shell hands over by `<(…)` has no such bits.
      if (stats.isFile()) warnOfOpenSecrets(path, stats)
      text = readFileSync(file, 'utf8')
    } finally {
      closeSync(file)
    }
  } catch (error) {
    throw unreadable(
      path,
      error,
      '--secret-file takes a file with the webhook signing secret (whsec_…), or several while rotating',
    )
  }
  return parseSecrets('webhook-secret', text, path)
}
