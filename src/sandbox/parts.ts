/** What a running sandbox consists of. */

import type { Clock } from '#lib/clock.ts'
import type { Database } from './core/database.ts'
import type { Service } from './core/service.ts'
import type { Faults } from './faults/faults.ts'
import type { Realtime } from './realtime/server.ts'
import type { Stores } from './stores.ts'
import type { Deliverer } from './webhooks/deliverer.ts'

export interface SandboxParts {
  stores: Stores
  service: Service
  database: Database
  clock: Clock
  deliverer: Deliverer
  realtime: Realtime
  faults: Faults
}
