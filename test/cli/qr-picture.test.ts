/** A terminal that answers, or does not, when it is asked whether it shows pictures. */

import { afterEach, describe, expect, it } from 'vitest'
import { Stopped } from '#lib/failure.ts'
import { FakeClock } from '../support/clock.ts'
import { Keyboard } from '../support/keyboard.ts'
import { runCommand, testHost } from '../support/run.ts'
import { answer, paymentBody, ScriptedService } from '../support/service.ts'
import { readPng, scan } from '../terminal/picture.ts'

const CHARGE = paymentBody()
const CODE = CHARGE.pixCode as string
const DRAWN = /[▀▄]/
/** What each terminal answers, in the order of the questions. */
const DA1 = '\u001b[?62;22c'
const KITTY = `\u001b_Gi=31;OK\u001b\\\u001bP>|kitty(0.32.2)\u001b\\\u001b[6;20;10t${DA1}`
const ITERM = `\u001bP>|iTerm2 3.5.0\u001b\\\u001b[?62;4c`
// As xterm -ti vt340 answers in 80 columns and 24 rows.
const XTERM = '\u001bP>|XTerm(379)\u001b\\\u001b[?2;0;640;408S\u001b[?63;1;2;4;6;9;15;16;22;28c'
const TMUX = '\u001bP>|tmux 3.4\u001b\\\u001b[6;20;10t\u001b[?1;2;4c'

interface Terminal {
  /** What it sends once it is asked, piece by piece; a number is a pause in milliseconds. */
  answers?: (string | number)[]
  args?: string[]
  env?: Record<string, string>
  isInForeground?: boolean
  /** Aborted once the terminal is asked. */
  stop?: AbortController
}

const opened: ScriptedService[] = []
afterEach(async () => {
  for (const service of opened.splice(0)) await service[Symbol.asyncDispose]()
})

/** Shows a charge on such a terminal. */
async function show({ answers = [], args = [], env = {}, isInForeground, stop }: Terminal) {
  const service = await new ScriptedService(answer(200, { data: CHARGE })).start()
  opened.push(service)
  const keyboard = new Keyboard()
  const clock = new FakeClock(0)
  const settings = { PIXCTL_API_KEY: 'service_live_a_key_of_a_test', PIXCTL_BASE_URL: service.baseUrl }
  const terminal = { columns: 80, rows: 24 }
  const machine = testHost({ env: { ...settings, TERM: 'xterm', ...env }, clock, terminal })
  const host = {
    ...machine,
    ...(stop && { signal: stop.signal }),
    stdin: { ...machine.stdin, stream: keyboard },
    ...(isInForeground !== undefined && { isInForeground: async () => isInForeground }),
  }
  let asked = false
  const reply = async () => {
    for (const each of answers) {
      if (typeof each === 'string') keyboard.write(each)
      // The patience of 300 ms, and then the time for late answers.
      else if (each > 0) await clock.pass()
      await new Promise(resolve => setImmediate(resolve))
    }
  }
  const run = await runCommand(['charges', 'get', 'pay_1', ...args], {
    host,
    onOutput: text => {
      if (asked || !text.includes('\u001b[c')) return
      asked = true
      stop?.abort(new Stopped('terminated'))
      void reply()
    },
  })
  return { ...run, asked, keyboard, left: keyboard.read()?.toString() ?? '' }
}

const kittyPng = (text: string) => {
  const pieces = [...text.matchAll(/\u001b_G([^;]*);([^\u001b]*)\u001b\\/g)].filter(([, keys]) =>
    keys?.includes('m='),
  )
  return Buffer.from(pieces.map(([, , base64]) => base64).join(''), 'base64')
}

