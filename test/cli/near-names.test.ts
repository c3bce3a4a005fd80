/** What is meant by a name that doesn't exist: flags, verbs alone, and the ways to ask for the version. */

import { describe, expect, it } from 'vitest'
import { COMMANDS } from '#cli/dispatch/commands.ts'
import { runCommand, testHost } from '../support/run.ts'

describe('a flag', () => {
  it.each([
    [['charges', 'list', '--limt', '3'], ['--limit']],
    [['charge', 'create', '--desc', 'x'], ['--description']],
    [
      ['charges', 'list', '--paid', '7d'],
      ['--paid-since', '--paid-until'],
    ],
    [['charge', 'create', '--Amount', '1'], ['--amount']],
    [['status', '--jsno'], ['--json']],
    [['--verson'], ['--version']],
    [['status', '--bogus'], []],
    [['status', '-x'], []],
    [['charge', 'create', '--amount', '1', '--api-key', 'x'], []],
  ])('that is mistyped gets the nearest ones: %j', async (args, flags) => {
    const { stderr, code } = await runCommand(args)
    expect(code).toBe(2)
    expect([...stderr.matchAll(/did you mean (--\S+)$/gm)].map(([, flag]) => flag)).toEqual(flags)
  })
})

describe('a verb alone', () => {
  it.each([
    ['login', ['auth login']],
    ['listen', ['webhook listen']],
    ['watch', ['charges watch']],
    ['list', ['auth list', 'charges list']],
    ['rotate', ['sandbox token rotate', 'sandbox webhook rotate']],
  ])('names the commands that have it: %s', async (verb, commands) => {
    const { stderr, code } = await runCommand([verb, 'more'])
    expect(code).toBe(2)
    const suggested = [...stderr.matchAll(/did you mean: pixctl (.+)$/gm)].map(([, words]) => words!)
    expect(suggested).toEqual(commands)
    for (const words of suggested) expect(Object.keys(COMMANDS)).toContain(words.replaceAll(' ', ':'))
  })
})

describe('an unknown command', () => {
  it.each([
    ['exit-codes', 'did you mean: pixctl help exit-codes'],
    ['help environmnt', 'did you mean: pixctl help environment'],
    ['help charge creat', 'did you mean: pixctl help charge create'],
    ['balnce', 'did you mean: pixctl balance'],
    ['store', 'see: pixctl sandbox store --help'],
    ['sandbox stor', 'see: pixctl sandbox store --help'],
    ['charge login', 'did you mean: pixctl auth login'],
    ['cobrança criar', 'did you mean: pixctl charge create'],
    ['sandbox kye create', 'did you mean: pixctl sandbox key create'],
    ['xyzzy', 'see: pixctl --help'],
    ['sandbox stop', 'to stop the sandbox, press Ctrl-C in its terminal'],
    ['sandbox halt', 'see: pixctl sandbox --help'],
    ['charge send --help', 'see: pixctl charge --help'],
    ['sandbox key import --help', 'did you mean: pixctl help sandbox key create'],
    ['help opções', 'did you mean: pixctl help flags'],
    ['charge --amount 5', 'see: pixctl charge --help'],
    ['ajuda', 'did you mean: pixctl help'],
    ['saldo', 'did you mean: pixctl balance'],
    ['cobrança', 'see: pixctl charge --help'],
    ['Relatório', 'did you mean: pixctl report'],
  ])('gets the next step: %s', async (words, step) => {
    const { stdout, stderr, code } = await runCommand(words.split(' '))
    expect({ stdout, code }).toEqual({ stdout: '', code: 2 })
    expect(stderr.split('\n').slice(1)).toEqual([`  ${step}`, ''])
  })
})

it.each([
  ['charge pay', 'ID'],
  ['charges pay pay_1', 'pay_1'],
])('%s says who pays', async (words, id) => {
  const { stderr, code } = await runCommand([...words.split(' '), '--profile', 'shop'])
  expect(code).toBe(2)
  expect(stderr.split('\n').slice(1)).toEqual([
    "  the customer pays the charge, in the app of the customer's bank",
    `  in the sandbox: pixctl sandbox pay ${id}`,
    '',
  ])
})

it.each([['version'], ['-v'], ['--version'], ['--json version'], ['--lang pt-BR -v']])(
  '%s is the version',
  async words => {
    expect(await runCommand(words.split(' '))).toEqual({
      stdout: 'pixctl/0.0.0-test\n',
      stderr: '',
      code: 0,
    })
  },
)

it('what the parser does not accept is said to a person in Portuguese, and to a script in English', async () => {
  const args = ['charge', 'confirm', 'pay_1']
  const host = testHost({ env: { LC_ALL: 'pt_BR.UTF-8' } })
  const { stderr } = await runCommand(args, { host })
  expect(stderr).toMatch(
    /^erro: falta --amount\n[\s\S]*por exemplo: pixctl charge confirm ID --amount 10,50\n/,
  )
  expect(await runCommand([...args, '--json'], { host })).toEqual(await runCommand([...args, '--json']))
})

describe("the parser's errors are sentences as ours", () => {
  it.each([
    ['charges get', 'an argument is missing:\n  id\n  for example: pixctl charges get ID'],
    ['status a b', 'unexpected arguments: a, b'],
    ['auth login --kind x', '--kind=x is none of these: api-key, ws-token, webhook-secret, inbox-url'],
    ['auth login --kind', 'the value of --kind is missing; it is one of: api-key, ws-token, webhook-secret'],
    ['balance --timeout 1 --timeout 2', '--timeout can be given only once'],
    ['charges list --csv -q', "--csv can't be used with --quiet"],
    ['report --offline --rate-limit 5', "--rate-limit can't be used with --offline"],
    ['charges list --csv-style excel-br', '--csv-style also needs: --csv'],
    ['charge confirm pay_1', '--amount is missing\n  for example: pixctl charge confirm ID --amount 10.50\n'],
    ['charge create 10', 'unexpected argument: 10\n  did you mean --amount 10.00\n'],
    ['charge create 1.234,50', 'unexpected argument: 1.234,50\n  did you mean --amount 1234.50\n'],
    ['charge create --amount 10 50', 'unexpected argument: 50\n  add --help'],
    ['charge create --value 10', 'unknown flag: --value\n  did you mean --amount\n'],
  ])('say what is missing or too much: %s', async (words, says) => {
    const { stdout, stderr, code } = await runCommand(words.split(' '))
    expect({ stdout, code }).toEqual({ stdout: '', code: 2 })
    expect(stderr).toContain(`error: ${says}`)
    expect(stderr).toMatch(/ {2}add --help to see how to use it\n$/)
  })
})
