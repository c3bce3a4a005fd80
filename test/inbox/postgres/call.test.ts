/** A statement whose values are sent in one message, as PostgreSQL reads it. */

import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { Call, type CallStatement, messageOf } from '#inbox/postgres/call.ts'
import { Values } from '#inbox/postgres/parameters.ts'
import { describeOnPostgres, newDatabase } from '../../support/postgres.ts'

const COLUMNS = {
  name: 'columns',
  text: `SELECT * FROM unnest($1::integer[], $2::bigint[], $3::boolean[], $4::uuid[], $5::text[], $6::timestamptz[],
    $7::bytea[])`,
  count: 7,
  timeoutMs: 5_000,
}
const DIVIDE = { name: 'divide', text: 'SELECT 1000 / $1::smallint', count: 1, timeoutMs: 5_000 }

async function connection(): Promise<pg.Client> {
  const client = new pg.Client((await newDatabase()).url)
  await client.connect()
  onTestFinished(() => client.end())
  await client.query("SET TimeZone = 'UTC'")
  return client
}

function run(
  client: pg.Client,
  statement: CallStatement,
  write: (values: Values) => void,
  values = new Values(),
) {
  return client.query(new Call(statement, messageOf(statement, values, write))).done
}

describeOnPostgres('a call', () => {
  it('brings values of every type, and none, to the server', async () => {
    const uuid = '00112233445566778899aabbccddeeff'
    const rows = await run(await connection(), COLUMNS, values => {
      values.integers([-7, null])
      values.bigints([2n ** 53n, null])
      values.booleans([true, false])
      values.uuids([uuid, null])
      values.texts(['dépôt 💸', null])
      values.times(['1999-12-31T23:59:59.999Z', '2026-11-22T12:00:00.123Z'])
      values.blobs([Buffer.from([0, 255]), Buffer.alloc(0)])
    })
    const dashed = '00112233-4455-6677-8899-aabbccddeeff'
    expect(rows).toEqual([
      ['-7', '9007199254740992', 't', dashed, 'dépôt 💸', '1999-12-31 23:59:59.999+00', '\\x00ff'],
      [null, null, 'f', null, null, '2026-11-22 12:00:00.123+00', '\\x'],
    ])
  })

  it('can be larger and smaller than the one before it in the same memory', async () => {
    const client = await connection()
    const values = new Values()
    for (const count of [0, 3_000, 2]) {
      const texts = Array.from({ length: count }, (_, index) => 'ã'.repeat(index))
      const rows = await run(
        client,
        COLUMNS,
        each => {
          each.integers(texts.map((_, index) => index))
          each.bigints([])
          each.booleans([])
          each.uuids([])
          each.texts(texts)
          each.times([])
          each.blobs([])
        },
        values,
      )
      expect(rows.map(([, , , , text]) => text)).toEqual(texts)
    }
  })

  it('works on a connection on which one has failed', async () => {
    const client = await connection()
    const by = (divisor: number) => run(client, DIVIDE, values => values.smallint(divisor))
    await expect(by(0)).rejects.toThrow('division by zero')
    expect(await by(8)).toEqual([['125']])
    await expect(by(0)).rejects.toThrow('division by zero')
    expect(await Promise.all([by(4), by(10)])).toEqual([[['250']], [['100']]])
  })
})
