/**
 * The recipes of docs/guide/recipes: a shop in each language passes all of them, and each of its fourteen mistakes fails the
 * recipe that the guide names. `webhook check` finds those that the guide says.
 */

import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, symlinkSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../support/folder.ts'
import { freePort, isListening } from '../support/http.ts'
import { describeIn } from '../support/programs.ts'
import { runCommand, testHost } from '../support/run.ts'
import { programOf, type Runtime } from '../support/runtimes.ts'
import { blocks, read, root } from './pages.ts'
import { MISTAKES, PAGES, SECRET, type ShopLanguage, TABLE, table, writeShop } from './recipe-shops.ts'

interface Suite {
  runtime: Runtime
  /** What the page shows. */
  shown: string
  info: string
  /** The fixture that starts the sandbox. */
  fixture?: string
  /** Runs all recipes, or one. */
  args(recipe?: string): string[]
  /** What a run says of a recipe that failed. */
  failed(recipe: string): RegExp
}

const words = (recipe: string) => recipe.split(' ')
const SUITES: Record<ShopLanguage, Suite> = {
  typescript: {
    runtime: 'node',
    shown: 'recipes.test.ts',
    info: 'ts',
    args: recipe => ['--test', ...(recipe ? [`--test-name-pattern=^${recipe}$`] : []), 'recipes.test.ts'],
    failed: recipe => new RegExp(`✖ ${recipe}`),
  },
  python: {
    runtime: 'pytest',
    shown: 'test_recipes.py',
    info: 'python',
    fixture: 'pytest/conftest.py',
    args: recipe => [
      '-m',
      'pytest',
      '-q',
      recipe ? `test_recipes.py::${pythonName(recipe)}` : 'test_recipes.py',
    ],
    failed: recipe => new RegExp(`FAILED test_recipes.py::${pythonName(recipe)}`),
  },
  php: {
    runtime: 'phpunit',
    shown: 'RecipesTest.php',
    info: 'php',
    fixture: 'phpunit/SandboxTestCase.php',
    args: recipe => [...(recipe ? ['--filter', `::${phpName(recipe)}$`] : []), 'RecipesTest.php'],
    failed: recipe => new RegExp(`1\\) RecipesTest::${phpName(recipe)}$`, 'm'),
  },
}
const pythonName = (recipe: string) => `test_${words(recipe).join('_')}`
const phpName = (recipe: string) =>
  `test${words(recipe)
    .map(word => word[0]!.toUpperCase() + word.slice(1))
    .join('')}`

describe('the guide', () => {
  it('has a recipe for each mistake, in both languages', () => {
    expect(TABLE).toHaveLength(MISTAKES.length)
    expect(table(PAGES[1]!)).toEqual(TABLE)
  })

  it.each(Object.entries(SUITES))('shows the recipes in %s', (name, { shown, info }) => {
    expect(blocks(`docs/guide/recipes/${name}.md`)).toEqual([
      { info, text: read(`test/fixtures/recipes/${name}/${shown}`) },
    ])
    for (const page of PAGES) expect(read(page)).toContain(`recipes/${name}.md)`)
  })
})

/** A project with the shop and its recipes. */
function prepare(name: ShopLanguage) {
  const { fixture } = SUITES[name]
  const folder = temporaryFolder()
  writeShop(name, folder)
  if (fixture) cpSync(join(root, 'test/fixtures/integration', fixture), join(folder, fixture.split('/')[1]!))
  for (const each of ['bin', 'node_modules']) mkdirSync(join(folder, each))
  symlinkSync(join(root, 'bin/run.js'), join(folder, 'bin/pixctl'))
  symlinkSync(root, join(folder, 'node_modules/pixctl'))
  const env = {
    PATH: join(folder, 'bin') + delimiter + process.env.PATH,
    HOME: folder,
    PIXCTL_CONFIG_DIR: join(folder, 'config'),
    PIXCTL_DATA_DIR: join(folder, 'data'),
  }
  return { folder, env }
}

it('the recipes in TypeScript compile with strict, and without the library of browsers', {
  timeout: 60_000,
}, () => {
  const { folder } = prepare('typescript')
  const flags = [
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--allowImportingTsExtensions',
    '--module',
    'nodenext',
  ]
  const types = ['--lib', 'es2024,esnext.disposable', '--types', 'node']
  const roots = ['--typeRoots', join(root, 'node_modules/@types')]
  const tsc = join(root, 'node_modules/.bin/tsc')
  const compiled = spawnSync(tsc, [...flags, ...types, ...roots, 'recipes.test.ts'], {
    cwd: folder,
    encoding: 'utf8',
  })
  expect({ status: compiled.status, said: compiled.stdout }).toEqual({ status: 0, said: '' })
})

async function run(name: ShopLanguage, mistake = '', recipe?: string) {
  const { folder, env } = prepare(name)
  const { runtime, args } = SUITES[name]
  const child = spawn(programOf(runtime)!, args(recipe), { cwd: folder, env: { ...env, MISTAKE: mistake } })
  child.stdin.end()
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code: child.exitCode, said: out + errors }
}

for (const [name, { runtime, failed }] of Object.entries(SUITES) as [ShopLanguage, Suite][]) {
  describeIn(runtime, `the shop in ${name}`, () => {
    it('passes all recipes', { timeout: 120_000 }, async () => {
      const { code, said } = await run(name)
      expect(code, said).toBe(0)
    })

    it.each(MISTAKES.map((mistake, n) => [mistake, TABLE[n]!.recipe]))(
      'that makes the mistake %s fails "%s"',
      { timeout: 120_000 },
      async (mistake, recipe) => {
        const { code, said } = await run(name, mistake, recipe)
        expect(said).toMatch(failed(recipe))
        expect(code).toBe(1)
      },
    )
  })
}

describe('webhook check', () => {
  const SERVE = "import { Shop } from './shop.ts'; await new Shop(process.env.SECRET).listen()"

  it('finds the mistakes that the guide says, and no others', { timeout: 120_000 }, async () => {
    const { folder, env } = prepare('typescript')
    const found: string[] = []
    for (const mistake of ['', ...MISTAKES]) {
      const port = await freePort()
      const more = { SECRET, MISTAKE: mistake, PORT: String(port) }
      const shop = spawn(process.execPath, ['--input-type=module-typescript', '-e', SERVE], {
        cwd: folder,
        env: { ...env, ...more },
      })
      try {
        await expect.poll(() => isListening(port), { timeout: 10_000 }).toBe(true)
        const host = testHost({ env: { PIXCTL_WEBHOOK_SECRET: SECRET } })
        const { code } = await runCommand(['webhook', 'check', `http://127.0.0.1:${port}/webhook`], { host })
        expect([0, 10]).toContain(code)
        if (code === 10) found.push(mistake)
      } finally {
        shop.kill()
      }
    }
    expect(found).toEqual(MISTAKES.filter((_, n) => TABLE[n]!.isFound))
  })
})
