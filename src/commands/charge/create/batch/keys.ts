/** The idempotency key of a row. It is made from the reference, so it is the same on every machine. */

import { uuidV5 } from '../../../../shared/uuid.ts'

/** See docs/decisions/command-line.md#keys-of-a-file. With another namespace every file would create its charges again. */
const NAMESPACE = '090dcbd2-9692-4dff-91bc-d5bd2ebf84a6'

export function keyOf(batch: string, reference: string): string {
  return uuidV5(NAMESPACE, `${batch}\n${reference}`)
}
