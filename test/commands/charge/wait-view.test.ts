/** What a person sees while a charge is waited for: on terminals of every kind, and how it ends. */

import { describe, expect, it } from 'vitest'
import { unpaid } from '#charges/waiting/outcome.ts'
import type { AwaitOptions } from '#charges/waiting/single-wait.ts'
import { Output } from '#cli/output/output.ts'
import { texts } from '#commands/charge/shared/texts.ts'
import { WaitView } from '#commands/charge/shared/wait-view.ts'
import type { Payment } from '#contract/generated/types.ts'
import { Stopped } from '#lib/failure.ts'
import { inLanguage } from '#lib/language.ts'
import { stateWord } from '#lib/state-words.ts'
import { largeLetters } from '#terminal/large.ts'
import { FakeClock } from '../../support/clock.ts'
import { errorOf } from '../../support/pixctl.ts'
import { Captured, type HostOptions, runCommand } from '../../support/run.ts'
import { againstLocal } from '../../support/scripted.ts'
import { answer, paymentBody } from '../../support/service.ts'
import { fields } from '../../support/store.ts'
import { startWaiting } from './waiting-setup.ts'

const START = '2099-01-01T12:00:00Z'
const COUNTER = { terminal: { columns: 80, rows: 24 }, env: { LANG: 'en_US.UTF-8', NO_COLOR: '1' } }
const CHARGE = {
  amount: 35.9,
  requestedAmount: 35.9,
  description: 'Açaí 500 ml',
  expiresAt: '2099-01-01T12:30:00Z',
  createdAt: START,
}
const PAID_AT = '2099-01-01T12:00:04Z'

const charge = (over: Partial<Payment> = {}) =>
  answer(200, { data: paymentBody({ ...CHARGE, ...over }) }, { date: new Date(START).toUTCString() })

/** A wait for a charge that is PENDING at first and this after 5 s. */
async function waitFor(over: Partial<Payment>, options: HostOptions = COUNTER, flags: string[] = []) {
  await using store = await againstLocal(charge(), charge(over))
  const clock = new FakeClock(START)
  const host = store.machine.host({ ...options, clock })
  const run = runCommand(['charge', 'wait', 'pay_1', ...flags], { host })
  await clock.asleep()
  await clock.advanceAsync(5_000)
  return run
}

/** What stands behind the charge's fields. */
const endOf = (stdout: string) => stdout.slice(stdout.lastIndexOf('63041D3D\n') + 9)

const LARGE_PAID = `
  ██████      ████    ██████  ██████
  ██    ██  ██    ██    ██    ██    ██
  ██████    ████████    ██    ██    ██
  ██        ██    ██    ██    ██    ██
  ██        ██    ██  ██████  ██████

`

const VERDICT = 'PAID: R$ 35,90, Açaí 500 ml, pay_1, at 09:00:04\n'
const LATE = 'a late payment may still come: pixctl charge wait pay_1 --late\n'

describe('charge wait that is interrupted', () => {
  const stoppedAt = async (flags: string[], options: HostOptions = {}) => {
    await using store = await againstLocal(charge())
    const [clock, stop] = [new FakeClock(START), new AbortController()]
    const host = { ...store.machine.host({ ...options, clock }), signal: stop.signal }
    const run = runCommand(['charge', 'wait', 'pay_1', ...flags], { host })
    await clock.asleep()
    stop.abort(new Stopped('interrupted'))
    return run
  }

  it('prints the charge as it was last read', async () => {
    const code = 130
    const json = await stoppedAt(['--json'])
    expect([JSON.parse(json.stdout), json.code]).toMatchObject([{ id: 'pay_1', status: 'PENDING' }, code])
    expect(errorOf(json).error).toContain('pixctl charge wait pay_1')
    const piped = await stoppedAt([])
    expect([fields(piped.stdout), piped.code]).toMatchObject([{ id: 'pay_1', status: 'PENDING' }, code])
    const shown = await stoppedAt([], COUNTER)
    expect(shown.stdout).toMatch(/^Status +to be paid$/m)
    expect(shown.stdout).not.toContain('PAID')
  })
})

