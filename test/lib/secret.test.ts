import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fingerprint, maskSecrets } from '#lib/secret.ts'

describe('masking', () => {
  test.each([
    ['authorization: Bearer service_live_abc123', [], 'authorization: Bearer service_live_***'],
    ['{"op":"auth","token":"service_ws_a-b.c"}', [], '{"op":"auth","token":"service_ws_***"}'],
    ["whsec_a+/b== and 'service_live_x'", [], "whsec_*** and 'service_live_***'"],
    ['https://x/?k=service_live_a&b=1', [], 'https://x/?k=service_live_***&b=1'],
    ['an API key (service_live_…) is needed', [], 'an API key (service_live_…) is needed'],
    ['without its whsec_. The key…', [], 'without its whsec_. The key…'],
    ['WEBHOOK_SECRET=whsec_...', [], 'WEBHOOK_SECRET=whsec_...'],
    ['the prefix service_live_ alone', [], 'the prefix service_live_ alone'],
    ['a plain-token here', ['plain-token'], 'a *** here'],
    ['service_live_a$&(b) end', ['service_live_a$&(b)'], 'service_live_*** end'],
    ['bare: c2VjcmV0LXRleHQ=', ['whsec_c2VjcmV0LXRleHQ='], 'bare: ***'],
    ['short words stay', ['whsec_or'], 'short words stay'],
    ['token-1-long and token-1', ['token-1', 'token-1-long'], '*** and ***'],
    ['nothing', [''], 'nothing'],
  ])('leaves no secret in %s', (text, secrets, masked) => {
    expect(maskSecrets(text, secrets)).toBe(masked)
    expect(maskSecrets(masked, secrets)).toBe(masked)
  })

  test('no known secret survives in any text', () => {
    const prefix = fc.constantFrom('service_live_', 'service_ws_', 'whsec_')
    const rest = fc.string({
      unit: fc.constantFrom(...'abcXYZ019!#$%&()+,-./:;<=>?@[]^_`{|}~'),
      minLength: 8,
      maxLength: 60,
    })
    fc.assert(
      fc.property(prefix, rest, fc.string(), fc.string(), (start, end, before, after) => {
        const secret = start + end
        const masked = maskSecrets(`${before}${secret}${after} ${end} ${secret}`, [secret])
        expect(masked).not.toContain(secret)
        expect(masked).not.toContain(end)
      }),
    )
  })
})

describe('a fingerprint', () => {
  // printf 'pixctl secret fingerprint\0service_live_example' | openssl dgst -sha256
  test('is the start of a SHA-256 in its own domain', () => {
    expect(fingerprint('service_live_example')).toBe('5af0bff5423f57d0')
    expect(fingerprint('service_live_other')).not.toBe('5af0bff5423f57d0')
  })
})
