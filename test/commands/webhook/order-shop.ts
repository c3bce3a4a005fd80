/** A small shop on raw node:http: right, or with one of the usual mistakes. Nothing of the code under test is in it. */

import { createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { call } from '../../support/http.ts'

/** Longer than one check takes, also on a busy machine, and shorter than all of them together. */
const LATER_MS = 1000

export interface Mistakes {
  /** Remembers ids of deliveries, not of events or charges. */
  byDelivery?: boolean
  /** Never reads the charge. */
  believes?: boolean
  /** Forgets an order whose charge has expired. */
  ignoresLate?: boolean
  /** Answers 204 also when the charge couldn't be read, and takes the event as done. */
  answersAlways?: boolean
  /** Hands over a second time later. */
  again?: boolean
  /** Hands over later what was not paid. */
  unpaidLater?: boolean
  /** Takes a copy for a mistake of the sender. */
  refusesCopies?: boolean
  /** Looks whether it was done only before it reads the charge. */
  races?: boolean
  /** Hands over for each channel. */
  channelsApart?: boolean
  /** Asks by itself too when the charge couldn't be read, and doesn't look again whether it was done. */
  asksToo?: boolean
  /** Answers first, and handles the event 300 ms later. */
  slow?: boolean
  /** Its page of an order fails until that is handed over. */
  unwell?: boolean
  /** Never hands anything over. */
  idle?: boolean
}

interface Access {
  baseUrl: string
  apiKey: string
  realtimeUrl: string
  wsToken: string
}

/** Ends with the test. It hears of events by both channels. An order is of any charge, or begins with a POST to /buy. */
export async function startShop({ baseUrl, apiKey, realtimeUrl, wsToken }: Access, mistakes: Mistakes = {}) {
  let secret = ''
  const done = new Set<string>()
  const closed = new Set<string>()
  const handedOver = new Map<string, number>()
  const bought: { body: string; type: string | undefined }[] = []
  const headers = { Authorization: `Bearer ${apiKey}` }

  const handOver = (id: string) => handedOver.set(id, (handedOver.get(id) ?? 0) + 1)

  /** Until the charge can be read. */
  const askToo = async (id: string): Promise<void> => {
    const wasPaid = await isPaid(id).catch(() => null)
    if (wasPaid === null) setTimeout(askToo, 20, id)
    else handOver(id)
  }

  const isPaid = async (id: string): Promise<boolean> => {
    if (mistakes.believes) return true
    const { status, body } = await call(`${baseUrl}/payments/${id}`, { headers })
    if (status !== 200) throw new Error(`the charge can't be read: ${status}`)
    return body.data.status === 'PAID'
  }

  const isSigned = (text: string, header: string) => {
    const [, at = '', given = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header) ?? []
    const right = createHmac('sha256', secret).update(`${at}.${text}`).digest('hex')
    return given !== '' && timingSafeEqual(Buffer.from(given), Buffer.from(right))
  }

  /** @param key by which it remembers that this was done */
  const process = async (text: string, key: (id: string) => string): Promise<number> => {
    const { id, type, data } = JSON.parse(text)
    const order: string = data.paymentId
    if (type === 'payment.expired' && mistakes.ignoresLate) closed.add(order)
    if (type !== 'payment.approved' || closed.has(order) || mistakes.idle) return 204
    const known = key(id)
    if (done.has(known)) return mistakes.refusesCopies ? 409 : 204
    try {
      if (mistakes.answersAlways) done.add(known)
      if (!(await isPaid(order))) {
        if (mistakes.unpaidLater) setTimeout(() => handOver(order), LATER_MS)
        return 204
      }
    } catch {
      if (mistakes.asksToo) setTimeout(askToo, 20, order)
      return mistakes.answersAlways ? 204 : 500
    }
    if (!mistakes.answersAlways && !mistakes.races && done.has(known)) return 204
    done.add(known)
    handOver(order)
    if (mistakes.again) setTimeout(() => handOver(order), LATER_MS)
    return 204
  }

  const webhook = async (request: IncomingMessage, text: string): Promise<number> => {
    if (!isSigned(text, String(request.headers['x-service-signature']))) return 401
    const delivery = String(request.headers['x-service-delivery'])
    const handle = () => process(text, id => (mistakes.byDelivery ? delivery : id))
    if (!mistakes.slow) return handle()
    setTimeout(handle, 300)
    return 204
  }

  const channel = new WebSocket(realtimeUrl)
  channel.onopen = () => channel.send(JSON.stringify({ op: 'auth', token: wsToken }))
  const isReady = Promise.withResolvers<void>()
  channel.onmessage = async ({ data }) => {
    const message = JSON.parse(data)
    if (message.op === 'ready') isReady.resolve()
    if (message.op !== 'event' || mistakes.byDelivery || mistakes.slow) return
    await process(JSON.stringify(message.event), id => (mistakes.channelsApart ? `channel ${id}` : id))
  }
  onTestFinished(() => channel.close())

  const buy = async (request: IncomingMessage, text: string): Promise<number> => {
    bought.push({ body: text, type: request.headers['content-type'] })
    const key = { ...headers, 'Idempotency-Key': crypto.randomUUID() }
    return (await call(`${baseUrl}/payments`, { method: 'POST', headers: key, body: { amount: 25 } })).status
  }

  await isReady.promise

  /** A line for each time, and how many there were. */
  const page = (id: string) => {
    const times = handedOver.get(id) ?? 0
    return `order ${id}: ${times}\n${'handed over\n'.repeat(times)}`
  }

  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString()
    const [, path, id = ''] = request.url?.split('/') ?? []
    if (path === 'hook') response.writeHead(await webhook(request, text)).end()
    else if (path === 'buy') response.writeHead(await buy(request, text)).end()
    else response.writeHead(mistakes.unwell && !handedOver.has(id) ? 503 : 200).end(page(id))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    hook: `${origin}/hook`,
    order: `${origin}/orders/{paymentId}`,
    bought,
    useSecret: (given: string) => {
      secret = given
    },
  }
}
