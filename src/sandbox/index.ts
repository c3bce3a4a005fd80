/** The sandbox: the whole service on this machine. */

import { Hono } from 'hono'
import { RATE_LIMIT } from '#contract/limits.ts'
import { type Clock, systemClock } from '#lib/clock.ts'
import { isOwnHost } from '#lib/plain-address.ts'
import { DIRECT, type ProxySettings } from '#lib/proxy-settings.ts'
import type { CodeOptions } from '#web/codes.ts'
import { addControl } from './control/routes.ts'
import { SandboxClock } from './core/clock.ts'
import { openDatabase } from './core/database.ts'
import { Service } from './core/service.ts'
import { Faults } from './faults/faults.ts'
import { LOOPBACK, listenOn, type Side } from './listening.ts'
import { REALTIME_PATH, Realtime } from './realtime/server.ts'
import { REST_PATH, restApp } from './rest/app.ts'
import { Requests } from './rest/requests.ts'
import {
  type GivenSecrets,
  type SandboxParts,
  type StoreAccess,
  type StoreProfiles,
  Stores,
} from './stores.ts'
import { type Attempt, Deliverer } from './webhooks/deliverer.ts'
import { Sender } from './webhooks/sender.ts'

export type { StoreAccess, StoreProfiles } from './stores.ts'
export type { Attempt } from './webhooks/deliverer.ts'

export interface SandboxOptions {
  /** A folder, created (0700) if it doesn't exist, or ':memory:'. */
  dataDir: string
  /** The REST port; 0, the default, is any free one. */
  port?: number
  /** The host of the REST and realtime side; 127.0.0.1 by default. It can be reached on this machine too. */
  host?: string
  /** The dashboard's port; 0 is any free one. By default the one after `port` if it is free, otherwise any. */
  dashboardPort?: number | undefined
  /** Like `host`. */
  dashboardHost?: string
  /** Takes webhook endpoints at http addresses of other machines too. */
  allowRemote?: boolean
  /** Calls in any 60 seconds per key; 120 by default. */
  rateLimit?: number | 'off'
  /** Divides the waits between the attempts of a delivery. At least 1, the default. */
  timeScale?: number
  /** The User-Agent of deliveries. */
  userAgent?: string
  /** For deliveries to https addresses; none by default. */
  proxy?: ProxySettings
  clock?: Clock
  /** Whether it keeps the process alive, which it does by default. */
  keepsAlive?: boolean
  /** Called with each delivery attempt, once it is recorded. */
  onAttempt?: (attempt: Attempt) => void
  /** The folder of the web pages' script and stylesheet, dist/web. Without it there are no pages. */
  assetsFolder?: string
  /** The secrets and webhooks that its first store has from the start. */
  given?: GivenSecrets
  /** Where the stores' profiles are written when something of a store changes; nowhere by default. */
  profiles?: StoreProfiles
  /** Called with faults of the sandbox itself. The answer to the caller has no details of them. */
  onFault?: (fault: unknown) => void
}

/** A running sandbox: its addresses, and the secrets of its first store at the start. */
export interface Sandbox extends StoreAccess {
  /** A new address of the dashboard, with every store, that logs a browser in once, within 5 minutes; null if there are no pages. */
  newLoginUrl(options?: CodeOptions): string | null
  /** For the operations of control/operations.ts, by a program in the same process. */
  parts: SandboxParts
  /**
   * Closes the realtime connections, lets running requests and attempts finish, and closes the data. Deliveries that
   * aren't done stay pending.
   */
  close(): Promise<void>
}

type Pages = typeof import('./dashboard/pages/index.tsx')

/**
 * Serves when this resolves. Rejects with an error whose `code` is sandbox_locked (another sandbox uses the data),
 * sandbox_data (the data can't be used), or one of the system (EADDRINUSE, no such host) with the `side` that it is about
 * if that is the dashboard.
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { host = LOOPBACK, port = 0, keepsAlive } = options
  // Loaded only if it is used: Node itself, which some tests run the sandbox with, can't load JSX.
  const pages = options.assetsFolder === undefined ? null : await import('./dashboard/pages/index.tsx')
  const rest = await listenOn(host, port, keepsAlive)
  const sides = [rest]
  try {
    const dashboard = await dashboardSide(options)
    sides.push(dashboard)
    return serve(options, rest, dashboard, pages)
  } catch (error) {
    await Promise.all(sides.map(side => side.close()))
    throw error
  }
}

/** Pages that are open find a dashboard again that is started at the same port. */
async function dashboardSide(options: SandboxOptions): Promise<Side> {
  const { port = 0, dashboardHost = LOOPBACK, dashboardPort, keepsAlive } = options
  const listenAt = (port: number) => listenOn(dashboardHost, port, keepsAlive)
  try {
    if (dashboardPort !== undefined || port === 0) return await listenAt(dashboardPort ?? 0)
    return await listenAt(port + 1).catch(() => listenAt(0))
  } catch (error) {
    throw Object.assign(error as Error, { side: 'dashboard' })
  }
}

function serve(options: SandboxOptions, rest: Side, dashboard: Side, pages: Pages | null): Sandbox {
  const { dataDir, rateLimit = RATE_LIMIT, allowRemote = false, profiles, given = {} } = options
  const { clock: real = systemClock, proxy = DIRECT, onAttempt = () => {}, onFault = () => {} } = options
  const { timeScale = 1, userAgent = 'pixctl-sandbox', assetsFolder = '' } = options
  const database = openDatabase(dataDir)
  const clock = new SandboxClock(real)
  try {
    const addresses = {
      baseUrl: `http://${rest.local}${REST_PATH}`,
      realtimeUrl: `ws://${rest.local}${REALTIME_PATH}`,
      dashboardUrl: `http://${dashboard.local}`,
    }
    const stores = new Stores({ dataDir, database, clock, addresses, allowRemote, profiles, given, onFault })
    const faults = new Faults({ clock, changed: () => database.changes.changed() })
    const requests = new Requests(clock)
    const common = { database, clock, faults, requests, onFault }
    const sender = new Sender(real, proxy)
    const deliverer = new Deliverer({ ...common, sender, timeScale, userAgent, onAttempt })
    const service = new Service({ ...common, deliver: event => deliverer.add(event) })
    const storeWithToken = (token: string) => stores.withWsToken(token)?.id ?? null
    const realtime = new Realtime({ ...common, outbox: service.outbox, storeWithToken })
    const parts = { stores, service, database, clock, deliverer, realtime, faults, requests }
    const { port, otherNames } = dashboard
    const isName = (host: string) => isOwnHost(host, otherNames)
    const site = pages?.dashboardSite(parts, { port, isName, assetsFolder, onFault })
    const newLoginUrl = (options?: CodeOptions) =>
      site ? addresses.dashboardUrl + site.newLoginPath(options) : null
    const app = restApp({ ...common, service, rateLimit })
    addControl(app, { ...parts, newLoginUrl })
    rest.serve(app, onFault, realtime.upgrade)
    dashboard.serve(site?.app ?? new Hono(), onFault)
    deliverer.start()
    let closed: Promise<void> | undefined
    return {
      ...stores.accessTo(stores.first),
      parts,
      newLoginUrl,
      close: () => {
        // What a fault holds back doesn't delay the end, nor does a page that waits for changes.
        faults.close()
        site?.close()
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
