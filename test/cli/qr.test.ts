import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { permissions, temporaryFolder } from '../support/folder.ts'
import { errorOf } from '../support/pixctl.ts'
import { runCommand, testHost } from '../support/run.ts'
import { answer, paymentBody, ScriptedService } from '../support/service.ts'
import { DARK, drawTerminal, LIGHT, readPng, scan } from '../terminal/picture.ts'

// 137 bytes: version 7, 53 columns and 28 rows. In a smaller window its digits have their own segments: version 6, 41
// modules, so 49 columns, 22 rows and the prompt's, with less of a quiet zone.
const CHARGE = paymentBody()
const CODE = CHARGE.pixCode as string

/** The code on a machine whose service answers with the charge, in a window of that size. */
async function get(
  args: string[],
  terminal?: { columns: number; rows: number },
  pixCode: unknown = CODE,
  more: Record<string, string> = {},
  over: object = {},
) {
  await using service = await new ScriptedService(
    answer(200, { data: { ...CHARGE, pixCode, ...over } }),
  ).start()
  const env = { PIXCTL_API_KEY: 'service_live_a_key_of_a_test', PIXCTL_BASE_URL: service.baseUrl, ...more }
  const host = testHost(terminal ? { env, terminal } : { env })
  return { host, ...(await runCommand(['charges', 'get', 'pay_1', ...args], { host })) }
}

