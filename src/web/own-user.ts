/** Whether a connection comes from a program of this user. Linux lists all connections with their users. */

import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
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
  // A connection from this machine has one address at both ends. Others aren't in its lists.
  if (user === undefined || !socket || socket.localAddress !== socket.remoteAddress) return undefined
  const [here, there] = [listedPort(socket.localPort), listedPort(socket.remotePort)]
  const found = ['tcp', 'tcp6']
    .flatMap(name => linesOf(join(folder, name)))
    .map(line => line.trim().split(/\s+/))
    .filter(([, local, remote]) => local?.endsWith(there) && remote?.endsWith(here))
  // It is among these, and others may have the same ports at another address: so all must be this user's.
  if (found.length === 0) return undefined
  return found.every(([, , , state, , , , uid]) => state === ESTABLISHED && Number(uid) === user)
}

/** None if the system has no such list. */
function linesOf(file: string): string[] {
  try {
    return readFileSync(file, 'latin1').split('\n').slice(1)
  } catch {
    return []
  }
}

/** The end of `0100007F:1F90`, an address with its port. */
function listedPort(port = 0): string {
  return `:${port.toString(16).toUpperCase().padStart(4, '0')}`
}
