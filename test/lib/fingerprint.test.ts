import { describe, expect, test } from 'vitest'
import { fingerprint } from '#lib/secret.ts'

describe('a fingerprint', () => {
  // printf 'pixctl secret fingerprint\0service_live_example' | openssl dgst -sha256
  test('is the start of a SHA-256 in its own domain', () => {
    expect(fingerprint('service_live_example')).toBe('5af0bff5423f57d0')
  })

  test('distinguishes secrets and shows nothing of them', () => {
    expect(fingerprint('service_live_a')).not.toBe(fingerprint('service_live_b'))
    expect(fingerprint('service_live_a')).toMatch(/^[0-9a-f]{16}$/)
  })
})
