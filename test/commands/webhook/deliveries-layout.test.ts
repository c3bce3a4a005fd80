/** `webhook deliveries` on a terminal: one layout, however many rows are printed at a time. */

import { expect, it } from 'vitest'
import { FakeClock } from '../../support/clock.ts'
import { type Kept, withKept } from '../../support/kept.ts'
import { LocalMachine } from '../../support/local.ts'

/** The lines for a terminal of so many columns; the first of these deliveries is the newest. */
async function listed(columns: number, deliveries: readonly Kept[]): Promise<string[]> {
  const machine = await withKept(new LocalMachine(), deliveries.toReversed())
  const { stdout } = await machine.pixctl(['webhook', 'deliveries', '--limit', '1000'], {
    terminal: { columns, rows: 50 },
    env: { NO_COLOR: '1' },
  })
  return stdout.trimEnd().split('\n')
}

const many = (count: number, over: Kept, from = 0): Kept[] =>
  Array.from({ length: count }, (_, n) => ({
    delivery: `dlv_${from + n}`,
    eventId: `evt_${from + n}`,
    ...over,
  }))

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

it.each([
  ['en', '09:00:00', '10 Mar 09:00', 'pending 500'],
  ['pt-BR', '09:00:00', '10/03 09:00', 'pendente 500'],
])(
  'keeps the time and the last status at 80 columns, also with long ids, in %s',
  async (lang, now, day, state) => {
    const machine = await withKept(new LocalMachine(), [
      ofYesterday,
      ofToday({ delivery: 'dlv_fedcba98765432100123abcd', eventId: 'evt_2' }),
    ])
    machine.clock = new FakeClock('2026-03-11T15:00:00Z')
    const args = ['webhook', 'deliveries', '--no-color', '--lang', lang]
    const { stdout } = await machine.pixctl(args, { terminal: { columns: 80, rows: 50 } })
    const [, newest, oldest] = stdout.trimEnd().split('\n')
    expect(newest).toMatch(
      new RegExp(`^${now} +dlv_fedcba98765432100123abcd  payment\\.a.* R\\$ 100,50  ${state}$`),
    )
    expect(oldest).toMatch(new RegExp(`^${day} +dlv_${LONG}  payment\\.a.* R\\$ 100,50  ${state}$`))
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
  },
)

it('gives a row two lines where the id of the realtime channel leaves no room for the time', async () => {
  const realtime = ofToday({ delivery: `realtime_evt_${LONG}`, channel: 'realtime', answered: [null] })
  const [head, under, ids, rest] = await listed(80, [realtime])
  expect(head).toMatch(/^DELIVERY +PAYMENT$/)
  expect(under).toMatch(/^ {2}RECEIVED +EVENT +AMOUNT +FORWARD +ATTEMPTS$/)
  expect(ids).toBe(`realtime_evt_${LONG}  pay_${LONG}`)
  expect(rest).toMatch(/^ {2}11 Mar 09:00 +payment\.approved +R\$ 100,50 +pending no answer +1$/)
})

it('keeps later rows below their headings', async () => {
  const [head, ...lines] = await listed(200, [
    ...many(300, { type: 'payment.approved.by.hand' }),
    ...many(300, { type: 'x' }, 300),
  ])
  expect(lines).toHaveLength(600)
  const at = head!.indexOf('FORWARD')
  for (const line of lines) expect(line.slice(at, at + 8)).toBe('pending ')
})

it('prints labelled fields to the end if the first rows have no room as a table', async () => {
  const lines = await listed(25, [
    ...many(300, { type: 'payment.approved.by.hand' }),
    ...many(300, { type: 'x' }, 300),
  ])
  expect(lines.filter(line => line.startsWith('DELIVERY'))).toHaveLength(600)
})
