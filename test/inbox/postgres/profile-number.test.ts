/** The number of a profile while it is made. */

import { expect, it } from 'vitest'
import type { Postgres } from '#inbox/postgres/connecting/connect.ts'
import { ProfileNumber } from '#inbox/postgres/profile-number.ts'
import type { Queryable } from '#inbox/postgres/sql.ts'
import { Sql } from '#inbox/postgres/sql.ts'
import { settled } from '../../support/clock.ts'

it('is never 0 for what is written, though a search that began before it was made ends after that', async () => {
  const late = Promise.withResolvers<void>()
  let [isMaking, isMade] = [false, false]
  let early: Promise<number> | undefined
  const rowsOf = async (text: string): Promise<object[]> => {
    if (text.startsWith('INSERT')) {
      // Somebody asks now, on another connection, and the answer is late.
      isMaking = true
      early = profile.known()
      await settled()
      isMade = true
      return []
    }
    if (isMade) return [{ id: 7 }]
    if (isMaking) await late.promise
    return []
  }
  const query = async ({ text }: { text: string }) => ({ rows: await rowsOf(text) })
  const sql = new Sql({ query } as unknown as Queryable)
  const profile = new ProfileNumber({ failures: 0 } as Postgres, sql, 'default')
  const written = profile.toWrite()
  await settled()
  await settled()
  late.resolve()
  expect([await early, await written]).toEqual([0, 7])
  expect(await profile.known()).toBe(7)
})
