/** The wait for a charge in Portuguese: the countdown, the large word, the verdict, the exit codes. */

import { describe, expect, it } from 'vitest'
import { texts } from '#commands/charge/shared/texts.ts'
import type { Payment } from '#contract/generated/types.ts'
import { inLanguage } from '#lib/language.ts'
import { largeLetters } from '#terminal/large.ts'
import { FakeClock } from '../../support/clock.ts'
import { LocalMachine } from '../../support/local.ts'
import { runCommand } from '../../support/run.ts'
import { API_KEY } from '../../support/scripted.ts'
import { answer, paymentBody, ScriptedService } from '../../support/service.ts'

const START = '2099-01-01T12:00:00Z'
const CHARGE = {
  amount: 35.9,
  description: 'Açaí 500 ml',
  expiresAt: '2099-01-01T12:30:00Z',
  createdAt: START,
}

/** A wait for a charge that is PENDING at first and this after 5 s. */
async function waitFor(
  over: Partial<Payment>,
  {
    flags = [],
    terminal = true,
    lang = 'pt_BR.UTF-8',
  }: { flags?: string[]; terminal?: boolean; lang?: string } = {},
) {
  const state = (fields: Partial<Payment>) =>
    answer(200, { data: paymentBody({ ...CHARGE, ...fields }) }, { date: new Date(START).toUTCString() })
  await using service = await new ScriptedService(state({}), state(over)).start()
  using machine = new LocalMachine({ PIXCTL_API_KEY: API_KEY, PIXCTL_BASE_URL: service.baseUrl })
  const clock = new FakeClock(START)
  const host = machine.host({
    env: { LC_ALL: lang, NO_COLOR: '1' },
    clock,
    ...(terminal ? { terminal: { columns: 80, rows: 24 } } : {}),
  })
  const run = runCommand(['charge', 'wait', 'pay_1', ...flags], { host })
  await clock.asleep()
  await clock.advanceAsync(5_000)
  return run
}

const LARGE_PAGA = `
  ██████      ████      ██████    ████
  ██    ██  ██    ██  ██        ██    ██
  ██████    ████████  ██  ████  ████████
  ██        ██    ██  ██    ██  ██    ██
  ██        ██    ██    ██████  ██    ██
`

describe('in Portuguese', () => {
  it('counts down, and shows PAGA and the verdict', async () => {
    const { code, stdout, stderr } = await waitFor({ status: 'PAID', paidAt: '2099-01-01T12:00:04Z' })
    expect(stderr).toContain('C\u001b[K30:00 para pagar\r')
    expect(stdout).toMatch(/^Cobrança +pay_1$/m)
    expect(stdout).toMatch(/^Paga em +01\/01\/2099 09:00:04$/m)
    expect(stdout).toContain(LARGE_PAGA)
    expect(stdout.endsWith('\nPAGA: R$ 35,90, Açaí 500 ml, pay_1, às 09:00:04\n')).toBe(true)
    expect(code).toBe(0)
  })

  it('names the day of a payment that was not made today', async () => {
    const { stdout } = await waitFor({ status: 'PAID', paidAt: '2098-12-31T12:00:04Z' })
    expect(stdout.endsWith(', pay_1, em 31/12/2098 09:00:04\n')).toBe(true)
  })

  it.each<[Payment['status'], number, string, RegExp]>([
    [
      'EXPIRED',
      11,
      'EXPIRADA: R$ 35,90, Açaí 500 ml, pay_1, não foi paga até 09:30:00',
      /um pagamento atrasado ainda pode/,
    ],
    ['FAILED', 11, 'FALHOU: R$ 35,90, Açaí 500 ml, pay_1, não foi paga', /crie outra cobrança/],
    [
      'PENDING',
      12,
      'A RECEBER: R$ 35,90, Açaí 500 ml, pay_1, ainda está a receber',
      /para aguardar de novo: pixctl charge wait pay_1/,
    ],
  ])('says how it ended: %s', async (status, code, verdict, next) => {
    const run = await waitFor({ status }, { flags: ['--wait-timeout', '5s'] })
    expect(run.stdout.endsWith(`\n${verdict}\n`)).toBe(true)
    expect(run.stderr).toMatch(next)
    expect(run.code).toBe(code)
  })

  it.each([[[]], [['--json']], [['-q']]])('prints for scripts what it prints in English: %j', async flags => {
    const [here, there] = [
      await waitFor({ status: 'EXPIRED' }, { flags, terminal: false }),
      await waitFor({ status: 'EXPIRED' }, { flags, terminal: false, lang: 'C' }),
    ]
    expect(here.stdout).toBe(there.stdout)
    expect(here.code).toBe(there.code)
    if (flags.includes('--json')) expect(here.stderr).toBe(there.stderr)
    else expect(here.stderr).toContain('erro: a cobrança pay_1 terminou sem pagamento: expirou')
  })
})

it.each(['en', 'pt-BR'] as const)('has the large letters of each word, %s', language => {
  for (const word of Object.values(texts.verdicts)) {
    const lines = inLanguage(language, () => largeLetters(word(), { columns: 80, blocks: false }))
    expect(lines).toHaveLength(5)
  }
})
