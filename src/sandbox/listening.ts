/** Where a side of the sandbox listens. Whatever its host is, it can be reached on this machine too. */

import { hostname, networkInterfaces } from 'node:os'
import { isLoopback, urlHost } from '#lib/plain-address.ts'
import { type Listener, listen } from './rest/http.ts'

export const LOOPBACK = '127.0.0.1'
const WILDCARDS: readonly string[] = ['0.0.0.0', '::']

export interface Side extends Pick<Listener, 'port' | 'serve' | 'close'> {
  local: string
  /** The names besides those of loopback by which browsers ask for it, as in a URL. */
  otherNames: readonly string[]
}

/** Listens on a host (port 0: any free one), and on 127.0.0.1 if that isn't part of it, so that the addresses of a profile can be used. */
export async function listenOn(host: string, port: number, keepsAlive?: boolean): Promise<Side> {
  const asked = await listen(host, port, keepsAlive)
  const { address } = asked
  const otherNames = [...new Set([host, address])].map(urlHost)
  const side = { ...asked, otherNames, local: localAddress(asked) }
  if (isLoopback(address)) return side
  if (WILDCARDS.includes(address)) return { ...side, otherNames: namesOfThisMachine() }
  try {
    const local = await listen(LOOPBACK, asked.port, keepsAlive)
    return {
      ...side,
      serve: (...how) => {
        asked.serve(...how)
        local.serve(...how)
      },
      close: async () => void (await Promise.all([asked.close(), local.close()])),
    }
  } catch (error) {
    await asked.close()
    throw error
  }
}

/** Never a name, which may be two addresses. */
function localAddress({ address, port }: Listener): string {
  if (isLoopback(address)) return `${urlHost(address)}:${port}`
  return `${address === '::' ? '[::1]' : LOOPBACK}:${port}`
}

function namesOfThisMachine(): string[] {
  const addresses = Object.values(networkInterfaces()).flatMap(ofInterface => ofInterface ?? [])
  return [hostname(), ...addresses.map(({ address }) => urlHost(address))]
}
