/** Opens inboxes in PostgreSQL, as several processes would. */

import pg from 'pg'
import { onTestFinished } from 'vitest'
import type { Inbox } from '#inbox/inbox.ts'
import { LogInbox } from '#inbox/log-inbox.ts'
import type { Postgres } from '#inbox/postgres/connecting/connect.ts'
import { PostgresEngine } from '#inbox/postgres/engine.ts'
import { migrate } from '#inbox/postgres/schema.ts'
import { type Clock, systemClock } from '#lib/clock.ts'
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
  return inboxOn(await openPostgres(url), profile, clock)
}

/** An inbox on these connections; it is closed with the test. */
export function inboxOn(postgres: Postgres, profile: string, clock: Clock = systemClock): Inbox {
  const inbox = new LogInbox(new PostgresEngine(postgres, profile, clock), clock)
  onTestFinished(() => inbox.close())
  return inbox
}

/** A connection to the database of {@link newInbox} that does one thing at a time. */
export async function connection(): Promise<pg.Client> {
  const client = new pg.Client(await sharedInboxUrl())
  await client.connect()
  onTestFinished(() => client.end())
  return client
}
