/** The sandbox commands in Portuguese: what people read is in it, what scripts read is as in English. */

import { describe, expect, it, onTestFinished } from 'vitest'
import { call } from '../../support/http.ts'
import { LocalMachine } from '../../support/local.ts'
import { runCommand } from '../../support/run.ts'
import { startSandboxOn } from '../../support/sandbox.ts'

const BRAZIL = { LC_ALL: 'pt_BR.UTF-8', NO_COLOR: '1' }
const SCREEN = { columns: 120, rows: 40 }

/** A sandbox in Portuguese, and its operator. */
async function start() {
  const machine = new LocalMachine()
  onTestFinished(() => machine[Symbol.dispose]())
  const sandbox = await startSandboxOn(machine.host({ env: BRAZIL }))
  /** On a terminal, in Portuguese. */
  const seen = async (...args: string[]) => {
    const { stdout, stderr } = await machine.pixctl(args, { env: BRAZIL, terminal: SCREEN })
    return stdout + stderr
  }
  /** What scripts read: it must not differ. */
  const read = async (...args: string[]) => {
    const inEnglish = await machine.pixctl(args)
    const inPortuguese = await machine.pixctl(args, { env: BRAZIL })
    expect(inPortuguese.stdout).toBe(inEnglish.stdout)
    expect(inPortuguese.code).toBe(inEnglish.code)
    return { inEnglish, inPortuguese }
  }
  return { machine, sandbox, seen, read }
}

