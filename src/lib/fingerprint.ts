import { createHash } from 'node:crypto'

/**
 * 16 hex digits that identify a secret without revealing it. They are stored instead of the secret. The prefix keeps
 * the hash different from any other hash of the same secret.
 */
export function fingerprint(secret: string): string {
  return createHash('sha256').update(`pixctl secret fingerprint\0${secret}`).digest('hex').slice(0, 16)
}
