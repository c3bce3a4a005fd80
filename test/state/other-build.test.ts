/** A file of the same version that another build has made, with other tables. */

import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { misfit } from '#lib/sqlite/database-file.ts'
import { SCHEMA } from '#sandbox/core/schema.ts'
import { openState } from '#state/database.ts'
import { ARCHIVE, REJECTED, STATE } from '#state/schemas.ts'
import { doctor } from '../doctor/examine.ts'
import { LocalMachine } from '../support/local.ts'
import { errorOf } from '../support/pixctl.ts'
import { SECRET } from '../webhooks/target.ts'

const SCHEMAS: Record<string, string> = {
  'state.db': STATE.sql,
  'archive.db': ARCHIVE.sql,
  'rejected.db': REJECTED.sql,
  'sandbox.db': SCHEMA,
}

function databaseOf(sql: string): DatabaseSync {
  const database = new DatabaseSync(':memory:')
  onTestFinished(() => database.close())
  database.exec(sql)
  return database
}

describe.each(Object.entries(SCHEMAS))('the schema of %s', (_, sql) => {
  it('fits a file that it has made, however it is indented', () => {
    expect(misfit(databaseOf(sql), sql)).toBeNull()
    expect(misfit(databaseOf(sql.replace(/\n */g, '\n\t ')), sql)).toBeNull()
  })

  it('does not fit a file without one of its tables or indexes', () => {
    const made = databaseOf(sql)
      .prepare(
        `SELECT type, name FROM sqlite_schema
         WHERE type IN ('table', 'index') AND sql IS NOT NULL AND name NOT LIKE 'texts\\_%' ESCAPE '\\' AND name <> 'sqlite_sequence'`,
      )
      .all()
    expect(made.length).toBe(sql.match(/CREATE (UNIQUE |VIRTUAL )?(TABLE|INDEX)/g)!.length)
    for (const { type, name } of made) {
      const other = databaseOf(sql)
      other.exec(`DROP ${type} ${name}`)
      expect(misfit(other, sql)).toContain(String(name))
    }
  })

  it('does not fit a file with another column', () => {
    const [table] = /CREATE TABLE \w+/.exec(sql)!
    const other = databaseOf(sql.replace(`${table} (`, `${table} (other INTEGER,`))
    expect(misfit(other, sql)).toBe(table.slice('CREATE '.length))
  })
})

describe('a state of another build', () => {
  async function withState() {
    const own = new LocalMachine({ PIXCTL_WEBHOOK_SECRET: SECRET })
    onTestFinished(() => own[Symbol.dispose]())
    const folder = join(own.dataDir, 'profiles', 'default')
    const file = join(folder, 'state.db')
    const made = await openState(own.dataDir, 'default')
    made.close()
    const database = new DatabaseSync(file)
    database.exec('DROP TABLE indexed')
    database.close()
    return { own, file }
  }

  it('ends a listener before it is announced, and says what to do', async () => {
    const { own, file } = await withState()
    const run = await own.pixctl(['webhook', 'listen', '--port', '0', '--json'])
    expect(errorOf(run)).toMatchObject({
      exitCode: 1,
      error: expect.stringContaining(`${file} was written by another build of pixctl: TABLE indexed`),
    })
    expect(run.stderr).not.toContain('listening')
    const words = await own.pixctl(['webhook', 'listen', '--port', '0'])
    expect(words.stderr).toContain('use it with the version that wrote it, or move it away, with its -wal')
  })

  it('fails in doctor, which names the file and what does not fit', async () => {
    const { own, file } = await withState()
    expect((await doctor(own.host())).checks.state).toMatchObject({
      status: 'fail',
      detail: `${file} was written by another build of pixctl: TABLE indexed is missing or different`,
      next: expect.stringContaining('move it away'),
    })
  })
})
