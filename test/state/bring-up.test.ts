/** Files of an older pixctl are brought up to date when they are opened: with a made-up step, for there is none yet. */

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { versionOf } from '#lib/sqlite/database-file.ts'
import { openDatabase } from '#sandbox/core/database.ts'
import { STEPS } from '#sandbox/core/schema.ts'
import { ARCHIVE, REJECTED, STATE } from '#state/schemas.ts'
import { doctor } from '../doctor/examine.ts'
import { openInbox, take } from '../inbox/arriving.ts'
import { FakeClock } from '../support/clock.ts'
import { permissionsIn, temporaryFolder } from '../support/folder.ts'
import { LocalMachine } from '../support/local.ts'
import { openWith, STEP } from './steps.ts'

const folderOf = (dataDir: string) => join(dataDir, 'profiles', 'default')
const fileOf = (dataDir: string) => join(folderOf(dataDir), STATE.name)

async function fillState(dataDir: string): Promise<void> {
  const inbox = await openInbox(dataDir)
  await take(inbox, { delivery: 'dlv_1', eventId: 'evt_1' })
  await inbox.close()
}

/** The folder of a state with one event. */
async function withEvent(): Promise<string> {
  const dataDir = temporaryFolder()
  await fillState(dataDir)
  return dataDir
}

/** What the file holds, for a pixctl of this version or of the next one. */
async function contentOf(dataDir: string, step: string | null) {
  const database = await openWith(dataDir, step)
  const events = database.prepare('SELECT * FROM log_events').all()
  const runs = step === null ? [] : database.prepare('SELECT at FROM runs').all()
  const version = versionOf(database)
  database.close()
  return { version, events: events.map(({ key, mood }) => [key, mood]), runs: runs.length }
}

const OLD = { version: STATE.steps.length, events: [['evt_1', undefined]], runs: 0 }
const NEW = { version: STATE.steps.length + 1, events: [['evt_1', 'calm']], runs: 1 }

/** A process that will open the state when it gets a message. */
async function processFor(dataDir: string, step: string): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, 'bring-up-child.ts'), [dataDir, step])
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child, 'message')
  return child
}

describe('the state of an older pixctl', () => {
  it('is brought up to date with what is in it, and nothing else stays beside it', async () => {
    const dataDir = await withEvent()
    expect(await contentOf(dataDir, STEP)).toEqual(NEW)
    expect(await contentOf(dataDir, STEP)).toEqual(NEW)
    expect(permissionsIn(folderOf(dataDir))).toEqual({ 'state.db': '600' })
    await expect(openWith(dataDir, null)).rejects.toMatchObject({ category: 'fault', message: 'it is newer' })
  })

  it('has the same tables as a new one', async () => {
    const [old, none] = [await withEvent(), temporaryFolder()]
    ;(await openWith(old, STEP)).close()
    const database = await openWith(none, STEP)
    onTestFinished(() => database.close())
    const tables = (of: DatabaseSync) => of.prepare('SELECT sql FROM sqlite_schema ORDER BY name').all()
    const brought = new DatabaseSync(fileOf(old))
    onTestFinished(() => brought.close())
    expect(tables(brought)).toEqual(tables(database))
  })

  it('stays as it was if a step fails', async () => {
    const dataDir = await withEvent()
    await expect(openWith(dataDir, `${STEP}; INSERT INTO missing VALUES (1)`)).rejects.toMatchObject({
      category: 'fault',
      cause: expect.objectContaining({ message: 'no such table: missing' }),
    })
    expect(readdirSync(folderOf(dataDir))).toEqual(['state.db'])
    expect(await contentOf(dataDir, null)).toEqual(OLD)
    expect(await contentOf(dataDir, STEP)).toEqual(NEW)
  })

  it('stays as it was if the process is killed in the middle', async () => {
    const dataDir = await withEvent()
    const endless = 'WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n'
    const child = await processFor(dataDir, `${STEP}; INSERT INTO runs ${endless}`)
    child.send('open')
    const written = () => statSync(`${fileOf(dataDir)}-wal`, { throwIfNoEntry: false })?.size ?? 0
    await expect.poll(written, { timeout: 20_000 }).toBeGreaterThan(1_000_000)
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(await contentOf(dataDir, null)).toEqual(OLD)
    expect(await contentOf(dataDir, STEP)).toEqual(NEW)
  })

  it('is brought up to date once by several that open it at the same time', async () => {
    const dataDir = await withEvent()
    const children = await Promise.all([1, 2, 3, 4].map(() => processFor(dataDir, STEP)))
    for (const child of children) child.send('open')
    const answers = await Promise.all(children.map(async child => (await once(child, 'message'))[0]))
    expect(answers).toEqual(Array(4).fill({ version: NEW.version }))
    expect(await contentOf(dataDir, STEP)).toEqual(NEW)
  })

  it('is not touched while another process uses it, and who opens it is told to end that one', async () => {
    const dataDir = await withEvent()
    const inbox = await openInbox(dataDir)
    const clock = new FakeClock(0, { passing: true, onSlept: () => clock.advance(20_000) })
    await expect(openWith(dataDir, STEP, STATE, clock)).rejects.toMatchObject({
      category: 'conflict',
      message: `${fileOf(dataDir)} was written by an older pixctl, and can't be brought up to date while another pixctl uses it`,
      next: [expect.any(Function)],
    })
    await take(inbox, { delivery: 'dlv_2', eventId: 'evt_2' })
    await inbox.close()
    expect(await contentOf(dataDir, STEP)).toMatchObject({
      runs: 1,
      events: [
        ['evt_1', 'calm'],
        ['evt_2', 'calm'],
      ],
    })
  })

  it('of another build is refused, and not changed', async () => {
    const dataDir = await withEvent()
    const database = new DatabaseSync(fileOf(dataDir))
    database.exec('ALTER TABLE cursors ADD COLUMN other TEXT')
    database.close()
    await expect(openWith(dataDir, STEP)).rejects.toMatchObject({
      message: `${fileOf(dataDir)} was written by another build of pixctl: TABLE cursors differs`,
    })
    expect(readdirSync(folderOf(dataDir))).toEqual(['state.db'])
  })

  it('is no fault for doctor, and state says what becomes of it; neither changes it', async () => {
    using machine = new LocalMachine()
    await fillState(machine.dataDir)
    const { steps } = STATE
    onTestFinished(() => void Object.assign(STATE, { steps }))
    STATE.steps = [...steps, STEP]
    expect((await doctor(machine.host())).checks.state).toMatchObject({ status: 'ok' })
    expect(JSON.parse((await machine.pixctl(['state', '--json'])).stdout)).toMatchObject([
      { inbox: null, problems: [{ reason: expect.stringContaining('the next command that uses it') }] },
    ])
    STATE.steps = steps
    expect(await contentOf(machine.dataDir, null)).toEqual(OLD)
  })
})

