/** The examples of docs/guide/test-your-integration.md: its fixtures are those that CI runs, the others run here. */

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { SandboxOptions } from '#testing/types.ts'
import { signDelivery, startSandbox, verifySignature } from '#testing.ts'
import { startShop } from '../fixtures/integration/shop/shop.js'
import { blocks, read } from './pages.ts'

const PAGES = ['docs/guide/test-your-integration.md', 'docs/guide/pt-BR/test-your-integration.md']
const FIXTURES = [
  'vitest/shop.test.ts',
  'jest/shop.test.js',
  'node-test/shop.test.js',
  'playwright/shop.spec.ts',
].map(file => read(`test/fixtures/integration/${file}`))
const codeOf = (page: string) =>
  blocks(page)
    .filter(({ info }) => info === 'js' || info === 'ts')
    .map(({ text }) => text)

async function start(options: SandboxOptions = {}) {
  const sandbox = await startSandbox(options)
  onTestFinished(() => sandbox.stop())
  return sandbox
}

/** What the examples use. */
async function scope() {
  const sandbox = await start({ timeScale: 6000 })
  const shop = await startShop(sandbox)
  onTestFinished(() => shop.close())
  shop.secret = (await sandbox.addWebhook(shop.url)).secret
  const until = (condition: () => unknown) => expect.poll(condition, { interval: 10 }).toBe(true)
  const { secret } = shop
  return { sandbox, shop, secret, until, assert, once, signDelivery, verifySignature, startSandbox: start }
}

const AsyncFunction = (async () => {}).constructor as new (
  ...args: string[]
) => (...values: unknown[]) => Promise<void>

describe.each(PAGES)('%s', page => {
  it('has the fixtures', () => {
    expect(codeOf(page)).toEqual(expect.arrayContaining(FIXTURES))
  })
})

describe('the page in Portuguese', () => {
  it('has the same examples', () => {
    // Comments are in its language.
    const code = (page: string) => codeOf(page).map(text => text.replace(/ *\/\/.*$/gm, ''))
    expect(code(PAGES[1]!)).toEqual(code(PAGES[0]!))
  })
})

describe('the example', () => {
  const examples = codeOf(PAGES[0]!).filter(text => !FIXTURES.includes(text))

  it.each(examples)('runs: %s', async text => {
    const names = await scope()
    const body = text.replace(/^import .*$/gm, '')
    await new AsyncFunction(...Object.keys(names), `{ ${body} }`)(...Object.values(names))
  })
})
