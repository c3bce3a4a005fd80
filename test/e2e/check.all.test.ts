/** `webhook check` on a terminal; the tables are in test/commands/webhook/check.test.ts. */

import { expect, it } from 'vitest'
import { listeningMachine } from '../support/listener.ts'
import { noTerminal, onTerminal, plain } from './pty.ts'

it.skipIf(noTerminal)(
  'asks before it sends to another machine, and sends nothing unless the answer is yes',
  async () => {
    const terminal = onTerminal(listeningMachine(), 'pixctl webhook check https://shop.example/hook')
    await terminal.sees('shop.example?')
    terminal.type('n\r')
    expect(await terminal.ended).toBe(2)
    expect(plain(terminal.screen)).toContain('nothing was sent')
  },
)