const DRAWN = /[▀▄]/
/** The lines of the code, without what stands beside it. */
const codeIn = (stdout: string) =>
  stdout
    .split('\n')
    .flatMap(line => (line.includes('48;5;231') ? [line.replace(/(\u001b\[0m).*/, '$1')] : []))
const besideIn = (stdout: string) =>
  stdout.split('\n').map(line => /\u001b\[0m {2}(.*)/.exec(line)?.[1] ?? '')

describe('the QR code in a window', () => {
  it.each([
    { columns: 49, rows: 23 },
    { columns: 80, rows: 24 },
  ])('is drawn in one of $columns columns and $rows rows', async window => {
    const { stdout, stderr, code } = await get([], window)
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 })
    expect(scan(drawTerminal(`${codeIn(stdout).join('\n')}\n`, 49, DARK), 4)).toBe(CODE)
  })

  it.each([
    [{ columns: 80, rows: 24 }, ['R$ 10,50', 'Table 4, two coffees, no', 'sugar', 'to be paid', 'pay_1']],
    [{ columns: 120, rows: 40 }, ['R$ 10,50', 'Table 4, two coffees, no sugar', 'to be paid', 'pay_1']],
  ])('has beside it what is to be paid, in %j', async (window, beside) => {
    const description = 'Table 4, two coffees, no sugar'
    const { stdout } = await get(['--no-color'], window, CODE, {}, { description, expiresAt: null })
    expect(besideIn(stdout).filter(text => text !== '')).toEqual(beside)
    // At its end, right above the prompt.
    expect(besideIn(stdout).findLastIndex(text => text !== '')).toBe(stdout.split('\n').length - 4)
    for (const line of stdout.replaceAll(/\u001b\[[\d;]*m/g, '').split('\n'))
      if (DRAWN.test(line)) expect(line.length).toBeLessThan(window.columns)
  })

  it('keeps the amount in view beside it, whatever the description', async () => {
    const description = '\u001b'.repeat(80)
    const { stdout } = await get(['--no-color'], { columns: 80, rows: 24 }, CODE, {}, { description })
    expect(besideIn(stdout).find(text => text !== '')).toBe('R$ 10,50')
    expect(scan(drawTerminal(`${codeIn(stdout).join('\n')}\n`, 49, DARK), 4)).toBe(CODE)
  })

  it.each([
    { columns: 48, rows: 30 },
    { columns: 80, rows: 22 },
  ])('is not drawn in one of $columns columns and $rows rows: one line says how to see it', async window => {
    const { stdout, stderr, code } = await get([], window)
    expect(code).toBe(0)
    expect(stdout).not.toMatch(DRAWN)
    // In one piece on one line, to be copied.
    expect(stdout.split('\n')).toContain(CODE)
    expect(stderr.replace('\r\u001b[2K', '').replace(':\n', ': ')).toBe(
      'no room for the QR code: pixctl charges get pay_1 --qr open\n',
    )
  })

  it.each<Record<string, string>>([{ TERM: 'dumb' }, { LC_ALL: 'C', LANG: 'en_US.UTF-8' }])(
    'is text only with %j, and one line says how to see it',
    async env => {
      const window = { columns: 80, rows: 40 }
      const { stdout, stderr } = await get([], window, CODE, env)
      expect(stdout.split('\n')).toContain(CODE)
      expect(stdout).not.toMatch(/[▀▄█]/)
      expect(stderr.replace(':\n', ': ')).toContain('as a picture: pixctl charges get pay_1 --qr open\n')
      expect((await get(['--qr', 'terminal'], window, CODE, env)).stdout).toMatch(DRAWN)
    },
  )

  it('keeps its two colours with NO_COLOR, so that it is read on dark and on light terminals', async () => {
    const { stdout } = await get([], { columns: 80, rows: 30 }, CODE, { NO_COLOR: '1' })
    const lines = codeIn(stdout)
    for (const ground of [DARK, LIGHT]) {
      expect(scan(drawTerminal(`${lines.join('\n')}\n`, 53, ground), 4)).toBe(CODE)
    }
    // Everything else is without colour.
    expect(lines.reduce((text, line) => text.replace(line, ''), stdout)).not.toContain('\u001b[')
  })

  it('is drawn in any size when there is no window', async () => {
    const { stdout, stderr } = await get(['--json', '--qr', 'terminal'])
    expect(JSON.parse(stdout)).toMatchObject({ pixCode: CODE })
    expect(scan(drawTerminal(stderr, 53, DARK), 4)).toBe(CODE)
  })

  it('says at once on a terminal that its picture is being written', async () => {
    const file = join(temporaryFolder(), 'code.png')
    const { stderr } = await get(['--qr', file, '--no-color'], { columns: 300, rows: 24 })
    expect(stderr).toBe(`\r\u001b[2Kwriting ${file}…\r\u001b[2KQR code written to ${file}\n`)
    expect(scan(readPng(readFileSync(file)), 1)).toBe(CODE)
  })

  it('comes with the Pix code when only the id would be printed', async () => {
    const { stdout, stderr } = await get(['-q', '--qr', 'terminal'])
    expect(stdout).toBe('pay_1\n')
    expect(stderr.split('\n').at(-2)).toBe(CODE)
  })
})

describe('--copy', () => {
  // ESC ] 52 ; c ; base64 BEL, as xterm's control sequences have it ("Manipulate Selection Data").
  const copied = (text: string) =>
    [...text.matchAll(/\u001b\]52;c;([\w+/=]*)\u0007/g)].map(([, base64 = '']) =>
      Buffer.from(base64, 'base64').toString(),
    )
  const window = { columns: 80, rows: 40 }

  it.each([[['--copy']], [['--copy', '-q']], [['--copy', '--json']]])(
    'sends the Pix code to the terminal, never into the data: %j',
    async args => {
      const { stdout, stderr, code } = await get(args, window)
      expect(code).toBe(0)
      expect(copied(stderr)).toEqual([CODE])
      expect(stdout).not.toContain('\u001b]')
      const said = stderr.includes("sent to the terminal's clipboard (not every terminal accepts it)")
      expect(said).toBe(!args.includes('--json'))
    },
  )

  it.each([
    ['where nothing is a terminal', undefined, {}],
    ['where the terminal is dumb', window, { TERM: 'dumb' }],
  ])('is refused before anything is sent, %s', async (_, terminal, env) => {
    await using service = await new ScriptedService().start()
    const settings = { PIXCTL_API_KEY: 'service_live_a_key_of_a_test', PIXCTL_BASE_URL: service.baseUrl }
    const host = testHost({ env: { ...settings, ...env }, ...(terminal && { terminal }) })
    for (const args of [
      ['charges', 'get', 'pay_1', '--copy'],
      ['charge', 'create', '--amount', '1', '--copy'],
    ]) {
      const { stderr, code } = await runCommand(args, { host })
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr: expect.stringContaining('--copy needs a terminal'),
      })
    }
  })

  it('says when there is no Pix code yet', async () => {
    const { stderr, code } = await get(['--copy'], window, null)
    expect(code).toBe(0)
    expect(copied(stderr)).toEqual([])
    expect(stderr.replaceAll('\n', ' ')).toContain(
      'no Pix code yet; to read it later: pixctl charges get pay_1 --copy',
    )
  })

  it('copies nothing that a shell would run when it is pasted', async () => {
    const { stderr } = await get(['--copy'], window, `${CODE}\nreboot\n`)
    expect(copied(stderr)).toEqual([])
    expect(stderr).toContain('the Pix code was not copied')
  })
})

