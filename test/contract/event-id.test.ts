/** Two different ids are never one, in whatever way a database keeps text. */

import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { exactId } from '#contract/event-id.ts'
import { decode } from '#contract/realtime.ts'
import { readBody } from '#webhooks/verify-delivery.ts'

const part = fc.constantFrom(
  'e',
  '\ud800',
  '\ud801',
  '\udc00',
  '\ufffd',
  '\0',
  '\\',
  'u',
  '\\ud800',
  '\\u0000',
  '"',
)
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

it.each([
  ['usual', (event: string) => `{"op":"event","sequence":"1","event":${event}}`],
  ['other', (event: string) => `{"kind":"event","payload":${event},"sequence":"1"}`],
])('both channels give an event the same id, also in the %s layout', (_name, layout) => {
  const event = '{"id":"evt_\\ud800","type":"payment.created","data":{"paymentId":"pay_1"}}'
  expect(decode(layout(event))).toMatchObject({ id: 'evt_\\ud800' })
  expect(readBody(Buffer.from(event))).toMatchObject({ eventId: 'evt_\\ud800' })
})
