/** The commonest mistake of a receiver: it verifies JSON that it has parsed and written again. */

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { startSandbox } from '#testing.ts'
import type { startShop } from '../fixtures/integration/shop/shop.js'

const read = (file: string) =>
  readFileSync(join(import.meta.dirname, '../fixtures/integration', file), 'utf8')

/** The fixture of each runner in docs/guide/test-your-integration.md. */
const FIXTURES = [
  'vitest/shop.test.ts',
  'jest/shop.test.js',
  'node-test/shipped.test.mjs',
  'playwright/shop.spec.ts',
]

/** The program that they test, with that mistake. */
function rewritingShop(): typeof startShop {
  const source = read('shop/shop.js')
  const verified = 'this.#isSigned(signature, body)'
  expect(source.split(verified)).toHaveLength(2)
  const wrong = source.replace(verified, 'this.#isSigned(signature, JSON.stringify(JSON.parse(body)))')
  const exported = {} as { startShop: typeof startShop }
  new Function('require', 'exports', wrong)(createRequire(import.meta.url), exported)
  return exported.startShop
}

it('is seen by the first test of every runner, because nothing is shipped', async () => {
  for (const file of FIXTURES)
    expect(read(file)).toMatch(/startShop\b.* from 'shop'|startShop .* require\('shop'\)/)
  const sandbox = await startSandbox({ timeScale: 6000 })
  onTestFinished(() => sandbox.stop())
  const shop = await rewritingShop()(sandbox)
  onTestFinished(() => shop.close())
  shop.secret = (await sandbox.addWebhook(shop.url)).secret
  // The amount of these tests, which JSON.stringify cuts to 35.9, and one that it writes as it came.
  for (const amount of [35.9, 35.91]) await sandbox.pay(await shop.sell(amount))
  // Five attempts of each delivery.
  await expect.poll(() => shop.received.length, { timeout: 20_000 }).toBe(20)
  expect(new Set(shop.received.map(({ status }) => status))).toEqual(new Set([401]))
  expect(shop.shipped).toEqual([])
})
