/** Addresses for deliveries, as people write them. */

import { expect, it } from 'vitest'
import { checkTarget } from '#lib/input/addresses.ts'

it.each([
  ['web:80/hook', 'https://web:80/hook'],
  ['web:3000/hook', 'https://web:3000/hook'],
  ['web:80', 'https://web:80'],
  ['web:443/hook?a=b', 'https://web:443/hook?a=b'],
  ['localhost:80/hook', 'http://localhost:80/hook'],
  ['[::1]:80/hook', 'http://[::1]:80/hook'],
  ['[2001:db8::1]/hook', 'https://[2001:db8::1]/hook'],
  ['[2001:db8::1]:80/hook', 'https://[2001:db8::1]:80/hook'],
  ['80/hook', 'http://127.0.0.1:80/hook'],
  ['shop.example/hook', 'https://shop.example/hook'],
])('%s is %s', (text, url) => {
  expect(new URL(checkTarget(text, '--to')).href).toBe(new URL(url).href)
})

it.each(['web', 'web/hook', 'web/hook:80', 'web?a=:80', 'web:0/hook', 'web:00', '0/hook'])(
  '%s is not an address',
  text => {
    expect(() => checkTarget(text, '--to')).toThrow('--to is not an address')
  },
)
