/**
 * What a person or a test does with a store of the sandbox. The control routes, the pages of the dashboard and
 * `pixctl/testing` all call these functions, so that the same rules hold everywhere. What they refuse is a Refusal.
 */

import { MAX_DEPOSIT } from '#contract/limits.ts'
import { fromReaisText, toReais } from '#contract/money.ts'
import { durationToMs } from '#lib/input/durations.ts'
import { MAX_SAMPLES } from '#lib/sandbox/data.ts'
import { type Move, TOLD, type Told } from '../core/choices.ts'
import { membersOf, Refusal } from '../core/errors.ts'
import { toDateTime } from '../core/ids-and-times.ts'
import * as keys from '../core/keys.ts'
import { toPayment } from '../core/payments.ts'
import type { Deposit } from '../core/service.ts'
import { setDisabled } from '../core/stores.ts'
import { ORDER_MEMBERS, parseOrder } from '../faults/order.ts'
import type { SandboxParts, Store } from '../stores.ts'
import { texts } from '../texts.ts'
import * as endpoints from '../webhooks/endpoints.ts'

/** Ten years. */
const MAX_ADVANCE_MS = 3660 * 24 * 3_600_000

/** Moves a charge; `changed` is false if it already had that state. */
export function move({ service }: SandboxParts, store: Store, id: string, to: Move, told?: Told) {
  const { charge, changed } = service.move(store.id, id, to, told)
  return { data: toPayment(charge), changed }
}

/** Pays a charge. `deliver` in the body says how often it is told; 400 for any other member. */
export function pay(parts: SandboxParts, store: Store, id: string, body: unknown) {
  const { deliver } = membersOf(body, ['deliver'])
  if (deliver !== undefined && !TOLD.some(told => told === deliver)) {
    throw new Refusal('invalid_body', () => texts.oneOf('deliver', TOLD))
  }
  return move(parts, store, id, 'pay', deliver as Told | undefined)
}

/** All charges of a store, newest first. */
export function charges({ service }: SandboxParts, store: Store) {
  return service.list(store.id, 1, Number.MAX_SAFE_INTEGER).charges.map(toPayment)
}

/** @param amount in reais, as it was written; undefined for anything but a number. 400 for a wrong one. */
export function deposit({ service }: SandboxParts, store: Store, amount: string | undefined): Deposit {
  const centavos = amount === undefined ? null : fromReaisText(amount)
  if (centavos !== null && centavos > 0 && centavos <= MAX_DEPOSIT) return service.deposit(store.id, centavos)
  throw new Refusal('invalid_amount', () => texts.badDeposit(MAX_DEPOSIT))
}

/** A deposit as it is shown. */
export function depositOf({ id, amount, createdAt }: Deposit) {
  const at = new Date(createdAt).toISOString()
  return { id, amount: toReais(amount), currency: 'BRL' as const, createdAt: at }
}

/** Adds sample charges. 400 for anything but a number in the limits. */
export function seed({ service }: SandboxParts, store: Store, body: unknown) {
  const { count } = membersOf(body, ['count'])
  if (typeof count !== 'number' || !Number.isInteger(count) || count < 1 || count > MAX_SAMPLES) {
    throw new Refusal('invalid_count', () => texts.badCount(MAX_SAMPLES))
  }
  return { count, byStatus: service.seed(store.id, count) }
}

/** Creates a key with `permissions`, for `expiresIn` seconds or for ever. 400 for invalid ones. */
export function createKey({ database, clock }: SandboxParts, store: Store, body: unknown) {
  const wanted = membersOf(body, ['permissions', 'expiresIn'])
  const permissions = keys.parsePermissions(wanted.permissions)
  const now = clock.now()
  const expiresAt = keys.parseExpiry(wanted.expiresIn, now)
  const apiKey = keys.newApiKey()
  const id = keys.addKey(database, now, { apiKey, storeId: store.id, permissions, expiresAt })
  return { id, apiKey, permissions, expiresAt: toDateTime(expiresAt) }
}

