/** A file of the same version that another build has made, with other tables. */

import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { misfit, type Steps } from '#lib/sqlite/database-file.ts'
import { STEPS } from '#sandbox/core/schema.ts'
import { openState } from '#state/database.ts'
import { ARCHIVE, REJECTED, STATE } from '#state/schemas.ts'
import { doctor } from '../doctor/examine.ts'
import { LocalMachine } from '../support/local.ts'
import { errorOf } from '../support/pixctl.ts'
import { SECRET } from '../webhooks/target.ts'

const SCHEMAS: Record<string, Steps> = {
  'state.db': STATE.steps,
  'archive.db': ARCHIVE.steps,
  'rejected.db': REJECTED.steps,
  'sandbox.db': STEPS,
}

function databaseOf(...steps: readonly string[]): DatabaseSync {
  const database = new DatabaseSync(':memory:')
  onTestFinished(() => database.close())
  for (const step of steps) database.exec(step)
  database.exec(`PRAGMA user_version = ${steps.length}`)
  return database
}

const misfitOf = (database: DatabaseSync, steps: Steps) =>
  misfit(database, steps, new DatabaseSync(':memory:'))

describe.each(Object.entries(SCHEMAS))('the schema of %s', (_, steps) => {
  it('fits a file that it has made, however it is indented, and after SQLite has looked at it', () => {
    expect(misfitOf(databaseOf(...steps), steps)).toBeNull()
    const made = databaseOf(...steps.map(step => step.replace(/\n */g, '\n\t ')))
    made.exec('ANALYZE')
    expect(misfitOf(made, steps)).toBeNull()
  })

  it('fits one of an older version', () => {
    const next = [...steps, 'CREATE TABLE more (one TEXT)']
    expect(misfitOf(databaseOf(...steps), next)).toBeNull()
    expect(misfitOf(databaseOf(...next), next)).toBeNull()
    expect(misfitOf(databaseOf(...steps, 'CREATE TABLE more (two TEXT)'), next)).toBe('TABLE more')
  })

  it('does not fit a file without one of its tables or indexes', () => {
    const made = databaseOf(...steps)
      .prepare(
        `SELECT type, name FROM sqlite_schema
         WHERE type IN ('table', 'index') AND sql IS NOT NULL AND name NOT LIKE 'texts\\_%' ESCAPE '\\' AND name <> 'sqlite_sequence'`,
      )
      .all()
    expect(made.length).toBe(steps.join('').match(/CREATE (UNIQUE |VIRTUAL )?(TABLE|INDEX)/g)!.length)
    for (const { type, name } of made) {
      const other = databaseOf(...steps)
      other.exec(`DROP ${type} ${name}`)
      expect(misfitOf(other, steps)).toContain(String(name))
    }
  })

  it('does not fit a file with another column, or with one more table or index', () => {
    const [first = ''] = steps
    const [table] = /CREATE TABLE \w+/.exec(first)!
    const name = table.slice('CREATE '.length)
    const column = databaseOf(first.replace(`${table} (`, `${table} (other INTEGER,`))
    expect(misfitOf(column, steps)).toBe(name)
    const more = databaseOf(...steps)
    more.exec('CREATE TABLE other (one TEXT)')
    expect(misfitOf(more, steps)).toBe('TABLE other')
    const index = databaseOf(...steps)
    index.exec(`CREATE INDEX other ON ${name.slice('TABLE '.length)} (1)`)
    expect(misfitOf(index, steps)).toBe('INDEX other')
  })
})

describe('a state of another build', () => {
  it('ends a listener before it is announced, fails in doctor, and both say what to do', async () => {
    using own = new LocalMachine({ PIXCTL_WEBHOOK_SECRET: SECRET })
    const file = join(own.dataDir, 'profiles', 'default', 'state.db')
    const made = await openState(own.dataDir, 'default')
    made.exec('DROP TABLE pruned')
    made.close()
    const run = await own.pixctl(['webhook', 'listen', '--port', '0', '--json'])
    expect(errorOf(run)).toMatchObject({
      exitCode: 1,
      error: expect.stringContaining(`${file} was written by another build of pixctl: TABLE pruned differs`),
    })
    expect(run.stderr).not.toContain('listening')
    const words = await own.pixctl(['webhook', 'listen', '--port', '0'])
    expect(words.stderr).toContain('use it with the version that wrote it, or move it away, with its -wal')
    expect((await doctor(own.host())).checks.state).toMatchObject({
      status: 'fail',
      detail: `${file} was written by another build of pixctl: TABLE pruned differs`,
      next: expect.stringContaining('move it away'),
    })
  })
})
