/** `webhook deliveries` on a terminal: one layout, however many rows are printed at a time. */

import { expect, it } from 'vitest'
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

it('keeps later rows below their headings', async () => {
  const [head, ...lines] = await listed(200, [
    ...many(300, { event: 'payment.approved.by.hand' }),
    ...many(300, { event: 'x' }, 300),
  ])
  expect(lines).toHaveLength(600)
  const at = head!.indexOf('FORWARD')
  for (const line of lines) expect(line.slice(at, at + 8)).toBe('pending ')
})

it('prints labelled fields to the end if the first rows have no room as a table', async () => {
  const lines = await listed(33, [
    ...many(300, { event: 'payment.approved.by.hand' }),
    ...many(300, { event: 'x' }, 300),
  ])
  expect(lines.filter(line => line.startsWith('DELIVERY'))).toHaveLength(600)
})