describe('the sandbox commands in Portuguese', () => {
  it('say where a sandbox runs, and how to go on', async () => {
    const machine = new LocalMachine()
    onTestFinished(() => machine[Symbol.dispose]())
    const host = machine.host({ env: BRAZIL, terminal: SCREEN })
    const { stdout, stderr } = await runCommand(['sandbox', 'start', '--port', '0', '--data', ':memory:'], {
      host,
      until: /Ctrl-C/,
    })
    expect(stdout).toMatch(
      /Serviço +http:.*\nTempo real +ws:.*\nPainel +http:.*\nDados +na memória, apagados/,
    )
    expect(stderr).toContain('SANDBOX, perfil sandbox; em outro terminal:')
    expect(stderr).toContain('para experimentar: pixctl charge create --amount 10,50')
    expect(stderr).toContain('pressione Ctrl-C para parar')
  })

  it('show tables, labels and notes', async () => {
    const { machine, seen } = await start()
    const { stdout } = await machine.pixctl(['charge', 'create', '--amount', '10', '-q'])
    const id = stdout.trim()
    expect(await seen('sandbox', 'pay', id)).toContain(`a cobrança ${id} agora está paga`)
    expect(await seen('sandbox', 'pay', id)).toContain(`a cobrança ${id} já estava paga: nada mudou`)
    expect(await seen('sandbox', 'deposit', '1234.5')).toMatch(
      /Valor +R\$ 1\.234,50\nSaldo agora +R\$ 1\.244,40/,
    )
    expect(await seen('sandbox', 'fault', 'add', '--on', 'get', '--status', '503', '--rate', '0.25')).toMatch(
      /Falha +flt_\w+\nOnde +get\nFaz +status 503\nFrequência +25% das vezes/,
    )
    expect(await seen('sandbox', 'fault', 'list')).toMatch(/ID +ONDE +FAZ +FREQUÊNCIA +USADA +ADICIONADA EM/)
    expect(await seen('sandbox', 'fault', 'clear')).toContain('1 falha foi encerrada')
    expect(await seen('sandbox', 'key', 'list')).toMatch(/ID +CHAVE +PERMISSÕES +CRIADA EM/)
    expect(await seen('sandbox', 'store', 'disable')).toContain(
      'a conta da loja main agora está indisponível',
    )
    expect(await seen('sandbox', 'store', 'enable')).toMatch(/Conta +disponível/)
    expect(await seen('sandbox', 'webhook', 'list')).toContain('nenhum endpoint; cadastre um com: pixctl')
  })

  it('say what is wrong, and what to do', async () => {
    const { machine, seen } = await start()
    expect(await seen('sandbox', 'pay', `pay_${'0'.repeat(22)}`)).toContain('esta loja não tem essa cobrança')
    const id = (await machine.pixctl(['charge', 'create', '--amount', '10', '-q'])).stdout.trim()
    await seen('sandbox', 'pay', id)
    const expired = await seen('sandbox', 'expire', id)
    expect(expired).toContain('erro: a situação atual da cobrança não permite essa mudança')
    expect(expired).toContain('veja como ela terminou: pixctl charges get')
    expect(await seen('sandbox', 'seed', '9')).toMatch(/^a receber +\d+$/m)
    expect(await seen('sandbox', 'seed', 'many')).toContain('N é um número de 1 a 200000, e não many')
    expect(await seen('sandbox', 'store', 'add', 'Filial')).toContain(
      'o nome de uma loja tem de 1 a 30 letras',
    )
    expect(await seen('sandbox', 'fault', 'add', '--on', 'get')).toContain(
      'falta dizer o que acontece: --status',
    )
    expect(await seen('sandbox', 'start', '--host', '0.0.0.0')).toContain(
      '--host 0.0.0.0 deixaria outros computadores usarem o sandbox',
    )
    expect(await seen('sandbox', 'start', '--port', '0')).toContain(
      'o sandbox do perfil "sandbox" está em execução em http://',
    )
  })

  it('say why an endpoint gave no answer', async () => {
    const { machine, seen } = await start()
    // Nothing listens on the port of discard.
    const added = await machine.pixctl(['sandbox', 'webhook', 'add', 'http://127.0.0.1:9/', '--json'])
    const tested = await seen('sandbox', 'webhook', 'test', JSON.parse(added.stdout).id)
    expect(tested).toMatch(/Resposta +conexão recusada/)
    expect(tested).toContain('erro: sem resposta de http://127.0.0.1:9/: conexão recusada')
  })

  it('print the same for scripts', async () => {
    const { machine, read } = await start()
    await machine.pixctl(['sandbox', 'webhook', 'add', 'http://127.0.0.1:9/'])
    await machine.pixctl(['sandbox', 'fault', 'add', '--on', 'list', '--status', '503'])
    await machine.pixctl(['sandbox', 'store', 'add', 'filial'])
    await machine.pixctl(['sandbox', 'store', 'disable'])
    for (const noun of ['webhook', 'fault', 'store', 'key']) {
      await read('sandbox', noun, 'list')
      await read('sandbox', noun, 'list', '--json')
    }
    for (const args of [
      ['pay', `pay_${'0'.repeat(22)}`],
      ['seed', '0'],
      ['store', 'add', 'filial'],
    ]) {
      const { inEnglish, inPortuguese } = await read('sandbox', ...args, '--json')
      expect(inPortuguese.code).not.toBe(0)
      // Before it is a line that says which sandbox is used.
      const [error] = [inEnglish, inPortuguese].map(({ stderr }) => stderr.trim().split('\n').at(-1))
      expect(inPortuguese.stderr.trim().split('\n').at(-1)).toBe(error)
    }
  })

  it('leave the answers of the service in English', async () => {
    const { sandbox } = await start()
    const headers = { Authorization: `Bearer ${sandbox.apiKey}`, 'Content-Type': 'application/json' }
    const create = (amount: number, key: string = crypto.randomUUID()) =>
      call(`${sandbox.baseUrl}/payments`, {
        method: 'POST',
        headers: { ...headers, 'Idempotency-Key': key },
        body: JSON.stringify({ amount }),
      })
    const key = crypto.randomUUID()
    await create(10, key)
    expect((await create(11, key)).body.error).toContain('was already used with different data: amount')
    expect((await create(2000)).body.error).toBe('amount must be a number greater than 0 and at most 1000.00')
    const unknown = await call(`${sandbox.baseUrl}/payments/pay_${'0'.repeat(22)}`, { headers })
    expect(unknown.body.error).toBe('this store has no such payment')
  })
})
