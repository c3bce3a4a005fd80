/** The other commands of `webhook` in Portuguese: what a person reads, and that scripts read the same as in English. */

import { describe, expect, it, onTestFinished } from 'vitest'
import { attempt, openInbox } from '../../inbox/arriving.ts'
import { keep, STATES, withKept, withReplayable } from '../../support/kept.ts'
import { send, signed } from '../../support/listener.ts'
import { startListening } from '../../support/listening.ts'
import { LocalMachine } from '../../support/local.ts'
import type { HostOptions } from '../../support/run.ts'
import { type Answer, openTarget, SECRET } from '../../webhooks/target.ts'

const portuguese = { LC_ALL: 'pt_BR.UTF-8', NO_COLOR: '1' }
const inPortuguese = () => new LocalMachine({ PIXCTL_WEBHOOK_SECRET: SECRET, ...portuguese })
const terminal = { columns: 140, rows: 50 }
const replaying = (...answers: Answer[]) => withReplayable(inPortuguese(), answers)

/** How long something took, which is another in each run. */
const stable = (text: string) =>
  text.replaceAll(/("ms": ?|ms\t|\t)\d+(?=[,}\n])/g, '$1N').replaceAll(/pixctl_test_(\w+)_\w{16}/g, '$1')

/** Runs it in both languages, with `--json` and in a pipe, and compares what a script reads. */
async function expectSame(machine: LocalMachine, args: readonly string[], options: HostOptions = {}) {
  for (const format of [[], ['--json']]) {
    const en = await machine.pixctl([...args, ...format], { ...options, env: { LC_ALL: 'C' } })
    const pt = await machine.pixctl([...args, ...format], options)
    expect({ stdout: stable(pt.stdout), code: pt.code }).toEqual({ stdout: stable(en.stdout), code: en.code })
    if (format.length > 0) expect(stable(pt.stderr)).toBe(stable(en.stderr))
  }
}

describe('webhook deliveries', () => {
  it('says what became of each event; rows and JSON keep the values', async () => {
    const machine = await withKept(inPortuguese(), STATES)
    const { stdout } = await machine.pixctl(['webhook', 'deliveries'], { terminal })
    const [head, ...lines] = stdout.trimEnd().split('\n')
    expect(head?.trim().split(/ {2,}/)).toEqual([
      ...['RECEBIDA', 'ENTREGA', 'EVENTO', 'VALOR', 'PAGAMENTO', 'ID DO EVENTO'],
      ...['ENCAMINHADA', 'TENTATIVAS'],
    ])
    expect(lines).toEqual([
      expect.stringMatching(/ sim 204 +2$/),
      expect.stringMatching(/ pendente sem resposta +2$/),
      expect.stringMatching(/ não +0$/),
    ])
    await expectSame(machine, ['webhook', 'deliveries'])
  })

  it.each([120, 80, 40])('fits %i columns with the longer headings', async columns => {
    const machine = await withKept(inPortuguese(), STATES)
    const { stdout } = await machine.pixctl(['webhook', 'deliveries'], { terminal: { columns, rows: 50 } })
    expect(Math.max(...stdout.split('\n').map(line => line.length))).toBeLessThanOrEqual(columns)
    expect(stdout).toContain('ENCAMINHADA')
  })

  it('says that there is none, and what is wrong with a filter', async () => {
    const machine = await withKept(inPortuguese(), STATES)
    const list = (...args: string[]) => machine.pixctl(['webhook', 'deliveries', ...args], { terminal })
    expect((await list('--payment', 'zzz')).stderr).toContain(
      'nada corresponde ao filtro: o começo do id de um pagamento precisa de pelo menos 6 caracteres',
    )
    expect((await list('--type', 'payment.aproved')).stderr).toMatch(
      /erro: payment.aproved não é um tipo de evento documentado\n {2}você quis dizer --type payment.approved$/m,
    )
    await expectSame(machine, ['webhook', 'deliveries', '--search', ''])
    const empty = inPortuguese()
    onTestFinished(() => empty[Symbol.dispose]())
    expect((await empty.pixctl(['webhook', 'deliveries'], { terminal })).stderr).toBe(
      'ainda não há eventos; para receber: pixctl webhook listen\n',
    )
  })
})

