/** Two different ids are never one, in whatever way a database keeps text. */

import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exactId } from '#contract/event-id.ts'
import { decode } from '#contract/realtime.ts'
import { readBody } from '#webhooks/verify-delivery.ts'

const parts = ['e', '\ud800', '\ud801', '\udc00', '\ufffd', '\0', '\\', 'u', '\\ud800', '\\u0000', '"']
const part = fc.constantFrom(...parts)
const id = fc.array(part, { minLength: 1, maxLength: 4 }).map(parts => parts.join(''))

it('different ids are different in SQLite, and come back as they were given', () => {
  using database = new DatabaseSync(':memory:')
  const echo = database.prepare('SELECT ? AS id, ? = ? AS same')
  fc.assert(
    fc.property(id, id, (one, other) => {
      const [a, b] = [exactId(one), exactId(other)]
      expect(echo.get(a, a, b)).toEqual({ id: a, same: Number(one === other) })
      expect(a).not.toContain('\0')
    }),
    {
      examples: [
        ['\ud800', '\ud801'],
        ['\ud800', '\\ud800'],
        ['e\0', 'e\\u0000'],
        ['\ud800', '\ufffd'],
      ],
    },
  )
})

it.each(['evt_1', 'événement 🥐', 'C:\\temp', 'a"b', '\ufffd'])('%s stays as it is', each => {
  expect(exactId(each)).toBe(each)
})

describe('a long id', () => {
  const long = (end: string) => `${'x'.repeat(500)}${end}`

  it('is its beginning and a hash, so that an index of PostgreSQL holds it', () => {
    expect(exactId(long(''))).toBe(long(''))
    expect(exactId(long('a'))).toBe(
      // printf '%500sa' | tr ' ' x | sha256sum
      `${'x'.repeat(400)}~7f53cc4a88075746f9e4a0ab66abda02be59153b9a4a1154d80bbdaaaa2ea771`,
    )
    for (const wide of ['€'.repeat(10_000), '\0'.repeat(10_000), `${'x'.repeat(399)}${'🥐'.repeat(9_000)}`]) {
      expect(exactId(wide).isWellFormed()).toBe(true)
      expect(Buffer.byteLength(exactId(wide))).toBeLessThan(1300)
    }
  })

  it('is no other id, also not one that looks like it', () => {
    const ids = [long('a'), long('b'), exactId(long('a')), exactId(exactId(long('a')))]
    expect(new Set(ids.map(exactId)).size).toBe(4)
  })
})

it('both channels give an event the same ids', () => {
  const event = `{"id":"evt_\\ud800","type":"a.b","storeId":"st_\\ud801","data":{"paymentId":"${'p'.repeat(600)}"}}`
  const ids = { type: 'a.b', store: 'st_\\ud801', paymentId: exactId('p'.repeat(600)) }
  expect(decode(`{"op":"event","sequence":"1","event":${event}}`)).toMatchObject({
    id: 'evt_\\ud800',
    ...ids,
  })
  expect(readBody(Buffer.from(event))).toMatchObject({ eventId: 'evt_\\ud800', ...ids })
})

it('both channels give an event without a store or a payment the same', () => {
  const event = '{"id":"evt_1","type":"a.b","storeId":5,"store_id":"st_1","data":{"paymentId":""}}'
  expect(readBody(Buffer.from(event))).toMatchObject({ paymentId: null, store: '' })
  const message = decode(`{"op":"event","sequence":"1","event":${event}}`)
  expect(message).toMatchObject({ store: '', paymentId: undefined })
})
