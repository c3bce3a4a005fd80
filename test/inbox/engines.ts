/**
 * The engines of the inbox: what saves it. The tests of this folder run with each of them: an engine that passes them is
 * one that everything else can use.
 */

import { onTestFinished } from 'vitest'
import type { Inbox } from '#inbox/inbox.ts'
import { SqliteInbox } from '#inbox/sqlite/sqlite-inbox.ts'
import { temporaryFolder } from '../support/folder.ts'
import { describeNeeding } from '../support/needs.ts'
import { preparePostgres } from '../support/postgres.ts'
import { missingPostgres } from '../support/postgres-machine.ts'
import { openOn, sharedInboxUrl } from './postgres/opening.ts'

export interface OpenAs {
  profile?: string
  /** As a run opens it that saves a stream of events. */
  stream?: boolean
}

/** Where inboxes are kept. */
export interface Place {
  /** Opens the inbox of a profile, as another process does; it is closed with the test. */
  open(as?: OpenAs): Promise<Inbox>
}

export interface Engine {
  name: string
  /** What this machine lacks for it; null if it has everything. */
  missing: string | null
  /** A new place, with nothing in it. */
  newPlace(): Promise<Place>
  /** Called in its `describe`. */
  prepare?(): void
}

const THREAD = new URL('../../src/inbox/sqlite/thread.ts', import.meta.url)

const sqlite: Engine = {
  name: 'SQLite',
  missing: null,
  newPlace: async () => {
    const dataDir = temporaryFolder()
    return {
      open: async ({ profile = 'default', stream = false } = {}) => {
        const inbox = await SqliteInbox.open({ dataDir, profile, ...(stream && { thread: THREAD }) })
        onTestFinished(() => inbox.close())
        return inbox
      },
    }
  },
}

let profiles = 0

/** A new place is a new profile in a database that all tests of a process share. */
const postgres: Engine = {
  name: 'PostgreSQL',
  missing: missingPostgres,
  prepare: preparePostgres,
  newPlace: async () => {
    const url = await sharedInboxUrl()
    const place = `place ${++profiles}`
    return {
      open: ({ profile = 'default' } = {}) => openOn({ url, profile: `${place}, ${profile}` }),
    }
  },
}

const ENGINES: readonly Engine[] = [sqlite, postgres]

/** How a test gets an inbox. */
export interface Inboxes extends Pick<Engine, 'newPlace'> {
  /** A new, empty one. */
  open(as?: OpenAs): Promise<Inbox>
}

/** Describes what every engine does. */
export function describeEngines(body: (inboxes: Inboxes) => void): void {
  for (const { name, missing, newPlace, prepare } of ENGINES) {
    const open = async (as?: OpenAs) => (await newPlace()).open(as)
    describeNeeding({ missing, requiredBy: 'PIXCTL_REQUIRE_SERVERS' }, `with ${name},`, () => {
      prepare?.()
      body({ newPlace, open })
    })
  }
}
