/** The fixtures of docs/guide/test-your-integration.md for Go and JUnit, in projects of which nothing else is JavaScript. */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { temporaryFolder } from '../support/folder.ts'
import { describeIn } from '../support/programs.ts'
import { JUNIT_PATH, type Runtime } from '../support/runtimes.ts'
import { blocks, read, root } from './pages.ts'

interface Project {
  runtime: Runtime
  /** What the page shows. */
  shown: readonly string[]
  /** Files that come from other pages of the guide, and their text. */
  others: Record<string, () => string>
  /** Compiles and runs the tests. */
  command: string
  passed: RegExp
  /** A receiver that looks for a signature of another body. */
  wrong: { file: string; right: string; wrong: string }
}

const codeOf = (page: string) => blocks(`docs/guide/${page}.md`)[0]!.text
const PAGES = ['docs/guide/test-your-integration.md', 'docs/guide/pt-BR/test-your-integration.md']
const PROJECTS: Record<'go' | 'junit', Project> = {
  go: {
    runtime: 'go',
    shown: ['sandbox_test.go', 'shop_test.go'],
    others: { 'pix.go': () => codeOf('clients/go'), 'go.mod': () => 'module shop\n\ngo 1.19\n' },
    command: 'go test -count 1 .',
    passed: /^ok/m,
    wrong: { file: 'shop.go', right: 'mac.Write(body)', wrong: 'mac.Write(append(body, 10))' },
  },
  junit: {
    runtime: 'junit',
    shown: ['SandboxTestCase.java', 'ShopTest.java'],
    others: { 'Pix.java': () => codeOf('clients/java'), 'Receiver.java': () => codeOf('receivers/java') },
    command: `javac -cp ${JUNIT_PATH} *.java && java -cp .:${JUNIT_PATH} org.junit.platform.console.ConsoleLauncher --select-class ShopTest`,
    passed: /1 tests successful/,
    wrong: { file: 'Receiver.java', right: 'mac.doFinal(body)', wrong: 'mac.doFinal()' },
  },
}
/** Go compiles its libraries the first time. */
const LONGEST_MS = 240_000

describe.each(Object.entries(PROJECTS))('the fixture of %s', (name, { shown }) => {
  it.each(PAGES)('is in %s', page => {
    const code = blocks(page).map(block => block.text)
    const files = shown.map(file => read(`test/fixtures/integration/${name}/${file}`))
    expect(code).toEqual(expect.arrayContaining(files))
  })
})

for (const [name, { runtime, others, command, passed, wrong }] of Object.entries(PROJECTS)) {
  describeIn(runtime, `a project with ${name}`, () => {
    /** The project in a folder of its own, and a run of its tests. */
    async function run(change: (folder: string) => void = () => {}) {
      const folder = temporaryFolder()
      cpSync(join(root, 'test/fixtures/integration', name), folder, { recursive: true })
      for (const [file, content] of Object.entries(others)) writeFileSync(join(folder, file), content())
      mkdirSync(join(folder, 'bin'))
      symlinkSync(join(root, 'bin/run.js'), join(folder, 'bin/pixctl'))
      change(folder)
      const env = {
        PATH: join(folder, 'bin') + delimiter + process.env.PATH,
        HOME: process.env.HOME,
        GOTOOLCHAIN: 'local',
        PIXCTL_CONFIG_DIR: join(folder, 'config'),
        PIXCTL_DATA_DIR: join(folder, 'data'),
      }
      const child = spawn('bash', ['-c', command], { cwd: folder, env, detached: true })
      onTestFinished(() => endGroup(child))
      const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
      return { code: child.exitCode, said: out + errors }
    }

    it('ships an order once the customer has paid, and leaves no sandbox', {
      timeout: LONGEST_MS,
    }, async () => {
      // `close` comes when the sandbox, which has the same stderr, has ended too.
      const { code, said } = await run()
      expect(said).toMatch(passed)
      expect(code, said).toBe(0)
    })

    it('fails for a receiver that refuses signatures, and says why', { timeout: LONGEST_MS }, async () => {
      const { code, said } = await run(folder => {
        const file = join(folder, wrong.file)
        const right = readFileSync(file, 'utf8')
        expect(right).toContain(wrong.right)
        writeFileSync(file, right.replace(wrong.right, wrong.wrong))
      })
      expect(said).toMatch(/payment\.approved was answered 401/)
      expect(code, said).toBe(1)
    })
  })
}

function endGroup({ pid }: ChildProcess): void {
  try {
    process.kill(-pid!, 'SIGKILL')
  } catch {
    // It has ended.
  }
}
