/** The errors of profiles and secrets. */

import { type Category, Failure, type FailureOptions } from '#lib/failure.ts'
import type { Text } from '#lib/language.ts'

/** The category of each problem. It decides the exit code (src/cli/output/exit-codes.ts). */
const CATEGORIES = {
  /** No keychain library, no D-Bus, no service behind it. */
  no_keychain: 'unauthenticated',
  /** The keychain refuses to return or store the secret. */
  keychain_locked: 'unauthenticated',
  /** The keychain didn't answer in time. */
  keychain_timeout: 'unauthenticated',
  /** Neither the environment nor the profile has the secret. */
  no_secret: 'unauthenticated',
  /** The stored secret belongs to another origin. */
  wrong_origin: 'unauthenticated',
  /** A secret from the environment or the storage that is not valid for its kind. */
  unusable_secret: 'unauthenticated',
  /** A new secret that is not valid for its kind. */
  bad_secret: 'usage',
  bad_profile_name: 'usage',
  no_profile: 'not_found',
  bad_address: 'usage',
  /** config.json can't be read, or its content is not valid. */
  bad_config: 'fault',
  /** A file of secrets can't be read, or its content is not valid. */
  bad_secrets_file: 'unauthenticated',
  /** A file couldn't be written. */
  not_written: 'fault',
  /** Another pixctl holds the config directory's lock. */
  config_locked: 'fault',
} as const satisfies Record<string, Category>

export type CredentialsProblem = keyof typeof CATEGORIES

export class CredentialsError extends Failure {
  readonly problem: CredentialsProblem
  /** @param message what happened and why, without a full stop and without secrets */
  constructor(problem: CredentialsProblem, message: Text, options: Pick<FailureOptions, 'next' | 'cause'>) {
    super(CATEGORIES[problem], message, options)
    this.problem = problem
  }
}
