/** The idempotency key of a row: its identity is its reference, on every machine. */

import { uuidV5 } from '../../../../shared/uuid.ts'

/** Written down in docs/decisions/command-line.md#keys-of-a-file; to change it would make every charge again. */
const NAMESPACE = '090dcbd2-9692-4dff-91bc-d5bd2ebf84a6'

export function keyOf(batch: string, reference: string): string {
  return uuidV5(NAMESPACE, `${batch}\n${reference}`)
}
