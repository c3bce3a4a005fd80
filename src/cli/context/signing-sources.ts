/** Finds the webhook signing secrets: in `--secret-file`, the environment or the profile. */

import { statSync } from 'node:fs'
import { parseSecrets } from '#credentials/kinds.ts'
import { resolveSecret, type SecretSources, sandboxEndpoints } from '#credentials/secrets.ts'
import { readInputFile } from '#lib/input-file.ts'
import { warnOfOpenSecrets } from '#lib/trust.ts'
import { SigningSecrets } from '#webhooks/signing-secrets.ts'
import { texts } from './texts.ts'

/**
 * The secrets from the file, otherwise the environment, otherwise the profile. A sandbox's profile has the secrets of
 * all its endpoints. Failure if there are none.
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
  return new SigningSecrets(
    [first, ...new Set(others)],
    () => texts.ofProfile(sources.profileName),
    endpoints,
  )
}

/** The endpoints, used only to name secrets in messages. So an error here doesn't matter. */
function knownEndpoints({ profile }: SecretSources) {
  try {
    return sandboxEndpoints(profile)
  } catch {
    return []
  }
}

/** Failure (usage) if the file can't be read or has no signing secrets. */
function readSecretFile(path: string): readonly [string, ...string[]] {
  const text = readInputFile(path, texts.secretFileHolds).toString('utf8')
  const stats = statSync(path, { throwIfNoEntry: false })
  // `<(…)` in a shell is a pipe, without meaningful permissions.
  if (stats?.isFile()) warnOfOpenSecrets(path, stats)
  return parseSecrets('webhook-secret', text, path)
}
