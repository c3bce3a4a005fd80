/** What the service and this machine refuse, in Portuguese; the error of --json is the same in both languages. */

import { chmodSync } from 'node:fs'
import { expect, it, test } from 'vitest'
import { Failure } from '#lib/failure.ts'
import { readPrivate, replaceFile } from '#lib/files.ts'
import { inLanguage } from '#lib/language.ts'
import { texts } from '#realtime/texts.ts'
import { passing } from '../support/clock.ts'
import { temporaryFolder } from '../support/folder.ts'
import { LocalMachine } from '../support/local.ts'
import { againstLocal } from '../support/scripted.ts'
import { type Act, answer, cut } from '../support/service.ts'
import { steps } from '../support/steps.ts'

const PORTUGUESE = { PIXCTL_LANG: 'pt-BR' }

it.each<[string, string[], Act, string]>([
  ['a refused key', ['balance'], answer(401, { error: 'the key is missing, invalid or revoked' }), '(401)\n'],
  [
    'an unknown charge',
    ['charges', 'get', 'pay_1'],
    answer(404, { error: 'this store has no such payment' }),
    'pay_1\n  confira',
  ],
  ['no route', ['balance'], answer(404, { error: 'there is no such route' }), '(404)\n'],
])(
  '%s of the embedded sandbox is said once in Portuguese, and whole in JSON and with --debug',
  async (_name, args, act, said) => {
    await using store = await againstLocal(act, act, act)
    const { stderr } = await store.machine.pixctl(args, { env: PORTUGUESE })
    expect(stderr).toContain(said)
    expect(stderr).not.toContain('o serviço diz')
    const scripted = await store.machine.pixctl([...args, '--json'], { env: PORTUGUESE })
    expect(JSON.parse(scripted.stderr).error).toContain('the service says: ')
    // Who looks for a cause wants to see all of it.
    const debugging = await store.machine.pixctl([...args, '--debug'], { env: PORTUGUESE })
    expect(debugging.stderr).toMatch(/o serviço diz: (the key is missing|this store has no|there is no such)/)
  },
)

test('the close of a sandbox that stops is in Portuguese for a person', () => {
  const closed = (reason: string) => texts.closed(1001, reason)
  expect(inLanguage('en', () => closed('the sandbox is stopping'))).toBe(
    'close 1001: the sandbox is stopping',
  )
  inLanguage('pt-BR', () => {
    expect(closed('the sandbox is stopping')).toBe('código de encerramento 1001: o sandbox está parando')
    expect(closed('other')).toBe('código de encerramento 1001: other')
  })
})

it.each<[string, string[], Act, string[]]>([
  [
    'a refused key',
    ['balance'],
    answer(401, { error: 'revoked' }),
    [
      'erro: a chave é inválida, foi apagada ou revogada, ou expirou (401); o serviço diz: revoked',
      'confira a chave',
    ],
  ],
  [
    'an unknown charge',
    ['charges', 'get', 'pay_1'],
    answer(404, { error: 'gone' }),
    [
      'erro: esta loja não tem a cobrança pay_1',
      'o serviço diz: gone',
      'confira o id e o perfil: uma chave só vê a própria loja',
    ],
  ],
  [
    'too many calls',
    ['balance', '--timeout', '1s'],
    answer(429, { error: 'slow down' }, { 'retry-after': '7' }),
    ['erro: mais de 120 chamadas por minuto', 'aguarde 7 s, ou aumente o limite com --timeout'],
  ],
  ['no JSON', ['balance'], answer(200, '<p>'), ['erro: o serviço respondeu 200, mas não com JSON']],
  ['a cut connection', ['balance', '--timeout', '0.85s'], cut, ['erro: a conexão caiu (127.0.0.1:']],
])('in Portuguese says why and what to do after %s', async (_name, args, act, lines) => {
  await using store = await againstLocal(act, act, act)
  store.machine.clock = passing()
  const { stderr, stdout, code } = await store.machine.pixctl(args, { env: PORTUGUESE })
  expect(stdout).toBe('')
  for (const line of lines) expect(stderr).toContain(line)
  const asJson = await store.machine.pixctl([...args, '--json'], { env: PORTUGUESE })
  expect(asJson).toEqual(await store.machine.pixctl([...args, '--json']))
  expect(asJson.code).toBe(code)
  expect(asJson.stderr).not.toMatch(/[ãçéíóú]/)
})

// The commands themselves are loaded in the language of the person.
it.each<[string, string[], string[]]>([
  ['a missing argument', ['webhook', 'show'], ['falta um argumento', 'entrega|evento  um id de entrega']],
  [
    'a flag that is repeated',
    ['charge', 'create', '--amount', '1', '--amount', '2'],
    ['--amount só pode ser'],
  ],
])('wrong usage: %s', async (_name, args, words) => {
  using machine = new LocalMachine()
  const { stderr, code } = await machine.pixctl(args, { env: PORTUGUESE })
  for (const each of words) expect(stderr).toContain(each)
  expect(code).toBe(2)
  const asJson = await machine.pixctl([...args, '--json'], { env: PORTUGUESE })
  expect(asJson.stderr).not.toMatch(/falta|entrega|uma vez/)
})

test.skipIf(process.platform === 'win32')('a file that others could have written', () => {
  const file = `${temporaryFolder()}/config.json`
  replaceFile(file, '{}')
  chmodSync(file, 0o622)
  let refused: unknown
  try {
    readPrivate(file)
  } catch (error) {
    refused = error
  }
  const failure = refused as Failure
  expect(failure).toBeInstanceOf(Failure)
  inLanguage('pt-BR', () => {
    expect(failure.localized).toBe(
      `${file} pode ser alterado por qualquer usuário (modo 0622), por isso o pixctl não o usa`,
    )
    expect(steps(failure)).toContain(`se ninguém mais alterou nada aí: chmod 600 ${file}\n`)
  })
  expect(failure.message).toBe(`${file} can be written by every user (mode 0622), so pixctl doesn't use it`)
})
