import { describe, expect, it } from 'vitest'
import { SigningSecrets } from '#webhooks/signing-secrets.ts'

const [ONE, TWO, THREE] = ['whsec_one_1111', 'whsec_two_2222', 'whsec_three_3333'] as const
const ENDPOINTS = [
  { id: 'we_1', url: 'http://127.0.0.1:4242/', secret: ONE },
  { id: 'we_2', url: 'http://localhost:4243/hooks?shop=1', secret: TWO },
]

describe('the secrets that deliveries are checked with', () => {
  it.each<[[string, ...string[]], string]>([
    [[ONE], 'the signing secret of PIXCTL_WEBHOOK_SECRET, …1111'],
    [[ONE, TWO], 'the 2 signing secrets of PIXCTL_WEBHOOK_SECRET, …1111, …2222'],
  ])('%j are described by their ends', (values, words) => {
    expect(new SigningSecrets(values, 'PIXCTL_WEBHOOK_SECRET').description).toBe(words)
  })
})

describe('the secret that signs', () => {
  const all = new SigningSecrets([ONE, TWO], 'the profile sandbox', ENDPOINTS)

  it.each([
    ['http://127.0.0.1:4242/', ONE],
    ['http://localhost:4242', ONE],
    ['http://127.0.0.1:4243/hooks?shop=1', TWO],
    // No endpoint: the first one.
    ['http://127.0.0.1:4243/hooks', ONE],
    ['http://127.0.0.1:4244/', ONE],
  ])('for %s is its endpoint’s', (url, secret) => {
    expect(all.signer(url).secret).toBe(secret)
  })

  it('for a target that is not an endpoint is that of the --listen address', () => {
    const [target, own] = ['http://localhost:3000/', 'http://127.0.0.1:4243/hooks?shop=1']
    expect(all.signer(target, own)).toEqual({
      secret: TWO,
      description: 'the secret of endpoint we_2 (http://localhost:4243/hooks?shop=1), …2222',
    })
    expect(all.signer('http://127.0.0.1:4242/', own).secret).toBe(ONE)
  })

  it('is the given one, no matter which endpoints there are', () => {
    const given = new SigningSecrets([THREE, TWO], 'PIXCTL_WEBHOOK_SECRET', ENDPOINTS)
    expect(given.signer('http://127.0.0.1:4242/')).toEqual({
      secret: THREE,
      description: 'the first of 2 secrets of PIXCTL_WEBHOOK_SECRET, …3333',
    })
    expect(given.signer('http://127.0.0.1:4243/hooks?shop=1').description).toContain('endpoint we_2')
  })
})
