/** The client's side of `src/lib/proof.ts`. */

import { randomBytes } from 'node:crypto'
import { PROOF_PATH, proofOf } from '#lib/proof.ts'
import { isSecret } from '#lib/secret.ts'
import type { Request, Transport } from './transport.ts'

/**
 * What proves to a server that this process knows the token; null unless the server has proved that it does. SyntaxError
 * if it doesn't answer in JSON.
 */
export async function proofFor(
  transport: Transport,
  { url, token }: { url: string; token: string },
  limits: Pick<Request, 'timeoutMs' | 'signal'>,
): Promise<string | null> {
  const nonce = randomBytes(16).toString('base64url')
  const address = `${url}${PROOF_PATH}?nonce=${nonce}`
  const { body } = await transport.send({ method: 'GET', url: address, headers: {}, ...limits })
  const { run, proofs } = JSON.parse(body.toString('utf8')) ?? {}
  if (typeof run !== 'string' || !Array.isArray(proofs)) return null
  const port = Number(new URL(url).port || 80)
  const expected = proofOf(token, 'server', port, run, nonce)
  const isProved = proofs.some(proof => typeof proof === 'string' && isSecret(proof, expected))
  return isProved ? proofOf(token, 'client', port, run) : null
}
