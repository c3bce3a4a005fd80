/** `webhook check` as a process, and on a terminal; the tables are in test/commands/webhook/check.test.ts. */

import { afterAll, describe, expect, it } from 'vitest'
import { displayWidth } from '#terminal/width.ts'
import { Machine } from '../support/pixctl.ts'
import { receiver, verifying } from '../support/receivers.ts'
import { noTerminal, onTerminal, plain } from './pty.ts'

const SECRET = 'whsec_of_the_check_test'
const machine = new Machine({ PIXCTL_WEBHOOK_SECRET: SECRET })
afterAll(() => machine[Symbol.dispose]())

describe('a correct endpoint', () => {
  it('is checked with the first secret, while two are in use', async () => {
    await using endpoint = await receiver(SECRET, verifying())
    const env = { PIXCTL_WEBHOOK_SECRET: `${SECRET} whsec_old` }
    expect((await machine.pixctl(['webhook', 'check', endpoint.url], { env })).code).toBe(0)
    const swapped = { PIXCTL_WEBHOOK_SECRET: `whsec_old ${SECRET}` }
    expect((await machine.pixctl(['webhook', 'check', endpoint.url], { env: swapped })).code).toBe(10)
  })
})

describe.skipIf(noTerminal)('on a terminal', () => {
  it('gets a table of 80 columns, and what each failure means', async () => {
    await using endpoint = await receiver(SECRET, () => 204)
    const terminal = onTerminal(machine, `pixctl webhook check ${endpoint.url}`)
    expect(await terminal.ended).toBe(10)
    const text = plain(terminal.screen).replaceAll(/.*\r/g, '')
    expect(text).toMatch(/CHECK +RESULT +EXPECTED +GOT/)
    expect(text).toMatch(/forged_signature +FAILED +401 +204/)
    expect(text).toMatch(/forged_signature\n +It was signed with another secret/)
    expect(Math.max(...text.split('\n').map(displayWidth))).toBeLessThanOrEqual(80)
  })

  it('asks before it sends to another machine, and sends nothing unless the answer is yes', async () => {
    const terminal = onTerminal(machine, 'pixctl webhook check https://shop.example/hook')
    await terminal.sees('shop.example?')
    terminal.type('n\r')
    expect(await terminal.ended).toBe(2)
    expect(plain(terminal.screen)).toContain('nothing was sent')
  })
})