describe.skipIf(process.platform === 'win32')('--qr open', () => {
  /** A machine whose viewer is this script; the path of the picture is its argument. */
  async function open(script: string | undefined, args: string[] = []) {
    await using service = await new ScriptedService(answer(200, { data: CHARGE })).start()
    const bin = temporaryFolder()
    if (script !== undefined) {
      writeFileSync(join(bin, 'xdg-open'), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
    }
    const settings = { PIXCTL_API_KEY: 'service_live_a_key_of_a_test', PIXCTL_BASE_URL: service.baseUrl }
    const tmp = temporaryFolder()
    const host = testHost({ platform: 'linux', env: { ...settings, PATH: bin, TMPDIR: tmp, OUT: bin } })
    const run = await runCommand(['charges', 'get', 'pay_1', '--qr', 'open', ...args], { host })
    const made = readdirSync(tmp)
    expect(made).toHaveLength(1)
    return { ...run, bin, folder: join(tmp, made[0]!), file: join(tmp, made[0]!, 'code.png') }
  }

  it('opens a picture that only this user can read', async () => {
    const { code, stderr, bin, folder, file } = await open('echo "$1" > "$OUT/opened"')
    expect({ code, stderr }).toEqual({ code: 0, stderr: `QR code opened: ${file}\n` })
    expect(readFileSync(join(bin, 'opened'), 'utf8')).toBe(`${file}\n`)
    expect(scan(readPng(readFileSync(file)), 1)).toBe(CODE)
    expect([permissions(folder), permissions(file)]).toEqual(['700', '600'])
  })

  it.each([
    ['there is no xdg-open', undefined, 'there is no xdg-open here'],
    ['it finds no display', 'exit 3', 'xdg-open found no viewer or no display'],
  ])('says where the picture is if %s', async (_, script, problem) => {
    const { code, stdout, stderr, file } = await open(script)
    expect(code).toBe(0)
    expect(stdout).toContain(CODE)
    expect(stderr).toContain(`warning: the QR code could not be opened (${problem})`)
    expect(stderr).toContain(`it is in ${file}\n`)
    expect(stderr).toContain('pixctl charges get pay_1 --qr code.png')
    expect(existsSync(file)).toBe(true)
  })
})

describe('a Pix code that no QR code can hold', () => {
  const long = `\u001b]0;owned\u0007${'9'.repeat(3 * 1024 * 1024)}`

  it('is printed, escaped, and said to be too long', async () => {
    const { stdout, stderr, code } = await get(['--qr', 'terminal'], undefined, long)
    expect(code).toBe(1)
    expect(stderr).toMatch(/^error: the text is too long for a QR code/)
    expect(stdout).toContain('\\u001b]0;owned\\u0007999')
    expect(stdout + stderr).not.toMatch(/[\u001b\u0007]/)
  })

  it('makes no picture', async () => {
    const file = join(temporaryFolder(), 'code.png')
    const run = await get(['--json', '--qr', file], undefined, long)
    expect(errorOf(run)).toMatchObject({
      exitCode: 1,
      error: expect.stringContaining('too long for a QR code'),
    })
    expect(JSON.parse(run.stdout).pixCode).toBe(long)
    expect(existsSync(file)).toBe(false)
  })
})
