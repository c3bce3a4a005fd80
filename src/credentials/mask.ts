/** Keeping secrets out of what is shown. */

import { API_KEY_PREFIX, WEBHOOK_SECRET_PREFIX, WS_TOKEN_PREFIX } from '../contract/limits.ts'

const PREFIXES = [API_KEY_PREFIX, WS_TOKEN_PREFIX, WEBHOOK_SECRET_PREFIX]
const LOOKS_SECRET = new RegExp(`(${PREFIXES.join('|')})[A-Za-z0-9_+/=.~*-]+`, 'g')
/** A shorter remainder would mask ordinary words. */
const MIN_BARE_LENGTH = 8

/**
 * The text with every known secret, and whatever looks like one, replaced by its prefix and `***`. A known
 * secret is found without its prefix too, as a webhook secret may be used.
 */
export function maskSecrets(text: string, secrets: Iterable<string> = []): string {
  const forms = [...secrets].flatMap(secret => {
    const prefix = PREFIXES.find(each => secret.startsWith(each)) ?? ''
    const bare = secret.slice(prefix.length)
    return [
      { form: secret, mask: `${prefix}***` },
      ...(bare.length >= MIN_BARE_LENGTH ? [{ form: bare, mask: '***' }] : []),
    ]
  })
  // The longest first: a secret that begins with another one must not leave its end behind.
  forms.sort((a, b) => b.form.length - a.form.length)
  let masked = text
  for (const { form, mask } of forms) if (form !== '') masked = masked.replaceAll(form, mask)
  return masked.replace(LOOKS_SECRET, '$1***')
}
