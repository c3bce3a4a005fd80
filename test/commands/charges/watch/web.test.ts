/** The address of `charges watch --web` for a tablet: its certificate and its QR code. */

import { X509Certificate } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Stopped } from '#lib/failure.ts'
import { networkAddresses } from '#lib/own-address.ts'
import { Keyboard } from '../../../support/keyboard.ts'
import { errorOf, notesOf } from '../../../support/pixctl.ts'
import { runCommand } from '../../../support/run.ts'
import { openLocalStore } from '../../../support/store.ts'
import { DARK, drawTerminal, scan } from '../../../terminal/picture.ts'

const store = await openLocalStore()
const { machine } = store
const certificate = join(machine.dataDir, 'profiles/default/counter-certificate.pem')
const [first] = networkAddresses()

it.each(['0.0.0.0', '::', '192.0.2.254'])('a tablet can not open %s: exit 2 with an address', async host => {
  const run = await machine.pixctl(['charges', 'watch', '--web', '0', '--host', host, '--json'])
  expect(errorOf(run)).toMatchObject({ exitCode: 2, error: expect.stringContaining('charges watch --web') })
  expect(existsSync(certificate)).toBe(false)
})

const plain = (text: string) => text.replaceAll(/\u001b\[[\d;?]*[A-Za-z]/g, '')

describe.skipIf(first === undefined)('for a tablet', () => {
  const args = ['charges', 'watch', '--web', '0', '--host', first ?? '']
  const hostOf = (columns: number, rows: number) => {
    const env = { TERM: 'xterm-256color', LANG: 'en_US.UTF-8' }
    return { ...machine.host({ terminal: { columns, rows }, env }), isInForeground: async () => true }
  }

  it('each key shows a new address as a QR code, with the fingerprint beside it', async () => {
    const host = hostOf(80, 24)
    const keyboard = new Keyboard()
    const stopped = new AbortController()
    host.stdin.stream = keyboard
    const pictures: string[] = []
    const run = await runCommand(args, {
      host: { ...host, signal: stopped.signal },
      onOutput: (text, stream) => {
        if (stream === 'stderr') return
        pictures.push(text.slice(pictures.join('').length))
        if (pictures.length === 1) setImmediate(() => keyboard.write(' '))
        else stopped.abort(new Stopped('interrupted'))
      },
    })
    expect(run.code).toBe(130)
    const urls = [...plain(run.stderr).matchAll(/https:\S+#login=\S+/g)].map(String)
    expect(new Set(urls).size).toBe(2)
    const fingerprint = new X509Certificate(readFileSync(certificate)).fingerprint256
    for (const [index, picture] of pictures.entries()) {
      const lines = picture.trimEnd().split('\n')
      expect(lines.length).toBeLessThan(24)
      const code = lines.map(line => line.replace(/(\u001b\[0m).*/s, '$1'))
      expect(scan(drawTerminal(`${code.join('\n')}\n`, 80, DARK), 4)).toBe(urls[index])
      expect(
        plain(picture)
          .match(/([0-9A-F]{2}:){7}[0-9A-F]{2}$/gm)
          ?.join(':'),
      ).toBe(fingerprint)
    }
  })

  it('a window that is too small gets the address alone, and how large it must be', async () => {
    const run = await runCommand(args, { host: hostOf(40, 24), until: /make this window/ })
    expect(run.stdout).toBe('')
    expect(run.stderr).toMatch(/https:\S+#login=/)
    const [, columns, rows] = /at least\s(\d+) columns\swide and (\d+)\slines/.exec(run.stderr)!.map(Number)
    const large = await runCommand(args, { host: hostOf(columns!, rows!), until: /the counter is at/ })
    expect(large.stderr).not.toContain('make this window')
  })

  it('a script gets the address alone', async () => {
    const run = await runCommand([...args, '--json'], { host: hostOf(80, 24), until: /#login=/ })
    expect(run.stdout).toBe('')
    expect(notesOf(run)).toEqual([expect.stringMatching(/the counter is at https:/)])
  })
})
