/** The JSON calls of the dashboard. The pages do the same with the functions that are exported here. */

import type { Context } from 'hono'
import { MAX_DEPOSIT } from '#contract/limits.ts'
import { type Centavos, fromReaisText, toReais } from '#contract/money.ts'
import { MAX_SAMPLES } from '#lib/sandbox/data.ts'
import type { Move } from '../core/choices.ts'
import { toDateTime } from '../core/ids-and-times.ts'
import { addKey, listKeys, newApiKey, parseExpiry, parsePermissions, revokeKey } from '../core/keys.ts'
import { toPayment } from '../core/payments.ts'
import type { Deposit } from '../core/service.ts'
import { listStores, type StoreRow, setDisabled } from '../core/stores.ts'
import { ORDER_MEMBERS, parseOrder } from '../faults/order.ts'
import { ServiceError } from '../rest/errors.ts'
import type { Routes } from '../rest/http.ts'
import { jsonBody } from '../rest/request.ts'
import type { Store } from '../stores.ts'
import { texts } from '../texts.ts'
import * as endpoints from '../webhooks/endpoints.ts'
import type { DashboardParts } from './app.ts'

type Parts<Names extends keyof DashboardParts> = Pick<DashboardParts, Names>

/** The store whose token a call has. */
const storeOf = (c: Context): Store => c.get('store')

export function dashboardCalls(parts: DashboardParts): Routes {
  return {
    ...chargeCalls(parts),
    ...keyCalls(parts),
    ...endpointCalls(parts),
    ...faultCalls(parts),
    ...storeCalls(parts),
    '/realtime/test': { POST: c => c.json({ data: parts.realtime.test(storeOf(c).id) }) },
    '/realtime/token': { POST: async c => c.json({ wsToken: await rotateToken(parts, storeOf(c)) }, 201) },
  }
}

function chargeCalls({ service }: Parts<'service'>): Routes {
  /** A transition of the charge in the path. The member `already` of the answer is true if nothing changed. */
  const transition = (move: Move, already: string) => (c: Context) => {
    const { charge, changed } = service.move(storeOf(c).id, idIn(c), move)
    return c.json({ data: toPayment(charge), [already]: !changed })
  }
  return {
    '/payments/:id/pay': { POST: transition('pay', 'alreadyPaid') },
    '/payments/:id/expire': { POST: transition('expire', 'alreadyExpired') },
    '/payments/:id/fail': { POST: transition('fail', 'alreadyFailed') },
    '/deposits': {
      POST: async c => {
        const body = await jsonBody(c)
        checkObject(body.value, ['amount'])
        const storeId = storeOf(c).id
        const data = depositOf(service.deposit(storeId, depositAmount(body.amount)))
        const balance = { availableBalance: toReais(service.balance(storeId)), currency: 'BRL' }
        return c.json({ data, balance }, 201)
      },
    },
    '/seed': {
      POST: async c => {
        const count = sampleCount((await objectBody(c, ['count'])).count)
        return c.json({ data: { count, byStatus: service.seed(storeOf(c).id, count) } }, 201)
      },
    },
  }
}

/** 400 for a wrong amount. `text` is the number as it was written; undefined for anything else. */
export function depositAmount(text: string | undefined): Centavos {
  const amount = text === undefined ? null : fromReaisText(text)
  if (amount === null || amount <= 0 || amount > MAX_DEPOSIT) {
    throw new ServiceError('invalid_amount', () => texts.badDeposit(MAX_DEPOSIT))
  }
  return amount
}

/** A deposit as it is shown. */
export function depositOf({ id, amount, createdAt }: Deposit) {
  return {
    id,
    amount: toReais(amount),
    currency: 'BRL' as const,
    createdAt: new Date(createdAt).toISOString(),
  }
}

/** How many sample charges to add. 400 for anything but a number in the limits. */
export function sampleCount(count: unknown): number {
  if (typeof count !== 'number' || !Number.isInteger(count) || count < 1 || count > MAX_SAMPLES) {
    throw new ServiceError('invalid_count', () => texts.badCount(MAX_SAMPLES))
  }
  return count
}

function keyCalls(parts: Parts<'database' | 'clock'>): Routes {
  const { database, clock } = parts
  return {
    '/keys': {
      GET: c => c.json({ data: listKeys(database, storeOf(c).id) }),
      POST: async c =>
        c.json(createKey(parts, storeOf(c).id, await objectBody(c, ['permissions', 'expiresIn'])), 201),
    },
    '/keys/:id': { DELETE: c => c.json({ data: revokeKey(database, storeOf(c).id, idIn(c), clock.now()) }) },
  }
}

/** Creates a key with the permissions, for `expiresIn` seconds or for ever. 400 for invalid ones. */
export function createKey(
  { database, clock }: Parts<'database' | 'clock'>,
  storeId: string,
  wanted: { permissions?: unknown; expiresIn?: unknown },
) {
  const permissions = parsePermissions(wanted.permissions)
  const now = clock.now()
  const expiresAt = parseExpiry(wanted.expiresIn, now)
  const apiKey = newApiKey()
  const id = addKey(database, now, { apiKey, storeId, permissions, expiresAt })
  return { id, apiKey, permissions, expiresAt: toDateTime(expiresAt) }
}

