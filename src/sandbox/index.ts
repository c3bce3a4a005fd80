/** The sandbox: the whole service on this machine. */

import { isDeepStrictEqual } from 'node:util'
import { RATE_LIMIT } from '../contract/limits.ts'
import { PERMISSIONS } from '../contract/states.ts'
import { type Clock, systemClock } from '../shared/clock.ts'
import { DIRECT, type ProxySettings } from '../shared/proxy-settings.ts'
import type { EndpointSecret } from '../shared/sandbox-data.ts'
import { DEFAULT_FEE, STORE_ID } from './core/choices.ts'
import { type Database, openDatabase } from './core/database.ts'
import { type Random, randomHex, systemRandom } from './core/environment.ts'
import type { FeeRule } from './core/fees.ts'
import { addKey, findKey, isKnownKey, newApiKey } from './core/keys.ts'
import type { OutboxEntry, WrittenEvent } from './core/outbox.ts'
import { readSecrets, withEndpoints, writeSecrets } from './core/secrets.ts'
import { Service } from './core/service.ts'
import { dashboardApp } from './dashboard/app.ts'
import { Faults } from './faults/faults.ts'
import { newWsToken, REALTIME_PATH, Realtime } from './realtime/server.ts'
import { REST_PATH, restApp } from './rest/app.ts'
import { type Listener, listen } from './rest/http.ts'
import { type Attempt, Deliverer } from './webhooks/deliverer.ts'
import { endpointSecrets } from './webhooks/endpoints.ts'
import { Sender } from './webhooks/sender.ts'

export type { OutboxEntry } from './core/outbox.ts'
export type { Attempt } from './webhooks/deliverer.ts'

export interface SandboxOptions {
  /** A folder, created (0700) if it doesn't exist, or ':memory:'. */
  dataDir: string
  /** The REST port; 0, the default, is any free one. */
  port?: number
  /** The REST host; 127.0.0.1 by default. */
  host?: string
  /** The dashboard's port, always on 127.0.0.1; 0, the default, is any free one. */
  dashboardPort?: number
  /** Calls in any 60 seconds per key; 120 by default. */
  rateLimit?: number | 'off'
  /** Divides the waits between the attempts of a delivery. At least 1, the default. */
  timeScale?: number
  /** The User-Agent of deliveries. */
  userAgent?: string
  /** For deliveries to https addresses; none by default. */
  proxy?: ProxySettings
  fee?: FeeRule
  clock?: Clock
  random?: Random
  /** Called with each delivery attempt, once it is recorded. */
  onAttempt?: (attempt: Attempt) => void
  /** Called with all endpoints when they change, before the change is answered. */
  onEndpoints?: (endpoints: readonly EndpointSecret[]) => Promise<void> | void
  /** Called with faults of the sandbox itself. The answer to the caller has no details of them. */
  onFault?: (fault: unknown) => void
}

export interface Sandbox {
  /** The REST base, with its /api/v1. */
  baseUrl: string
  /** The realtime channel, on the port of the REST side. */
  realtimeUrl: string
  dashboardUrl: string
  /** A key with every permission, the same for the same data unless it was revoked. */
  apiKey: string
  /** The same for the same data. */
  wsToken: string
  dashboardToken: string
  /** The webhook endpoints at the start, with their signing secrets, oldest first. */
  endpoints: readonly EndpointSecret[]
  /** The events after a sequence (from the first one without it), at most `limit` (1000). */
  readOutbox(after?: string, limit?: number): OutboxEntry[]
  /**
   * Closes the realtime connections, lets running requests and attempts finish, and closes the data. Deliveries that
   * aren't done stay pending.
   */
  close(): Promise<void>
}

const DASHBOARD_HOST = '127.0.0.1'

