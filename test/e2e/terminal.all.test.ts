/** What a person sees: a real terminal, by `script`. Skipped, with a message, if there is no `script`. */

import { describe, expect, it } from 'vitest'
import { displayWidth } from '#terminal/width.ts'
import { Machine } from '../support/pixctl.ts'
import { against } from '../support/scripted.ts'
import { answer } from '../support/service.ts'
import { openStore } from '../support/store.ts'
import { DARK, drawTerminal, scan } from '../terminal/picture.ts'
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

  it('charges list is a table that fits', async () => {
    const terminal = onTerminal(store.machine, 'pixctl charges list --limit 40')
    expect(await terminal.ended).toBe(0)
    const lines = plain(terminal.screen).split('\n')
    expect(Math.max(...lines.map(displayWidth))).toBeLessThanOrEqual(80)
    expect(lines.some(line => /\bID….*\bSTATUS\b/.test(line))).toBe(true)
    const [first] = (await store.api('/payments?limit=1')).body.data
    // Shortened, as `charges get` takes it.
    expect(plain(terminal.screen)).toMatch(new RegExp(`^${first.id.slice(0, 'pay_'.length + 6)} `, 'm'))
    expect(lines.some(line => line.includes('page 1 of 3'))).toBe(true)
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

  it('charge create draws a QR code that a scanner reads', async () => {
    const line = 'pixctl charge create --amount 10.50'
    const terminal = onTerminal(store.machine, line, { columns: 100, rows: 50 })
    expect(await terminal.ended).toBe(0)
    // What a terminal is asked is not shown on it.
    const shown = terminal.screen.replaceAll(/\u001b_[^\u001b]*\u001b\\|\u001b\[[?>]?[\d;]*[cqSt]/g, '')
    const drawn = codeIn(shown)
    const code = /^(?:Pix code\s+)?(0002.+)$/m.exec(plain(terminal.screen))?.[1]
    expect(code).toMatch(/6304[0-9A-F]{4}$/)
    expect(scan(drawTerminal(`${drawn.join('\n')}\n`, 100, DARK), 4)).toBe(code)
  })

  it.each([
    [40, 30],
    [80, 20],
  ])(
    'a terminal of %i columns and %i rows gets the Pix code, and a command in place of the QR code',
    async (columns, rows) => {
      const line = 'pixctl charge create --amount 10.50; echo "exit $?"; stty -a'
      const terminal = onTerminal(store.machine, line, { columns, rows })
      expect(await terminal.ended).toBe(0)
      expect(terminal.screen).toContain('exit 0')
      expect(plain(terminal.screen)).toContain('no room for the QR code')
      expect(plain(terminal.screen)).not.toMatch(/[▀▄]/)
      expect(plain(terminal.screen).replaceAll('\n', '')).toMatch(/0002.+6304[0-9A-F]{4}/)
      // The terminal waits for Enter again, and shows what is typed.
      expect(terminal.screen).toMatch(/ icanon[\s\S]* echo /)
    },
  )

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
})
