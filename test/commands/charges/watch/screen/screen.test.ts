/** The counter's screen while it runs: keys, payments and creations, and how it gives the terminal back. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Payment } from '#contract/generated/types.ts'
import { Stopped } from '#lib/failure.ts'
import { LocalMachine } from '../../../../support/local.ts'
import { opener } from '../../../../support/opener.ts'
import { startSandboxOn } from '../../../../support/sandbox.ts'
import { againstLocal, unresolved } from '../../../../support/scripted.ts'
import { answer, silence } from '../../../../support/service.ts'
import { CTRL, DOWN, ENTER, ESCAPE, openCounter } from './counter.ts'

/** A sandbox with two charges, and its counter, which ends with the test at the latest. */
async function openShop(options: Parameters<typeof openCounter>[1] = {}) {
  const machine = new LocalMachine()
  onTestFinished(() => machine[Symbol.dispose]())
  await startSandboxOn(machine.host(), '--data', ':memory:', '--rate-limit', 'off')
  const run = async (...args: string[]) => {
    const { stdout, stderr, code } = await machine.pixctl(args)
    expect(code, stderr).toBe(0)
    return stdout.trim()
  }
  const create = (...flags: string[]) => run('charge', 'create', '-q', ...flags)
  const first = await create('--amount', '35.90', '--description', 'Açaí 500 ml')
  const second = await create('--amount', '10', '--description', 'Mesa 4')
  const charges = async (): Promise<Payment[]> => JSON.parse(await run('charges', 'list', '--json')).data
  const over = new AbortController()
  const signal = AbortSignal.any([over.signal, ...(options.signal ? [options.signal] : [])])
  const counter = openCounter(machine, { ...options, signal })
  onTestFinished(async () => {
    over.abort(new Stopped('terminated'))
    await counter.ended
  })
  await counter.window.sees('Mesa 4')
  return {
    machine,
    first,
    second,
    run,
    charges,
    pay: (id: string) => run('sandbox', 'pay', id),
    fault: (...args: string[]) => run('sandbox', 'fault', 'add', '--on', 'create', ...args),
    unresolved: () => unresolved(machine),
    openAgain: () => openCounter(machine),
    ...counter,
    counter,
  }
}

