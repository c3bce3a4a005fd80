/** The error if nothing says where the shared inbox is. */

import { Failure } from '../../../shared/failure.ts'
import { suggest } from '../../../shared/suggestion.ts'

/** @param flag which one gives it */
export function noAddress(flag: '--inbox' | '--to'): Failure {
  return new Failure('usage', 'there is no address of an inbox on PostgreSQL', {
    next: [
      `give it with ${flag} postgres://user@host/database, or in PIXCTL_INBOX_URL`,
      suggest('auth login', { say: 'or store it', flags: { kind: 'inbox-url' } }),
    ],
  })
}
