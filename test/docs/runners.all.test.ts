/**
 * The fixtures of docs/guide/test-your-integration.md for pytest and PHPUnit, in projects without a line of JavaScript: `pixctl`
 * is a program in PATH, as from the archives.
 */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { temporaryFolder } from '../support/folder.ts'
import { freePort, isListening } from '../support/http.ts'
import { describeIn } from '../support/programs.ts'
import { programOf, type Runtime } from '../support/runtimes.ts'
import { blocks, read, root } from './pages.ts'

interface Project {
  runner: Runtime & ('pytest' | 'phpunit')
  /** The client of docs/guide/clients that its shop uses, and the name that its page gives it. */
  client: 'python' | 'php'
  program: string
  /** What the page shows. */
  shown: readonly string[]
  /** Runs the tests of a file. */
  test(name: string): string[]
  /** The same four times at once: in one run, or in four. */
  crowd(name: string): { runs: number; args: string[] }
  /** The names of the files of tests. */
  names: { shop: string; own: string; one: string; killed: string }
  /** Serves the shop. */
  serve(port: number): string[]
  /** A receiver that writes the body again before it verifies. */
  rewritten: [right: string, wrong: string]
}

const PROJECTS: Record<'pytest' | 'phpunit', Project> = {
  pytest: {
    runner: 'pytest',
    client: 'python',
    program: 'pix.py',
    shown: ['conftest.py', 'test_shop.py'],
    test: name => ['-m', 'pytest', '-q', name],
    crowd: name => ({ runs: 1, args: ['-m', 'pytest', '-q', '-n', '4', name] }),
    names: { shop: 'test_shop.py', own: 'test_own.py', one: 'test_one.py', killed: 'test_killed.py' },
    serve: port => ['-c', `from shop import app; app.run(port=${port})`],
    rewritten: [
      'body = request.get_data()',
      'body = json.dumps(request.get_json(), separators=(",", ":"), ensure_ascii=False).encode()',
    ],
  },
  phpunit: {
    runner: 'phpunit',
    client: 'php',
    program: 'pix.php',
    shown: ['SandboxTestCase.php', 'ShopTest.php'],
    test: name => [name],
    crowd: name => ({ runs: 4, args: [name] }),
    names: { shop: 'ShopTest.php', own: 'OwnTest.php', one: 'OneTest.php', killed: 'KilledTest.php' },
    serve: port => ['-S', `127.0.0.1:${port}`, 'shop.php'],
    rewritten: [
      "$body = file_get_contents('php://input');",
      "$body = file_get_contents('php://input'); $given = json_decode($body); $body = $given === null ? $body : json_encode($given, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE);",
    ],
  },
}
const PAGES = ['docs/guide/test-your-integration.md', 'docs/guide/pt-BR/test-your-integration.md']
/** What the page says to set before the start. */
const VARIABLES: Record<string, string> = Object.fromEntries(
  [...read(PAGES[0]!).matchAll(/^export (PIXCTL_SANDBOX_\w+)=(\S+)$/gm)].map(([, name, value]) => [
    name,
    value,
  ]),
)
/** Each starts up to twelve processes. */
const LONGEST_MS = 240_000

describe.each(Object.entries(PROJECTS))('the fixture of %s', (name, { shown }) => {
  it.each(PAGES)('is in %s', page => {
    const code = blocks(page).map(block => block.text)
    const files = shown.map(file => read(`test/fixtures/integration/${name}/${file}`))
    expect(code).toEqual(expect.arrayContaining(files))
  })
})

