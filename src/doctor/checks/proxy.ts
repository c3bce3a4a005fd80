/** What doctor looks at of the proxy of HTTPS_PROXY. Its password isn't shown. */

import { connect } from 'node:net'
import type { Context } from '#cli/context/context.ts'
import { networkSettings } from '#lib/input/addresses.ts'
import { once } from '#lib/once.ts'
import { originOf } from '#lib/plain-address.ts'
import type { ProxySettings } from '#lib/proxy-settings.ts'
import { type Examination, type Finding, found } from '../finding.ts'
import { texts } from '../texts.ts'

export class ProxyCheck {
  readonly #examination: Examination
  /** Throws Failure (usage) if they can't be used. */
  readonly #settings: () => ProxySettings
  /** Why nothing answers there; null if something does. */
  readonly #problem: () => Promise<string | null>

  constructor(examination: Examination) {
    this.#examination = examination
    this.#settings = once(() => networkSettings(examination.context.host.env))
    this.#problem = once(() => problemOf(new URL(`${this.#settings().httpsProxy}`), examination))
  }

  /** Which proxy is used for which address, and whether something listens there. */
  async look(): Promise<Finding> {
    const { httpsProxy } = this.#settings()
    if (!httpsProxy) return found('skip', texts.noProxy)
    const place = new URL(httpsProxy).host
    const addresses = addressesOf(this.#examination.context)
    const areUsed = await Promise.all(addresses.map(address => this.#isUsedFor(address)))
    const used = addresses.filter((_, index) => areUsed[index]).map(address => new URL(address).host)
    const problem = await this.#problem()
    if (problem !== null) {
      return found(used.length > 0 ? 'fail' : 'warn', () => texts.proxyAway(place, problem), texts.checkProxy)
    }
    const hosts = [...new Set(used)].join(', ')
    return found('ok', () => (used.length > 0 ? texts.proxyUsed(place, hosts) : texts.proxyUnused(place)))
  }

  /** The proxy that this address is asked through, if nothing answers there; otherwise null. */
  async awayFor(address: string): Promise<string | null> {
    const { httpsProxy } = this.#settings()
    if (!httpsProxy || !(await this.#isUsedFor(address)) || (await this.#problem()) === null) return null
    return new URL(httpsProxy).host
  }

  async #isUsedFor(address: string): Promise<boolean> {
    const { proxyFor } = await import('#realtime/proxy.ts')
    return proxyFor(new URL(address.replace(/^https:/, 'wss:')), this.#settings()) !== null
  }
}

function addressesOf({ addresses, realtime }: Context): string[] {
  const { baseUrl } = addresses()
  return [baseUrl, realtime.address()].filter(
    each => each !== undefined && originOf(each) !== undefined,
  ) as string[]
}

function problemOf(proxy: URL, { limitMs, signal }: Examination): Promise<string | null> {
  const host = proxy.hostname.replace(/^\[(.*)\]$/, '$1')
  const port = Number(proxy.port || (proxy.protocol === 'https:' ? 443 : 80))
  const socket = connect({ host, port, signal })
  return new Promise((resolve, reject) => {
    // A firewall may say nothing. The checks that wait for this must still say why they have no answer.
    socket.setTimeout(limitMs, () => {
      socket.destroy()
      resolve('ETIMEDOUT')
    })
    socket.once('error', ({ code, message }: NodeJS.ErrnoException) => {
      if (signal.aborted) reject(signal.reason)
      else resolve(code ?? message)
    })
    socket.once('connect', () => {
      socket.destroy()
      resolve(null)
    })
  })
}
