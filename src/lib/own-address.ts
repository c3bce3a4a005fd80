/** The addresses of this machine, and whether a target is the listener itself, which would send each event to itself again and again. */

import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { isLoopback } from './plain-address.ts'

/** @param listener port 0 is none yet */
export async function isItself(
  target: string,
  listener: { address: string; port: number },
): Promise<boolean> {
  const { hostname, port, protocol } = new URL(target)
  if (Number(port || (protocol === 'https:' ? 443 : 80)) !== listener.port) return false
  const targets = await addressesOf(hostname)
  const own = await addressesOf(listener.address)
  if (own.some(isAny)) {
    const interfaces = Object.values(networkInterfaces()).flatMap(addresses => addresses ?? [])
    own.push(...interfaces.map(({ address }) => address))
  }
  // A connection to 0.0.0.0 or :: comes to this machine.
  const isHere = (address: string) => isAny(address) || isLoopback(address)
  return targets.some(address => own.includes(address) || (isHere(address) && own.some(isHere)))
}

/** RFC 1918: what a router gives to the devices of a shop. */
const PRIVATE = /^(10|192\.168|172\.(1[6-9]|2\d|3[01]))\./

/** The IPv4 addresses at which other devices find this machine, those of a shop's own network first. */
export function networkAddresses(interfaces = networkInterfaces()): string[] {
  const all = Object.values(interfaces).flatMap(addresses => addresses ?? [])
  const own = all.filter(({ family, internal }) => family === 'IPv4' && !internal)
  return own.map(({ address }) => address).sort((a, b) => Number(PRIVATE.test(b)) - Number(PRIVATE.test(a)))
}

/** Whether this machine has an address, as far as it knows: its network may be down, and a name may lead anywhere. */
export function mayBeOwn(host: string, own = networkAddresses()): boolean {
  return isIP(host) !== 4 || own.length === 0 || own.includes(host)
}

/** Whether a server there listens on all addresses of this machine. */
export function isAny(address: string): boolean {
  return address === '0.0.0.0' || address === '::'
}

async function addressesOf(host: string): Promise<string[]> {
  const own = isLoopback(host) ? '127.0.0.1' : host.replace(/^\[|\]$/g, '')
  const found = await lookup(own, { all: true }).catch(() => [])
  return found.map(({ address }) => address.replace(/^::ffff:/, ''))
}
