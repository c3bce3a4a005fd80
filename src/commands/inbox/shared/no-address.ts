/** The error if nothing says where the shared inbox is. */

import { Failure } from '../../../shared/failure.ts'
import { suggest } from '../../../shared/suggestion.ts'
import { texts } from '../texts.ts'

/** @param flag which one gives it */
export function noAddress(flag: '--inbox' | '--to'): Failure {
  return new Failure('usage', texts.noAddress, {
    next: [
      () => texts.giveWith(flag),
      suggest('auth login', { say: texts.orStore, flags: { kind: 'inbox-url' } }),
    ],
  })
}
