/** What doctor looks at of the proxy of HTTPS_PROXY. Its password isn't shown. */

import type { Context } from '#cli/context/context.ts'
import { networkSettings } from '#lib/input/addresses.ts'
import { originOf } from '#lib/plain-address.ts'
import { type Finding, found } from '../finding.ts'
import { texts } from '../texts.ts'

/** Which proxy is used for which address. The checks of those addresses say whether it answers. */
export async function lookAtProxy(context: Context): Promise<Finding> {
  const { host, addresses, realtime } = context
  const settings = networkSettings(host.env)
  const { httpsProxy } = settings
  if (!httpsProxy) return found('skip', texts.noProxy)
  const { proxyFor } = await import('#realtime/proxy.ts')
  const used = [addresses().baseUrl, realtime.address()]
    .filter(address => address !== undefined)
    .filter(address => originOf(address) !== undefined)
    .map(address => new URL(address))
    .filter(url => proxyFor(url, settings) !== null)
  const proxy = new URL(httpsProxy).host
  if (used.length === 0) return found('ok', () => texts.proxyUnused(proxy))
  const hosts = [...new Set(used.map(url => url.host))].join(', ')
  return found('ok', () => texts.proxyUsed(proxy, hosts))
}
