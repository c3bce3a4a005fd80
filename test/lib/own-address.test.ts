import { expect, it } from 'vitest'
import { networkAddresses } from '#lib/own-address.ts'

const of = (address: string, family: 'IPv4' | 'IPv6' = 'IPv4', internal = false) =>
  ({ address, family, internal, netmask: '', mac: '', cidr: null }) as never

it('finds the addresses for other devices, those of a private network first', () => {
  const interfaces = {
    lo: [of('127.0.0.1', 'IPv4', true), of('::1', 'IPv6', true)],
    ppp0: [of('203.0.113.7')],
    eth0: [of('192.168.0.10'), of('fe80::1', 'IPv6')],
    wlan0: [of('172.32.0.1'), of('172.31.255.1'), of('10.1.2.3')],
    down: undefined,
  }
  expect(networkAddresses(interfaces)).toEqual([
    '192.168.0.10',
    '172.31.255.1',
    '10.1.2.3',
    '203.0.113.7',
    '172.32.0.1',
  ])
  expect(networkAddresses({})).toEqual([])
})
