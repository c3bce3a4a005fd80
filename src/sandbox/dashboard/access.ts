/** Who may use the dashboard's JSON calls: programs on this machine that have the token of a store. */

import type { Context, MiddlewareHandler } from 'hono'
import { ServiceError } from '../rest/errors.ts'
import { bearerToken } from '../rest/request.ts'
import type { Store, Stores } from '../stores.ts'

/** The store that a call is about. */
export type StoreOf = (c: Context) => Store

export class DashboardAccess {
  readonly #tokens: Pick<Stores, 'withDashboardToken'>
  readonly #stores = new WeakMap<Context, Store>()

  readonly #hosts: ReadonlySet<string>

  /** @param hosts the names besides those of loopback by which the dashboard is asked for */
  constructor(tokens: Pick<Stores, 'withDashboardToken'>, hosts: readonly string[]) {
    this.#tokens = tokens
    this.#hosts = new Set(hosts.map(host => host.toLowerCase()))
  }

  /** Before every call: the host (403), then the token (401). */
  readonly check: MiddlewareHandler = async (c, next) => {
    checkHost(c, this.#hosts)
    const given = bearerToken(c)
    const store = given === null ? null : this.#tokens.withDashboardToken(given)
    if (!store) {
      throw new ServiceError('unauthorized', 'the dashboard token is missing or wrong', {
        'WWW-Authenticate': 'Bearer',
      })
    }
    this.#stores.set(c, store)
    await next()
    c.header('Cache-Control', 'no-store')
  }

  /** The store of a call: that of its token. */
  readonly storeOf: StoreOf = c => {
    const store = this.#stores.get(c)
    if (!store) throw new Error('a handler ran without a token')
    return store
  }
}

/** A web page can point its own host name at this machine (DNS rebinding), but then the Host header has that name. */
function checkHost(c: Context, others: ReadonlySet<string>): void {
  const host = (c.req.header('host') ?? '').toLowerCase().replace(/:\d+$/, '')
  if (/^(127\.0\.0\.1|localhost|\[::1\])$/.test(host) || others.has(host)) return
  throw new ServiceError('host_not_allowed', 'the dashboard answers on this machine only')
}
