/** Arrays in binary form, as PostgreSQL reads them. */

import { expect, it } from 'vitest'
import { BinaryParameters } from '#inbox/postgres/binary-parameters.ts'
import { describeOnPostgres, newDatabase } from '../../support/postgres.ts'

const COLUMNS = `SELECT n, big::text, yes, id, words, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.MS') AS at, encode(bytes, 'hex') AS hex
  FROM unnest($1::integer[], $2::bigint[], $3::boolean[], $4::uuid[], $5::text[], $6::timestamptz[], $7::bytea[])
  AS c (n, big, yes, id, words, at, bytes)`

describeOnPostgres('binary parameters', () => {
  it('bring values of every type, and none, to the server', async () => {
    const { query } = await newDatabase()
    const parameters = new BinaryParameters(Buffer.alloc(0))
    parameters.integers([-7, 8])
    parameters.bigints([2n ** 53n, null])
    parameters.booleans([true, false])
    parameters.uuids(['00112233445566778899aabbccddeeff', null])
    parameters.texts(['dépôt 💸', null])
    parameters.times(['1999-12-31T23:59:59.999Z', '2026-11-22T12:00:00.123Z'])
    parameters.blobs([Buffer.from([0, 255]), Buffer.alloc(0)])
    const id = '00112233-4455-6677-8899-aabbccddeeff'
    expect(await query(COLUMNS, parameters.values)).toEqual([
      {
        n: -7,
        big: '9007199254740992',
        yes: true,
        id,
        words: 'dépôt 💸',
        at: '1999-12-31 23:59:59.999',
        hex: '00ff',
      },
      { n: 8, big: null, yes: false, id: null, words: null, at: '2026-11-22 12:00:00.123', hex: '' },
    ])
  })

  it('of groups of any size fit into the same memory one after the other', async () => {
    const { query } = await newDatabase()
    let memory: Buffer = Buffer.alloc(0)
    for (const count of [0, 3_000, 2]) {
      const words = Array.from({ length: count }, (_, index) => 'ã'.repeat(index))
      const parameters = new BinaryParameters(memory)
      parameters.integers(words.map((_, index) => index))
      parameters.texts(words)
      const rows = await query(
        'SELECT * FROM unnest($1::integer[], $2::text[]) AS c (n, words)',
        parameters.values,
      )
      expect(rows).toEqual(words.map((each, n) => ({ n, words: each })))
      memory = parameters.memory
    }
  })
})
