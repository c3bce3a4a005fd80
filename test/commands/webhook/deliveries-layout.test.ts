/** `webhook deliveries` on a terminal. */

import { expect, it } from 'vitest'
import { FakeClock } from '../../support/clock.ts'
import { type Kept, withKept } from '../../support/kept.ts'
import { LocalMachine } from '../../support/local.ts'

/** The lines for a terminal of so many columns; the first of these deliveries is the newest. */
async function listed(columns: number, deliveries: readonly Kept[]): Promise<string[]> {
  const machine = await withKept(new LocalMachine(), deliveries.toReversed())
  const { stdout } = await machine.pixctl(['webhook', 'deliveries'], {
    terminal: { columns, rows: 50 },
    env: { NO_COLOR: '1' },
  })
  return stdout.trimEnd().split('\n')
}

/** Ids as long as those of the service. */
const LONG = '0123456789abcdef01234567'
const ofYesterday: Kept = {
  delivery: `dlv_${LONG}`,
  eventId: `evt_${LONG}`,
  paymentId: `pay_${LONG}`,
  type: 'payment.approved',
  body: Buffer.from('{"data":{"amount":100.5}}'),
  answered: [500],
}
const ofToday = (over: Kept): Kept => ({ ...ofYesterday, receivedAt: '2026-03-11T12:00:00.000Z', ...over })

it('keeps the time and the last status at 80 columns, also with long ids', async () => {
  const machine = await withKept(new LocalMachine(), [
    ofYesterday,
    ofToday({ delivery: 'dlv_fedcba98765432100123abcd', eventId: 'evt_2' }),
  ])
  machine.clock = new FakeClock('2026-03-11T15:00:00Z')
  const args = ['webhook', 'deliveries', '--no-color']
  const { stdout } = await machine.pixctl(args, { terminal: { columns: 80, rows: 50 } })
  const [, newest, oldest] = stdout.trimEnd().split('\n')
  expect(newest).toMatch(/^09:00:00 +dlv_fedcba98765432100123abcd {2}payment\.a.* R\$ 100,50 {2}pending 500$/)
  expect(oldest).toMatch(new RegExp(`^10 Mar 09:00 +dlv_${LONG}  payment\\.a.* R\\$ 100,50  pending 500$`))
  for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
})

it('gives a row two lines where the id of the realtime channel leaves no room for the time', async () => {
  const realtime = ofToday({ delivery: `realtime_evt_${LONG}`, channel: 'realtime', answered: [null] })
  const [head, under, ids, rest] = await listed(80, [realtime])
  expect(head).toMatch(/^DELIVERY +PAYMENT$/)
  expect(under).toMatch(/^ {2}RECEIVED +EVENT +AMOUNT +FORWARD +ATTEMPTS$/)
  expect(ids).toBe(`realtime_evt_${LONG}  pay_${LONG}`)
  expect(rest).toMatch(/^ {2}11 Mar 09:00 +payment\.approved +R\$ 100,50 +pending no answer +1$/)
})
