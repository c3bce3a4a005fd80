/** Webhook endpoints (docs/service.md, 5 and 6.2): the addresses that get a store's events, and their signing secrets. */

import { EVENT_TYPES, type EventType } from '#contract/delivery.ts'
import type { SandboxWebhookList } from '#contract/generated/output.ts'
import { WEBHOOK_SECRET_PREFIX } from '#contract/limits.ts'
import { isLoopback } from '#lib/plain-address.ts'
import { type EndpointSecret, isSandboxSecret } from '#lib/sandbox/data.ts'
import type { Database } from '../core/database.ts'
import { membersOf, Refusal } from '../core/errors.ts'
import { randomHex } from '../core/ids-and-times.ts'
import { texts } from '../texts.ts'

/** An endpoint with everything that a delivery needs. */
export interface Endpoint {
  id: string
  storeId: string
  url: string
  /** The types that it gets; none means all. */
  events: EventType[]
  secret: string
  /** In ms. */
  createdAt: number
}

/** An endpoint as it is listed: never the secret. Tests don't count. */
export type EndpointSummary = SandboxWebhookList[number]

/** The columns of an {@link Endpoint}. */
const ENDPOINT = 'id, store_id AS storeId, url, events, secret, created_at AS createdAt'

/** The type of the deliveries that a person asks for to test an endpoint. */
export const TEST = 'endpoint.test'
/** As in the indexes. */
export const NO_TEST = `event <> '${TEST}'`

const MAX_URL_LENGTH = 2048

export interface NewEndpoint extends Pick<Endpoint, 'url' | 'events'> {
  /** A new one by default. */
  secret: string | undefined
}

const newSecret = () => WEBHOOK_SECRET_PREFIX + randomHex(32)

/** Registers an endpoint. `now` is in ms. */
export function addEndpoint(
  database: Database,
  now: number,
  storeId: string,
  { url, events, secret = newSecret() }: NewEndpoint,
): Endpoint {
  const id = `we_${randomHex(8)}`
  database
    .prepare(
      'INSERT INTO endpoints (id, store_id, url, events, secret, created_at) VALUES (?, ?, ?, ?, ?, ?)',
    )
    .run(id, storeId, url, JSON.stringify(events), secret, now)
  database.changes.changed()
  return { id, storeId, url, events, secret, createdAt: now }
}

/** Registers an endpoint, unless there is one with its URL already; then that one gets the events and the secret that are given. */
export function ensureEndpoint(database: Database, now: number, storeId: string, wanted: NewEndpoint): void {
  const existing = endpointsOf(database, storeId).find(({ url }) => url === wanted.url)
  if (!existing) return void addEndpoint(database, now, storeId, wanted)
  const events = wanted.events.length > 0 ? wanted.events : existing.events
  database
    .prepare('UPDATE endpoints SET events = ?, secret = ? WHERE id = ?')
    .run(JSON.stringify(events), wanted.secret ?? existing.secret, existing.id)
}

/** Gives an endpoint of a store a new secret. 404 if there is none. */
export function replaceSecret(database: Database, storeId: string, id: string): Endpoint {
  const endpoint = { ...findEndpoint(database, storeId, id), secret: newSecret() }
  database.prepare('UPDATE endpoints SET secret = ? WHERE id = ?').run(endpoint.secret, id)
  database.changes.changed()
  return endpoint
}

export function endpointsOf(database: Database, storeId: string): Endpoint[] {
  return database
    .prepare(`SELECT ${ENDPOINT} FROM endpoints WHERE store_id = ? ORDER BY position`)
    .all(storeId)
    .map(toEndpoint)
}

/** An endpoint of a store. 404 if there is none. */
export function findEndpoint(database: Database, storeId: string, id: string): Endpoint {
  const row = database
    .prepare(`SELECT ${ENDPOINT} FROM endpoints WHERE store_id = ? AND id = ?`)
    .get(storeId, id)
  if (!row) throw noEndpoint()
  return toEndpoint(row)
}

export function endpointSecrets(database: Database, storeId: string): EndpointSecret[] {
  return endpointsOf(database, storeId).map(({ id, url, secret }) => ({ id, url, secret }))
}

export function listEndpoints(database: Database, storeId: string): EndpointSummary[] {
  return endpointsOf(database, storeId).map(({ id, url, events, createdAt }) => {
    const counts = database
      .prepare(
        `SELECT state, count(*) AS deliveries FROM deliveries WHERE endpoint_id = ? AND ${NO_TEST} GROUP BY state`,
      )
      .all(id)
    const count = (state: string) => Number(counts.find(row => row.state === state)?.deliveries ?? 0)
    return {
      id,
      url,
      events,
      createdAt: new Date(createdAt).toISOString(),
      pending: count('pending'),
      delivered: count('delivered'),
      failed: count('failed'),
      lastAttempt: lastAttempt(database, id),
    }
  })
}

/** Removes an endpoint of a store and its deliveries, the pending ones too. 404 if there is none. */
export function removeEndpoint(database: Database, storeId: string, id: string): void {
  const { changes } = database.prepare('DELETE FROM endpoints WHERE store_id = ? AND id = ?').run(storeId, id)
  if (Number(changes) === 0) throw noEndpoint()
  database.changes.changed()
}

/** An endpoint as a call names it. 400 for what isn't valid. */
export function parseEndpoint(body: unknown, allowRemote: boolean): NewEndpoint {
  const { url, events, secret } = membersOf(body, ['url', 'events', 'secret'])
  if (secret !== undefined && !isSandboxSecret(WEBHOOK_SECRET_PREFIX, secret)) {
    throw new Refusal('invalid_secret', () => texts.badSecret('secret', WEBHOOK_SECRET_PREFIX))
  }
  return { url: parseEndpointUrl(url, allowRemote), events: parseEvents(events), secret }
}

/** The URL of an endpoint in a call: https, or http on this machine (anywhere if remote). 400 for anything else. */
function parseEndpointUrl(value: unknown, allowRemote: boolean): string {
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : null
  const isPlain = url?.protocol === 'http:'
  if (isPlain && !isLoopback(url.hostname) && !allowRemote) throw new Refusal('invalid_url', texts.plainUrl)
  const secure = url?.protocol === 'https:' || isPlain
  if (!url || !secure || url.username || url.password || url.hash || url.href.length > MAX_URL_LENGTH) {
    throw new Refusal('invalid_url', texts.badUrl)
  }
  return url.href
}

/** The event types in a call, each once; none means all. 400 for anything else. */
function parseEvents(value: unknown = []): EventType[] {
  if (!Array.isArray(value) || !value.every(item => EVENT_TYPES.includes(item))) {
    throw new Refusal('invalid_events', () => texts.badEvents(EVENT_TYPES))
  }
  return EVENT_TYPES.filter(type => value.includes(type))
}

function toEndpoint(row: Record<string, unknown>): Endpoint {
  return { ...row, events: JSON.parse(String(row.events)) } as Endpoint
}

function lastAttempt(database: Database, endpointId: string): EndpointSummary['lastAttempt'] {
  const row = database
    .prepare(
      `SELECT at, status, error FROM attempts JOIN deliveries ON deliveries.id = delivery_id
        WHERE attempts.endpoint_id = ? AND ${NO_TEST} ORDER BY attempts.position DESC LIMIT 1`,
    )
    .get(endpointId)
  if (!row) return null
  return { ...row, at: new Date(Number(row.at)).toISOString() } as EndpointSummary['lastAttempt']
}

function noEndpoint(): Refusal {
  return new Refusal('endpoint_not_found', texts.noSuchEndpoint)
}
