/** `state`: what is kept, by profile, without a change to any file. */

import { mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { Journal } from '#charges/creations/journal.ts'
import { fill as archive, charge, openArchive } from '../../charges/archive/archiving.ts'
import { begin, openJournal } from '../../charges/creations/unresolved.ts'
import { AT, openInbox, openShared, saveCursor, take } from '../../inbox/arriving.ts'
import { LocalMachine } from '../../support/local.ts'
import { errorOf, notesOf } from '../../support/pixctl.ts'
import { describeOnPostgres } from '../../support/postgres.ts'
import { newSharedInbox } from '../../support/shared-inbox.ts'
import { rows } from '../../support/store.ts'

function machine(env: Record<string, string> = {}): LocalMachine {
  const made = new LocalMachine(env)
  onTestFinished(() => made[Symbol.dispose]())
  return made
}

const folder = ({ dataDir }: LocalMachine, profile: string) => join(dataDir, 'profiles', profile)
const json = async (of: LocalMachine) => JSON.parse((await of.pixctl(['state', '--json'])).stdout)

const closedState = async ({ dataDir }: LocalMachine, profile: string) =>
  (await Journal.open(dataDir, profile)).close()

/** Two profiles; the files of the first one are open. */
async function filled(): Promise<LocalMachine> {
  const own = machine()
  const inbox = await openInbox(own.dataDir)
  await take(inbox, { delivery: 'dlv_1', eventId: 'evt_1' })
  await take(inbox, { delivery: 'dlv_2', eventId: 'evt_2', forward: false })
  await take(inbox, { delivery: 'dlv_3', eventId: 'evt_2', forward: false })
  begin(await openJournal(own.dataDir))
  const other = await openArchive(own.dataDir)
  archive(other, [charge(), charge({ id: 'pay_2', createdAt: '2026-02-01T00:00:00.000Z' })])
  await closedState(own, 'second')
  return own
}

describe('state', () => {
  it('says how much is kept of each profile, and since when', async () => {
    const own = await filled()
    const sizes = (names: string[]) =>
      names.reduce((sum, name) => sum + statSync(join(folder(own, 'default'), name)).size, 0)
    const [first, second, ...others] = await json(own)
    expect(others).toEqual([])
    expect(first).toEqual({
      profile: 'default',
      current: true,
      bytes: sizes(readdirSync(folder(own, 'default'))),
      journal: { count: 1, unresolved: 1, oldest: AT },
      inbox: { count: 2, pending: 1, parked: 0, oldest: AT },
      archive: {
        count: 2,
        oldest: '2026-02-01T00:00:00.000Z',
        syncedAt: '2026-03-02T00:00:00.000Z',
        bytes: sizes(readdirSync(folder(own, 'default')).filter(name => name.startsWith('archive.db'))),
      },
      rejected: null,
      sharedInbox: null,
      problems: [],
    })
    expect(second).toMatchObject({ profile: 'second', current: false, journal: { count: 0 }, archive: null })
  })

  it('prints rows for scripts, and a table for people', async () => {
    const own = await filled()
    const { stdout, stderr } = await own.pixctl(['state'])
    expect(stderr).toBe('')
    expect(rows(stdout).slice(0, 3)).toEqual([
      ['default', 'journal', '1', '1', AT, ''],
      ['default', 'inbox', '2', '1', AT, ''],
      ['default', 'archive', '2', '', '2026-02-01T00:00:00.000Z', expect.stringMatching(/^\d+$/)],
    ])
    const table = await own.pixctl(['state', '--no-color'], { terminal: { columns: 100, rows: 24 } })
    expect(table.stdout).toMatch(/^ *PROFILE +KEPT +COUNT +OPEN +OLDEST +SIZE *\n\* +default +journal +1 +1 /)
  })

  it('cuts nothing in a narrow terminal', async () => {
    const own = await filled()
    const { stdout } = await own.pixctl(['state', '--no-color'], { terminal: { columns: 40, rows: 24 } })
    expect(stdout).toMatch(/^\* {2}default\n {2}journal +1 +1\n {2}inbox/m)
    expect(stdout).toContain('all files')
    expect(stdout).not.toContain('…')
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(40)
  })

  it('makes no file, and changes none', async () => {
    const own = machine()
    expect(await own.pixctl(['state', '--json'])).toMatchObject({ stdout: '[]\n', code: 0 })
    expect(readdirSync(own.folder)).not.toContain('data')
    await closedState(own, 'default')
    const before = readdirSync(folder(own, 'default'))
    expect(before).toEqual(['state.db'])
    const { mtimeMs } = statSync(join(folder(own, 'default'), 'state.db'))
    await own.pixctl(['state'])
    expect(readdirSync(folder(own, 'default'))).toEqual(before)
    expect(statSync(join(folder(own, 'default'), 'state.db')).mtimeMs).toBe(mtimeMs)
  })

  it('names a file that is a link to nothing', async () => {
    const own = machine()
    mkdirSync(folder(own, 'default'), { recursive: true, mode: 0o700 })
    const file = join(folder(own, 'default'), 'state.db')
    symlinkSync('/nonexistent/state.db', file)
    expect(await json(own)).toMatchObject([
      { journal: null, problems: [{ file, reason: expect.stringContaining('ENOENT') }] },
    ])
    const { stderr, code } = await own.pixctl(['state'])
    expect({ stderr, code }).toEqual({
      code: 1,
      stderr: expect.stringMatching(
        /^warning: .*ENOENT.*\nerror: not everything could be read\n.*pixctl doctor\n$/,
      ),
    })
  })

  it('names a file that can not be read, and goes on', async () => {
    const own = await filled()
    const text = 'not a database, but long enough to be read'.repeat(200)
    writeFileSync(join(folder(own, 'default'), 'rejected.db'), text, { mode: 0o600 })
    await closedState(own, 'newer')
    const database = new DatabaseSync(join(folder(own, 'newer'), 'state.db'))
    database.exec('PRAGMA user_version = 99')
    database.close()
    await closedState(own, 'empty')
    writeFileSync(join(folder(own, 'empty'), 'state.db'), '')
    const run = await own.pixctl(['state', '--json'])
    const { stdout } = run
    expect(errorOf(run).exitCode).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject([
      { profile: 'default', problems: [{ reason: 'file is not a database' }] },
      { profile: 'empty', problems: [{ reason: 'it is empty' }] },
      { profile: 'newer', problems: [{ reason: 'it was written by a newer pixctl: update pixctl' }] },
      { profile: 'second', problems: [] },
    ])
    expect(notesOf(run)).toHaveLength(3)
  })
})

describeOnPostgres('with a shared inbox, state', () => {
  it('also says what the current profile has there', async () => {
    const { url, machine } = await newSharedInbox()
    const own = machine()
    await take(await openShared(url))
    const sharedInbox = { count: 1, pending: 1, parked: 0, oldest: AT }
    expect(await json(own)).toMatchObject([{ profile: 'default', current: true, journal: null, sharedInbox }])
    expect((await own.pixctl(['state'])).stdout).toContain(`default\tshared inbox\t1\t1\t${AT}\t`)
  })

  it('goes on without it', async () => {
    const own = machine({ PIXCTL_INBOX_URL: 'postgres://nobody@127.0.0.1:9/none' })
    const { stdout, code } = await own.pixctl(['state', '--json', '--timeout', '0.1'])
    expect(code).toBe(9)
    expect(JSON.parse(stdout)).toMatchObject([
      { sharedInbox: null, problems: [{ file: expect.stringContaining('127.0.0.1:9') }] },
    ])
    const { stderr } = await own.pixctl(['state', '--timeout', '0.1'])
    expect(stderr.match(/127\.0\.0\.1:9/g)).toHaveLength(1)
  })
})

describe('state prune', () => {
  const OLD = '2026-01-01T00:00:00.000Z'

  it('drops what is old and done in the inbox and in the journal, and says how much', async () => {
    const own = machine()
    const inbox = await openInbox(own.dataDir)
    for (const eventId of ['evt_1', 'evt_2']) await take(inbox, { eventId, receivedAt: OLD, forward: false })
    await take(inbox, { eventId: 'evt_3', receivedAt: OLD })
    await take(inbox, { eventId: 'evt_4', receivedAt: new Date().toISOString() })
    const journal = await openJournal(own.dataDir)
    const keys = ['a', 'b', 'c', 'd'].map(letter => `7c9e6679-7425-40de-944b-e07fc1f90a${letter}7`)
    const [created, unresolved, forgotten] = keys.map(key => begin(journal, key).entry)
    journal.resolve(created!, 'created', 'pay_1', OLD)
    journal.resolve(forgotten!, 'forgotten', null, OLD)
    const { stdout, code } = await own.pixctl(['state', 'prune', '--keep', '30d', '--yes', '--json'])
    expect(code).toBe(0)
    const dropped = { events: 2, creations: 1 }
    expect(JSON.parse(stdout)).toEqual({ profile: 'default', olderThan: expect.any(String), ...dropped })
    expect(journal.find(keys[0]!)).toEqual([])
    expect(journal.unresolved().map(({ id }) => id)).toContain(unresolved!.id)
    expect(journal.find(keys[2]!)).toHaveLength(1)
    expect(await inbox.reading.mark()).toBe(4)
  })

  it.each([['1d'], ['47h'], ['0']])('takes no --keep of %s: the service may send that again', async keep => {
    const run = await machine().pixctl(['state', 'prune', '--keep', keep, '--yes', '--json'])
    expect(errorOf(run)).toMatchObject({ exitCode: 2, error: expect.stringContaining('81 minutes') })
  })

  it('drops nothing without a yes', async () => {
    const own = await filled()
    const run = await own.pixctl(['state', 'prune', '--keep', '2d', '--json'])
    expect(errorOf(run)).toMatchObject({ exitCode: 2, error: expect.stringContaining('nothing was dropped') })
    expect((await json(own))[0].inbox.count).toBe(2)
  })

  it('does nothing where nothing is kept', async () => {
    const own = machine()
    const { code, stdout } = await own.pixctl(['state', 'prune', '--keep', '2d', '--yes'])
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('\nolderThan\t') })
    expect(readdirSync(own.folder)).not.toContain('data')
  })

  it('says if a saved cursor keeps more, and drops that cursor if asked', async () => {
    const own = machine()
    const inbox = await openInbox(own.dataDir)
    await take(inbox, { eventId: 'evt_1', receivedAt: AT, forward: false })
    await take(inbox, { eventId: 'evt_2', receivedAt: new Date().toISOString(), forward: false })
    const stream = 'wss://example.com/realtime'
    await saveCursor(inbox, { stream, reachedAt: OLD })
    const prune = ['state', 'prune', '--keep', '30d', '--yes']
    const first = await own.pixctl(prune)
    expect(first.stdout).toContain('events\t0\n')
    expect(first.stderr).toContain(`events tail would continue at ${stream} from 2025-12-31 21:00:00`)
    expect(first.stderr).toContain('pixctl state prune --keep 30d --cursors')
    const second = await own.pixctl([...prune, '--cursors'])
    expect(second.stderr).toBe(`the cursor at ${stream} is dropped\n`)
    expect(second.stdout).toContain('events\t1\n')
    expect(await inbox.cursors.of(stream)).toBeNull()
  })

  it('gives the space back', async () => {
    const own = machine()
    const inbox = await openInbox(own.dataDir)
    const body = Buffer.alloc(10_000, 'x')
    const old = Array.from({ length: 400 }, (_, n) => ({ eventId: `evt_${n}`, receivedAt: OLD }))
    const all = [...old, { eventId: 'evt_new', receivedAt: new Date().toISOString() }]
    await Promise.all(all.map(over => take(inbox, { ...over, body, forward: false })))
    await inbox.close()
    const file = join(folder(own, 'default'), 'state.db')
    expect(statSync(file).size).toBeGreaterThan(4_000_000)
    await own.pixctl(['state', 'prune', '--keep', '30d', '--yes'])
    expect(statSync(file).size).toBeLessThan(400_000)
  })
})
