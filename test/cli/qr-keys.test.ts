/** The keys of a charge's QR code, and what is said where the window has no room for it. */

import { afterEach, describe, expect, it } from 'vitest'
import { Stopped } from '#lib/failure.ts'
import { FakeClock } from '../support/clock.ts'
import { temporaryFolder } from '../support/folder.ts'
import { Keyboard } from '../support/keyboard.ts'
import { opener } from '../support/opener.ts'
import { runCommand, testHost } from '../support/run.ts'
import { type Act, answer, paymentBody, ScriptedService } from '../support/service.ts'
import { DARK, drawTerminal, scan } from '../terminal/picture.ts'

const START = '2099-01-01T00:00:00Z'
const CHARGE = paymentBody()
const CODE = CHARGE.pixCode as string
const OFFER = 'no room for the QR code: Enter opens it as a picture, c copies the Pix code\n'
const LATER = 'no room for the QR code: pixctl charges get pay_1 --qr open\n'
/** To the terminal's clipboard (xterm: "Manipulate Selection Data"). */
const COPIED = `\u001b]52;c;${Buffer.from(CODE).toString('base64')}\u0007`
const [CTRL_C, CTRL_Z] = ['\u0003', '\u001a']

const CREATE = ['charge', 'create', '--amount', '10.50']
const WAIT = [...CREATE, '--wait', '--no-bell']
const date = new Date(START).toUTCString()
const created = answer(201, { data: CHARGE }, { date })
const read = (over = {}) => answer(200, { data: { ...CHARGE, ...over } }, { date })
const paid = read({ status: 'PAID', paidAt: '2099-01-01T00:00:04.000Z' })

interface Setting {
  args?: string[]
  script?: Act[]
  rows?: number
  env?: Record<string, string>
  isInForeground?: boolean
  /** Called once, when `when` is on stderr. */
  press?(keyboard: Keyboard, clock: FakeClock, stop: AbortController): unknown
  when?: string
}

const opened: ScriptedService[] = []
afterEach(async () => {
  for (const service of opened.splice(0)) await service[Symbol.asyncDispose]()
})

/** Runs a command at a keyboard. */
async function atKeyboard({
  args = CREATE,
  script = [created],
  rows = 20,
  env = {},
  isInForeground = true,
  when = OFFER,
  press = () => {},
}: Setting) {
  const service = await new ScriptedService(...script).start()
  opened.push(service)
  const [keyboard, clock, stop] = [new Keyboard(), new FakeClock(START), new AbortController()]
  const settings = { PIXCTL_API_KEY: 'service_live_a_key_of_a_test', PIXCTL_BASE_URL: service.baseUrl }
  const machine = testHost({
    // This terminal isn't asked whether it shows pictures.
    env: { ...settings, TERM: 'linux', NO_COLOR: '1', TMPDIR: temporaryFolder(), ...env },
    platform: 'linux',
    clock,
    terminal: { columns: 120, rows },
  })
  const signals: string[] = []
  const host = {
    ...machine,
    signal: stop.signal,
    stdin: { ...machine.stdin, stream: keyboard },
    isInForeground: async () => isInForeground,
    interrupt: () => {
      signals.push('interrupt')
      stop.abort(new Stopped('interrupted'))
    },
    suspend: async () => {
      signals.push(`suspend, ${keyboard.modes.at(-1) ? 'raw' : 'restored'}`)
    },
  }
  let isOver = false
  const run = await runCommand(args, {
    host,
    onOutput: (text, stream) => {
      if (isOver || stream !== 'stderr' || !text.includes(when)) return
      isOver = true
      press(keyboard, clock, stop)
    },
  })
  return { ...run, keyboard, signals }
}

it.each<[string, Setting]>([
  ['charge create', {}],
  ['charges get', { args: ['charges', 'get', 'pay_1'], script: [read()] }],
  ['--wait in the background', { args: WAIT, script: [created, paid], isInForeground: false }],
  ['--wait --no-input', { args: [...WAIT, '--no-input'], script: [created, paid] }],
])('%s without room for the QR code names the command, and reads no key', async (_name, setting) => {
  const { code, stderr, keyboard } = await atKeyboard(setting)
  expect(code).toBe(0)
  expect(stderr).toContain(LATER)
  expect(keyboard.modes).toEqual([])
})

it('where the QR code has room, nothing is offered', async () => {
  const { stdout, stderr, keyboard } = await atKeyboard({ rows: 24 })
  expect(stdout).toContain('▀')
  expect(stderr).not.toContain('Enter')
  expect(keyboard.modes).toEqual([])
})

