/** A store with something of everything, for tests of how its pages look. */

import { expect } from 'vitest'
import { startReceiver } from '../sandbox/receiver.ts'
import { type Dashboard, deliveryOf, row } from './visit.ts'

/** No place to break a line, right-to-left, markup, and letters of several bytes. */
const LONG = `${'W'.repeat(40)}<img src=x onerror=alert(1)>\u202eçãé`

/** Gives a store something of everything, in its longest form, and returns the paths of its pages. */
export async function furnish({ operator, window }: Dashboard): Promise<string[]> {
  let count = 0
  const receiver = await startReceiver(response => response.writeHead(++count % 3 === 0 ? 500 : 204).end())
  const url = new URL('long-path-'.repeat(20), receiver.url).href
  const pixctl = async (...args: string[]) => {
    const { code, stdout, stderr } = await operator.pixctl([...args, '--json'])
    expect(code, stderr).toBe(0)
    return JSON.parse(stdout)
  }
  const { id: endpoint } = await pixctl('sandbox', 'webhook', 'add', url)
  await pixctl('sandbox', 'seed', '8')
  await pixctl('sandbox', 'deposit', '99999.99')
  await pixctl('sandbox', 'fault', 'add', '--on', 'list', '--status', '503')
  const { id: charge } = await pixctl('charge', 'create', '--amount', '999.99', '--description', LONG)
  const { id: pending } = await pixctl('charge', 'create', '--amount', '1', '--description', LONG)
  await pixctl('sandbox', 'pay', charge)
  await deliveryOf(receiver, 'payment.approved')
  await window.goto(new URL(`/stores/main/webhooks/${endpoint}`, window.url()).href)
  await window.locator('tr .badge.good').first().waitFor()
  const delivery = await row(window, 'payment.approved').getByRole('link').first().getAttribute('href')
  return [
    '',
    ...['charges', 'charges?search=nothing', 'charges/new', `charges/${charge}`, `charges/${pending}`],
    ...[`pay/${charge}`, `pay/${pending}`, 'wallet', 'keys', 'webhooks', `webhooks/${endpoint}`],
    ...['websocket', 'faults', 'charges/nothing'],
    delivery!.replace('/stores/main/', ''),
  ]
}
