/** Compares secrets, names them, and hides them in texts that are shown. */

import { createHash, timingSafeEqual } from 'node:crypto'
import { API_KEY_PREFIX, WEBHOOK_SECRET_PREFIX, WS_TOKEN_PREFIX } from '#contract/limits.ts'

/** Whether a given secret is the right one, in constant time. */
export function isSecret(given: string, secret: string): boolean {
  return timingSafeEqual(digest(given), digest(secret))
}

/** A secret as it can be shown: its prefix and its last four characters. */
export function secretHint(prefix: string, secret: string): string {
  return `${prefix}…${secret.slice(-4)}`
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/**
 * 16 hex digits that identify a secret without revealing it. They are stored instead of the secret. The prefix keeps
 * the hash different from any other hash of the same secret.
 */
export function fingerprint(secret: string): string {
  return createHash('sha256').update(`pixctl secret fingerprint\0${secret}`).digest('hex').slice(0, 16)
}

const PREFIXES = [API_KEY_PREFIX, WS_TOKEN_PREFIX, WEBHOOK_SECRET_PREFIX]
/** What follows a prefix in a secret: not only the punctuation of a sentence. */
const LOOKS_SECRET = new RegExp(`(${PREFIXES.join('|')})(?=[_+/=.~*-]*[A-Za-z0-9])[A-Za-z0-9_+/=.~*-]+`, 'g')
/** Hiding shorter texts would hide ordinary words. */
const MIN_BARE_LENGTH = 8

/**
 * Replaces each known secret, and each text that looks like a secret, by its prefix and `***`. A known secret is also
 * found without its prefix, because some programs use a webhook secret that way.
 */
export function maskSecrets(text: string, secrets: Iterable<string> = []): string {
  const forms = [...secrets].flatMap(secret => {
    const prefix = PREFIXES.find(start => secret.startsWith(start)) ?? ''
    const bare = secret.slice(prefix.length)
    return [
      { form: secret, mask: `${prefix}***` },
      ...(bare.length >= MIN_BARE_LENGTH ? [{ form: bare, mask: '***' }] : []),
    ]
  })
  // The longest first: if one secret begins with another, its end must be hidden too.
  forms.sort((a, b) => b.form.length - a.form.length)
  let masked = text
  for (const { form, mask } of forms) if (form !== '') masked = masked.replaceAll(form, mask)
  return masked.replace(LOOKS_SECRET, '$1***')
}