/** Revokes a key; revoking it again changes nothing. 404 if there is none. */
export function revokeKey({ database, clock }: SandboxParts, store: Store, id: string) {
  return keys.revokeKey(database, store.id, id, clock.now())
}

/** An endpoint as it is shown when it is registered, or has a new secret: with its secret, this once. */
function withSecret({ id, url, events, secret }: endpoints.Endpoint) {
  return { id, url, events, secret }
}

/** Registers an endpoint, and saves its secret in the profile. 400 for an invalid URL, event or secret. */
export async function addEndpoint({ stores, database, clock }: SandboxParts, store: Store, body: unknown) {
  const wanted = endpoints.parseEndpoint(body, stores.allowRemote)
  const added = endpoints.addEndpoint(database, clock.now(), store.id, wanted)
  await stores.endpointsChanged(store)
  return withSecret(added)
}

/** Removes an endpoint, from the profile too. 404 if there is none. */
export async function removeEndpoint(
  { stores, database }: SandboxParts,
  store: Store,
  id: string,
): Promise<void> {
  endpoints.removeEndpoint(database, store.id, id)
  await stores.endpointsChanged(store)
}

/** Gives an endpoint a new signing secret; attempts from now on are signed with it. 404 if there is no endpoint. */
export async function rotateSecret({ stores, database }: SandboxParts, store: Store, id: string) {
  const endpoint = endpoints.replaceSecret(database, store.id, id)
  await stores.endpointsChanged(store)
  return withSecret(endpoint)
}

/** 400 for an order that isn't valid, 404 for one that names a charge or an endpoint that the store doesn't have. */
export function addFault({ service, database, faults }: SandboxParts, store: Store, body: unknown) {
  const order = parseOrder(membersOf(body, ORDER_MEMBERS))
  if (order.charge !== null) service.get(store.id, order.charge)
  if (order.endpoint !== null) endpoints.findEndpoint(database, store.id, order.endpoint)
  return faults.add(store.id, order)
}

/** Gives a store another WebSocket token, in its profile too, and refuses the connections with the old one. */
export async function rotateToken({ stores, realtime }: SandboxParts, store: Store): Promise<string> {
  stores.replaceWsToken(store)
  realtime.refuseAll(store.id, 'the token was replaced')
  await stores.updateProfile(store)
  return store.wsToken
}

/** Makes the account of a store unavailable or available; `changed` is false if it was so before. */
export function setAvailable({ database, clock }: SandboxParts, store: Store, isAvailable: boolean) {
  return setDisabled(database, store.id, isAvailable ? null : clock.now())
}

/**
 * Moves the time of the sandbox on, for all its stores. What is due then happens, and its deliveries are answered. 400 for no
 * duration, 409 for a sandbox whose data are kept.
 */
export async function advance({ service, stores, deliverer, clock }: SandboxParts, text: unknown) {
  const ms = typeof text === 'string' ? durationToMs(text, '') : Number.NaN
  if (!(ms > 0 && ms <= MAX_ADVANCE_MS)) throw new Refusal('invalid_duration', texts.badDuration)
  if (!stores.isInMemory) throw new Refusal('not_in_memory', texts.timeOfData)
  clock.advance(ms)
  service.timeMoved()
  await deliverer.settle()
  return { now: new Date(clock.now()).toISOString() }
}

/** Removes a store and everything that it has. 404 if there is none with this name, 409 for the first one. */
export async function removeStore(parts: SandboxParts, name: string): Promise<void> {
  const { service, stores, faults, realtime, requests } = parts
  await stores.remove(name, ({ id }) => {
    service.removeStore(id)
    faults.clearAll(id)
    requests.clear(id)
    realtime.refuseAll(id, 'the store was removed')
  })
}

/** Removes the charges, deliveries and faults of a store, and what it has asked. Its keys, token and endpoints stay, and sequences go on. */
export function reset({ service, faults, requests }: SandboxParts, store: Store): void {
  service.reset(store.id)
  faults.clearAll(store.id)
  requests.clear(store.id)
}
