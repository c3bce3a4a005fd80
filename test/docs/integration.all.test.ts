/** The examples of docs/guide/test-your-integration.md: its fixtures are those that CI runs, the others run here, with dist. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { blocks, read, root } from './pages.ts'

const PAGES = ['docs/guide/test-your-integration.md', 'docs/guide/pt-BR/test-your-integration.md']
const FIXTURES = [
  'vitest/shop.test.ts',
  'jest/shop.test.js',
  'node-test/shipped.test.mjs',
  'playwright/shop.spec.ts',
].map(file => read(`test/fixtures/integration/${file}`))
const codeOf = (page: string) =>
  blocks(page)
    .filter(({ info }) => info === 'js' || info === 'ts')
    .map(({ text }) => text)

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

describe('the examples', () => {
  const SHOP = "'./test/fixtures/integration/shop/shop.js'"
  const IMPORT = /^import .*\n/gm

  /** All in one file, with the fixture of the page, as the reader has them. */
  function program(): string {
    const fixture = FIXTURES.find(text => text.includes("'node:test'"))!
    const examples = codeOf(PAGES[0]!).filter(text => !FIXTURES.includes(text))
    const until = examples.find(text => text.includes('function until('))!
    const tests = examples
      .filter(text => text !== until)
      .map((text, n) => `test('${n}', { timeout: 5000 }, async () => {\n${text.replace(IMPORT, '')}})\n`)
    return [
      fixture.slice(0, fixture.indexOf('test(')).replace("'shop'", SHOP),
      "import { signDelivery, verifySignature } from 'pixctl/testing'",
      "const secret = 'whsec_1'",
      until,
      ...tests,
    ].join('\n')
  }

  it('run in one file of node:test', async () => {
    const run = spawn(process.execPath, ['--input-type=module', '-e', program()], { cwd: root })
    const [said] = await Promise.all([text(run.stdout), once(run, 'close')])
    expect(said).toMatch(/^\S+ fail 0$/m)
    expect(said).toMatch(/^\S+ pass 15$/m)
    expect(run.exitCode).toBe(0)
  })
})