describe.each([ARCHIVE, REJECTED])('the file $name of an older pixctl', schema => {
  it('is brought up to date', async () => {
    const dataDir = temporaryFolder()
    ;(await openWith(dataDir, null, schema)).close()
    const database = await openWith(dataDir, 'CREATE TABLE runs (at TEXT) STRICT', schema)
    onTestFinished(() => database.close())
    expect(versionOf(database)).toBe(schema.steps.length + 1)
  })
})

describe("the sandbox's data of an older pixctl", () => {
  const rebuild = `
    CREATE TABLE new_stores (id TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE, pix_key TEXT NOT NULL,
      balance INTEGER NOT NULL, disabled_at INTEGER, removed_events INTEGER NOT NULL,
      has_profile INTEGER NOT NULL, mood TEXT) STRICT;
    INSERT INTO new_stores SELECT *, 'calm' FROM stores;
    DROP TABLE stores;
    ALTER TABLE new_stores RENAME TO stores;
  `
  const fill = (dataDir: string) => {
    const database = openDatabase(dataDir)
    database.exec("INSERT INTO stores VALUES ('store_1', 'first', 'key', 0, NULL, 0, 1)")
    database.exec("INSERT INTO endpoints VALUES (1, 'ep_1', 'store_1', 'http://x', '[]', 'whsec', 0)")
    database.close()
  }

  it('is brought up to date, also a table that others refer to', () => {
    const dataDir = temporaryFolder()
    fill(dataDir)
    const database = openDatabase(dataDir, [...STEPS, rebuild])
    onTestFinished(() => database.close())
    expect(database.prepare('SELECT mood FROM stores').all()).toEqual([{ mood: 'calm' }])
    expect(database.prepare('SELECT store_id FROM endpoints').all()).toEqual([{ store_id: 'store_1' }])
    expect(database.prepare('PRAGMA foreign_keys').get()).toEqual({ foreign_keys: 1 })
    expect(readdirSync(dataDir).filter(name => name.includes('.v'))).toEqual([])
  })

  it('stays as it was if a step fails', () => {
    const dataDir = temporaryFolder()
    fill(dataDir)
    expect(() => openDatabase(dataDir, [...STEPS, `${rebuild}; INSERT INTO missing VALUES (1)`])).toThrow(
      'no such table: missing',
    )
    const database = openDatabase(dataDir)
    onTestFinished(() => database.close())
    expect(database.prepare('SELECT id FROM stores').all()).toEqual([{ id: 'store_1' }])
  })
})
