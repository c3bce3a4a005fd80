/** The completion in the shells themselves: what Tab shows. PowerShell isn't here; its script is read below. */

import { spawnSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { read, root } from '../docs/pages.ts'
import { describeNeeding } from '../support/needs.ts'
import { Machine } from '../support/pixctl.ts'
import { noTerminal, onTerminal, plain, type Terminal } from './pty.ts'

const CASES: readonly [line: string, shows: readonly string[], hides: readonly string[]][] = [
  ['pixctl charg', ['charge', 'charges'], ['balance']],
  ['pixctl charge ', ['create', 'wait', 'get'], ['login', 'sync', 'not-shown']],
  ['pixctl charges s', ['sync'], ['login']],
  ['pixctl sandbox key ', ['create', 'revoke'], ['start']],
  ['pixctl auth login --', ['--kind', '--realtime-url', '--profile', '--help'], ['--amount', '--hidden']],
  ['pixctl auth login --kind ', ['api-key', 'ws-token', 'webhook-secret'], ['--profile']],
  ['pixctl auth login --kind=w', ['ws-token', 'webhook-secret'], ['api-key']],
  ['pixctl sandbox key create --permission pay', ['payments:create', 'payments:read'], ['balance:read']],
  ['pixctl charges list --status P', ['PENDING', 'PAID'], ['FAILED']],
  ['pixctl charge create --qr ', ['terminal', 'none'], ['FILE']],
  ['pixctl charge create --validity ', ['30m', '1h', '6h', '1d', '2d', '7d'], ['--amount']],
  ['pixctl balance --lang ', ['en', 'pt-BR'], ['--json']],
  ['pixctl events tail --type payment.', ['payment.created', 'payment.failed'], ['endpoint.test']],
  ['pixctl webhook deliveries --type d', ['deposit.approved'], ['payment.created']],
  ['pixctl charges list --csv-style ', ['rfc4180', 'excel-br'], ['--csv']],
  ['pixctl report --by ', ['day', 'week', 'month'], ['--csv']],
  ['pixctl report --rate-limit ', ['off'], ['--csv', 'N']],
  ['pixctl webhook deliveries --forward ', ['none', 'pending', 'done', 'parked'], ['--type']],
  ['pixctl sandbox fault add --on ', ['create', 'balance', 'realtime'], ['--status']],
  ['pixctl --profile ', ['shop-one', 'shop.two'], ['charge']],
  ['pixctl balance -p ', ['shop-one', 'shop.two'], ['--json']],
  ['pixctl balance --profile=s', ['shop-one', 'shop.two'], ['--json']],
  ['pixctl -p shop-one sandbox store ', ['add', 'disable', 'enable', 'list'], ['balance']],
  ['pixctl auth use ', ['shop-one', 'shop.two'], ['--json']],
  ['pixctl help e', ['exit-codes', 'environment', 'events'], ['charge']],
  ['pixctl help auth l', ['list', 'login', 'logout'], ['exit-codes']],
  ['pixctl webhook trigger payment.', ['payment.created', 'payment.approved'], ['deposit.approved']],
  ['pixctl completion ', ['bash', 'zsh', 'fish', 'powershell'], ['balance']],
  ['pixctl charge create --from cus', ['customers.csv'], ['--amount']],
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
      terminal = onTerminal(machine, `cd "$HOME"; exec ${start}`, { columns: 200, rows: 100 })
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

describe('PowerShell', () => {
  it('has the same commands, flags and values, each quoted', async () => {
    const text = await printed('powershell')
    for (const line of [
      'Register-ArgumentCompleter -Native -CommandName pixctl',
      "'auth login --kind' { $found = @('api-key', 'ws-token', 'webhook-secret', 'inbox-url'); break }",
      "'charge create --validity' { $found = @('30m', '1h', '6h', '1d', '2d', '7d'); break }",
      "'* --profile' { $found = @(& $profiles); break }",
      "'auth use' { $found = @(& $profiles);",
      "'create\tcreate a Pix charge and show its QR code'",
      // A quote in a text is doubled.
      "'balance\tshow the wallet''s available balance'",
    ]) {
      expect(text).toContain(line)
    }
    // Outside of quotes there are only words of the script itself: no text of ours ends its quotes early.
    const outside = text.replaceAll(/^ *#.*$/gm, '').replaceAll(/'(?:[^']|'')*'|"[^"]*"/g, '')
    expect(outside).not.toMatch(/['"]/)
    expect(outside).not.toMatch(/charge|webhook|sandbox/)
  })
})

it('has every command and every flag of the manifest, and no hidden one', async () => {
  const { commands } = JSON.parse(read('oclif.manifest.json')) as {
    commands: Record<string, { id: string; flags: Record<string, { name: string; hidden?: boolean }> }>
  }
  for (const shell of ['bash', 'zsh', 'fish', 'powershell']) {
    const text = await printed(shell)
    for (const { id, flags } of Object.values(commands)) {
      for (const word of id.split(':')) expect(text, `${shell}: ${word}`).toMatch(new RegExp(`\\b${word}\\b`))
      for (const { name, hidden } of Object.values(flags)) {
        expect(new RegExp(`--${name}(?![\\w-])`).test(text), `${shell}: --${name}`).toBe(!hidden)
      }
    }
  }
})

it('of an unknown shell is exit 2 and names those that there are', async () => {
  const { stderr, code } = await machine.pixctl(['completion', 'tcsh'])
  expect(code).toBe(2)
  expect(stderr).toContain('bash, zsh, fish, powershell')
})
