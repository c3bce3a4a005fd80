/** The idempotency key of a row. It is made from the reference, so it is the same on every machine. */

import { uuidV5 } from '#lib/uuid.ts'

/** See docs/decisions/command-line.md#keys-of-a-file. With another namespace every file would create its charges again. */
const NAMESPACE = '090dcbd2-9692-4dff-91bc-d5bd2ebf84a6'

export function keyOf(batch: string, reference: string): string {
  return uuidV5(NAMESPACE, `${batch}\n${reference}`.normalize('NFC'))
}

/** The first character, as `U+200B`, that a person doesn't see or that was lost: another name would look the same. */
export function unseenIn(name: string): string | undefined {
  const [found] = /(?! )[\p{Cc}\p{Cf}\p{Z}\p{DI}\ufffd]/u.exec(name) ?? []
  return found && `U+${found.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`
}
