/** What Tab completes. test/e2e/completion.test.ts has the shells, which ask for it. */

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import manifest from '../../oclif.manifest.json' with { type: 'json' }
import { runCommand, testHost } from '../support/run.ts'

/** The lines of the answer to Tab behind a line. */
async function answer(line: string, env: Record<string, string> = {}): Promise<string[]> {
  const host = testHost({ env })
  mkdirSync(join(host.home, 'config'), { mode: 0o700 })
  const config = { current: 'shop-one', profiles: { 'shop-one': {}, 'shop.two': {} } }
  writeFileSync(join(host.home, 'config', 'config.json'), JSON.stringify(config), { mode: 0o600 })
  const words = line.split(' ')
  const args = ['__complete', '--lang=en', `typed=${words.pop()}`, ...words.slice(1)]
  const { stdout, stderr, code } = await runCommand(args, { host })
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 })
  return stdout.split('\n').slice(0, -1)
}

async function wordsOf(line: string): Promise<string[]> {
  return (await answer(line)).map(each => each.split('\t')[0]!)
}

describe('a line is completed by', () => {
  it.each<[line: string, has: string[], hasNot: string[]]>([
    ['pixctl ', ['balance', 'charge', 'charges', 'help', 'version'], ['create', '--json']],
    ['pixctl sandbox key ', ['create', 'revoke'], ['start']],
    ['pixctl --', ['--version', '--profile', '--help'], ['--amount']],
    ['pixctl -', ['-p', '--profile'], ['-q']],
    ['pixctl auth login --', ['--kind', '--realtime-url', '--profile', '--help'], ['--amount', '--version']],
    ['pixctl balance ', ['--json', '--profile'], ['charge']],
    ['pixctl -p shop-one sandbox store ', ['add', 'disable', 'enable', 'list'], ['balance']],
    ['pixctl help ', ['exit-codes', 'environment', 'flags', 'events'], ['version', '--json']],
    ['pixctl help -', ['--all', '--json'], ['--profile', 'flags']],
    ['pixctl webhook trigger ', ['payment.created', 'deposit.approved'], ['--to']],
    ['pixctl auth use ', ['shop-one', 'shop.two'], ['--json']],
  ])('%j: %j, not %j', async (line, has, hasNot) => {
    const words = await wordsOf(line)
    expect(words).toEqual(expect.arrayContaining(has))
    for (const word of hasNot) expect(words).not.toContain(word)
  })

  it.each<[line: string, words: string[]]>([
    [
      'pixctl auth login --kind=w',
      ['--kind=api-key', '--kind=ws-token', '--kind=webhook-secret', '--kind=inbox-url'],
    ],
    ['pixctl charge create --qr ', ['terminal', 'open', 'none']],
    ['pixctl charge create --validity ', ['30m', '1h', '6h', '1d', '2d', '7d']],
    ['pixctl report --since ', ['today', 'yesterday', 'day-before-yesterday', 'week', 'month']],
    ['pixctl charges list --status ', ['CREATING', 'PENDING', 'PAID', 'EXPIRED', 'FAILED']],
    ['pixctl balance -p ', ['shop-one', 'shop.two']],
    ['pixctl balance --profile=s', ['--profile=shop-one', '--profile=shop.two']],
    ['pixctl completion ', ['bash', 'zsh', 'fish', 'powershell']],
    ['pixctl charge create --from cus', [':files']],
    ['pixctl sandbox start --data ', [':folders']],
    ['pixctl charge create --amount ', []],
    ['pixctl balance --json=', []],
  ])('%j: the values %j', async (line, words) => {
    expect(await wordsOf(line)).toEqual(words)
  })
})

it('every flag of a command that is shown, and no hidden one', async () => {
  for (const { id, flags } of Object.values<{ id: string; flags: object }>(manifest.commands)) {
    const shown = Object.values<{ name: string; hidden?: boolean }>(flags as never).filter(
      ({ hidden }) => !hidden,
    )
    const words = await wordsOf(`pixctl ${id.replaceAll(':', ' ')} --`)
    expect(words.filter(word => word.startsWith('--')).sort(), id).toEqual(
      [...shown.map(({ name }) => `--${name}`), '--help'].sort(),
    )
  }
})

it('what a word means is said in the language of the script', async () => {
  const [first] = await answer('pixctl charge c')
  expect(first).toBe('cancel\tnot offered by the service; says how to let a charge end')
  const { stdout } = await runCommand(['__complete', '--lang=pt-BR', 'typed=s', 'help'], { host: testHost() })
  expect(stdout).toContain('balance\tmostra o saldo disponível da carteira\n')
})

it('the names of profiles that cannot be read are left out', async () => {
  const host = testHost()
  mkdirSync(join(host.home, 'config'), { mode: 0o700 })
  writeFileSync(join(host.home, 'config', 'config.json'), '{', { mode: 0o600 })
  const args = ['__complete', '--lang=en', 'typed=', 'auth', 'use', '--profile']
  expect(await runCommand(args, { host })).toEqual({ stdout: '', stderr: '', code: 0 })
})
