/**
 * The engines of the inbox: what saves it. The tests of this folder run with each of them: an engine that passes them is
 * one that everything else can use. `npm test` runs them with SQLite only.
 */

import { describe, onTestFinished } from 'vitest'
import type { Inbox } from '#inbox/inbox.ts'
import { openInbox } from '#inbox/open.ts'
import type { Clock } from '#lib/clock.ts'
import { temporaryFolder } from '../support/folder.ts'
import { describeOnPostgres } from '../support/postgres.ts'
import { openOn, sharedInboxUrl } from './postgres/opening.ts'

export interface OpenAs {
  profile?: string
  clock?: Clock
}

/** Where inboxes are kept. */
export interface InboxPlace {
  /** Opens the inbox of a profile, as another process does; it is closed with the test. */
  open(as?: OpenAs): Promise<Inbox>
}

export interface Engine {
  name: string
  describe(name: string, body: () => void): void
  /** A new place, with nothing in it. */
  newPlace(): Promise<InboxPlace>
}

const sqlite: Engine = {
  name: 'SQLite',
  describe,
  newPlace: async () => {
    const dataDir = temporaryFolder()
    return {
      open: async ({ profile = 'default', clock } = {}) => {
        const inbox = await openInbox({ dataDir, profile }, { clock })
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
  describe: describeOnPostgres,
  newPlace: async () => {
    const url = await sharedInboxUrl()
    const place = `place ${++profiles}`
    return {
      open: ({ profile = 'default', clock } = {}) => openOn({ url, profile: `${place}, ${profile}` }, clock),
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
  for (const { name, describe, newPlace } of ENGINES) {
    const open = async (as?: OpenAs) => (await newPlace()).open(as)
    describe(`with ${name},`, () => body({ newPlace, open }))
  }
}
