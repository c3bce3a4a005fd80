/** What one cursor for each address and token becomes: a place for watching, and one for forwarding. */

import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../support/folder.ts'
import { arrival, openInbox } from '../arriving.ts'

/** A cursor as it was kept: address, token, sequence, time. */
type Cursor = [url: string, token: string, sequence: string, at: string]

/** The state as it was with cursors by address and token; opened again. */
async function migrated(cursors: Cursor[], { forwarded = false, received = false } = {}) {
  const dataDir = temporaryFolder()
  const before = await openInbox(dataDir)
  const delivery = (channel: 'realtime' | 'webhook') =>
    before.inTransaction(() => before.take(arrival({ channel })))
  if (forwarded) delivery('realtime')
  if (received) delivery('webhook')
  const database = new DatabaseSync(join(dataDir, 'profiles', 'default', 'state.db'))
  database.exec(`
    DROP INDEX deliveries_pending;
    DROP INDEX deliveries_pending_by_payment;
    DROP INDEX deliveries_parked;
    ALTER TABLE deliveries DROP COLUMN parked;
    CREATE INDEX deliveries_pending ON deliveries (id) WHERE forward = 'pending';
    ALTER TABLE deliveries DROP COLUMN given;
    ALTER TABLE deliveries DROP COLUMN secret;
    ALTER TABLE shown ADD COLUMN saving INTEGER NOT NULL DEFAULT 1;
    DROP TABLE pruned;
    DROP TABLE attempts;
    DROP TABLE cursors;
    CREATE TABLE cursors (
      realtime_url TEXT NOT NULL, token_fingerprint TEXT NOT NULL, sequence TEXT NOT NULL,
      saved_at TEXT NOT NULL, PRIMARY KEY (realtime_url, token_fingerprint)
    ) STRICT, WITHOUT ROWID;
    PRAGMA user_version = 3;
  `)
  const insert = database.prepare('INSERT INTO cursors VALUES (?, ?, ?, ?)')
  for (const cursor of cursors) insert.run(...cursor)
  database.close()
  return (await openInbox(dataDir)).shown
}

const URL = 'wss://shop.example/realtime'
const SEQUENCE = '00900719925474099300001'
const at = (second: number) => `2026-03-10T12:00:0${second}.000Z`

describe('a cursor', () => {
  it('of a profile that has forwarded is the place of both', async () => {
    const shown = await migrated([[URL, 'a', SEQUENCE, at(1)]], { forwarded: true })
    expect(shown.places(URL)).toEqual({ watched: SEQUENCE, processed: SEQUENCE })
  })

  it('of a tail that only watched is the place of watching, even if webhooks came', async () => {
    const shown = await migrated([[URL, 'a', SEQUENCE, at(1)]], { received: true })
    expect(shown.places(URL)).toEqual({ watched: SEQUENCE })
  })

  it('that was used last counts, of several tokens and ways to write an address', async () => {
    const shown = await migrated([
      ['ws://localhost:4010/realtime', 'a', '1', at(1)],
      ['ws://127.0.0.1:4010/realtime', 'b', '3', at(3)],
      ['ws://127.0.0.1:4010/realtime', 'a', '2', at(2)],
      [URL, 'a', '4', at(0)],
    ])
    expect(shown.places('ws://127.0.0.1:4010/realtime')).toEqual({ watched: '3' })
    expect(shown.places(URL)).toEqual({ watched: '4' })
  })
})
