/** Who may use the dashboard's JSON calls: programs on this machine that know the token of a store. */

import type { Context, MiddlewareHandler } from 'hono'
import { isOwnHost } from '#lib/plain-address.ts'
import { PROOF_PATH } from '#lib/proof.ts'
import { Proofs } from '#web/proofs.ts'
import { ServiceError } from '../rest/errors.ts'
import type { Store, Stores } from '../stores.ts'

export type StoreOf = (c: Context) => Store

export class DashboardAccess {
  readonly #all: Pick<Stores, 'list'>
  readonly #hosts: readonly string[]
  readonly #proofs: Proofs
  readonly #stores = new WeakMap<Context, Store>()

  /** @param hosts the names besides those of loopback by which the dashboard is asked for */
  constructor(all: Pick<Stores, 'list'>, hosts: readonly string[], port: number) {
    this.#all = all
    this.#hosts = hosts
    this.#proofs = new Proofs(port)
  }

  /** Before every call: the host (403), then who asks (401). Whoever asks for a proof gets it. */
  readonly check: MiddlewareHandler = async (c, next) => {
    if (!isOwnHost(c.req.header('host') ?? '', this.#hosts)) {
      throw new ServiceError('host_not_allowed', 'the dashboard answers on this machine only')
    }
    const stores = this.#all.list()
    const tokens = stores.map(each => each.dashboardToken)
    if (c.req.path === PROOF_PATH) return this.#proofs.answer(c, tokens)
    const store = stores.find(each => this.#proofs.isFrom(c, each.dashboardToken))
    if (!store) {
      throw new ServiceError('unauthorized', 'the proof of the dashboard token is missing or wrong', {
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
