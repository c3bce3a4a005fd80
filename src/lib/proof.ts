/**
 * How a server of this machine and its client prove to each other that they know a token, without sending it: when the
 * server has ended, any program may have its port (docs/decisions/security.md#proofs).
 */

import { createHmac } from 'node:crypto'

/** Where a server proves itself, for a `nonce` in the query. */
export const PROOF_PATH = '/api/proof'

/**
 * @param parts who proves it, the server's port, so that no other server can pass the proof on, and what is new in each
 *   run of the server, so that nothing a client has sent is of use in the next one; the server's proof has the nonce too
 */
export function proofOf(token: string, ...parts: ['server' | 'client', number, string, string?]): string {
  return createHmac('sha256', token).update(parts.join('\n')).digest('base64url')
}
