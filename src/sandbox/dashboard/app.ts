/**
 * The dashboard side: what a person does in the service's web pages, as JSON calls for the `sandbox` commands. It
 * listens on this machine only and has its own token.
 */

import { Hono } from 'hono'
import type { Clock } from '../../shared/clock.ts'
import { DASHBOARD_API } from '../../shared/sandbox-data.ts'
import type { Database } from '../core/database.ts'
import type { Random } from '../core/environment.ts'
import type { Service } from '../core/service.ts'
import type { Faults } from '../faults/faults.ts'
import type { Realtime } from '../realtime/server.ts'
import { addRoutes, answerErrors, type Routes } from '../rest/http.ts'
import type { Deliverer } from '../webhooks/deliverer.ts'
import { checkAccess } from './access.ts'
import { chargeRoutes } from './charges.ts'
import { endpointRoutes } from './endpoints.ts'
import { faultRoutes } from './faults.ts'
import { keyRoutes } from './keys.ts'

export interface DashboardOptions {
  service: Service
  database: Database
  clock: Clock
  random: Random
  deliverer: Deliverer
  realtime: Realtime
  faults: Faults
  token: string
  /** Called when the endpoints have changed; the answer waits for it. Never rejects. */
  endpointsChanged(): Promise<void>
  onFault(fault: unknown): void
}

export function dashboardApp(options: DashboardOptions): Hono {
  const { service, realtime, token, onFault } = options
  const app = new Hono()
  answerErrors(app, onFault)
  app.use(`${DASHBOARD_API}/*`, checkAccess(token))
  const calls: Routes = {
    ...chargeRoutes(service),
    ...keyRoutes(options),
    ...endpointRoutes(options),
    ...faultRoutes(options),
    '/realtime/test': { POST: c => c.json({ data: realtime.test() }) },
  }
  addRoutes(app, calls, DASHBOARD_API)
  return app
}
