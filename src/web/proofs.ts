/** The server's side of src/lib/proof.ts. */

import { randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { proofOf } from '#lib/proof.ts'
import { isSecret } from '#lib/secret.ts'

export class Proofs {
  readonly #run = randomBytes(16).toString('base64url')
  readonly #port: number

  constructor(port: number) {
    this.#port = port
  }

  /** The answer to a request for PROOF_PATH: a proof for each token. */
  answer(c: Context, tokens: readonly string[]): Response {
    const nonce = c.req.query('nonce') ?? ''
    const proofs = tokens.map(token => proofOf(token, 'server', this.#port, this.#run, nonce))
    return c.json({ run: this.#run, proofs }, 200, { 'Cache-Control': 'no-store' })
  }

  /** Whether a request is from a client that knows the token. */
  isFrom(c: Context, token: string): boolean {
    const proof = proofOf(token, 'client', this.#port, this.#run)
    return isSecret(c.req.header('authorization') ?? '', `Bearer ${proof}`)
  }
}
