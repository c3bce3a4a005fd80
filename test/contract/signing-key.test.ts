import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SigningKey } from '#contract/signing-key.ts'

const expected = (secret: string, start: string, body: Uint8Array) =>
  createHmac('sha256', secret).update(start).update(body).digest('hex')

describe('a signing key', () => {
  it("signs test case 2 of RFC 4231: the key 'Jefe'", () => {
    const signature = new SigningKey('Jefe').sign('what do ya want ', Buffer.from('for nothing?'))
    expect(signature.toString('hex')).toBe('5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843')
  })

  it('signs as createHmac does, one text after the other, whatever the secret and the text', () => {
    const texts = fc.array(
      fc.tuple(fc.string({ unit: 'binary', maxLength: 40 }), fc.uint8Array({ maxLength: 700 })),
      {
        minLength: 1,
        maxLength: 5,
      },
    )
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 150 }), texts, (secret, each) => {
        const key = new SigningKey(secret)
        for (const [start, body] of each) {
          expect(key.sign(start, body).toString('hex')).toBe(expected(secret, start, body))
        }
      }),
    )
  })

  it.each([0, 16_382, 16_383, 16_384, 16_385, 100_000])(
    'signs a body of %i bytes, and a short one after it',
    length => {
      const key = new SigningKey('whsec_x')
      const body = Buffer.alloc(length, 0xe9)
      expect(key.sign('1.', body).toString('hex')).toBe(expected('whsec_x', '1.', body))
      expect(key.sign('é.', Buffer.from('{}')).toString('hex')).toBe(
        expected('whsec_x', 'é.', Buffer.from('{}')),
      )
    },
  )
})