describe('charge wait of a charge that can still be paid', () => {
  const PAID = { status: 'PAID', paidAt: PAID_AT } as const
  /** What stands above the fields of the charge as it ended. */
  const begin = (stdout: string) => stdout.slice(0, stdout.lastIndexOf('Charge '))
  const ROOMY = { ...COUNTER, terminal: { columns: 80, rows: 40 } }

  it('begins with what is to be paid and the QR code', async () => {
    const { stdout } = await waitFor(PAID, ROOMY)
    expect(begin(stdout)).toMatch(/^Charge +pay_1\nPix code\n0002.*\n\u001b/)
    const lines = begin(stdout).split('\n')
    expect(lines.filter(line => /[▀▄].*[▀▄]/.test(line)).length).toBeGreaterThan(20)
    const beside = lines.map(line => /\u001b\[0m {2}(.*)/.exec(line)?.[1] ?? '')
    // The countdown has the last one.
    expect(beside.slice(-5)).toEqual(['R$ 35,90', 'Açaí 500 ml', 'pay_1', '', ''])
  })

  it('draws no QR code where a screen reader may read it', async () => {
    const { stdout } = await waitFor(PAID, { ...ROOMY, env: { LANG: 'en_US.UTF-8', TERM: 'dumb' } })
    expect(begin(stdout)).toContain('to be paid by 09:30 (30:00 left)')
    expect(stdout).not.toMatch(/[▀▄█]/)
  })

  it('begins with nothing if it is paid already', async () => {
    await using store = await againstLocal(charge(PAID))
    const { stdout } = await runCommand(['charge', 'wait', 'pay_1'], { host: store.machine.host(ROOMY) })
    expect(begin(stdout)).toBe('')
  })
})

describe('charge wait on a terminal', () => {
  it('counts down, then rings, and shows PAID and the verdict', async () => {
    const { stdout, stderr, code } = await waitFor({ status: 'PAID', paidAt: PAID_AT })
    expect(code).toBe(0)
    // Behind the last line of the code, which has 49 columns.
    expect(stderr).toContain('\r\u001b[51C\u001b[K30:00 left to pay\r\u001b[51C\u001b[K29:59')
    expect(stderr.endsWith('\r\u001b[51C\u001b[K\n')).toBe(true)
    expect(endOf(stdout)).toBe(`\u0007${LARGE_PAID}${VERDICT}`)
  })

  const columns = (columns: number) => ({ ...COUNTER, terminal: { columns, rows: 20 } })
  it.each<[string, HostOptions, string[], string]>([
    ['40 columns', columns(40), [], `\u0007${LARGE_PAID}PAID: R$ 35,90, Açaí 500 ml, pay_1, at\n09:00:04\n`],
    ['--no-bell', COUNTER, ['--no-bell'], `${LARGE_PAID}${VERDICT}`],
    ['no control codes', { ...COUNTER, env: { LANG: 'en_US.UTF-8', TERM: 'dumb' } }, [], `\u0007${VERDICT}`],
  ])('with %s', async (_name, options, flags, end) => {
    const { stdout, code } = await waitFor({ status: 'PAID', paidAt: PAID_AT }, options, flags)
    expect(code).toBe(0)
    expect(endOf(stdout).replace(/^[\w.*]+\n/, '')).toBe(end)
  })

  it.each<[Payment['status'], string, string, string, number]>([
    ['EXPIRED', 'EXPIRED', ', not paid by 09:30:00', LATE, 11],
    ['FAILED', 'FAILED', ', not paid', 'create a new charge if the payment is still wanted\n', 11],
    ['PENDING', 'TO BE PAID', ', is still to be paid', 'to wait again: pixctl charge wait pay_1\n', 12],
  ])(
    'ends with the verdict on %s as the last line, and with no error below it',
    async (status, word, said, next, exit) => {
      const { stdout, stderr, code } = await waitFor({ status }, COUNTER, ['--wait-timeout', '5'])
      expect(code).toBe(exit)
      expect(stdout.endsWith(`\n\n${word}: R$ 35,90, Açaí 500 ml, pay_1${said}\n`)).toBe(true)
      expect(stderr).toContain(next)
      expect(stderr).not.toContain('error:')
      expect(stdout).not.toMatch(/^PAID/m)
      expect(stdout).toMatch(new RegExp(`Status +${stateWord(status)}\n`))
    },
  )

  it.each(['en', 'pt-BR'] as const)('has large letters for each word that fit the window, %s', language => {
    for (const word of Object.values(texts.verdicts)) {
      const drawn = (columns: number) =>
        inLanguage(language, () => largeLetters(word(), { columns, blocks: false }))
      expect(drawn(80)).toHaveLength(5)
      expect(Math.max(...drawn(40).map(line => line.length))).toBeLessThanOrEqual(40)
    }
  })

  it('names the day of a payment that was not made today', async () => {
    const { stdout } = await waitFor({ status: 'PAID', paidAt: '2098-12-31T12:00:04Z' })
    expect(stdout.endsWith('pay_1, at 2098-12-31 09:00:04\n')).toBe(true)
  })

  it('shows control characters of the description as text', async () => {
    const over = { status: 'PAID', paidAt: PAID_AT, description: 'x\u001b[2J\nPAID: all' } as const
    const { stdout } = await waitFor(over)
    expect(stdout.endsWith('\nPAID: R$ 35,90, x\\u001b[2J\\u000aPAID: all, pay_1, at 09:00:04\n')).toBe(true)
  })
})

describe('without a person on stdout', () => {
  it.each<[string, HostOptions, string[]]>([
    ['in a pipe', { env: { LANG: 'en_US.UTF-8' } }, []],
    ['with --json', COUNTER, ['--json']],
    ['with -q', COUNTER, ['-q']],
  ])('%s there is no bell, no code, no large word and no verdict', async (_name, options, flags) => {
    const { stdout, stderr, code } = await waitFor({ status: 'EXPIRED' }, options, flags)
    expect(code).toBe(11)
    expect(stdout + stderr).not.toMatch(/[\u0007█▀▄]|^EXPIRED:|to be paid/m)
    expect(stderr).toContain('charge pay_1 ended unpaid: it has expired')
  })
})

describe('charge create --wait on a terminal', () => {
  it('prints the charge once, as created, and then the end', async () => {
    const created = answer(201, { data: paymentBody(CHARGE) })
    const paid = charge({ status: 'PAID', paidAt: PAID_AT })
    await using store = await againstLocal(created, charge(), paid)
    const clock = new FakeClock(START)
    const args = ['charge', 'create', '--amount', '35,90', '--description', 'Açaí 500 ml', '--wait']
    const run = runCommand([...args, '--qr', 'none'], { host: store.machine.host({ ...COUNTER, clock }) })
    await clock.asleep()
    await clock.advanceAsync(5_000)
    const { stdout, code } = await run
    expect(code).toBe(0)
    expect(stdout.match(/^Charge +pay_1$/gm)).toHaveLength(1)
    expect(endOf(stdout)).toBe(
      `R$ 35,90: Açaí 500 ml, to be paid by 09:30 (30:00 left)\n\u0007${LARGE_PAID}${VERDICT}`,
    )
  })
})

describe('where nothing can be redrawn', () => {
  it('says how long is left in few lines: at the start and for the last minute', async () => {
    const lines: string[] = []
    const { out, host } = screen({ TERM: 'dumb' })
    out.note = step => void lines.push(String(step))
    const view = new WaitView(host, out, {})
    const onWaiting: AwaitOptions['onWaiting'] = (charge, leftMs) => view.waiting(charge, leftMs)
    const { clock, end } = startWaiting({ open: async () => null, onWaiting })
    await clock.advanceAsync(31 * 60_000)
    expect(await end).toBe('PENDING')
    expect(lines).toEqual([
      ...[30, 1].map(minutes => `${minutes}:00 left to pay R$ 10,50`),
      'the charge is still to be paid: R$ 10,50',
    ])
  })
})

describe('a window that is resized', () => {
  it('cuts the next line to its width, and leaves room for ^C', () => {
    const { out, host } = screen({})
    const view = new WaitView(host, out, {})
    const pending = paymentBody({ description: 'Açaí com granola e leite condensado' }) as unknown as Payment
    view.waiting(pending, 60_000)
    host.stderr.columns = 40
    view.waiting(pending, 59_000)
    expect(host.stderr.text.split('\r\u001b[2K').slice(1)).toEqual([
      '1:00 left to pay R$ 10,50: Açaí com granola e leite condensado',
      '0:59 left to pay R$ 10,50: Açaí com …',
    ])
  })
})

describe('where stderr is a file', () => {
  it('leaves the error to it, and the verdict to the terminal', async () => {
    const { host } = screen({})
    host.stderr.isTTY = false
    const view = new WaitView(host, new Output(host, {}), {})
    const failed = paymentBody({ status: 'FAILED' }) as unknown as Payment
    const failure = unpaid(failed, false)
    view.waiting(failed, 60_000)
    await expect(view.end(failed, failure)).rejects.toBe(failure)
    expect(host.stderr.text).toBe('the charge has failed: R$ 10,50\n')
    expect(host.stdout.text.endsWith('\n\nFAILED: R$ 10,50, pay_1, not paid\n')).toBe(true)
  })
})

/** The output of a command on a terminal of 80 columns. */
function screen(env: Record<string, string>) {
  const terminal = () => Object.assign(new Captured(), { isTTY: true, columns: 80 })
  const host = {
    argv: [],
    root: '/',
    env: { NO_COLOR: '1', ...env },
    platform: 'linux' as const,
    stdout: terminal(),
    stderr: terminal() as Captured & { columns: number },
    clock: new FakeClock(START),
    signal: new AbortController().signal,
  }
  return { out: new Output(host, {}), host }
}
