/** Accounts, and what is kept on this machine, as a Brazilian sees them; scripts read the same in both languages. */

import { describe, expect, it } from 'vitest'
import { begin, openJournal } from '../../charges/creations/unresolved.ts'
import { LocalMachine } from '../../support/local.ts'
import { runCommand, testHost } from '../../support/run.ts'
import { openLocalStore } from '../../support/store.ts'

const store = await openLocalStore()
const { baseUrl, apiKey } = store.sandbox
const PORTUGUESE = { LC_ALL: 'pt_BR.UTF-8' }
const WIDE = { columns: 120, rows: 40 }

/** A machine that is logged in, with one charge that wasn't finished. */
async function shop(): Promise<LocalMachine> {
  const machine = new LocalMachine({})
  await machine.pixctl(['auth', 'login', '--insecure-storage', '--base-url', baseUrl], { input: apiKey })
  begin(await openJournal(machine.dataDir))
  return machine
}

async function onTerminal(machine: LocalMachine, ...args: string[]): Promise<string> {
  const { stdout } = await machine.pixctl([...args, '--no-color'], { env: PORTUGUESE, terminal: WIDE })
  return stdout
}

describe('in Portuguese', () => {
  it('login, status, the profiles and what is kept are said', async () => {
    using machine = await shop()
    const again = await machine.pixctl(['auth', 'login', '--insecure-storage'], {
      env: PORTUGUESE,
      input: apiKey,
    })
    const { host } = new URL(baseUrl)
    expect(again.stderr).toBe(
      `perfil default: chave de API para ${host} está em um arquivo que só você pode ler\n` +
        'permissões: payments:create, payments:read, balance:read\n',
    )
    expect(await onTerminal(machine, 'status')).toContain('não são possíveis com estas chaves')
    expect(await onTerminal(machine, 'auth', 'list')).toMatch(
      /PERFIL +URL BASE +TEMPO REAL +SEGREDOS *\n\* +default .*api-key \(arquivo\)/,
    )
    expect(await onTerminal(machine, 'state')).toMatch(
      /QTD\. +PENDENTES +MAIS ANTIGO.*\n\* +default +diário +1 +1 /,
    )
  })

  it('who isn’t logged in is told how', async () => {
    const run = await runCommand(['balance'], { host: testHost({ env: PORTUGUESE }) })
    expect(run).toMatchObject({ stdout: '', code: 3 })
    expect(run.stderr).toMatch(
      /^erro: você ainda não fez login\n {2}pixctl auth login --base-url \S+\n {2}ou experimente o pixctl com um sandbox: pixctl sandbox start\n$/,
    )
  })

  it.each([
    [['status', '--timeout', 'x'], '--timeout aceita uma duração de 0.001s a 24d, como 90s ou 2m, e não x'],
    [['status', '--base-url', 'http://pay.example/api/v1'], 'enviaria o segredo sem criptografia'],
    [['auth', 'login', '--profile', 'loja'], 'falta o endereço do serviço\n  use --base-url'],
    [
      ['auth', 'login', '--kind', 'ws-token', '--profile', 'loja'],
      'falta o endereço do canal em tempo real\n  use --realtime-url',
    ],
    [['auth', 'use', 'shop'], 'o perfil "shop" não existe'],
    [
      ['charge', 'confirm', 'pay_1', '--amount', '1.000'],
      'não é um valor em reais: 1.000\n  podem ser dois valores: escreva 1.000,00 ou 1,00',
    ],
  ])('%j says what is wrong', async (args, words) => {
    using machine = await shop()
    const run = await machine.pixctl(args, { env: PORTUGUESE })
    expect(run.stderr).toMatch(/^erro: /)
    expect(run.stderr).toContain(words)
    const asJson = await machine.pixctl([...args, '--json'], { env: PORTUGUESE })
    expect(asJson).toEqual(await machine.pixctl([...args, '--json']))
  })
})

describe('scripts read the same', () => {
  it.each([
    ['status'],
    ['status', '--json'],
    ['auth', 'list'],
    ['auth', 'list', '--json'],
    ['state'],
    ['state', '--json'],
    ['state', 'prune', '--keep', '2d', '--yes'],
    ['charges', 'get', 'pay_unknown', '--json'],
  ])('%s %s', async (...args) => {
    using machine = await shop()
    const [english, portuguese] = [
      await machine.pixctl(args),
      await machine.pixctl(args, { env: PORTUGUESE }),
    ]
    const bytes = ({ stdout, code, stderr }: typeof english) =>
      // The time up to which something is dropped is that of the run.
      [stdout.replace(/^olderThan\t.*$/m, ''), code, args.includes('--json') ? stderr : '']
    expect(bytes(portuguese)).toEqual(bytes(english))
    expect(english.stdout + english.stderr).not.toBe('')
  })
})

describe('a question for yes or no', () => {
  const ask = async (machine: LocalMachine, answer: string, env: Record<string, string>) =>
    await machine.pixctl(['state', 'prune', '--keep', '2d', '--no-color'], {
      env,
      input: answer,
      terminal: WIDE,
    })

  it.each([
    ['sim\n', true],
    ['S\n', true],
    ['y\n', true],
    ['não\n', false],
    ['nao\n', false],
    ['\n', false],
    ['talvez\nsim\n', true],
    ['talvez\nn\n', false],
  ])('takes %j in both languages', async (answer, yes) => {
    using machine = await shop()
    for (const env of [{ TERM: 'dumb' }, { TERM: 'dumb', ...PORTUGUESE }]) {
      const { stderr, code } = await ask(machine, answer, env)
      expect(code).toBe(yes ? 0 : 2)
      const isEnglish = !('LC_ALL' in env)
      expect(stderr).toContain(isEnglish ? '(y/N) ' : '(s/N) ')
      if (answer.startsWith('talvez'))
        expect(stderr).toContain(isEnglish ? 'answer y or n' : 'responda s ou n')
    }
  })

  it('takes it where the terminal has escape codes too', async () => {
    using machine = await shop()
    const run = await ask(machine, 's\r', { TERM: 'xterm', ...PORTUGUESE })
    expect(run.code).toBe(0)
    expect(run.stderr).toMatch(/Descartar o que já terminou e é anterior a \d\d\/\d\d\/\d{4}/)
    expect(run.stderr).toContain('Sim')
  })
})
