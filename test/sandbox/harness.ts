/** A sandbox under test: real sockets, virtual time. */

import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished } from 'vitest'
import type { Permission } from '#contract/generated/types.ts'
import { FIRST_STORE } from '#sandbox/core/choices.ts'
import { SandboxClock } from '#sandbox/core/clock.ts'
import { type Database, openDatabase } from '#sandbox/core/database.ts'
import { addKey, newApiKey } from '#sandbox/core/keys.ts'
import { Service } from '#sandbox/core/service.ts'
import { ensureFirstStore, findStore, insertStore } from '#sandbox/core/stores.ts'
import { Faults } from '#sandbox/faults/faults.ts'
import { type Attempt, type Sandbox, type SandboxOptions, startSandbox } from '#sandbox/index.ts'
import { newWsToken, Realtime } from '#sandbox/realtime/server.ts'
import { restApp } from '#sandbox/rest/app.ts'
import { listen } from '#sandbox/rest/http.ts'
import { Requests } from '#sandbox/rest/requests.ts'
import { FakeClock } from '../support/clock.ts'
import { checkControlAnswer } from '../support/control-schemas.ts'
import { type Answer, type Call, call } from '../support/http.ts'
import { type Arrivals, watchAttempts } from './receiver.ts'

export interface Harness {
  sandbox: Sandbox
  clock: FakeClock
  /** At deliveries. */
  attempts: Arrivals<Attempt>
  /** Calls the REST side with the first key, unless the headers name another one. */
  api(path: string, call?: Call): Promise<Answer>
  create(body?: unknown, idempotencyKey?: string): Promise<Answer>
  /** Calls a control route with the first key; a POST if there is a body. */
  control(path: string, body?: unknown, call?: Call): Promise<Answer>
}

/** Starts a sandbox that ends with the test. */
export async function startHarness(options: Partial<SandboxOptions> = {}): Promise<Harness> {
  const clock = new FakeClock()
  const { attempts, onAttempt } = watchAttempts()
  const sandbox = await startSandbox({ dataDir: ':memory:', rateLimit: 'off', clock, onAttempt, ...options })
  onTestFinished(() => sandbox.close())
  return { sandbox, clock, attempts, ...callers(sandbox) }
}

/** What each store's profile would hold, the first store first. */
export function storesOf({ parts: { stores } }: Pick<Sandbox, 'parts'>) {
  return stores.list().map(store => stores.accessTo(store))
}

/** The ways to call a running sandbox. */
export function callers(sandbox: Pick<Sandbox, 'baseUrl' | 'apiKey'>) {
  const api = (path: string, { headers, ...rest }: Call = {}) =>
    call(sandbox.baseUrl + path, {
      ...rest,
      headers: { Authorization: `Bearer ${sandbox.apiKey}`, ...headers },
    })
  return {
    api,
    create: (body: unknown = { amount: 10.5 }, idempotencyKey: string = randomUUID()) =>
      api('/payments', { method: 'POST', headers: { 'Idempotency-Key': idempotencyKey }, body }),
    control: async (path: string, body?: unknown, { headers, ...rest }: Call = {}) => {
      const method = rest.method ?? (body === undefined ? 'GET' : 'POST')
      const answer = await call(`${new URL(sandbox.baseUrl).origin}/sandbox${path}`, {
        method,
        body,
        headers: { Authorization: `Bearer ${sandbox.apiKey}`, ...headers },
      })
      checkControlAnswer({ method, path }, answer)
      return answer
    },
  }
}

/** For parts that can go wrong on demand, and don't. */
export const noFaults = () => new Faults({ clock: new FakeClock(), changed: () => {} })

/** The REST side and the realtime channel over a database the test can reach into. */
export interface Rest extends Pick<Sandbox, 'realtimeUrl' | 'wsToken'> {
  database: Database
  service: Service
  clock: FakeClock
  faults: unknown[]
  /** Registers a key of a store, which is created if it doesn't exist. */
  addKey(storeId: string, permissions?: Permission[]): string
  api(apiKey: string, path: string, call?: Call): Promise<Answer>
}

export async function startRest(dataDir = ':memory:'): Promise<Rest> {
  const clock = new FakeClock()
  const faults: unknown[] = []
  const onFault = (fault: unknown) => faults.push(fault)
  const database = openDatabase(dataDir)
  ensureFirstStore(database)
  const service = new Service({
    database,
    clock,
    deliver: () => {},
    onFault,
  })
  const wsToken = newWsToken()
  const storeWithToken = (token: string) => (token === wsToken ? FIRST_STORE.id : null)
  const time = new SandboxClock(clock)
  const context = { database, clock: time, onFault, faults: noFaults() }
  const realtime = new Realtime({ ...context, outbox: service.outbox, storeWithToken })
  const listener = await listen('127.0.0.1', 0)
  listener.serve(
    restApp({ ...context, requests: new Requests(time), service, rateLimit: 'off' }),
    onFault,
    realtime.upgrade,
  )
  onTestFinished(async () => {
    await Promise.all([realtime.close(), listener.close()])
    service.stop()
    database.close()
  })
  return {
    ...{ database, service, clock, faults, wsToken },
    realtimeUrl: `ws://127.0.0.1:${listener.port}/realtime`,
    addKey(storeId, permissions = ['payments:create', 'payments:read', 'balance:read']) {
      if (!findStore(database, storeId)) insertStore(database, { id: storeId, name: storeId })
      const apiKey = newApiKey()
      addKey(database, clock.now(), { apiKey, storeId, permissions })
      return apiKey
    },
    api: (apiKey, path, { headers, ...rest } = {}) =>
      call(`http://127.0.0.1:${listener.port}/api/v1${path}`, {
        ...rest,
        headers: { Authorization: `Bearer ${apiKey}`, ...headers },
      }),
  }
}

/** Expects a status, and an Error body with a code. */
export function expectRefusal(answer: Answer, status: number, code: string): void {
  expect({ status: answer.status, code: answer.body?.code }, answer.text).toEqual({ status, code })
  expect(answer.body.error).toEqual(expect.any(String))
  expect(Object.keys(answer.body).sort()).toEqual(['code', 'error'])
}

/** A header block for a creation with a new UUID. */
export function creation(body: unknown): Call {
  return { method: 'POST', headers: { 'Idempotency-Key': randomUUID() }, body }
}

/** The port of a URL's listener. */
export function portOf(url: string): AddressInfo['port'] {
  return Number(new URL(url).port)
}

/** How many authenticated clients the sandbox counts. */
export const clientCount = async ({ control }: Harness): Promise<number> =>
  (await control('/realtime/test', {})).body.data.clients

/** A small call, which is answered after all that came before it. */
export const roundTrip = ({ control }: Harness) => control('/keys')