describe('webhook show', () => {
  it('has its labels', async () => {
    const machine = await withKept(inPortuguese(), STATES)
    const inbox = await openInbox(machine.dataDir)
    await attempt(inbox, 'dlv_2', 200, { replay: true, answer: 'ok' })
    const { stdout } = await machine.pixctl(['webhook', 'show', 'dlv_2'], { terminal })
    expect(stdout).toMatch(/^Entrega +dlv_2$/m)
    expect(stdout).toMatch(/^Recebido +\d\d\/\d\d\/2026 [\d:]+ por webhook$/m)
    expect(stdout).toMatch(/^Encaminhado +sim, 3 tentativas$/m)
    expect(stdout).toMatch(/^Corpo \(\d+ bytes\)$/m)
    expect(stdout).toMatch(/^Tentativas\n# +ENVIADA +DESTINO +STATUS +TEMPO$/m)
    expect(stdout).toMatch(/^3 .*reenvio .* 200 /m)
    await expectSame(machine, ['webhook', 'show', 'dlv_2'])
  })

  it('says that there is no such event', async () => {
    const machine = await withKept(inPortuguese(), STATES)
    const { stderr, code } = await machine.pixctl(['webhook', 'show', 'dlv'])
    expect(code).toBe(5)
    expect(stderr).toMatch(/^erro: a caixa de entrada deste perfil não tem o evento dlv$/m)
    expect(stderr).toContain('o começo de um id precisa de pelo menos 6 caracteres')
    expect(stderr).toContain('veja: pixctl webhook deliveries')
    await expectSame(machine, ['webhook', 'show', 'dlv'])
  })
})

describe('webhook replay', () => {
  it('says where it sends and what came', async () => {
    const { machine, target } = await replaying(204, 500)
    const run = await machine.pixctl(['webhook', 'replay', 'dlv_1', 'dlv_2', '--to', target.url], {
      terminal,
    })
    expect(run.code).toBe(8)
    expect(run.stderr).toMatch(/assinados com o segredo \(PIXCTL_WEBHOOK_SECRET\), /m)
    expect(run.stderr).toMatch(/erro: 1 de 2 eventos não foi aceito; o mais grave: .* respondeu 500/m)
    await expectSame(machine, ['webhook', 'replay', 'dlv_2', 'dlv_3', '--to', target.url])
  })

  it('says what is left, and that nothing was found', async () => {
    const { machine, target } = await replaying(response => void response.destroy())
    const run = await machine.pixctl(['webhook', 'replay', '--since', '2020-01-01', '--to', target.url], {
      terminal,
    })
    expect(run.stderr).toContain('3 eventos a enviar, do mais antigo ao mais novo')
    expect(run.stderr).toMatch(
      /restam 2 eventos não enviados; para continuar:\s+pixctl webhook replay --since/,
    )
    expect(run.code).toBe(9)
    const parked = await machine.pixctl(['webhook', 'replay', '--parked', '--to', target.url])
    expect(parked).toMatchObject({ stderr: 'nada está em espera\n', code: 0 })
    await expectSame(machine, ['webhook', 'replay', '--pending', '--parked', '--to', target.url])
    await expectSame(machine, ['webhook', 'replay', '--pending'])
  })
})

describe('webhook trigger', () => {
  it('has its labels, and advice that names the secret', async () => {
    const machine = inPortuguese()
    onTestFinished(() => machine[Symbol.dispose]())
    const target = await openTarget(401)
    const args = ['webhook', 'trigger', 'payment.approved', '--to', target.url]
    const { stdout, stderr, code } = await machine.pixctl(args, { terminal })
    expect(code).toBe(8)
    expect(stderr).toContain(`enviando um evento payment.approved de teste para ${target.url}`)
    expect(stderr).toContain('assinado com o segredo (PIXCTL_WEBHOOK_SECRET)')
    expect(stderr).toContain('a assinatura é inválida: ela foi feita com o segredo (PIXCTL_WEBHOOK_SECRET)')
    expect(stdout).toMatch(/^Id do evento +pixctl_test_evt_/m)
    expect(stdout).toMatch(/^Resposta +401 em \d+ m?s$/m)
    await expectSame(machine, args)
    await expectSame(machine, ['webhook', 'trigger', 'endpoint.test', '--amount', '1', '--to', target.url])
  })
})

describe('webhook inspect', () => {
  it('says where to look, and the same to a script', async () => {
    const machine = inPortuguese()
    onTestFinished(() => machine[Symbol.dispose]())
    await machine.pixctl(['profile', 'list'])
    await expectSame(machine, ['webhook', 'inspect', '--port', '99999'])
    const { stderr } = await machine.pixctl(['webhook', 'inspect', '--port', '99999'])
    expect(stderr).toMatch(
      /^erro: --port aceita um número inteiro de 0 a 65535, e não 99999\n {2}por exemplo: --port 0/,
    )
  })
})

describe('webhook listen', () => {
  it('says what it does, what it refuses, and what came', async () => {
    const { machine, inbox, target } = await replaying(204)
    await keep(inbox, 'dlv_4', { eventId: 'evt_4', receivedAt: '2026-03-11T12:00:05.000Z' })
    const listening = await startListening(machine.host(), ['--forward-to', target.url, '--path', '/hook'])
    await listening.says(/pressione Ctrl-C para parar/)
    expect(listening.stderr()).toMatch(/^perfil default, com PIXCTL_WEBHOOK_SECRET do ambiente$/m)
    expect(listening.stderr()).toContain(`encaminhando para ${target.url.replace('?store=1', '')}\n`)
    expect(listening.stderr()).toMatch(/^os eventos encaminhados são assinados com o segredo \(/m)
    await send(listening.url.replace('/hook', '/other'), signed())
    await listening.says(
      /uma requisição para \/other teve resposta 404: só \/hook é atendido \(veja --path\)/,
    )
    await send(listening.url, signed({ secret: 'whsec_another_secret' }))
    await listening.says(/^recusada, assinatura não confere: conferida com o segredo de assinatura \(PIXCTL/m)
    await send(listening.url, signed())
    await target.requests(1)
    const { stderr } = await listening.stop()
    expect(stderr).toMatch(/^1 recebida, 1 recusada, .*$/m)
  })

  it('gives scripts the same rows and JSON', async () => {
    const results = []
    for (const lang of ['C', 'pt_BR.UTF-8']) {
      for (const args of [[], ['--json']]) {
        const machine = new LocalMachine({ PIXCTL_WEBHOOK_SECRET: SECRET, LC_ALL: lang })
        onTestFinished(() => machine[Symbol.dispose]())
        const listening = await startListening(machine.host(), ['--max', '2', ...args])
        await send(listening.url, signed({ delivery: 'dlv_no', headers: { 'X-Service-Signature': 't=1' } }))
        await send(listening.url, signed({ delivery: 'dlv_ok', id: 'evt_ok', data: { paymentId: 'pay_ok' } }))
        const { stdout } = await listening.stop()
        results.push(stdout.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'AT'))
      }
    }
    expect(results.slice(2)).toEqual(results.slice(0, 2))
  })

  it('says in a pipe why the target did not answer', async () => {
    const listening = await startListening(inPortuguese().host(), ['--forward-to', 'http://127.0.0.1:9/'])
    await send(listening.url, signed())
    await listening.says(
      /entrega \S+ para \S+: a conexão foi recusada: não há nada escutando nesse endereço; de novo em /,
    )
  })

  it.each([
    [['--host', ''], '--host está vazio'],
    [['--path', 'x'], '--path aceita um caminho, e não x'],
    [['--tls-cert', 'x'], '--tls-cert e --tls-key só funcionam juntos'],
  ])('refuses %j', async (args, says) => {
    const machine = inPortuguese()
    onTestFinished(() => machine[Symbol.dispose]())
    expect((await machine.pixctl(['webhook', 'listen', ...args])).stderr).toContain(`erro: ${says}`)
    await expectSame(machine, ['webhook', 'listen', ...args])
  })
})
