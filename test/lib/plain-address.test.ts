import { describe, expect, it } from 'vitest'
import { plainAddress } from '#lib/plain-address.ts'

describe('an address', () => {
  it.each([
    ['ws://127.0.0.1:4010/realtime', 'ws://localhost:4010/realtime'],
    ['ws://127.0.0.1:4010/realtime', 'ws://[::1]:4010/realtime'],
    ['ws://127.0.0.1:4010/realtime', 'WS://LocalHost:4010/realtime/'],
    ['ws://127.0.0.1/', 'ws://localhost:80'],
    ['wss://shop.example/realtime', 'wss://Shop.Example:443/realtime/'],
    ['wss://shop.example/realtime', 'wss://shop.example./realtime'],
    ['wss://shop.example', 'wss://shop.example/'],
    ['http://localhost:4242/', 'http://0.0.0.0:4242'],
    ['http://localhost:4242/', 'http://[::]:4242/'],
  ])('%s is %s', (one, other) => {
    expect(plainAddress(one)).toBe(plainAddress(other))
  })

  it.each([
    ['wss://shop.example/realtime', 'ws://shop.example/realtime'],
    ['wss://shop.example/realtime', 'wss://shop.example/Realtime'],
    ['wss://shop.example/realtime', 'wss://shop.example:8443/realtime'],
    ['wss://shop.example/realtime', 'wss://www.shop.example/realtime'],
    ['ws://127.0.0.1:4010/', 'ws://127.0.0.2:4010/'],
    ['http://localhost:3000/pix', 'http://localhost:3000/pix?shop=1'],
  ])('%s is not %s', (one, other) => {
    expect(plainAddress(one)).not.toBe(plainAddress(other))
  })

  it('that has the normal form is not changed', () => {
    const plain = 'wss://shop.example:8443/realtime'
    expect(plainAddress(plain)).toBe(plain)
  })
})
