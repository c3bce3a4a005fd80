/** What messages suggest about creating charges and waiting for them; suggested-commands.test.ts runs it with the others. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { passing } from '../support/clock.ts'
import { runCommand } from '../support/run.ts'
import { answer, answerBy, cut, ONE_ATTEMPT, paymentBody } from '../support/service.ts'
import { onTerminal, type Setting, scripted, suggested } from './suggested-commands.ts'

const KEY = '0b8f3c5e-6a1d-4b7e-9c2f-1d3e5a7b9c0d'
const CREATE = ['charge', 'create', '--amount', '10.50', '--idempotency-key', KEY, ...ONE_ATTEMPT]

/** Defines the tests. */
export function describeCharges(): void {
  describe('a creation', () => {
    it('of unknown outcome is finished', async () => {
      const setting = await scripted(cut, answer(201, { data: paymentBody() }))
      expect(await suggested(CREATE, setting)).toEqual([`charge recover ${KEY} → 0`])
    })

    it('that is listed is finished', async () => {
      const setting = await scripted(cut, answer(201, { data: paymentBody() }))
      await runCommand(CREATE, setting)
      expect(await suggested(['charge', 'recover', '--list'], onTerminal(setting))).toEqual([
        'charge recover → 0',
      ])
    })

    it('with a key that is in doubt for another one is finished first', async () => {
      const setting = await scripted(
        cut,
        answer(201, { data: paymentBody() }),
        answer(200, { data: paymentBody() }),
      )
      await runCommand(CREATE, setting)
      const other = ['charge', 'create', '--amount', '11', '--idempotency-key', KEY]
      expect(await suggested(other, setting)).toEqual([`charge recover ${KEY} → 0`])
      expect(await suggested(['charge', 'recover', KEY], setting)).toEqual(['charges get pay_1 → 0'])
    })

    it('that made another charge is read', async () => {
      const setting = await scripted(
        answer(201, { data: paymentBody({ passFee: true }) }),
        answer(200, { data: paymentBody() }),
      )
      expect(await suggested(CREATE, setting)).toEqual(['charges get pay_1 → 0'])
    })
  })

  describe('charges from a file', () => {
    const charge = answerBy(({ body }) => {
      const asked = JSON.parse(body)
      return answer(201, {
        data: paymentBody({ id: `pay_${asked.amount * 100}`, ...asked, requestedAmount: asked.amount }),
      })
    })

    /** In the host's home; a name that a shell would take apart. */
    const written = ({ host }: Setting, text: string) => {
      const file = join(host.home, "may's list.csv")
      writeFileSync(file, text)
      return file
    }

    it('of which one is unknown are finished', async () => {
      const setting = await scripted(cut, charge)
      const file = written(setting, 'reference,amount\nA,10.50\n')
      const args = ['charge', 'create', '--from', file, ...ONE_ATTEMPT]
      expect(await suggested(args, setting)).toEqual(['charge recover → 0'])
    })
  })

  describe('a wait', () => {
    it.each([
      [['--wait-timeout', '1'], 'PENDING', 'charge wait pay_1 → 0'],
      [['--wait-timeout', '1', '--late'], 'EXPIRED', 'charge wait pay_1 --late → 0'],
      [[], 'EXPIRED', 'charge wait pay_1 --late → 0'],
    ])('%j for a charge that is %s continues', async (flags, status, end) => {
      const reads = ['PENDING', 'EXPIRED'].includes(status) && flags.length > 0 ? 2 : 1
      const unpaid = answer(200, { data: paymentBody({ status }) })
      const paid = answer(200, { data: paymentBody({ status: 'PAID', paidAt: '2026-01-01T00:01:00.000Z' }) })
      const setting = await scripted(...Array(reads).fill(unpaid), paid)
      const host = { ...setting.host, clock: passing() }
      expect(await suggested(['charge', 'wait', 'pay_1', ...flags], { ...setting, host })).toEqual([end])
    })
  })
}
