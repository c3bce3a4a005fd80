import { expect, it } from 'vitest'
import { Rows, uuidV5 } from '#charges/from-file/rows.ts'

// The first is the example of RFC 9562, A.4; the others are what Python's uuid.uuid5 gives.
it.each([
  ['6ba7b810-9dad-11d1-80b4-00c04fd430c8', 'www.example.com', '2ed6657d-e927-568b-95e1-2665a8aea6a2'],
  ['6ba7b811-9dad-11d1-80b4-00c04fd430c8', '', '1b4db7eb-4057-5ddf-91e0-36dec72071f5'],
  ['090dcbd2-9692-4dff-91bc-d5bd2ebf84a6', 'maio\nCafé 🍕', '08a9e436-e5ae-5596-87c7-437064907b35'],
])('of %s and %j', (namespace, name, uuid) => {
  expect(uuidV5(namespace, name)).toBe(uuid)
})

it.each([
  ['PED-1', 'ped-1', false],
  ['Açaí', 'AÇAÍ', false],
  // APFS takes them for one.
  ['straße', 'STRASSE', false],
  ['Σίσυφος', 'σίσυφοσ', false],
  ['João', 'Joao', true],
  ['A-1', 'A-2', true],
])('the references %s and %s can be two files: %s', async (one, other, canBe) => {
  const rows = await Rows.open()
  try {
    for (const [line, reference] of [one, other].entries()) {
      rows.add({ line, reference, request: null, carried: [] })
    }
    rows.indexNames()
    expect([rows.hasOwnName(one), rows.hasOwnName(other)]).toEqual([canBe, canBe])
  } finally {
    rows.close()
  }
})
