/** `events tail` in Portuguese: what a person reads, and that a script reads the same bytes. */

import { describe, expect, it } from 'vitest'
import { LocalMachine } from '../../support/local.ts'
import { type HostOptions, runCommand } from '../../support/run.ts'
import { Stream, sequence, WS_TOKEN } from '../../support/tailing.ts'
import { SECRET } from '../../webhooks/target.ts'

async function tail(flags: string[], over: HostOptions = {}, lang = 'pt_BR.UTF-8') {
  const stream = await Stream.start()
  stream.add({ data: { amount: 12.5, description: 'Mesa 4' } })
  using machine = new LocalMachine({
    PIXCTL_WS_TOKEN: WS_TOKEN,
    PIXCTL_REALTIME_URL: stream.url,
    PIXCTL_WEBHOOK_SECRET: SECRET,
  })
  const host = machine.host({ ...over, env: { NO_COLOR: '1', LC_ALL: lang } })
  return await runCommand(['events', 'tail', '--after', sequence(0), '--max', '1', ...flags], { host })
}

describe('in Portuguese', () => {
  it('says where it begins, and how to stop it', async () => {
    const { code, stderr } = await tail([], { terminal: { columns: 120, rows: 24 } })
    expect(code).toBe(0)
    expect(stderr).toContain(`continuando depois da sequência ${sequence(0)}; pressione Ctrl-C para parar`)
  })

  it('says what is wrong with a flag, and keeps the English error for --json', async () => {
    const { code, stderr } = await tail(['--type', 'payment.aproved'])
    expect(code).toBe(2)
    expect(stderr).toMatch(/^erro: payment\.aproved não é um tipo de evento documentado$/m)
    expect(stderr).toMatch(/^ {2}você quis dizer --type payment\.approved$/m)
    const json = await tail(['--type', 'payment.aproved', '--json'])
    expect(JSON.parse(json.stderr).error).toMatch(/^payment\.aproved is not a documented event type; did you/)
  })

  it('says what is wrong with a header of --forward-to', async () => {
    const { code, stderr } = await tail(['--forward-to', '9', '--forward-header', 'Host: x'])
    expect(code).toBe(2)
    expect(stderr).toMatch(/^erro: --forward-header não pode definir Host$/m)
  })

  it('says what waits for a target that is not there', async () => {
    const flags = ['--forward-to', '9', '--timeout', '2']
    const { code, stderr } = await tail(flags)
    expect(code).toBe(8)
    expect(stderr).toMatch(
      /^payment\.approved realtime_evt_1 para http:\/\/127\.0\.0\.1:9\/: a conexão foi recusada: .*; de novo em \d+ ms$/m,
    )
    expect(stderr).toMatch(/^nenhuma encaminhada, 1 ainda pendente$/m)
    expect(stderr).toMatch(/^erro: 1 ainda pendente: .* não aceitou a entrega durante 2 s$/m)
    const json = await tail([...flags, '--json'])
    expect(JSON.parse(json.stderr.trimEnd().split('\n').at(-1)!).error).toMatch(/^1 still pending: /)
  })

  it.each([[['--json']], [[]]])('gives a script the same bytes as in English: %j', async flags => {
    // One after the other, because the language is that of the process.
    const ours = await tail(flags)
    const english = await tail(flags, {}, 'C')
    expect([ours.code, ours.stdout]).toEqual([english.code, english.stdout])
    expect(ours.stdout).toContain('pay_1')
  })
})