type EndpointParts = Parts<'stores' | 'database' | 'clock' | 'deliverer' | 'allowRemote'>

function endpointCalls(parts: EndpointParts): Routes {
  const { database, deliverer } = parts
  return {
    '/endpoints': {
      GET: c => c.json({ data: endpoints.listEndpoints(database, storeOf(c).id) }),
      POST: async c => {
        const body = await objectBody(c, ['url', 'events'])
        const { id, url, events, secret } = await registerEndpoint(parts, storeOf(c), body)
        return c.json({ id, url, events, secret }, 201)
      },
    },
    '/endpoints/:id': {
      DELETE: async c => {
        await unregisterEndpoint(parts, storeOf(c), idIn(c))
        return c.json({ data: { id: idIn(c) } })
      },
    },
    '/endpoints/:id/test': {
      POST: async c => {
        const endpoint = endpoints.findEndpoint(database, storeOf(c).id, idIn(c))
        return c.json({ data: { to: endpoint.url, ...(await deliverer.test(endpoint)) } })
      },
    },
  }
}

/** Registers an endpoint of a store and saves its secret in the profile. 400 for an invalid URL or event. */
export async function registerEndpoint(
  { stores, database, clock, allowRemote }: EndpointParts,
  store: Store,
  wanted: { url?: unknown; events?: unknown },
): Promise<endpoints.Endpoint> {
  const url = endpoints.parseEndpointUrl(wanted.url, allowRemote)
  const events = endpoints.parseEvents(wanted.events)
  const endpoint = endpoints.addEndpoint(database, clock.now(), { storeId: store.id, url, events })
  await stores.endpointsChanged(store)
  return endpoint
}

/** Removes an endpoint of a store, from the profile too. 404 if there is none. */
export async function unregisterEndpoint(
  { stores, database }: Parts<'stores' | 'database'>,
  store: Store,
  id: string,
): Promise<void> {
  endpoints.removeEndpoint(database, store.id, id)
  await stores.endpointsChanged(store)
}

function faultCalls({ faults }: Parts<'faults'>): Routes {
  return {
    '/faults': {
      GET: c => c.json({ data: faults.list(storeOf(c).id) }),
      POST: async c => {
        const order = parseOrder(await objectBody(c, [...ORDER_MEMBERS]))
        return c.json({ data: faults.add(storeOf(c).id, order) }, 201)
      },
      DELETE: c => c.json({ data: { cleared: faults.clearAll(storeOf(c).id) } }),
    },
    '/faults/:id': {
      DELETE: c => {
        faults.clear(storeOf(c).id, idIn(c))
        return c.json({ data: { cleared: 1 } })
      },
    },
  }
}

/** List and add stores, and make the account of one unavailable. */
function storeCalls({ stores, database, clock }: Parts<'stores' | 'database' | 'clock'>): Routes {
  const summaryOf = ({ name, disabledAt }: StoreRow) => ({
    name,
    profile: stores.profileOf(name),
    disabledAt: toDateTime(disabledAt),
  })
  /** Changes the store of the token; `changed` is false if it was so before. */
  const disable = (c: Context, at: number | null) => {
    const { store, changed } = setDisabled(database, storeOf(c).id, at)
    return c.json({ data: summaryOf(store), changed })
  }
  return {
    '/stores': {
      GET: c => c.json({ data: listStores(database).map(summaryOf) }),
      POST: async c => {
        const { name } = await objectBody(c, ['name'])
        const { store, profile } = await stores.add(name)
        const { baseUrl, realtimeUrl, dashboardUrl, apiKey, wsToken } = stores.accessTo(store)
        const access = { name: store.name, profile, baseUrl, realtimeUrl, dashboardUrl, apiKey, wsToken }
        return c.json(access, 201)
      },
    },
    '/store/disable': { POST: c => disable(c, clock.now()) },
    '/store/enable': { POST: c => disable(c, null) },
  }
}

/** Gives a store another WebSocket token, in its profile too, and refuses the connections with the old one. */
export async function rotateToken(
  { stores, realtime }: Parts<'stores' | 'realtime'>,
  store: Store,
): Promise<string> {
  stores.replaceWsToken(store)
  realtime.tokenChanged(store.id)
  await stores.updateProfile(store)
  return store.wsToken
}

const idIn = (c: Context) => c.req.param('id') ?? ''

/** A JSON object with no members other than these. */
export async function objectBody(c: Context, names: string[]): Promise<Record<string, unknown>> {
  return checkObject((await jsonBody(c)).value, names)
}

/** 400 for anything but an object with no members other than these. */
export function checkObject(body: unknown, names: readonly string[]): Record<string, unknown> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new ServiceError('invalid_body', 'the body must be an object')
  }
  const extra = Object.keys(body).find(name => !names.includes(name))
  if (extra !== undefined) {
    throw new ServiceError('invalid_body', `the field ${JSON.stringify(extra)} is not accepted`)
  }
  return body as Record<string, unknown>
}
