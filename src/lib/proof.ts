/**
 * How a server of this machine and its client prove to each other that they know a token, without sending it: when the
 * server has ended, any program may have its port (docs/decisions/security.md#proofs). The client's side is `src/api/proof.ts`.
 */

import { createHmac, randomBytes } from 'node:crypto'
import { isSecret } from './secret.ts'

/** Where a server proves itself, for a `nonce` in the query. */
export const PROOF_PATH = '/api/proof'

/**
 * @param parts who proves it, the server's port, so that no other server can pass the proof on, and what is new in each
 *   run of the server, so that nothing a client has sent is of use in the next one; the server's proof has the nonce too
 */
export function proofOf(token: string, ...parts: ['server' | 'client', number, string, string?]): string {
  return createHmac('sha256', token).update(parts.join('\n')).digest('base64url')
}

/** The server's side. */
export class Proofs {
  readonly #run = randomBytes(16).toString('base64url')
  readonly #port: number

  constructor(port: number) {
    this.#port = port
  }

  /** The answer to a request for {@link PROOF_PATH}: a proof for each token. */
  answer(tokens: readonly string[], nonce = ''): { run: string; proofs: string[] } {
    return {
      run: this.#run,
      proofs: tokens.map(token => proofOf(token, 'server', this.#port, this.#run, nonce)),
    }
  }

  /** Whether the header of a request is from a client that knows the token. */
  isFrom(token: string, authorization = ''): boolean {
    return isSecret(authorization, `Bearer ${proofOf(token, 'client', this.#port, this.#run)}`)
  }
}
