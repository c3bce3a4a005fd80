/** What can go wrong with profiles and secrets, as failures the user sees. */

import { type Category, Failure } from '../shared/failure.ts'
import type { Step } from '../shared/suggestion.ts'

/** Each problem and its category, which decides the exit code (src/cli/output/exit-codes.ts). */
const CATEGORIES = {
  /** No keychain library, no D-Bus, no service behind it. */
  no_keychain: 'unauthenticated',
  /** The keychain is there and doesn't give, or take, the secret. */
  keychain_locked: 'unauthenticated',
  /** The keychain didn't answer in time. */
  keychain_timeout: 'unauthenticated',
  /** Neither the environment nor the profile has it. */
  no_secret: 'unauthenticated',
  /** The stored secret belongs to another origin. */
  wrong_origin: 'unauthenticated',
  /** A secret, from the environment or stored, that can't be one of its kind. */
  unusable_secret: 'unauthenticated',
  /** A secret given to be stored that can't be one of its kind. */
  bad_secret: 'usage',
  bad_profile_name: 'usage',
  bad_address: 'usage',
  /** config.json can't be read or isn't what pixctl writes. */
  bad_config: 'fault',
  /** A file of secrets can't be read, isn't what pixctl writes, or is open to others. */
  bad_secrets_file: 'unauthenticated',
  /** A file couldn't be written. */
  not_written: 'fault',
  /** Another pixctl holds the config directory's lock. */
  config_locked: 'fault',
} as const satisfies Record<string, Category>

export type CredentialsProblem = keyof typeof CATEGORIES

export class CredentialsError extends Failure {
  readonly problem: CredentialsProblem
  /**
   * A keychain call is still unanswered: it blocks the end of the process, `process.exit()` included
   * (see Keychain.unanswered).
   */
  readonly hung: boolean

  /** @param message what happened and why, without a full stop; never with a secret in it */
  constructor(
    problem: CredentialsProblem,
    message: string,
    options: { next: Step | readonly Step[]; hung?: boolean },
  ) {
    super(CATEGORIES[problem], message, { next: options.next })
    this.problem = problem
    this.hung = options.hung ?? false
  }
}

/** The words of a system error: its code where it has one. */
export function reason(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  return code ?? message ?? String(error)
}
