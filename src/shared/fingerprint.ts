import { createHash } from 'node:crypto'

/**
 * 16 hex digits that tell secrets apart and don't lead back to one: SHA-256 of a secret that nobody
 * can guess, in a domain of its own. It is kept in place of the secret.
 */
export function fingerprint(secret: string): string {
  return createHash('sha256').update(`pixctl secret fingerprint\0${secret}`).digest('hex').slice(0, 16)
}
