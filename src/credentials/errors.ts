/** The errors of profiles and secrets. */

import { type Category, Failure } from '#lib/failure.ts'
import { said, type Text } from '#lib/language.ts'
import type { NotAFile } from '#lib/not-a-file.ts'
import { type Step, suggest } from '#lib/suggestion.ts'
import { texts } from './texts.ts'

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
  /**
   * A keychain call has no answer yet. It blocks the end of the process, even `process.exit()`
   * (see Keychain.unanswered).
   */
  readonly hung: boolean

  /** @param message what happened and why, without a full stop and without secrets */
  constructor(
    problem: CredentialsProblem,
    message: Text,
    options: { next: Step | readonly Step[]; hung?: boolean },
  ) {
    super(CATEGORIES[problem], message, { next: options.next })
    this.problem = problem
    this.hung = options.hung ?? false
  }
}

/** Of a file that isn't one. */
export function notAFile(problem: CredentialsProblem, path: string, { text }: NotAFile): CredentialsError {
  return new CredentialsError(problem, () => texts.notAFile(path, said(text)), {
    next: suggest('auth login', { say: texts.moveAway }),
  })
}

/** The code of a system error, or its message if it has no code. */
export function reason(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  return code ?? message ?? String(error)
}
