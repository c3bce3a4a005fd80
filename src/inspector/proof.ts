/**
 * How an inspector and who asks it for a login prove to each other that they know the token of its file, without sending it:
 * when the inspector has ended, any program may have its port (docs/decisions/security.md#proofs).
 */

import { createHmac } from 'node:crypto'

/** Where a login code is asked for, with a `nonce` and the client's proof in the form. */
export const NEW_CODE = '/api/login-codes'

/** @param parts who proves it, the server's port, the nonce of the request, and what the server answers */
export function proofOf(token: string, ...parts: ['client' | 'server', number, string, string?]): string {
  return createHmac('sha256', token).update(parts.join('\n')).digest('base64url')
}
