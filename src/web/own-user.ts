/** Whether a connection comes from a program of this user. Linux lists all connections with their users. */

import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { endianness } from 'node:os'
import { join } from 'node:path'
import { ownUser } from '#lib/trust.ts'

type Ends = Pick<Socket, 'localAddress' | 'localPort' | 'remoteAddress' | 'remotePort'>

/** In other states Linux may list a connection with the user 0, although another user made it. */
const ESTABLISHED = '01'

/**
 * Undefined if the system doesn't say.
 *
 * @param folder the one with Linux's lists `tcp` and `tcp6`
 */
export function isOwnConnection(socket: Ends | undefined, folder = '/proc/net'): boolean | undefined {
  const user = ownUser()
  if (user === undefined || socket === undefined) return undefined
  // Both ends are compared: another user may have a connection from the same port to somewhere else.
  const here = endOf(socket.localAddress, socket.localPort)
  const there = endOf(socket.remoteAddress, socket.remotePort)
  for (const line of ['tcp', 'tcp6'].flatMap(name => linesOf(join(folder, name)))) {
    const [, local = '', remote = '', state, , , , uid] = line.trim().split(/\s+/)
    if (state !== ESTABLISHED || listedEnd(local) !== there || listedEnd(remote) !== here) continue
    return Number(uid) === user
  }
  return undefined
}

/** None if the system has no such list. */
function linesOf(file: string): string[] {
  try {
    return readFileSync(file, 'latin1').split('\n').slice(1)
  } catch {
    return []
  }
}

/** `0100007F:1F90`: each 32 bits of the address in the byte order of the machine, then the port. */
function listedEnd(text: string): string {
  const [address = '', port = ''] = text.split(':')
  const bytes = Buffer.from(address, 'hex')
  const hex = (endianness() === 'LE' ? bytes.swap32() : bytes).toString('hex')
  const groups = hex.match(/.{4}/g)?.join(':') ?? ''
  return endOf(hex.length === 8 ? `::ffff:${groups}` : groups, Number.parseInt(port, 16))
}

/** One spelling for each address. IPv4 is written as IPv6, because a server for both sees it so. */
function endOf(address = '', port = 0): string {
  const host = address.includes(':') ? address : `::ffff:${address}`
  return `${URL.parse(`http://[${host}]`)?.hostname} ${port}`
}
