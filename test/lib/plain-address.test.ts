import { describe, expect, it } from 'vitest'
import { lookup } from '#lib/lookup.ts'
import { isLoopback, plainAddress } from '#lib/plain-address.ts'

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

describe('this machine', () => {
  it.each([
    ...['localhost', 'LOCALHOST', 'localhost.', 'shop.localhost', 'a.b.localhost.'],
    ...['127.0.0.1', '127.8.9.10', '::1', '[::1]'],
  ])('is %s', host => {
    expect(isLoopback(host)).toBe(true)
  })

  it.each([
    ...['', 'localhost.example', 'notlocalhost', '.localhost', 'a..localhost', '127.0.0.1.example'],
    ...['128.0.0.1', '10.0.0.1', '::2', '0.0.0.0'],
  ])('is not %j', host => {
    expect(isLoopback(host)).toBe(false)
  })
})

describe('looking up', () => {
  const found = (name: string, all: boolean) =>
    new Promise(resolve => lookup(name, { all }, (error, ...answer) => resolve(error ?? answer)))

  it.each(['localhost', 'shop.localhost', 'a.b.LOCALHOST.'])('%s asks no name server', async name => {
    expect(await found(name, true)).toEqual([
      [
        { address: '127.0.0.1', family: 4 },
        { address: '::1', family: 6 },
      ],
    ])
    expect(await found(name, false)).toEqual(['127.0.0.1', 4])
  })

  it('another name asks the system', async () => {
    expect(await found('nowhere.invalid', true)).toMatchObject({ syscall: 'getaddrinfo' })
  })
})
