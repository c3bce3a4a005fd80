/** A store on this machine with the data of a day, its receiver, and a listener that has refused some deliveries. */

import type { ChildProcess } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import type { Page } from 'playwright-core'
import type { Language } from '#lib/language.ts'
import { freePort } from '../demo/live.ts'
import { pixctl, speak, start, stop } from '../demo/machine.ts'
import type { Picture } from './camera.ts'

const ORDERS = {
  en: [
    ['35.90', 'Açaí, 2 large'],
    ['120.00', 'Birthday cake'],
    ['8.50', 'Two coffees'],
    ['64.00', 'Pão de queijo, 2 kg'],
  ],
  'pt-BR': [
    ['35.90', 'Açaí, 2 grandes'],
    ['120.00', 'Bolo de aniversário'],
    ['8.50', 'Dois cafés'],
    ['64.00', 'Pão de queijo, 2 kg'],
  ],
} as const

interface Site {
  /** In the page that shows the pictures. */
  title: string
  origin: string
  login: string
  pages: Picture[]
}

export interface Shop {
  counter: Site
  dashboard: Site
  inspector: Site
  close(): Promise<void>
}

/** @param language of its pages, and of what it sells */
export async function openShop(language: Language): Promise<Shop> {
  speak(language)
  const receiver = await startReceiver()
  const running: ChildProcess[] = []
  const run = (...command: string[]) => {
    const child = start(command, ['ignore', 'pipe', 'pipe'])
    running.push(child)
    return child
  }
  const sandbox = run('sandbox', 'start', '--port', '0', '--time-scale', '60', '--json')
  const { loginUrl } = JSON.parse(await lineOf(sandbox.stdout!, /^\{/))
  await pixctl('sandbox', 'seed', '40')
  await pixctl('sandbox', 'store', 'add', 'loja-centro')
  const port = await freePort()
  const hook = `http://127.0.0.1:${port}/`
  const { id: endpoint, secret } = json(await pixctl('sandbox', 'webhook', 'add', hook, '--json'))
  const busy = ['--event', 'payment.approved']
  const accounting = json(
    await pixctl('sandbox', 'webhook', 'add', `${receiver.url}accounting`, ...busy, '--json'),
  )
  const listener = run(
    ...['webhook', 'listen', '--port', String(port), '--forward-to', `${receiver.url}orders`],
    ...['--inspect', '0'],
  )
  const inspectUrl = (await lineOf(listener.stderr!, /#login=/)).replace(/^.* /, '')
  listener.stderr!.resume()
  listener.stdout!.resume()
  const tail = run('events', 'tail')
  await lineOf(tail.stderr!, /Ctrl-C/)
  tail.stdout!.resume()

  await pixctl('sandbox', 'deposit', '250')
  await pixctl('sandbox', 'key', 'create', '--permission', 'payments:read', '--expires', '30d')
  const ids: string[] = []
  for (const [amount, description] of ORDERS[language]) {
    const made = await pixctl('charge', 'create', '--amount', amount, '--description', description, '-q')
    ids.push(made.trim())
  }
  for (const id of ids.slice(0, 3)) await pixctl('sandbox', 'pay', id)
  const counter = run('charges', 'watch', '--web', '0')
  const counterUrl = (await lineOf(counter.stderr!, /#login=/)).replace(/^.* /, '')
  counter.stderr!.resume()
  counter.stdout!.resume()
  // With the attempts after those that were refused.
  await receiver.got('orders', 9)
  await receiver.got('accounting', 5)
  await pixctl('sandbox', 'fault', 'add', '--on', 'create', '--status', '503', '--times', '3')
  await pixctl('sandbox', 'fault', 'add', '--on', 'webhook', '--delay', '2', '--rate', '0.2')
  await forge(hook, secret, { paymentId: ids[0]!, description: ORDERS[language][0][1] })
  return {
    counter: {
      title: 'The counter',
      origin: new URL(counterUrl).origin,
      login: counterUrl,
      pages: counterPages(ids),
    },
    dashboard: {
      title: 'The dashboard of the sandbox',
      origin: new URL(loginUrl).origin,
      login: loginUrl,
      pages: dashboardPages(ids, { endpoint, accounting: accounting.id }),
    },
    inspector: {
      title: 'The inspector of webhook deliveries',
      origin: new URL(inspectUrl).origin,
      login: inspectUrl,
      pages: INSPECTOR,
    },
    close: async () => {
      for (const child of running.toReversed()) await stop(child)
      receiver.close()
    },
  }
}

function counterPages([paid, , , pending]: readonly string[]): Picture[] {
  return [
    { name: 'counter', title: 'What is to be paid, and what was paid', path: '/', dark: true },
    { name: 'counter-charge', title: 'A charge with its code', path: `/charges/${pending}` },
    { name: 'counter-paid', title: 'A charge that was paid', path: `/charges/${paid}` },
    {
      name: 'counter-customer',
      title: 'The customer’s page',
      path: `/charges/${pending}`,
      prepare: async page => {
        const path = await page.locator('a[target=pixctl-customer]').getAttribute('href')
        await page.goto(new URL(path!, page.url()).href)
      },
    },
  ]
}

function dashboardPages(
  ids: readonly string[],
  { endpoint, accounting }: { endpoint: string; accounting: string },
): Picture[] {
  const [paid, , , pending] = ids
  const store = '/stores/main'
  return [
    { name: 'overview', title: 'Overview', path: store, dark: true },
    { name: 'charges', title: 'Charges', path: `${store}/charges` },
    { name: 'charge', title: 'A charge to be paid', path: `${store}/charges/${pending}` },
    { name: 'charge-paid', title: 'A charge that is paid', path: `${store}/charges/${paid}` },
    { name: 'new-charge', title: 'A new charge', path: `${store}/charges/new` },
    { name: 'payer', title: 'The payer’s page', path: `${store}/pay/${pending}` },
    { name: 'wallet', title: 'Wallet', path: `${store}/wallet` },
    { name: 'keys', title: 'API keys', path: `${store}/keys` },
    { name: 'webhooks', title: 'Webhooks', path: `${store}/webhooks` },
    { name: 'endpoint', title: 'A webhook endpoint', path: `${store}/webhooks/${endpoint}` },
    {
      name: 'delivery',
      title: 'A webhook delivery',
      path: `${store}/webhooks/${accounting}`,
      prepare: openRow(/2 (of|de) 5/),
    },
    { name: 'websocket', title: 'WebSocket', path: `${store}/websocket` },
    { name: 'faults', title: 'Faults', path: `${store}/faults` },
  ]
}

/** Those that the page in Portuguese shows. */
export const IN_PORTUGUESE: Readonly<Record<string, { width: number; title: string }>> = {
  counter: { width: 800, title: 'O balcão' },
  'counter-charge': { width: 800, title: 'Uma cobrança no balcão' },
  'counter-paid': { width: 800, title: 'Uma cobrança paga, no balcão' },
  overview: { width: 1440, title: 'Visão geral' },
  charge: { width: 1440, title: 'Uma cobrança a pagar' },
  payer: { width: 360, title: 'A página do pagador' },
  'inspector-refused': { width: 1440, title: 'Uma entrega recusada' },
}

const INSPECTOR: Picture[] = [
  { name: 'inspector', title: 'Deliveries', path: '/' },
  {
    name: 'inspector-refused',
    title: 'A refused delivery',
    path: '/?verdict=rejected',
    prepare: openDelivery(1),
    dark: true,
  },
  {
    name: 'inspector-forwarded',
    title: 'A forwarded delivery',
    path: '/?verdict=accepted',
    prepare: openDelivery(2),
  },
]

function openRow(text: RegExp) {
  return async (page: Page) => {
    await page.getByRole('row').filter({ hasText: text }).getByRole('link').first().click()
    await page.waitForURL(/\/deliveries\//)
  }
}

function openDelivery(index: number) {
  return async (page: Page) => {
    const path = await page.locator('[data-row]').nth(index).getAttribute('href')
    await page.goto(new URL(path ?? '/', page.url()).href)
  }
}

/** Deliveries as broken senders and a stranger make them. */
async function forge(
  hook: string,
  secret: string,
  sold: { paymentId: string; description: string },
): Promise<void> {
  const body = JSON.stringify({
    id: 'evt_5d1c9a7e40',
    type: 'payment.approved',
    createdAt: new Date().toISOString(),
    storeId: 'store_sandbox',
    data: { ...sold, source: 'api', status: 'PAID', amount: 35.9 },
  })
  const now = Math.floor(Date.now() / 1000)
  const sign = (key: string, t = now) =>
    `t=${t},v1=${createHmac('sha256', key).update(`${t}.${body}`).digest('hex')}`
  const post = (text: string, signature: string) =>
    fetch(hook, {
      method: 'POST',
      body: text,
      headers: {
        'Content-Type': 'application/json',
        'X-Service-Event': 'payment.approved',
        'X-Service-Delivery': 'dlv_77b1e0c2',
        ...(signature && { 'X-Service-Signature': signature }),
      },
    })
  await post(body, '')
  await post(body, sign('whsec_of_another_endpoint'))
  await post(JSON.stringify(JSON.parse(body), null, 2), sign(secret))
  await post(body.replace('35.9', '3590'), sign(secret))
}

/** Answers as two programs do: the shop's takes what comes at the second attempt, accounting is down at first. */
async function startReceiver() {
  const counts = new Map<string, number>()
  let arrived = () => {}
  const server = createServer((request, response) => {
    const name = request.url!.slice(1)
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    request.resume().on('end', () => {
      const isDown = name === 'accounting' ? count < 3 : count === 6
      response
        .writeHead(isDown ? 503 : 200, { 'Content-Type': 'application/json' })
        .end(isDown ? '{"error":"the database is away"}' : '{"ok":true}')
      arrived()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const got = (name: string, count: number) =>
    new Promise<void>(resolve => {
      arrived = () => {
        if ((counts.get(name) ?? 0) >= count) resolve()
      }
      arrived()
    })
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, got, close }
}

function lineOf(stream: NodeJS.ReadableStream, pattern: RegExp): Promise<string> {
  const lines = createInterface(stream)
  return new Promise((resolve, reject) => {
    lines.on('line', line => {
      if (pattern.test(line)) resolve(line)
    })
    lines.once('close', () => reject(new Error(`no line had ${pattern}`)))
  })
}

// biome-ignore lint/suspicious/noExplicitAny: the output of different commands
const json = (text: string): any => JSON.parse(text)