for (const [name, project] of Object.entries(PROJECTS)) {
  describeIn(project.runner, `a project with ${name}`, () => {
    const { names } = project

    /** The project in a folder of its own, and what runs in it. */
    function prepare(change: (shop: string) => string = shop => shop) {
      const folder = temporaryFolder()
      cpSync(join(root, 'test/fixtures/integration', name), folder, { recursive: true })
      const client = blocks(`docs/guide/clients/${project.client}.md`)[0]!.text
      writeFileSync(join(folder, project.program), client)
      const shop = join(folder, project.client === 'php' ? 'shop.php' : 'shop.py')
      writeFileSync(shop, change(readFileSync(shop, 'utf8')))
      for (const each of ['bin', 'orders', 'home']) mkdirSync(join(folder, each))
      symlinkSync(join(root, 'bin/run.js'), join(folder, 'bin/pixctl'))
      const env = {
        PATH: join(folder, 'bin') + delimiter + process.env.PATH,
        HOME: process.env.HOME,
        PIXCTL_CONFIG_DIR: join(folder, 'home/config'),
        PIXCTL_DATA_DIR: join(folder, 'home/data'),
        ORDERS: join(folder, 'orders'),
        TMPDIR: join(folder, 'orders'),
      }
      const start = (program: string, args: string[], more: Record<string, string> = {}) => {
        // A group of its own, because the workers of PHP's server outlive it.
        const child = spawn(program, args, { cwd: folder, env: { ...env, ...more }, detached: true })
        onTestFinished(() => endGroup(child))
        return child
      }
      const run = async (args: string[], more?: Record<string, string>) => {
        const child = start(programOf(project.runner)!, args, more)
        child.stdin.end()
        const [out, errors] = await Promise.all([
          text(child.stdout),
          text(child.stderr),
          once(child, 'close'),
        ])
        return { code: child.exitCode, said: out + errors }
      }
      const crowd = async (file: string, more?: Record<string, string>) => {
        const { runs, args } = project.crowd(file)
        return Promise.all(Array.from({ length: runs }, () => run(args, more)))
      }
      return { folder, start, run, crowd }
    }

    it(
      'ships an order once the customer has paid',
      async () => {
        const { code, said } = await prepare().run(project.test(names.shop))
        expect(said).toMatch(/1 passed|OK \(1 test/)
        expect(code, said).toBe(0)
      },
      LONGEST_MS,
    )

    it(
      'fails at once for a receiver that verifies what it has written again, and says why',
      async () => {
        const [right, wrong] = project.rewritten
        const changed = prepare(shop => {
          expect(shop).toContain(right)
          return shop.replace(right, () => wrong)
        })
        const { code, said } = await changed.run(project.test(names.shop))
        expect(said).toMatch(/payment\.approved was answered 401/)
        expect(code, said).toBe(1)
      },
      LONGEST_MS,
    )

    it(
      'runs four times at once, each with a sandbox of its own',
      async () => {
        for (const { code, said } of await prepare().crowd(names.own)) {
          expect(said).toMatch(/8 passed|OK \(3 tests/)
          expect(code, said).toBe(0)
        }
      },
      LONGEST_MS,
    )

    it(
      'runs four times at once on one sandbox, whose secrets are known before it starts',
      async () => {
        const { start, crowd } = prepare()
        const [shopPort, port] = [await freePort(), await freePort()]
        const { PIXCTL_SANDBOX_API_KEY: apiKey = '', PIXCTL_SANDBOX_WEBHOOK_SECRET: secret = '' } = VARIABLES
        const known = { PIX_BASE_URL: `http://127.0.0.1:${port}/api/v1`, PIX_API_KEY: apiKey }
        const language = project.client
        const serving = start(programOf(language)!, project.serve(shopPort), {
          ...known,
          PIX_WEBHOOK_SECRET: secret,
          PHP_CLI_SERVER_WORKERS: '4',
        })
        await expect.poll(() => isListening(shopPort)).toBe(true)
        const sandbox = start('pixctl', [...startOf(project), '--port', String(port)], {
          ...VARIABLES,
          PIXCTL_SANDBOX_WEBHOOK_URL: `http://127.0.0.1:${shopPort}/webhook`,
        })
        expect(JSON.parse(await lineOf(sandbox))).toMatchObject({
          baseUrl: known.PIX_BASE_URL,
          apiKey,
          wsToken: VARIABLES.PIXCTL_SANDBOX_WS_TOKEN,
        })
        const runs = await crowd(names.one, { ...known, SHOP_URL: `http://127.0.0.1:${shopPort}` })
        for (const { code, said } of runs) {
          expect(said).toMatch(/24 passed|OK \(6 tests/)
          expect(code, said).toBe(0)
        }
        expect(serving.exitCode).toBeNull()
      },
      LONGEST_MS,
    )

    it(
      'leaves no sandbox behind when it is killed',
      async () => {
        const { folder, run } = prepare()
        await run(project.test(names.killed))
        const { port } = new URL(readFileSync(join(folder, 'base-url'), 'utf8'))
        await expect.poll(() => isListening(Number(port))).toBe(false)
      },
      LONGEST_MS,
    )
  })
}

describeIn('phpunit', 'the fixture of phpunit', () => {
  it('says what an empty answer was, and that a program is not there', { timeout: LONGEST_MS }, async () => {
    const folder = join(root, 'test/fixtures/integration/phpunit')
    const child = spawn(programOf('phpunit')!, ['--do-not-cache-result', 'EmptyTest.php'], { cwd: folder })
    child.stdin.end()
    const [said] = await Promise.all([text(child.stdout), once(child, 'close')])
    expect(said).toMatch(/OK \(2 tests/)
  })
})

/** The fixture's own command, without a port. */
function startOf({ runner, shown }: Project): string[] {
  const [, flags] = /--port 0 ([^'"]+)/.exec(read(`test/fixtures/integration/${runner}/${shown[0]}`))!
  return ['sandbox', 'start', ...flags!.split(' ')]
}

function endGroup({ pid }: ChildProcess): void {
  try {
    process.kill(-pid!, 'SIGKILL')
  } catch {
    // It has ended.
  }
}

function lineOf({ stdout }: ChildProcess): Promise<string> {
  return new Promise(resolve => createInterface(stdout!).once('line', resolve))
}
