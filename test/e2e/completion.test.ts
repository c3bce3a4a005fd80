/** The completion in the shells themselves: what Tab shows. PowerShell isn't here; its script is read below. */

import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { read, root } from '../docs/pages.ts'
import { describeNeeding } from '../support/needs.ts'
import { Machine } from '../support/pixctl.ts'
import { noTerminal, onTerminal, plain, type Terminal } from './pty.ts'

/** What the shells do with the words that they are given; test/cli/complete.test.ts has which ones. */
const CASES: readonly [line: string, shows: readonly string[], hides: readonly string[]][] = [
  ['pixctl charg', ['charge', 'charges'], ['balance']],
  ['pixctl auth login --', ['--kind', '--realtime-url', '--profile', '--help'], ['--amount', '--hidden']],
  ['pixctl auth login --kind=w', ['ws-token', 'webhook-secret'], ['api-key']],
  ['pixctl sandbox key create --permission pay', ['payments:create', 'payments:read'], ['balance:read']],
  ['pixctl balance --profile=s', ['shop-one', 'shop.two'], ['--json']],
  ['pixctl -p shop-one sandbox store ', ['add', 'disable', 'enable', 'list'], ['balance']],
  ['pixctl help auth l', ['list', 'login', 'logout'], ['exit-codes']],
  ['pixctl charge create --from cus', ['customers.csv', 'customers-old.csv'], ['--amount']],
  ['pixctl charge create --from=cus', ['customers.csv', 'customers-old.csv'], ['--amount']],
  ['~/bin/pixctl charges s', ['sync'], ['list']],
]

const machine = new Machine()
const bin = join(machine.folder, 'bin')

beforeAll(async () => {
  mkdirSync(bin)
  symlinkSync(join(root, 'bin/run.js'), join(bin, 'pixctl'))
  mkdirSync(machine.configDir, { mode: 0o700 })
  const config = { current: 'shop-one', profiles: { 'shop-one': {}, 'shop.two': {} } }
  writeFileSync(join(machine.configDir, 'config.json'), JSON.stringify(config), { mode: 0o600 })
  for (const name of ['customers.csv', 'customers-old.csv']) writeFileSync(join(machine.folder, name), '')
  machine.env.PATH = `${bin}:${machine.env.PATH}`
  for (const shell of ['bash', 'zsh', 'fish']) writeFileSync(script(shell), await printed(shell))
})
afterAll(() => machine[Symbol.dispose]())

function script(shell: string): string {
  return join(machine.folder, `completion.${shell}`)
}

async function printed(shell: string): Promise<string> {
  const { stdout, stderr, code } = await machine.pixctl(['completion', shell])
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 })
  return stdout
}

function need(shell: string) {
  const there = spawnSync(shell, ['--version'], { stdio: 'ignore' }).status === 0
  const missing = there ? noTerminal : `${shell} is not here`
  return { missing, requiredBy: 'PIXCTL_REQUIRE_SHELLS' }
}

/** What Tab shows after a line, on the terminal of a shell that is at its prompt. */
async function shownBy(terminal: Terminal, line: string, mark: string): Promise<string> {
  await terminal.sees('next> ')
  const before = terminal.screen.length
  // The line is cleared before the mark is printed. The mark is typed in two parts: only the output has it whole.
  terminal.type(`${line}\t`)
  terminal.type(`\u0015printf '%s-%s.\\n' mark ${mark}\r`)
  await terminal.sees(`mark-${mark}.`)
  return plain(terminal.screen.slice(before))
}

/** Whether a screen shows the word as one word. */
function hasWord(screen: string, word: string): boolean {
  const text = word.replaceAll(/[.]/g, '\\$&')
  return new RegExp(`(?<![\\w.:-])${text}(?![\\w.:-])`).test(screen)
}

describe.each([
  {
    shell: 'bash',
    start: 'bash --norc --noprofile -i',
    setup:
      "bind 'set completion-query-items 0' 'set page-completions off' 'set show-all-if-ambiguous on'; PS1='next> '",
  },
  {
    shell: 'zsh',
    start: 'zsh -f -i',
    setup: "autoload -Uz compinit; compinit -u -D; LISTMAX=0; PS1='next> '; setopt no_list_ambiguous",
  },
])('$shell', ({ shell, start, setup }) => {
  describeNeeding(need(shell), 'completes', () => {
    let terminal: Terminal
    beforeAll(async () => {
      terminal = onTerminal(machine, `cd "$HOME"; exec ${start}`, { columns: 200, rows: 100, isShared: true })
      terminal.type(`${setup}; source ${script(shell)}; printf '%s-%s.\\n' mark ready\r`)
      await terminal.sees('mark-ready.')
    })
    afterAll(async () => {
      terminal.type('\u0015exit\r')
      await terminal.ended
    })

    it.each(CASES.map((each, index) => [index, ...each] as const))(
      '%i: %s',
      async (index, line, shows, hides) => {
        const screen = await shownBy(terminal, line, String(index))
        for (const word of shows) expect(hasWord(screen, word), `${word} in:\n${screen}`).toBe(true)
        const typed = line.split(' ')
        for (const word of hides.filter(each => !typed.includes(each))) {
          expect(hasWord(screen, word), `${word} in:\n${screen}`).toBe(false)
        }
      },
    )
  })
})

describe('fish', () => {
  describeNeeding(need('fish'), 'completes', () => {
    it.each(CASES)('%s', async (line, shows, hides) => {
      const run = await machine.shell(
        `cd "$HOME"; fish --no-config -c 'source ${script('fish')}; complete -C "${line}"'`,
      )
      expect(run).toMatchObject({ stderr: '', code: 0 })
      const flag =
        line
          .split(' ')
          .at(-1)!
          .match(/^--\w+=/)?.[0] ?? ''
      const words = run.stdout.split('\n').map(each => each.split('\t')[0]!.replace(flag, ''))
      expect(words).toEqual(expect.arrayContaining([...shows]))
      for (const word of hides) expect(words).not.toContain(word)
    })
  })
})

it('the script for bash is saved by the line of the guide, in a home without that folder', async () => {
  const [, line] = /`(mkdir [^`]+)`/.exec(read('docs/guide/settings.md')) ?? []
  expect(await machine.shell(line!)).toMatchObject({ stderr: '', code: 0 })
  const saved = join(machine.folder, '.local/share/bash-completion/completions/pixctl')
  expect(readFileSync(saved, 'utf8')).toBe(await printed('bash'))
})

it('the script for PowerShell asks pixctl', async () => {
  const text = await printed('powershell')
  expect(text).toContain('Register-ArgumentCompleter -Native -CommandName pixctl')
  expect(text).toContain('& $before[0] __complete --lang=en "typed=$typed" @words 2>$null')
})
