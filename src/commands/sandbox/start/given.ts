/** What the environment gives to `sandbox start`: what a container or a test wants to know before it starts. */

import { textOfSecretFile } from '#cli/context/secrets.ts'
import { API_KEY_PREFIX, WEBHOOK_SECRET_PREFIX, WS_TOKEN_PREFIX } from '#contract/limits.ts'
import { Failure } from '#lib/failure.ts'
import { isSandboxSecret } from '#lib/sandbox/data.ts'
import type { SandboxOptions } from '#sandbox/index.ts'
import { texts } from './texts.ts'

type Environment = Readonly<Record<string, string | undefined>>

const WEBHOOK_URL = 'PIXCTL_SANDBOX_WEBHOOK_URL'
const WEBHOOK_SECRET = 'PIXCTL_SANDBOX_WEBHOOK_SECRET'

/** From the variables, or from the files that they name with _FILE. Failure (usage) for a value that isn't valid. */
export function givenSecrets(env: Environment): NonNullable<SandboxOptions['given']> {
  const apiKey = secretOf(env, 'PIXCTL_SANDBOX_API_KEY', API_KEY_PREFIX)
  const wsToken = secretOf(env, 'PIXCTL_SANDBOX_WS_TOKEN', WS_TOKEN_PREFIX)
  const url = readVariable(env, WEBHOOK_URL)
  const secret = secretOf(env, WEBHOOK_SECRET, WEBHOOK_SECRET_PREFIX)
  if (secret !== undefined && url === undefined) {
    throw new Failure('usage', () => texts.secretWithoutUrl(WEBHOOK_SECRET), {
      next: () => texts.setToo(WEBHOOK_URL),
    })
  }
  return { apiKey, wsToken, webhooks: url === undefined ? [] : [{ url, secret }] }
}

/** The message never has the value. */
function secretOf(env: Environment, name: string, prefix: string): string | undefined {
  const value = readVariable(env, name)
  if (value === undefined || isSandboxSecret(prefix, value)) return value
  throw new Failure('usage', () => texts.badSecret(name), { next: () => texts.someSecret(prefix) })
}

function readVariable(env: Environment, name: string): string | undefined {
  const [value, file] = [env[name], env[`${name}_FILE`]]
  if (value && file) {
    throw new Failure('usage', () => texts.bothSet(name), { next: texts.unsetOne })
  }
  // An empty file isn't the same as none: it is refused as the value.
  return file ? textOfSecretFile(file, () => texts.fileHolds(name)).trim() : value?.trim() || undefined
}
