/** `state prune` with an inbox on PostgreSQL. */

import { expect, it } from 'vitest'
import { arrival } from '../../inbox/arriving.ts'
import { openOn } from '../../inbox/postgres/opening.ts'
import { FakeClock } from '../../support/clock.ts'
import { describeOnPostgres } from '../../support/postgres.ts'
import { newSharedInbox } from '../../support/shared-inbox.ts'

const DAY = 24 * 60 * 60_000

describeOnPostgres('state prune with a shared inbox', () => {
  it("drops by the server's clock if that of this machine is ahead", async () => {
    const { url, machine, query } = await newSharedInbox()
    const [row] = await query<{ ms: string }>(
      'SELECT floor(extract(epoch FROM clock_timestamp()) * 1000) AS ms',
    )
    const start = Number(row!.ms)
    const inbox = await openOn({ url, profile: 'default' })
    for (const days of [1, 3]) {
      const receivedAt = new Date(start - days * DAY).toISOString()
      await inbox.writing.insert(
        arrival({ delivery: `dlv_${days}`, eventId: `evt_${days}`, receivedAt, forward: false }),
      )
    }
    const own = machine()
    own.clock = new FakeClock(start + 4 * DAY, { passing: true })
    const { stdout } = await own.pixctl(['state', 'prune', '--yes', '--keep', '2d'])
    expect(stdout).toContain('\ndeliveries\t1\n')
    expect(await inbox.reading.find('dlv_3')).toBeNull()
    expect(await inbox.reading.find('dlv_1')).not.toBeNull()
  })
})
