/** What doctor looks at of the proxy of HTTPS_PROXY. Its password isn't shown. */

import { connect } from 'node:net'
import { networkSettings } from '#lib/input/addresses.ts'
import { originOf } from '#lib/plain-address.ts'
import { type Examination, type Finding, found } from '../finding.ts'
import { texts } from '../texts.ts'

/** Which proxy is used for which address, and whether something listens there. */
export async function lookAtProxy(examination: Examination): Promise<Finding> {
  const { host, addresses, realtime } = examination.context
  const settings = networkSettings(host.env)
  const { httpsProxy } = settings
  if (!httpsProxy) return found('skip', texts.noProxy)
  const { proxyFor } = await import('#realtime/proxy.ts')
  const used = [addresses().baseUrl, realtime.address()]
    .filter(address => address !== undefined)
    .filter(address => originOf(address) !== undefined)
    .map(address => new URL(address.replace(/^https:/, 'wss:')))
    .filter(url => proxyFor(url, settings) !== null)
  const proxy = new URL(httpsProxy)
  const problem = await problemOf(proxy, examination)
  if (problem !== null) {
    const detail = () => texts.proxyAway(proxy.host, problem)
    return found(used.length > 0 ? 'fail' : 'warn', detail, texts.checkProxy)
  }
  if (used.length === 0) return found('ok', () => texts.proxyUnused(proxy.host))
  const hosts = [...new Set(used.map(url => url.host))].join(', ')
  return found('ok', () => texts.proxyUsed(proxy.host, hosts))
}

/** Why nothing answers there; null if something does. */
function problemOf(proxy: URL, { limitMs, signal }: Examination): Promise<string | null> {
  const host = proxy.hostname.replace(/^\[(.*)\]$/, '$1')
  const port = Number(proxy.port || (proxy.protocol === 'https:' ? 443 : 80))
  const socket = connect({ host, port, signal })
  return new Promise((resolve, reject) => {
    // A firewall may say nothing.
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
