/** Opens inboxes in PostgreSQL, as several processes would. */

import { onTestFinished } from 'vitest'
import type { Inbox } from '#inbox/inbox.ts'
import { PostgresInbox } from '#inbox/postgres/postgres-inbox.ts'
import { migrate } from '#inbox/postgres/schema.ts'
import type { Clock } from '#lib/clock.ts'
import { sharedPostgres } from '../../support/postgres.ts'
import { openPostgres } from './connecting/opening.ts'

export interface InboxPlace {
  url: string
  profile: string
}

let shared: Promise<string> | undefined
let profiles = 0

/** An empty inbox: a new profile, in a database that all tests of this process share. */
export async function newInbox(): Promise<InboxPlace> {
  return { url: await sharedInboxUrl(), profile: `profile ${++profiles}` }
}

/** The database with the schema that all tests of this process share. */
export function sharedInboxUrl(): Promise<string> {
  shared ??= newInboxDatabase()
  return shared
}

/** A new database with the schema. */
async function newInboxDatabase(): Promise<string> {
  const server = await sharedPostgres()
  const url = server.url(await server.newDatabase())
  const postgres = await openPostgres(url)
  await postgres.transaction(migrate)
  await postgres.close()
  return url
}

/** An inbox with its own connections; it is closed with the test. */
export async function openOn({ url, profile }: InboxPlace, clock?: Clock): Promise<Inbox> {
  const postgres = await openPostgres(url)
  const inbox = new PostgresInbox({ postgres, profile, clock })
  onTestFinished(() => inbox.close())
  return inbox
}
