/** `state prune` with an inbox on PostgreSQL. */

import { expect, it } from 'vitest'
import { arrival } from '../../inbox/arriving.ts'
import { openOn } from '../../inbox/postgres/opening.ts'
import { FakeClock } from '../../support/clock.ts'
import { describeOnPostgres } from '../../support/postgres.ts'
import { newSharedInbox } from '../../support/shared-inbox.ts'

const DAY = 24 * 60 * 60_000

describeOnPostgres('state prune with a shared inbox', () => {
  it.each([
    [
      'C',
      /^events from (\d{4})-(\d\d)-(\d\d) (\S+) on are kept, which is more than --keep says: nothing has arrived for a while, or this machine's clock is ahead\n$/,
      '$1-$2-$3T$4',
    ],
    [
      'pt_BR.UTF-8',
      /^os eventos a partir de (\d\d)\/(\d\d)\/(\d{4}) (\S+) ficam, o que é mais do que --keep pede: não chega nada há algum tempo, ou o relógio deste computador está adiantado\n$/,
      '$3-$2-$1T$4',
    ],
  ])("says if the server's clock keeps more than this machine's (%s)", async (LC_ALL, line, time) => {
    const { url, machine, query } = await newSharedInbox()
    const serverMs = async () => {
      const [row] = await query<{ ms: string }>(
        'SELECT floor(extract(epoch FROM clock_timestamp()) * 1000) AS ms',
      )
      return Number(row!.ms)
    }
    const start = await serverMs()
    const inbox = await openOn({ url, profile: 'default' })
    for (const days of [1, 3]) {
      const receivedAt = new Date(start - days * DAY).toISOString()
      await inbox.writing.insert(
        arrival({ delivery: `dlv_${days}`, eventId: `evt_${days}`, receivedAt, forward: false }),
      )
    }
    const own = machine({ LC_ALL })
    own.clock = new FakeClock(start + 4 * DAY, { passing: true })
    const prune = (...keep: string[]) => own.pixctl(['state', 'prune', '--yes', ...keep])
    const { stdout, stderr } = await prune('--keep', '2d')
    expect(stderr).toMatch(line)
    const from = Date.parse(`${stderr.replace(line, time)}-03:00`)
    // The line has whole seconds.
    expect(from).toBeGreaterThanOrEqual(start - 2 * DAY - 1000)
    expect(from).toBeLessThanOrEqual((await serverMs()) - 2 * DAY)
    expect(stdout).toContain('\ndeliveries\t1\n')
    // With seven days it keeps what it is told to, and this is not said.
    expect((await prune('--keep', '7d')).stderr).toBe('')
    expect(await inbox.reading.find('dlv_3')).toBeNull()
    expect(await inbox.reading.find('dlv_1')).not.toBeNull()
  })
})
