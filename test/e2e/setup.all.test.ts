/** `setup` on a real terminal, with a sandbox, from the first question to the counter. */

import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { networkAddresses } from '#lib/own-address.ts'
import { Machine } from '../support/pixctl.ts'
import { spawnSandbox } from '../support/sandbox.ts'
import { DARK, drawTerminal, scan } from '../terminal/picture.ts'
import { noTerminal, onTerminal, plain } from './pty.ts'

if (noTerminal) process.stderr.write(`skipped: setup on a terminal: ${noTerminal}\n`)

const INTERRUPT = '\u0003'
const [address] = networkAddresses()

describe.skipIf(noTerminal || !address)('setup on a terminal', () => {
  it('sets up the tablet, and the counter shows its address as a QR code with the fingerprint beside it', async () => {
    using machine = new Machine()
    await spawnSandbox(machine)
    const setup = onTerminal(machine, 'pixctl setup')
    await setup.sees('Will a tablet or phone show the counter too?')
    setup.type('y\r')
    await setup.sees('Are the digits cents at your counter?')
    setup.type('y\r')
    await setup.sees('\u0007')
    await setup.sees('Did you hear it?')
    setup.type('y\r')
    await setup.sees('Make the test charge?')
    setup.type('y\r')
    expect(await setup.ended).toBe(0)
    const said = plain(setup.screen)
    expect(said).toMatch(/to pay it:\s+pixctl sandbox pay pay_\w+\n/)
    const file = join(machine.dataDir, 'profiles/sandbox/counter-certificate.pem')
    const fingerprint = new X509Certificate(readFileSync(file)).fingerprint256
    const [, command] = /opens the counter:\s(pixctl charges watch .*)\n$/.exec(said)!
    expect(command).toBe(`pixctl charges watch --web --host ${address}`)

    const counter = onTerminal(machine, command!.replace('--web', '--web 0'))
    await counter.sees(fingerprint.slice(-23))
    const [url] = /https:\S+#login=[\w-]{43}/.exec(plain(counter.screen).replaceAll('\n', ''))!
    // The code comes in several parts.
    const scanned = () => {
      const drawn = counter.screen.split('\n').filter(line => line.includes('48;5;231'))
      expect(drawn.length).toBeLessThan(24)
      const code = drawn.map(line => line.replace(/(\u001b\[0m).*/s, '$1'))
      return scan(drawTerminal(`${code.join('\n')}\n`, 80, DARK), 4)
    }
    await expect.poll(scanned).toBe(url)
    counter.type(' ')
    await counter.sees('the counter is at')
    counter.type(INTERRUPT)
    expect(await counter.ended).toBe(130)
  })
})
