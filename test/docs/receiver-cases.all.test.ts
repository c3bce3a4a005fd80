/** The function of each receiver of docs/guide passes contract/webhook-cases.json, by the loop of the guide. */

import { execFile } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { describeIn } from '../support/programs.ts'
import { commandFor, type Language } from '../support/runtimes.ts'
import { root } from './pages.ts'
import { blocksOf, codeOf, PAGES } from './receiver-pages.ts'

const run = promisify(execFile)
const GUIDE = 'docs/guide/receivers.md'
const CASES = join(root, 'src/contract/webhook-cases.json')

interface Loop {
  /** The info string of its block, and what it is saved as. */
  info: string
  file: string
  /** The file of the function, and what a page's code needs around it. */
  signature: string
  alone(code: string): string
  /** What takes its check of the time away. */
  timeless: [RegExp, string]
}

/** The function of a page, from its first line to the one that ends it. */
const cut = (code: string, pattern: RegExp) => {
  const found = pattern.exec(code)
  if (found === null) throw new Error(`no ${pattern.source} in ${code}`)
  return found[0]
}

const LOOPS: Record<Language, Loop> = {
  node: {
    info: 'ts',
    file: 'cases.ts',
    signature: 'signature.mjs',
    alone: code =>
      `${cut(code, /^import .* from 'node:crypto'$/m)}\nexport ${cut(code, /^function isSigned[\s\S]*?^\}$/m)}\n`,
    timeless: [/ \|\| Math\.abs\(.*?\) > 300/, ''],
  },
  python: {
    info: 'python',
    file: 'cases.py',
    signature: 'signature.py',
    alone: code =>
      `import hashlib\nimport hmac\nimport re\n\n${cut(code, /^def is_signed[\s\S]*?(?=\n\n\n)/m)}\n`,
    timeless: [/ or abs\(.*?\) > 300/, ''],
  },
  php: {
    info: 'php',
    file: 'cases.php',
    signature: 'signature.php',
    alone: code => `<?php\n${cut(code, /^function isSigned[\s\S]*?^\}$/m)}\n`,
    timeless: [/ {4}if \(abs.*\n/, ''],
  },
  go: {
    info: 'go',
    file: 'receiver_test.go',
    signature: 'receiver.go',
    // Whole: a test of Go may be beside the program.
    alone: code => code,
    timeless: [/ \|\| age > 5\*time\.Minute \|\| age < -5\*time\.Minute/, ' || age == 1'],
  },
  ruby: {
    info: 'ruby',
    file: 'cases.rb',
    signature: 'signature.rb',
    alone: code => `require 'openssl'\n\n${cut(code, /^def signed\?[\s\S]*?^end$/m)}\n`,
    timeless: [/ \|\| \(now.*> 300/, ''],
  },
  java: {
    info: 'java',
    file: 'Cases.java',
    signature: 'Signature.java',
    alone: code => code,
    timeless: [/ \|\| Math\.abs\(.*\) > 300/, ''],
  },
}

/** What the loop says about a function: empty if every case is as it should be. */
async function saidAbout(language: Language, code: string): Promise<string> {
  const { info, file, signature } = LOOPS[language]
  const folder = mkdtempSync(join(tmpdir(), 'pixctl-cases-'))
  try {
    copyFileSync(CASES, join(folder, 'webhook-cases.json'))
    const [loop] = blocksOf(GUIDE, info)
    if (language === 'java') {
      // One file, so that Java compiles and runs it at once; imports come first.
      const imports = (text: string) => text.match(/^import .*$/gm) ?? []
      const rest = [loop!, code].map(text => text.replaceAll(/^import .*$/gm, ''))
      writeFileSync(join(folder, file), [...imports(loop!), ...imports(code), ...rest].join('\n'))
    } else {
      writeFileSync(join(folder, signature), code)
      writeFileSync(join(folder, file), loop!)
    }
    if (language === 'go') writeFileSync(join(folder, 'go.mod'), 'module receiver\n\ngo 1.19\n')
    const [program, ...args] = commandFor(language, file) as [string, ...string[]]
    await run(program, args, {
      cwd: folder,
      env: { ...process.env, GOFLAGS: '-mod=mod', GOTOOLCHAIN: 'local' },
    })
    return ''
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    return `${stdout}${stderr}` || String(error)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const receivers: [string, Language, () => string][] = []
for (const [name, page] of Object.entries(PAGES)) {
  receivers.push([`${name}.md`, page.language, () => codeOf(name, page)])
}

for (const [name, language, code] of receivers) {
  describeIn(language, `the function of ${name}`, () => {
    const { alone, timeless } = LOOPS[language]

    it('passes every case', { timeout: 120_000 }, async () => {
      expect(await saidAbout(language, alone(code()))).toBe('')
    })

    const why = 'fails, and the loop says which case and why, if it does not look at the time'
    it(why, { timeout: 120_000 }, async () => {
      const whole = alone(code())
      const broken = whole.replace(...timeless)
      expect(broken).not.toBe(whole)
      expect(await saidAbout(language, broken)).toMatch(/stale_signature.*It is signed ten minutes ago/)
    })
  })
}