/**
 * Starts a sandbox, which serves when this resolves. Rejects with an error whose `code` is EADDRINUSE (a port is in
 * use), ESANDBOXLOCKED (another sandbox uses the data) or ESANDBOXDATA (the data can't be used).
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { host = '127.0.0.1', port = 0, dashboardPort = 0 } = options
  const rest = await listen(host, port)
  let dashboard: Listener
  try {
    dashboard = await listen(DASHBOARD_HOST, dashboardPort)
  } catch (error) {
    await rest.close()
    throw error
  }
  try {
    return serve(options, host, rest, dashboard)
  } catch (error) {
    await Promise.all([rest.close(), dashboard.close()])
    throw error
  }
}

function serve(options: SandboxOptions, host: string, rest: Listener, dashboard: Listener): Sandbox {
  const { dataDir, rateLimit = RATE_LIMIT, fee = DEFAULT_FEE } = options
  const { clock = systemClock, random = systemRandom, onFault = () => {} } = options
  const database = openDatabase(dataDir)
  try {
    const faults = new Faults({ clock, random, changed: () => database.changes.changed() })
    const deliverer = newDeliverer(options, database, clock, random, faults, onFault)
    const deliver = (event: WrittenEvent) => deliverer.add(event)
    const service = new Service({ database, clock, random, fee, deliver, onFault })
    const { apiKey, wsToken, dashboardToken: token } = ownSecrets(dataDir, database, clock, random)
    const realtime = new Realtime({
      database,
      outbox: service.outbox,
      clock,
      token: wsToken,
      faults,
      onFault,
    })
    const endpointsChanged = endpointKeeper(options, database, onFault)
    rest.serve(restApp({ service, faults, database, clock, rateLimit, onFault }), onFault, realtime.upgrade)
    const parts = { service, database, clock, random, deliverer, realtime, faults }
    dashboard.serve(dashboardApp({ ...parts, token, endpointsChanged, onFault }), onFault)
    deliverer.wake()
    let closed: Promise<void> | undefined
    return {
      baseUrl: `http://${urlHost(host)}:${rest.port}${REST_PATH}`,
      realtimeUrl: `ws://${urlHost(host)}:${rest.port}${REALTIME_PATH}`,
      dashboardUrl: `http://${DASHBOARD_HOST}:${dashboard.port}`,
      apiKey,
      wsToken,
      dashboardToken: token,
      endpoints: endpointSecrets(database, STORE_ID),
      readOutbox: (after, limit) => service.outbox.read(after, limit),
      close: () => {
        // What a fault holds back doesn't delay the end.
        faults.close()
        closed ??= Promise.all([rest, dashboard, deliverer, realtime].map(part => part.close())).then(() => {
          service.stop()
          database.close()
        })
        return closed
      },
    }
  } catch (error) {
    database.close()
    throw error
  }
}

function newDeliverer(
  options: SandboxOptions,
  database: Database,
  clock: Clock,
  random: Random,
  faults: Faults,
  onFault: (fault: unknown) => void,
): Deliverer {
  const { timeScale = 1, userAgent = 'pixctl-sandbox', onAttempt = () => {} } = options
  const { proxy = DIRECT } = options
  if (!(timeScale >= 1)) throw new RangeError(`timeScale is at least 1, not ${timeScale}`)
  const sender = new Sender(clock, proxy)
  return new Deliverer({ database, clock, random, sender, faults, timeScale, userAgent, onAttempt, onFault })
}

/**
 * Saves the endpoints' secrets with the other secrets, one change after the other. A failure goes to `onFault` and
 * not to the caller, because the endpoint itself is already saved in the database.
 */
function endpointKeeper(
  { dataDir, onEndpoints }: SandboxOptions,
  database: Database,
  onFault: (fault: unknown) => void,
): () => Promise<void> {
  let changes = Promise.resolve()
  const save = async () => {
    const endpoints = endpointSecrets(database, STORE_ID)
    writeSecrets(dataDir, withEndpoints(readSecrets(dataDir), endpoints))
    await onEndpoints?.(endpoints)
  }
  return () => {
    changes = changes.then(save).catch(onFault)
    return changes
  }
}

/**
 * The first key and the two tokens. If the data folder has none, new ones are made and saved there, with the secrets
 * of the endpoints.
 */
function ownSecrets(dataDir: string, database: Database, clock: Clock, random: Random) {
  const before = readSecrets(dataDir)
  const secrets = {
    ...withEndpoints(before, endpointSecrets(database, STORE_ID)),
    'dashboard-token': before['dashboard-token'] ?? randomHex(random, 24),
    'ws-token': before['ws-token'] ?? newWsToken(random),
  }
  let apiKey = before['api-key'] ?? newApiKey(random)
  // A first key that was revoked stays revoked, and a new one replaces it.
  if (isKnownKey(database, apiKey) && !findKey(database, apiKey)) apiKey = newApiKey(random)
  secrets['api-key'] = apiKey
  // The file first: after a crash in between, the next start registers the key of the file.
  if (!isDeepStrictEqual(secrets, before)) writeSecrets(dataDir, secrets)
  if (!isKnownKey(database, apiKey)) {
    addKey(database, random, clock.now(), { apiKey, storeId: STORE_ID, permissions: PERMISSIONS })
  }
  return { apiKey, wsToken: secrets['ws-token'], dashboardToken: secrets['dashboard-token'] }
}

/** The host for a URL of a listener: loopback for a wildcard address, brackets around IPv6. */
function urlHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}