describe('a QR code that fills the window', () => {
  // Version 7: 45 modules and a quiet zone of two and one, so 24 rows.
  const LONG = `${CODE}${'abcdefghij'.repeat(3)}`
  const script = [answer(201, { data: { ...CHARGE, pixCode: LONG } }, { date })]
  const hold = (setting: Setting = {}) =>
    atKeyboard({ script, rows: 24, env: { TERM: 'xterm' }, when: 'press a key to end', ...setting })

  it('stays in view until a key is pressed, with what is to be paid beside it', async () => {
    const { code, stdout, keyboard } = await hold({ press: keys => keys.write(' ') })
    expect(code).toBe(0)
    const lines = stdout.split('\n').filter(line => line.includes('48;5;231'))
    expect(lines).toHaveLength(24)
    const picture = lines.map(line => `${line.replace(/(\u001b\[0m).*/, '$1')}\n`).join('')
    expect(scan(drawTerminal(picture, 53, DARK), 4)).toBe(LONG)
    expect(stdout.endsWith('\n')).toBe(false)
    expect(keyboard.modes).toEqual([true, false])
  })

  it('ends by itself after two minutes', async () => {
    const { code } = await hold({ press: async (_keys, clock) => clock.advance(await clock.asleep(120_000)) })
    expect(code).toBe(0)
  })

  it('is not drawn where nobody presses a key: one line says how to see it', async () => {
    const { stdout, stderr } = await hold({ args: [...CREATE, '--no-input'] })
    expect(stdout).not.toContain('▀')
    expect(stderr).toContain(LATER)
  })
})

describe('while charge create --wait waits', () => {
  const COUNTDOWN = '30:00 left to pay'
  const wait = (setting: Setting) =>
    atKeyboard({ args: WAIT, script: [created, read(), paid], when: COUNTDOWN, ...setting })
  const goOn = async (clock: FakeClock) => {
    await clock.asleep()
    await clock.advanceAsync(5_000)
  }

  it.each([
    ['where the QR code has no room', 20],
    ['where it is drawn', 24],
  ])('c copies the Pix code and the countdown goes on, %s', async (_, rows) => {
    const { code, stdout, stderr, keyboard } = await wait({
      rows,
      press: async (keys, clock) => {
        keys.write('c')
        await goOn(clock)
      },
    })
    expect(code).toBe(0)
    expect(stderr.split(COPIED)).toHaveLength(2)
    expect(stderr.slice(stderr.indexOf(COPIED))).toContain('29:59 left to pay')
    expect(stdout).toContain('PAID: R$ 10,50')
    expect(stderr.includes(OFFER)).toBe(rows === 20)
    expect(keyboard.modes).toEqual([true, false])
  })

  it.skipIf(process.platform === 'win32')('Enter opens one picture, however long it is held', async () => {
    const viewer = opener('echo "$1" >> "$OUT"')
    const { code, stderr } = await wait({
      env: viewer.env,
      press: async (keys, clock) => {
        keys.write('\r')
        await new Promise(setImmediate)
        keys.write('\r')
        await goOn(clock)
      },
    })
    expect(code).toBe(0)
    expect(stderr.split('opening the picture…; still waiting for the payment\n')).toHaveLength(2)
    await expect.poll(() => viewer.opened().split('\n')).toHaveLength(1)
  })

  it('Ctrl-C stops the wait as a signal does', async () => {
    const { code, stderr, signals, keyboard } = await wait({
      script: [created, read()],
      press: keys => keys.write(CTRL_C),
    })
    expect({ code, signals }).toEqual({ code: 130, signals: ['interrupt'] })
    expect(stderr).toContain('you stopped waiting\n  to wait again: pixctl charge wait pay_1')
    expect(keyboard.modes).toEqual([true, false])
  })

  it('Ctrl-Z stops the process with the terminal restored, and the keys work again afterwards', async () => {
    const { code, stderr, signals, keyboard } = await wait({
      press: async (keys, clock) => {
        keys.write(CTRL_Z)
        await expect.poll(() => keys.modes).toEqual([true, false, true])
        keys.write('c')
        await goOn(clock)
      },
    })
    expect({ code, signals }).toEqual({ code: 0, signals: ['suspend, restored'] })
    expect(stderr).toContain(COPIED)
    expect(keyboard.modes).toEqual([true, false, true, false])
  })
})
