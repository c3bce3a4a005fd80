/**
 * The dashboard side: web pages for people (pages/), and the same as JSON calls for the `sandbox` commands. It listens
 * on this machine only. Each store has its own token, so the token says which store a call is about.
 */

import { Hono, type MiddlewareHandler } from 'hono'
import type { Clock } from '#lib/clock.ts'
import { isOwnHost } from '#lib/plain-address.ts'
import { PROOF_PATH, Proofs } from '#lib/proof.ts'
import { DASHBOARD_API } from '#lib/sandbox/data.ts'
import type { CodeOptions } from '#web/codes.ts'
import type { Site } from '#web/site.tsx'
import type { Database } from '../core/database.ts'
import type { Service } from '../core/service.ts'
import type { Faults } from '../faults/faults.ts'
import type { Realtime } from '../realtime/server.ts'
import { ServiceError } from '../rest/errors.ts'
import { addRoutes, answerErrors, type Routes } from '../rest/http.ts'
import type { Stores } from '../stores.ts'
import type { Deliverer } from '../webhooks/deliverer.ts'
import { dashboardCalls, objectBody } from './calls.ts'

export interface DashboardParts {
  stores: Stores
  service: Service
  database: Database
  clock: Clock
  deliverer: Deliverer
  realtime: Realtime
  faults: Faults
  /** Whether http addresses of other machines can be endpoints. */
  allowRemote: boolean
}

export interface DashboardOptions extends DashboardParts {
  /** The names besides those of loopback by which the dashboard is asked for. */
  hosts: readonly string[]
  port: number
  /** The web pages; without them there are only the JSON calls. */
  pages: { site: Site; newLoginUrl(options?: CodeOptions): string } | null
  onFault(fault: unknown): void
}

export function dashboardApp({ hosts, port, onFault, pages, ...parts }: DashboardOptions): Hono {
  const app = new Hono()
  answerErrors(app, onFault)
  app.use(`${DASHBOARD_API}/*`, checkAccess(parts.stores, hosts, port))
  const calls = { ...dashboardCalls(parts), ...(pages && loginCalls(pages)) }
  addRoutes(app, calls, DASHBOARD_API)
  app.all('*', c => {
    const isCall = c.req.path === DASHBOARD_API || c.req.path.startsWith(`${DASHBOARD_API}/`)
    return pages && !isCall ? pages.site.app.fetch(c.req.raw, c.env) : c.notFound()
  })
  return app
}

/**
 * Lets programs on this machine make the JSON calls that know the token of a store, which is then the call's `store`.
 * The host is checked first (403), then the token (401). A proof is given to anybody who asks.
 */
function checkAccess(stores: Stores, hosts: readonly string[], port: number): MiddlewareHandler {
  const proofs = new Proofs(port)
  return async (c, next) => {
    if (!isOwnHost(c.req.header('host') ?? '', hosts)) {
      throw new ServiceError('host_not_allowed', 'the dashboard answers on this machine only')
    }
    const all = stores.list()
    if (c.req.path === PROOF_PATH) {
      const tokens = all.map(store => store.dashboardToken)
      return c.json(proofs.answer(tokens, c.req.query('nonce')), 200, { 'Cache-Control': 'no-store' })
    }
    const authorization = c.req.header('authorization')
    const caller = all.find(({ dashboardToken }) => proofs.isFrom(dashboardToken, authorization))
    if (!caller) {
      throw new ServiceError('unauthorized', 'the proof of the dashboard token is missing or wrong', {
        'WWW-Authenticate': 'Bearer',
      })
    }
    c.set('store', caller)
    await next()
    c.header('Cache-Control', 'no-store')
  }
}

function loginCalls({ newLoginUrl }: NonNullable<DashboardOptions['pages']>): Routes {
  return {
    '/login-codes': {
      POST: async c => {
        const { ownUserOnly = false } = await objectBody(c, ['ownUserOnly'])
        if (typeof ownUserOnly !== 'boolean') {
          throw new ServiceError('invalid_body', 'ownUserOnly must be true or false')
        }
        return c.json({ loginUrl: newLoginUrl({ ownUserOnly }) }, 201)
      },
    },
  }
}
