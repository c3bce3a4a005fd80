import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { errorOf } from '../support/pixctl.ts'
import { runCommand, testHost } from '../support/run.ts'
import { answer, paymentBody, ScriptedService } from '../support/service.ts'
import { DARK, drawTerminal, scan } from '../terminal/picture.ts'

// 137 bytes: version 7, 45 modules, so 53 columns, 27 rows and the prompt's.
const CHARGE = paymentBody()
const CODE = CHARGE.pixCode as string

/** The code on a machine whose service answers with the charge, in a window of that size. */
async function get(args: string[], terminal?: { columns: number; rows: number }, pixCode: unknown = CODE) {
  await using service = await new ScriptedService(answer(200, { data: { ...CHARGE, pixCode } })).start()
  const env = { PIXCTL_API_KEY: 'service_live_a_key_of_a_test', PIXCTL_BASE_URL: service.baseUrl }
  const host = testHost(terminal ? { env, terminal } : { env })
  return { host, ...(await runCommand(['charges', 'get', 'pay_1', ...args], { host })) }
}

const DRAWN = /[▀▄]/

describe('the QR code in a window', () => {
  it('is drawn when it just fits', async () => {
    const { stdout, stderr, code } = await get([], { columns: 53, rows: 28 })
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 })
    const lines = stdout.split('\n').filter(line => line.includes('48;5;231'))
    expect(scan(drawTerminal(`${lines.join('\n')}\n`, 53, DARK), 4)).toBe(CODE)
  })

  it.each([
    { columns: 52, rows: 28 },
    { columns: 53, rows: 27 },
    { columns: 80, rows: 24 },
    { columns: 40, rows: 24 },
  ])('is not drawn in one of $columns columns and $rows rows', async window => {
    const { stdout, stderr, code } = await get([], window)
    expect(code).toBe(0)
    expect(stdout).not.toMatch(DRAWN)
    // In one piece on one line, to be copied.
    expect(stdout.split('\n')).toContain(CODE)
    expect(stderr).toContain(
      `needs 53 columns and 28 rows; this window has ${window.columns} and ${window.rows}`,
    )
    expect(stderr).toContain('pixctl charges get pay_1 --qr code.png')
  })

  it('is drawn in any size when there is no window', async () => {
    const { stdout, stderr } = await get(['--json', '--qr', 'terminal'])
    expect(JSON.parse(stdout)).toMatchObject({ pixCode: CODE })
    expect(scan(drawTerminal(stderr, 53, DARK), 4)).toBe(CODE)
  })

  it('comes with the Pix code when only the id would be printed', async () => {
    const { stdout, stderr } = await get(['-q', '--qr', 'terminal'])
    expect(stdout).toBe('pay_1\n')
    expect(stderr.split('\n').at(-2)).toBe(CODE)
  })
})

describe('a Pix code that no QR code can hold', () => {
  const long = `\u001b]0;owned\u0007${'9'.repeat(3 * 1024 * 1024)}`

  it('is printed, escaped, and said to be too long', async () => {
    const { stdout, stderr, code } = await get(['--qr', 'terminal'], undefined, long)
    expect(code).toBe(0)
    expect(stderr).toMatch(
      /^warning: the Pix code is too long for a QR code \(3145738 bytes; the most is 2953\)/,
    )
    expect(stdout).toContain('\\u001b]0;owned\\u0007999')
    expect(stdout + stderr).not.toMatch(/[\u001b\u0007]/)
  })

  it.each(['png', 'svg'])('makes no %s', async extension => {
    const started = performance.now()
    const host = testHost()
    const file = join(host.home, `code.${extension}`)
    const run = await get(['--json', '--qr', file], undefined, long)
    expect(errorOf(run)).toMatchObject({ exitCode: 8 })
    expect(errorOf(run).error).toContain('too long for a QR code')
    expect(JSON.parse(run.stdout).pixCode).toBe(long)
    expect(existsSync(file)).toBe(false)
    // Drawing it took 13 s before it failed.
    expect(performance.now() - started).toBeLessThan(5000)
  })
})
