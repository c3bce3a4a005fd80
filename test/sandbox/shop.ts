/** A store of a sandbox, what its owner does with it, and everything that the owner can see. */

import { expect } from 'vitest'
import type { Sandbox, StoreAccess } from '#sandbox/index.ts'
import type { Answer } from '../support/http.ts'
import { callers } from './harness.ts'
import { readOutbox } from './read-outbox.ts'
import { stream } from './realtime-client.ts'

interface Operation {
  do: string
  uuid?: string
  amount?: number
  index?: number
  expiresIn?: number | null
}

/** A store and what its owner knows of it. */
export class Shop {
  readonly call: ReturnType<typeof callers>
  readonly ids: Record<'charge' | 'key' | 'endpoint', string[]> = { charge: [], key: [], endpoint: [] }
  readonly apiKeys: string[] = []
  readonly answers: unknown[] = []
  readonly #hook: string
  /** The ids to guess with: those of another store, if there is one. */
  readonly foreign: Shop['ids']

  constructor(access: StoreAccess, hook: string, foreign: Shop['ids']) {
    this.call = callers(access)
    this.#hook = hook
    this.foreign = foreign
  }

  async run(operation: Operation): Promise<void> {
    const answers = [await this.#answers(operation)].flat()
    this.answers.push(...answers.map(({ status, body }) => ({ status, body })))
  }

  #answers(operation: Operation): Promise<Answer | Answer[]> {
    const { api, control, create } = this.call
    const remove = { method: 'DELETE' }
    const { charge, key, endpoint } = this.ids
    const own = (ids: string[]) => ids[operation.index ?? 0] ?? 'none'
    switch (operation.do) {
      case 'create':
        return this.#keep(
          'charge',
          create({ amount: operation.amount }, operation.uuid),
          body => body.data.id,
        )
      case 'get':
        return api(`/payments/${own(charge)}`)
      case 'deposit':
        return control('/deposits', { amount: operation.amount })
      case 'key':
        return this.#keep('key', control('/keys', { expiresIn: operation.expiresIn }), body => {
          this.apiKeys.push(body.apiKey)
          return body.id
        })
      case 'use':
        return api('/status', { headers: { Authorization: `Bearer ${own(this.apiKeys)}` } })
      case 'revoke':
        return control(`/keys/${own(key)}`, undefined, remove)
      case 'endpoint':
        return this.#keep('endpoint', control('/webhooks', { url: this.#hook }), body => body.id)
      case 'remove':
        return control(`/webhooks/${own(endpoint)}`, undefined, remove)
      case 'test':
        return control(`/webhooks/${own(endpoint)}/test`, {})
      case 'ping':
        return control('/realtime/test', {})
      case 'list':
        return api('/payments')
      case 'balance':
        return api('/balance')
      case 'disable':
      case 'enable':
        return control(`/store/${operation.do}`, {})
      case 'rotate':
        return control('/token/rotate', {})
      case 'guess':
        return this.#guess(operation.index ?? 0)
      default:
        return control(`/charges/${own(charge)}/${operation.do}`, {})
    }
  }

  /** Tries everything with ids that aren't this store's. */
  async #guess(index: number): Promise<Answer[]> {
    const { api, control } = this.call
    const [charge, key, endpoint] = (['charge', 'key', 'endpoint'] as const).map(
      kind => this.foreign[kind][index] ?? 'none',
    )
    return [
      await api(`/payments/${charge}`),
      await control(`/charges/${charge}/pay`, {}),
      await control(`/keys/${key}`, undefined, { method: 'DELETE' }),
      await control(`/webhooks/${endpoint}/test`, {}),
      await control(`/webhooks/${endpoint}`, undefined, { method: 'DELETE' }),
    ]
  }

  async #keep(kind: keyof Shop['ids'], answering: Promise<Answer>, idOf: (body: Answer['body']) => string) {
    const answer = await answering
    if (answer.status < 300) this.ids[kind].push(idOf(answer.body))
    return answer
  }
}

/** Everything that the owner of a store can see at the end. */
export async function viewOf(shop: Shop, sandbox: Sandbox, name: string): Promise<string> {
  const { api, control } = shop.call
  await control('/store/enable', {})
  const endpoints = async () => (await control('/webhooks')).body.data as { pending: number }[]
  await expect.poll(async () => (await endpoints()).filter(({ pending }) => pending > 0)).toEqual([])
  const access = sandbox.stores().find(store => store.name === name)!
  const events = readOutbox(sandbox, undefined, 1000, name)
  const client = await stream(access, '0')
  await client.events.until(events.length)
  const streamed = [...client.messages.all]
  client.socket.terminate()
  const view = {
    answers: shop.answers,
    charges: (await api('/payments?limit=100')).body,
    balance: (await api('/balance')).body,
    keys: (await control('/keys')).body,
    endpoints: (await endpoints()).map(endpoint => ({ ...endpoint, lastAttempt: 'some time' })),
    events,
    streamed,
  }
  return normalized(JSON.stringify(view))
}

/** Random ids and secrets as the order in which they appear. */
function normalized(text: string): string {
  const seen = new Map<string, string>()
  return text
    .replace(/"(pixCode|qrCode)":"[^"]*"/g, '"$1":"some code"')
    .replace(/127\.0\.0\.1:\d+/g, 'receiver')
    .replace(/store_\w+|(?<="name":")(main|other)/g, 'this store')
    .replace(/service_live_…\w{4}/g, 'some key')
    .replace(
      /\b(?:(?:pay|evt|dep|key|we|dlv)_[0-9a-f]{8,}|(?:service_(?:live|ws)|whsec)_[0-9a-f]+)\b/g,
      id => {
        if (!seen.has(id)) seen.set(id, `${/^[a-z_]+?(?=_[0-9a-f]+$)/.exec(id)?.[0]} ${seen.size}`)
        return seen.get(id)!
      },
    )
}