/** The pixels of a sixel picture of two colours: 0 is black, 1 white (VT330/VT340 Programmer Reference, chapter 14). */
function sixelPixels(text: string): number[][] {
  const [, width, height, data = ''] =
    /\u001bP0;1q"1;1;(\d+);(\d+)#0;2;0;0;0#1;2;100;100;100(.*?)\u001b\\/s.exec(text)!
  const bitmap = Array.from({ length: Number(height) }, () => new Array<number>(Number(width)).fill(128))
  let [x, top, grey] = [0, 0, 0]
  for (const [token, times, column] of data.matchAll(/#\d|[$-]|!(\d+)(.)/gs)) {
    if (token === '$') x = 0
    else if (token === '-') [x, top] = [0, top + 6]
    else if (token.startsWith('#')) grey = token === '#0' ? 0 : 255
    else {
      const bits = column!.charCodeAt(0) - 63
      for (const end = x + Number(times); x < end; x++) {
        for (let bit = 0; bit < 6; bit++) if (bits & (1 << bit)) bitmap[top + bit]![x] = grey
      }
    }
  }
  return bitmap
}

describe('a terminal that shows pictures', () => {
  it('by kitty is sent a PNG, no higher than the window', async () => {
    const { stdout, code, keyboard, left } = await show({ answers: [KITTY] })
    expect(code).toBe(0)
    expect(scan(readPng(kittyPng(stdout)), 1)).toBe(CODE)
    expect(Number(/\u001b_Ga=T,f=100,q=2,r=(\d+)/.exec(stdout)![1])).toBeLessThanOrEqual(22)
    for (const [piece] of stdout.matchAll(/;[\w+/=]*\u001b\\/g)) expect(piece.length).toBeLessThan(4100)
    expect({ left, modes: keyboard.modes }).toEqual({ left: '', modes: [true, false] })
    expect(stdout).not.toMatch(DRAWN)
  })

  it('by iTerm2 is sent a PNG inline', async () => {
    const { stdout } = await show({ answers: [ITERM] })
    const [, keys, base64 = ''] = /\u001b\]1337;File=([^:]*):([\w+/=]*)\u0007/.exec(stdout)!
    const png = Buffer.from(base64, 'base64')
    expect(scan(readPng(png), 1)).toBe(CODE)
    expect(keys).toMatch(new RegExp(`^inline=1;size=${png.length};height=\\d+;preserveAspectRatio=1$`))
  })

  it('by sixel is sent one, as large as fits', async () => {
    const { stdout } = await show({ answers: [XTERM] })
    const pixels = sixelPixels(stdout)
    // 22 of 24 rows are 374 pixels: 49 modules of 7.
    expect([pixels.length, pixels[0]!.length]).toEqual([343, 343])
    expect(new Set(pixels.flat())).toEqual(new Set([0, 255]))
    expect(scan(pixels, 1)).toBe(CODE)
  })

  it.each([
    ['in pieces', [...KITTY]],
    ['between keys', ['ab', KITTY.slice(0, 9), KITTY.slice(9), 'c']],
  ])('may answer %s', async (_, answers) => {
    const { stdout, left } = await show({ answers })
    expect(scan(readPng(kittyPng(stdout)), 1)).toBe(CODE)
    expect(left).toBe(answers[0] === 'ab' ? 'abc' : '')
  })
})

describe('the QR code is drawn as before', () => {
  it.each([
    ['DA1 says that there are no pictures', [DA1], ''],
    ['tmux is in between', [TMUX], ''],
    ['the size of the window is not known', ['\u001b[?62;4c'], ''],
    ['there is no answer', [300, 700], ''],
    ['the answer is late', [300, KITTY], ''],
    ['the answer breaks off', ['x\u001b[?6', 300, 700], 'x'],
    ['somebody types', ['make\n', 300, 700], 'make\n'],
  ])('if %s', async (_, answers, typed) => {
    const { stdout, code, keyboard, left, asked } = await show({ answers })
    expect({ code, asked, left }).toEqual({ code: 0, asked: true, left: typed })
    expect(stdout).toMatch(DRAWN)
    expect(stdout).not.toMatch(/\u001bP|\u001b\]1337|a=T/)
    expect(keyboard.modes).toEqual([true, false])
  })

  it.each<[string, Terminal]>([
    ['--no-input is given', { args: ['--no-input'] }],
    ['the terminal is dumb', { args: ['--qr', 'terminal'], env: { TERM: 'dumb' } }],
    ['the process is in the background', { isInForeground: false }],
  ])('and nothing is asked if %s', async (_, terminal) => {
    const { stdout, stderr, asked, keyboard } = await show(terminal)
    expect({ asked, modes: keyboard.modes }).toEqual({ asked: false, modes: [] })
    expect(stdout).toMatch(DRAWN)
    expect(stderr).toBe('')
  })

  it('and nothing is asked if no code is drawn', async () => {
    const { asked } = await show({ args: ['--qr', 'none'] })
    expect(asked).toBe(false)
  })
})

describe('an interruption while the terminal is asked', () => {
  it('by Ctrl-C is exit 130, and the terminal is restored', async () => {
    const { code, keyboard, left } = await show({ answers: ['\u0003'] })
    expect({ code, left, modes: keyboard.modes }).toEqual({ code: 130, left: '', modes: [true, false] })
  })

  it('by a signal too', async () => {
    const { code, keyboard } = await show({ stop: new AbortController() })
    expect({ code, modes: keyboard.modes }).toEqual({ code: 143, modes: [true, false] })
  })
})