describe('charges watch on a terminal', () => {
  it('tells of a payment, rings, and leaves a summary in the normal screen', async () => {
    const { pay, first, window, keyboard, press, ended } = await openShop()
    expect(window.isAlternate).toBe(true)
    expect(keyboard.isRaw).toBe(true)
    expect(window.shown()).toContain('to be paid: 2 (R$ 45,90)')
    await pay(first)
    await window.sees('PAID: R$ 35,90, Açaí 500 ml')
    expect(window.bells).toBe(1)
    press('q')
    expect(await ended).toBe(0)
    expect(window.isAlternate).toBe(false)
    expect(keyboard.isRaw).toBe(false)
    expect(window.marksPastes).toBe(false)
    expect(window.shown()).toBe('to be paid: 1 (R$ 10,00)\npaid: 1 (R$ 35,90)')
    expect(window.text.endsWith('\u001b[?25l')).toBe(false)
    expect(window.text.lastIndexOf('\u001b[?25h')).toBeGreaterThan(window.text.lastIndexOf('\u001b[?25l'))
  })

  it('rings no bell with --no-bell', async () => {
    const { pay, first, window } = await openShop({ args: ['--no-bell'] })
    await pay(first)
    await window.sees('PAID:')
    expect(window.bells).toBe(0)
  })

  it('shows the chosen code, and then in large letters that it is paid', async () => {
    const { pay, first, window, press } = await openShop({ columns: 120, rows: 50 })
    press(DOWN + ENTER)
    await window.sees(/[▀▄]/)
    expect(window.shown()).toContain('Açaí 500 ml')
    await pay(first)
    await window.sees(/█████/)
    expect(window.shown()).not.toMatch(/▀/)
    press('x')
    await window.sees('to be paid: 1')
  })

  it('v asks the service, and says NOT PAID, PAID or that there is no answer, with the time', async () => {
    const { pay, first, window, press, run } = await openShop({ args: ['--timeout', '0.9'] })
    press(`${DOWN}v`)
    await window.sees(
      /█[\s\S]*R\$ 35,90\nAçaí 500 ml\n\d+ min left to pay\nanswer of the service at \d\d:\d\d:\d\d/,
    )
    await pay(first)
    await window.sees(/█[\s\S]*R\$ 35,90\nAçaí 500 ml\npaid: /)
    press('x')
    await window.sees('to be paid: 1')
    await run('sandbox', 'fault', 'add', '--on', 'get', '--status', '500')
    press(`${DOWN}v`)
    await window.sees(/^\nR\$ 10,00\nMesa 4\n.*\nno answer: not known \(at \d\d:\d\d:\d\d\): /)
    expect(window.shown()).not.toMatch(/█/)
  })

  it('hides what a file made, as far as this machine knows it, and b shows it', async () => {
    const { window, press, run, machine } = await openShop()
    const path = join(machine.folder, 'list.csv')
    writeFileSync(path, 'reference,amount,description\na,1,Mensalidade A\nb,2,Mensalidade B\n')
    await run('charge', 'create', '--from', path, '--json')
    await window.sees(/to be paid: 4 [\s\S]*2 of a list hidden/)
    expect(window.shown()).toMatch(/Mesa 4/)
    expect(window.shown()).not.toContain('Mensalidade')
    press('b')
    await window.sees(/Mesa 4[\s\S]*Mensalidade B[\s\S]*Mensalidade A/)
  })

  it('has two columns from 110 columns on, also after a change of the size', async () => {
    const { pay, first, window } = await openShop({ columns: 120 })
    await pay(first)
    await window.sees(/10,00 .*Mesa 4 +│ {2}\* paid .*Açaí 500 ml/)
    window.resize(109, 24)
    await window.sees(/^ \* paid .*Açaí 500 ml\n>.*Mesa 4/m)
  })

  it('opens the picture where the code does not fit', async () => {
    const { env, opened } = opener()
    const { window, press } = await openShop({ env, columns: 40, rows: 30 })
    press(ENTER)
    await window.sees('was opened')
    expect(opened()).toMatch(/\.png$/)
    expect(window.shown()).toContain('the QR code does not fit this window')
  })

  it('copies the code', async () => {
    const { charges, window, press } = await openShop()
    press('c')
    await window.sees('R$ 10,00, Mesa 4: Pix code sent')
    const [newest] = await charges()
    expect(window.text).toContain(`\u001b]52;c;${Buffer.from(newest!.pixCode!).toString('base64')}\u0007`)
  })

  it('writes only the lines that changed, at once', async () => {
    const { window, press } = await openShop()
    let seen = window.text.length
    const writes: string[] = []
    window.on('captured', () => {
      writes.push(window.text.slice(seen))
      seen = window.text.length
    })
    press(DOWN)
    await window.sees(/^> .*Açaí/m)
    // The line with the time is written each second.
    expect(writes.find(text => /Mesa 4|Açaí/.test(text))).toMatch(/Mesa 4[\s\S]*Açaí/)
    expect(writes.join('')).not.toMatch(/to be paid|\u001b\[2J/)
  })

  it('Ctrl-Z gives the terminal back while it is stopped', async () => {
    const { window, press, counter } = await openShop()
    const before = window.text.length
    press(CTRL('z'))
    await expect.poll(() => counter.suspended).toBe(1)
    press(CTRL('l'))
    await window.sees('Mesa 4')
    await window.settled()
    expect(window.marksPastes).toBe(true)
    const since = window.text.slice(before)
    expect(since.indexOf('\u001b[?1049l')).toBeGreaterThanOrEqual(0)
    expect(since.indexOf('\u001b[?1049h')).toBeGreaterThan(since.indexOf('\u001b[?1049l'))
    expect(since.indexOf('\u001b[?2004l')).toBeLessThan(since.indexOf('\u001b[?1049l'))
    expect(since.indexOf('\u001b[?2004h')).toBeGreaterThan(since.indexOf('\u001b[?1049h'))
  })

  it.each(['Ctrl-C', 'a closed terminal', 'a signal'])('%s ends it, and restores the terminal', async end => {
    const stop = new AbortController()
    const { window, keyboard, press, stderr, ended } = await openShop({ signal: stop.signal })
    if (end === 'Ctrl-C') press(CTRL('c'))
    else if (end === 'a signal') stop.abort(new Stopped('terminated'))
    else keyboard.end()
    expect(await ended).toBe(end === 'Ctrl-C' ? 130 : 143)
    expect([window.isAlternate, keyboard.isRaw, window.marksPastes]).toEqual([false, false, false])
    expect(stderr.text).not.toMatch(/error|at .*:\d+/)
  })

  it('without a keyboard watches all the same', async () => {
    const stop = new AbortController()
    const { window, ended } = await openShop({ keys: false, signal: stop.signal })
    expect(window.shown()).toMatch(/Ctrl-C quits$/)
    stop.abort(new Stopped('interrupted'))
    expect(await ended).toBe(130)
  })

  it('begins though the first reading is refused, says what to do, and ends by q', async () => {
    await using store = await againstLocal(answer(401, { error: 'no' }))
    const { window, press, ended } = openCounter(store.machine)
    await window.sees(/no contact with the service yet: .*\n?.*call whoever set up pixctl/)
    press('q')
    expect(await ended).toBe(0)
  })

  it('shows what would be said on stderr in the screen', async () => {
    const { window, stderr } = await openShop({ env: { PIXCTL_WS_TOKEN: 'service_ws_wrong' } })
    await window.sees('realtime channel')
    expect(stderr.text).toBe('')
  })
})

describe('charges watch on a terminal that can not redraw', () => {
  it('prints a line for each charge, and one whenever it changes, in words', async () => {
    const stop = new AbortController()
    const { pay, first, window, ended } = await openShop({ env: { TERM: 'dumb' }, signal: stop.signal })
    await pay(first)
    await window.sees(/paid \d\d:\d\d +R\$ 35,90/)
    expect(window.shown()).toMatch(
      /^\d\d:\d\d:\d\d to be paid +R\$ 35,90 {2}\d\d:\d\d …\w{4} {2}Açaí 500 ml$/m,
    )
    expect(window.text).not.toContain('\u001b')
    stop.abort(new Stopped('interrupted'))
    expect(await ended).toBe(130)
  })
})

describe('pasted text', () => {
  const LIST = 'n10,00\r\r20,00\rc\rq\n'
  const marked = (text: string) => `\u001b[200~${text}\u001b[201~`
  const open = async () => {
    const shop = await openShop()
    const isQuiet = async () => {
      await shop.window.sees('pasted text does nothing here')
      // What was typed before this would have been done by now.
      shop.press(DOWN)
      await shop.window.sees(/^> .*Açaí/m)
      expect(await shop.charges()).toHaveLength(2)
      expect(shop.window.text).not.toContain('\u001b]52')
    }
    return { ...shop, isQuiet }
  }

  it.each([
    ['that the terminal marks', [marked(LIST)]],
    ['that is marked, in several reads', ['\u001b[200~n10', ',00\r', '\r', 'q', '\r\u001b[201~']],
    ['without a mark', [LIST]],
    ['that is two keys', ['nq']],
    ['that ends its mark itself', [marked('a\u001b[201~n1\rq')]],
    ['that ends its mark itself, before one key', [marked('a\u001b[201~q')]],
    ['that ends its mark itself, in several reads', [marked('a'), 'n\u001b[201~']],
  ])('%s is no keys in the list', async (_name, reads) => {
    const { paste, isQuiet } = await open()
    for (const read of reads) {
      paste(read)
      await setImmediate()
    }
    await isQuiet()
  })

  it.each([
    ['that the terminal marks', marked('10,00\n')],
    ['without a mark', '10,00\r'],
  ])('%s is text in a field, and creates nothing', async (_name, text) => {
    const { paste, press, window, charges } = await open()
    press('n')
    await window.sees('Amount in reais:')
    paste(text)
    await window.sees(/Amount in reais: 10,00 *$/m)
    press(ENTER)
    await window.sees('Enter create')
    expect(await charges()).toHaveLength(2)
    press(`Bolo${ENTER}`)
    await window.sees('left to pay')
    expect((await charges())[0]).toMatchObject({ amount: 10, description: 'Bolo' })
    press('x')
    await window.sees('to be paid: 3')
  })

  it('does nothing beside a charge either', async () => {
    const { paste, press, window } = await open()
    press(ENTER)
    await window.sees('left to pay')
    paste('cq')
    await window.sees('pasted text')
    expect(window.shown()).toContain('left to pay')
    expect(window.text).not.toContain('\u001b]52')
    press('x')
    await window.sees('to be paid: 2')
  })

  it('whose end never comes is ended by Ctrl-C', async () => {
    const { paste, press, ended } = await open()
    paste('\u001b[200~n10')
    press(CTRL('c'))
    expect(await ended).toBe(130)
  })

  it('is not what arrows and Backspace of one read are', async () => {
    const { paste, press, window } = await open()
    paste(DOWN + DOWN)
    await window.sees(/^> .*Açaí/m)
    press('n12')
    await window.sees('Amount in reais: 12')
    paste('\u007f\u007f')
    await window.sees(/Amount in reais: *$/m)
    press(ESCAPE)
    await window.sees('n new')
  })
})

describe('n', () => {
  const typed = `n7,25${ENTER}Café${ENTER}`

  it('creates a charge, and shows its code', async () => {
    const { charges, window, press } = await openShop({ columns: 120, rows: 50 })
    press(typed)
    await window.sees(/[▀▄]/)
    expect(window.shown()).toMatch(/R\$ 7,25\n.*Café/)
    press('x')
    await window.sees('to be paid: 3')
    expect((await charges()).map(({ amount }) => amount)).toEqual([7.25, 10, 35.9])
  })

  it('leaves a charge in the list as unknown, and finishes it with its own key', async () => {
    const shop = await openShop({ columns: 120, rows: 50, args: ['--timeout', '0.9'] })
    const { charges, window, press, fault } = shop
    await fault('--lose-answer')
    press(typed)
    await window.sees(/^> {2}unknown +R\$ 7,25/m)
    const [left] = await shop.unresolved()
    press(ENTER)
    await window.sees(`pixctl charge recover ${left!.idempotencyKey}`)
    await shop.run('sandbox', 'fault', 'clear')
    press('r')
    await window.sees(/[▀▄]/)
    expect(await shop.unresolved()).toEqual([])
    expect(await charges()).toHaveLength(3)
    press('x')
    await window.sees('to be paid: 3')
  })

  it('is named at the next start, and at its end', async () => {
    const shop = await openShop({ args: ['--timeout', '0.9'] })
    await shop.fault('--lose-answer')
    shop.press(typed)
    await shop.window.sees(/^> {2}unknown +R\$ 7,25/m)
    shop.press('q')
    await shop.ended
    const again = shop.openAgain()
    await again.window.sees('1 charge of before may not have been created; to finish: pixctl charge recover')
    again.press('q')
    await again.ended
    expect(again.window.shown()).toContain('to finish: pixctl charge recover')
    const third = shop.openAgain()
    await third.window.sees('to finish: pixctl charge recover')
    await shop.run('sandbox', 'fault', 'clear')
    await shop.run('charge', 'recover')
    third.press('q')
    await third.ended
    expect(third.window.shown()).toContain('to be paid: ')
    expect(third.window.shown()).not.toContain('charge recover')
  })

  it('is named at the end, also where nothing was read', async () => {
    await using store = await againstLocal(silence, silence)
    const { window, press, ended } = openCounter(store.machine, { args: ['--timeout', '1.5'] })
    await window.sees('n new')
    press(typed)
    await window.sees(/^> {2}unknown/m)
    press('q')
    expect(await ended).toBe(0)
    expect(await unresolved(store.machine)).toHaveLength(1)
    expect(window.shown()).toMatch(/unknown: R\$ 7,25, Café\n.*to finish: pixctl charge recover/)
  })

  it('stays unknown if another pixctl has dropped it meanwhile', async () => {
    const { window, press, fault, run, unresolved } = await openShop({ args: ['--timeout', '0.9'] })
    await fault('--lose-answer')
    press(typed)
    await window.sees(/^> {2}unknown +R\$ 7,25/m)
    const [left] = await unresolved()
    await run('charge', 'recover', '--forget', left!.idempotencyKey)
    press(`${ENTER}r`)
    await window.sees(/already\s+ended\s+it/)
    expect(window.shown()).toMatch(/^> {2}unknown/m)
  })

  it('says why the service refused it, and keeps nothing to finish', async () => {
    const { window, press, fault, ended, unresolved } = await openShop()
    await fault('--status', '403')
    press(typed)
    await window.sees(/^> {2}not created +R\$ 7,25 {2}Café: /m)
    expect(await unresolved()).toEqual([])
    press(`${ENTER}x`)
    await window.sees(/^> {2}\d+ min +R\$ 10,00/m)
    press('q')
    expect(await ended).toBe(0)
  })

  it('q waits for the answer', async () => {
    const { charges, window, press, fault, ended, unresolved } = await openShop()
    await fault('--delay', '1s')
    press(typed)
    await window.sees(/^> {2}sending/m)
    press('q')
    await window.sees('still being sent')
    expect(await ended).toBe(0)
    expect(await charges()).toHaveLength(3)
    expect(await unresolved()).toEqual([])
  })

  it('Ctrl-C leaves its outcome unknown, and says how to finish it', async () => {
    const { window, press, fault, ended, unresolved } = await openShop()
    await fault('--hang')
    press(typed)
    await window.sees(/^> {2}sending/m)
    press(CTRL('c'))
    expect(await ended).toBe(130)
    expect(await unresolved()).toHaveLength(1)
    expect(window.shown()).toMatch(/unknown: R\$ 7,25, Café\n.*to finish: pixctl charge recover/)
  })
})
