/** What messages suggest about a sandbox; suggested-commands.all.test.ts runs it with the others. */

import { describe, expect, it } from 'vitest'
import { NOTHING, onTerminal, shop, suggested } from './suggested-commands.ts'

/** Defines the tests. */
export function describeSandbox(): void {
  describe('a sandbox', () => {
    it('that does not run is started', async () => {
      const setting = await shop(NOTHING)
      expect(await suggested(['sandbox', 'pay', 'pay_1'], setting)).toEqual(['sandbox start → 130'])
      expect(await suggested(['sandbox', 'pay', 'pay_1', '-p', 'sandbox'], setting)).toEqual([
        expect.stringMatching(/^sandbox start --port \d+ → 130$/),
      ])
    })

    it('is where a charge can be paid', async () => {
      const setting = await shop(NOTHING)
      expect(await suggested(['charge', 'pay', 'pay_1'], setting)).toEqual(['sandbox pay pay_1 → 2'])
    })

    it.each([
      [['webhook', 'remove', 'whk_1'], 'sandbox webhook list'],
      [['webhook', 'test', 'whk_1'], 'sandbox webhook list'],
      [['key', 'revoke', 'key_1'], 'sandbox key list'],
      [['fault', 'clear', 'flt_1'], 'sandbox fault list'],
      [['fault', 'add', '--on', 'get'], 'sandbox fault add --on get --lose-answer'],
      [['store', 'add', 'main'], 'sandbox store list'],
      [['seed', '0'], 'sandbox seed 100'],
    ])('is asked for what it has: %j', async (args, command) => {
      const { host, fill } = await shop({ PIXCTL_WEBHOOK_SECRET: '' })
      expect(await suggested(['sandbox', ...args], { host, fill })).toEqual([`${command} → 0`])
    })

    it('has no faults until one is added, which can be cleared', async () => {
      const { host, fill } = await shop({ PIXCTL_WEBHOOK_SECRET: '' })
      const setting = onTerminal({ host, fill })
      const line = (...args: string[]) => ['sandbox', 'fault', ...args]
      expect(await suggested(line('list'), setting)).toEqual([
        'sandbox fault add --on create --lose-answer → 0',
      ])
      expect(await suggested(line('add', '--on', 'get', '--hang'), setting)).toEqual([
        expect.stringMatching(/^sandbox fault clear flt_\w+ → 0$/),
      ])
    })
  })
}
