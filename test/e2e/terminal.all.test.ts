/** What a person sees: a real terminal, by `script`. Skipped, with a message, if there is no `script`. */

import { describe, expect, it } from 'vitest'
import { displayWidth } from '#terminal/width.ts'
import { Machine } from '../support/pixctl.ts'
import { API_KEY, against } from '../support/scripted.ts'
import { answer, ONE_ATTEMPT, paymentBody, ScriptedService, silence } from '../support/service.ts'
import { openStore } from '../support/store.ts'
import { DARK, drawTerminal, LIGHT, scan } from '../terminal/picture.ts'
import { noTerminal, onTerminal, plain } from './pty.ts'

if (noTerminal) process.stderr.write(`skipped: what a person sees on a terminal: ${noTerminal}\n`)

const INTERRUPT = '\u0003'
const ERASE_LINE = '\u0015'
/** A colour; movements of the cursor don't count. */
const COLOUR = /\u001b\[[\d;]*m/

/** The lines of a QR code, without what stands beside it. */
const codeIn = (shown: string) =>
  shown
    .split('\n')
    .flatMap(line => (line.includes('48;5;231') ? [line.replace(/(\u001b\[0m).*/s, '$1')] : []))

describe.skipIf(noTerminal)('on a terminal', async () => {
  const store = await openStore()
  await store.control('/seed', { count: 120 })

  it.each([80, 120, 60])('charges list is a table that fits %i columns', async columns => {
    const terminal = onTerminal(store.machine, 'pixctl charges list --limit 40', { columns })
    expect(await terminal.ended).toBe(0)
    const lines = plain(terminal.screen).split('\n')
    expect(Math.max(...lines.map(displayWidth))).toBeLessThanOrEqual(columns)
    expect(lines.some(line => /\bID….*\bSTATUS\b/.test(line))).toBe(true)
    const [first] = (await store.api('/payments?limit=1')).body.data
    // Shortened, as `charges get` takes it.
    expect(plain(terminal.screen)).toMatch(new RegExp(`^${first.id.slice(0, 'pay_'.length + 6)} `, 'm'))
    expect(lines.some(line => line.includes('page 1 of 3'))).toBe(true)
  })

  it('money is R$ 1.234,56 and times are local', async () => {
    const data = paymentBody({ netAmount: 1234.56, status: 'PAID', paidAt: '2099-01-01T00:00:00.000Z' })
    await using scripted = await against(answer(200, { data }))
    const terminal = onTerminal(scripted.machine, 'pixctl charges get pay_1')
    expect(await terminal.ended).toBe(0)
    expect(plain(terminal.screen)).toContain('R$ 1.234,56')
    // Three hours behind UTC.
    expect(plain(terminal.screen)).toMatch(/Paid +2098-12-31 21:00/)
  })

  it.each<[string, string, Record<string, string>, boolean]>([
    ['by default', '', {}, true],
    ['not with NO_COLOR', '', { NO_COLOR: '1' }, false],
    ['not with --no-color', '--no-color', {}, false],
    ['not where TERM is dumb', '', { TERM: 'dumb' }, false],
  ])('it has colours %s', async (_name, flag, env, coloured) => {
    const terminal = onTerminal(store.machine, `pixctl charges list --limit 5 ${flag}`, { env })
    expect(await terminal.ended).toBe(0)
    expect(COLOUR.test(terminal.screen)).toBe(coloured)
  })

  it('a pipe has no colour, and FORCE_COLOR gives it colour but no table', async () => {
    expect((await store.pixctl(['charges', 'list'])).stdout).not.toMatch(COLOUR)
    const forced = await store.pixctl(['charges', 'get', 'nothing'], { env: { FORCE_COLOR: '1' } })
    expect(forced.stderr).toMatch(COLOUR)
  })

  it('--json is JSON there too', async () => {
    const terminal = onTerminal(store.machine, 'pixctl balance --json')
    expect(await terminal.ended).toBe(0)
    expect(JSON.parse(terminal.screen)).toMatchObject({ currency: 'BRL' })
  })

  it.each([DARK, LIGHT])('charge create draws a QR code that a scanner reads (%j)', async theme => {
    const line = 'pixctl charge create --amount 10.50'
    const terminal = onTerminal(store.machine, line, { columns: 100, rows: 50 })
    expect(await terminal.ended).toBe(0)
    // What a terminal is asked is not shown on it.
    const shown = terminal.screen.replaceAll(/\u001b_[^\u001b]*\u001b\\|\u001b\[[?>]?[\d;]*[cqSt]/g, '')
    const drawn = codeIn(shown)
    const code = /^(?:Pix code\s+)?(0002.+)$/m.exec(plain(terminal.screen))?.[1]
    expect(code).toMatch(/6304[0-9A-F]{4}$/)
    expect(scan(drawTerminal(`${drawn.join('\n')}\n`, 100, theme), 4)).toBe(code)
  })

  it.each([
    [40, 30],
    [80, 20],
  ])(
    'a terminal of %i columns and %i rows gets the Pix code, and keys in place of the QR code',
    async (columns, rows) => {
      const line = 'pixctl charge create --amount 10.50; echo "exit $?"; stty -a'
      const terminal = onTerminal(store.machine, line, { columns, rows })
      await terminal.sees('Enter opens')
      expect(plain(terminal.screen)).not.toMatch(/[▀▄]/)
      expect(plain(terminal.screen).replaceAll('\n', '')).toMatch(/0002.+6304[0-9A-F]{4}/)
      terminal.type(INTERRUPT)
      expect(await terminal.ended).toBe(0)
      expect(terminal.screen).toContain('exit 0')
      // The terminal waits for Enter again, and shows what is typed.
      expect(terminal.screen).toMatch(/ icanon[\s\S]* echo /)
    },
  )

  it('Ctrl-C while charge create --wait waits is exit 130, and says that the charge can still be paid', async () => {
    const terminal = onTerminal(store.machine, 'pixctl charge create --amount 10.50 --wait')
    await terminal.sees('left to pay')
    terminal.type('c')
    await terminal.sees('\u001b]52;c;')
    terminal.type(INTERRUPT)
    expect(await terminal.ended).toBe(130)
    expect(plain(terminal.screen).replaceAll('\n', ' ')).toContain('can still be paid')
  })

  it('a QR code in 24 rows is read, with what is to be paid beside it', async () => {
    await using scripted = await against(answer(201, { data: paymentBody() }))
    const terminal = onTerminal(scripted.machine, 'pixctl charge create --amount 10.50')
    expect(await terminal.ended).toBe(0)
    // Those that are on the screen when the prompt is on the last row.
    const shown = terminal.screen.trimEnd().split('\n').slice(-23).join('\n')
    expect(scan(drawTerminal(`${codeIn(shown).join('\n')}\n`, 80, DARK), 4)).toBe(paymentBody().pixCode)
    expect(plain(shown)).toMatch(/ {2}R\$ 10,50\n.* {2}to be paid by .*\n/)
  })

  it('one that needs all 24 rows stays until a key is pressed', async () => {
    const pixCode = `${paymentBody().pixCode}${'abcdefghij'.repeat(3)}`
    await using scripted = await against(answer(201, { data: paymentBody({ pixCode }) }))
    const terminal = onTerminal(scripted.machine, 'pixctl charge create --amount 10.50')
    await terminal.sees('press a key to end')
    const shown = terminal.screen.split('\n').slice(-24).join('\n')
    expect(scan(drawTerminal(`${codeIn(shown).join('\n')}\n`, 80, DARK), 4)).toBe(pixCode)
    terminal.type(' ')
    expect(await terminal.ended).toBe(0)
    expect(terminal.screen.endsWith('\n')).toBe(true)
  })

  it('charge create asks for what is missing, and again for what is wrong', async () => {
    const terminal = onTerminal(store.machine, 'pixctl charge create --qr none')
    await terminal.sees('Amount in reais')
    terminal.type('1.000\r')
    await terminal.sees(/two\s+amounts/)
    terminal.type(`${ERASE_LINE}10,50\r`)
    await terminal.sees('Description')
    terminal.type('Mesa 4\r')
    expect(await terminal.ended).toBe(0)
    const [charge] = (await store.api('/payments?limit=1')).body.data
    expect(charge).toMatchObject({ requestedAmount: 10.5, description: 'Mesa 4' })
  })

  it('Ctrl-C at the question is exit 130, and creates nothing', async () => {
    const before = (await store.api('/payments')).body.pagination.total
    const terminal = onTerminal(store.machine, 'pixctl charge create')
    await terminal.sees('Amount in reais')
    terminal.type(INTERRUPT)
    expect(await terminal.ended).toBe(130)
    expect(terminal.screen).not.toMatch(/^ {4}at /m)
    expect((await store.api('/payments')).body.pagination.total).toBe(before)
  })

  it('--no-input asks nothing: exit 2', async () => {
    const terminal = onTerminal(store.machine, 'pixctl charge create --no-input')
    expect(await terminal.ended).toBe(2)
    expect(plain(terminal.screen)).toMatch(/^error: --amount is missing/m)
  })

  it('auth login shows nothing of the key that is typed', async () => {
    using machine = new Machine()
    const line = `pixctl auth login --insecure-storage --base-url ${store.sandbox.baseUrl}`
    const terminal = onTerminal(machine, line)
    await terminal.sees('API key:')
    terminal.type(`${store.sandbox.apiKey}\r`)
    expect(await terminal.ended).toBe(0)
    expect(terminal.screen).toContain('payments:create')
    // A mark would say that the key is right, before the service has answered.
    expect(plain(terminal.screen)).toContain('? API key:')
    expect(terminal.screen).not.toMatch(/[✔√]/)
    expect(terminal.screen).not.toContain(store.sandbox.apiKey.slice('service_live_'.length, -20))
    expect((await machine.pixctl(['balance'])).code).toBe(0)
  })

  it('a key that is refused is not in front of the next one that is typed', async () => {
    using machine = new Machine()
    const line = `pixctl auth login --insecure-storage --base-url ${store.sandbox.baseUrl}`
    const terminal = onTerminal(machine, line)
    await terminal.sees('API key:')
    terminal.type('wrong\r')
    await terminal.sees('service_live_')
    await terminal.sees('API key:')
    terminal.type(`${store.sandbox.apiKey}\r`)
    expect(await terminal.ended).toBe(0)
    expect(terminal.screen).not.toContain('wrong')
  })

  it('a terminal that knows no commands gets plain lines, and shows no key', async () => {
    using machine = new Machine({ TERM: 'dumb' })
    const options = { env: { TERM: 'dumb' } }
    const login = `pixctl auth login --insecure-storage --base-url ${store.sandbox.baseUrl}`
    const first = onTerminal(machine, login, options)
    await first.sees('API key:')
    first.type('wrong\r')
    await first.sees('service_live_')
    first.type(`${store.sandbox.apiKey}\r`)
    expect(await first.ended).toBe(0)
    const second = onTerminal(machine, 'pixctl charge create --qr none', options)
    await second.sees('Amount in reais')
    second.type('1.000\r')
    await second.sees(/two\s+amounts/)
    second.type('10,50\r')
    await second.sees('Description')
    second.type('Mesa 5\r')
    expect(await second.ended).toBe(0)
    const [charge] = (await store.api('/payments?limit=1')).body.data
    expect(charge).toMatchObject({ requestedAmount: 10.5, description: 'Mesa 5' })
    expect(first.screen + second.screen).not.toContain('\u001b')
    expect(first.screen).not.toContain(store.sandbox.apiKey)
  })

  it('Ctrl-C at a plain question is exit 130', async () => {
    for (const line of ['pixctl charge create', 'pixctl auth login --insecure-storage']) {
      const terminal = onTerminal(store.machine, line, { env: { TERM: 'dumb' } })
      await terminal.sees(/Amount in reais|API key/)
      terminal.type(INTERRUPT)
      expect(await terminal.ended).toBe(130)
    }
  })

  it('Ctrl-C during a creation says on a new line that its outcome is unknown', async () => {
    await using scripted = await against(silence)
    const terminal = onTerminal(scripted.machine, 'pixctl charge create --amount 10.50')
    await scripted.service.requests(1)
    terminal.type(INTERRUPT)
    expect(await terminal.ended).toBe(130)
    const key = scripted.service.seen[0]?.headers['idempotency-key']
    expect(plain(terminal.screen)).toContain(`pixctl charge recover ${key}`)
  })

  it('progress is on one line, which is erased before an error is printed', async () => {
    await using scripted = await against(answer(503, { error: 'later' }))
    const terminal = onTerminal(scripted.machine, 'pixctl balance')
    await terminal.sees('trying again')
    terminal.type(INTERRUPT)
    expect(await terminal.ended).toBe(130)
    await using failing = await against(answer(503, { error: 'x' }), answer(400, { error: 'no' }))
    const second = onTerminal(failing.machine, 'pixctl balance')
    expect(await second.ended).toBe(2)
    // The line is erased or ended right before the error is printed.
    expect(plain(second.screen.slice(second.screen.lastIndexOf('\u001b[2K')))).toMatch(/^error: /)
  })

  it('--all shows its progress on stderr', async () => {
    const line = 'pixctl charges list --all -q > /dev/null'
    const terminal = onTerminal(store.machine, line)
    expect(await terminal.ended).toBe(0)
    expect(plain(terminal.screen)).toMatch(/ of \d+ charges read/)
    expect(terminal.screen.endsWith('\u001b[2K')).toBe(true)
  })

  it('auth list and recover --list fit 80 columns', async () => {
    await using service = await new ScriptedService(silence).start()
    using machine = new Machine({ PIXCTL_API_KEY: API_KEY, PIXCTL_BASE_URL: service.baseUrl })
    const description = 'x'.repeat(80)
    const args = ['charge', 'create', '--amount', '1000', '--description', description, ...ONE_ATTEMPT]
    expect((await machine.pixctl(args)).code).toBe(9)
    for (const line of ['pixctl charge recover --list', 'pixctl auth list']) {
      const terminal = onTerminal(machine, line)
      expect(await terminal.ended).toBe(0)
      const widths = plain(terminal.screen).split('\n').map(displayWidth)
      expect(Math.max(...widths)).toBeLessThanOrEqual(80)
    }
  })
})
