import { describe, expect, it } from 'vitest'
import { openState } from '#state/database.ts'
import { AT } from '../../inbox/arriving.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { begin, bytes, equal, KEY, OTHER_KEY, openJournal, STORE, spaceless } from './unresolved.ts'

const THIRD_KEY = '11111111-1111-4111-8111-111111111111'
/** What is thrown for a key that has been sent with other data. */
const CONFLICT = expect.objectContaining({ category: 'conflict', details: { idempotencyKey: KEY } })

describe('an entry', () => {
  it('is there, byte by byte, for the next process that opens the file', async () => {
    const dataDir = temporaryFolder()
    const journal = await openJournal(dataDir)
    const body = Buffer.from([0, 0x7b, 0xff, 0xc3, 0xa9, 0x0a])
    journal.begin(STORE, KEY, body, AT, equal)
    const [entry] = (await openJournal(dataDir)).unresolved()
    expect(entry).toMatchObject({ ...STORE, idempotencyKey: KEY, createdAt: AT, inDoubt: true })
    expect(entry).toMatchObject({ outcome: null, paymentId: null })
    expect(Buffer.from(entry!.body)).toEqual(body)
  })

  it('is known by its key in any case, and kept in lower case', async () => {
    const journal = await openJournal()
    begin(journal, KEY.toUpperCase())
    expect(journal.find(KEY.toUpperCase())).toEqual(journal.find(KEY))
    expect(journal.unresolved()[0]?.idempotencyKey).toBe(KEY)
  })

  it('stays unresolved until it is resolved, and then for good', async () => {
    const journal = await openJournal()
    const { entry } = begin(journal)
    journal.resolve(entry, 'created', 'pay_1', AT)
    expect(journal.unresolved()).toEqual([])
    expect(journal.refuse(entry, AT)).toBe(false)
    journal.markUnsent(entry)
    expect(journal.find(KEY)[0]).toMatchObject({ outcome: 'created', paymentId: 'pay_1', inDoubt: true })
  })

  it('is in doubt from its first writing, and not after attempts that reached nothing', async () => {
    const journal = await openJournal()
    const { entry } = begin(journal)
    expect(entry.inDoubt).toBe(true)
    journal.markUnsent(entry)
    expect(journal.unresolved()[0]?.inDoubt).toBe(false)
    journal.markSent(entry)
    expect(journal.unresolved()[0]?.inDoubt).toBe(true)
  })

  it('is listed oldest first', async () => {
    const journal = await openJournal()
    begin(journal, OTHER_KEY)
    begin(journal, KEY)
    expect(journal.unresolved().map(each => each.idempotencyKey)).toEqual([OTHER_KEY, KEY])
  })
})

describe('the same key again', () => {
  it('continues the unresolved entry, with the bytes that were sent first', async () => {
    const journal = await openJournal()
    const { entry } = begin(journal)
    const again = journal.begin(STORE, KEY, bytes('{"amount": 1}'), AT, spaceless)
    expect(again.entry.id).toBe(entry.id)
    expect(Buffer.from(again.entry.body).toString()).toBe('{"amount":1}')
    expect(again.before?.id).toBe(entry.id)
    expect(journal.unresolved()).toHaveLength(1)
  })

  it('returns whether the entry was in doubt before', async () => {
    const journal = await openJournal()
    journal.markUnsent(begin(journal).entry)
    expect(begin(journal).before?.inDoubt).toBe(false)
    expect(begin(journal).before?.inDoubt).toBe(true)
  })

  it('is a conflict with other data while unresolved, and changes nothing', async () => {
    const journal = await openJournal()
    begin(journal)
    expect(() => begin(journal, KEY, '{"amount":2}')).toThrow(CONFLICT)
    expect(journal.unresolved()).toHaveLength(1)
    expect(Buffer.from(journal.unresolved()[0]!.body).toString()).toBe('{"amount":1}')
  })

  it.each(['created', 'existing', 'different'] as const)(
    'is a new entry after one that ended as %s, and knows of that one',
    async outcome => {
      const journal = await openJournal()
      const { entry } = begin(journal)
      journal.resolve(entry, outcome, 'pay_1', AT)
      const again = begin(journal, KEY, '{"amount":2}')
      expect(again.entry.id).not.toBe(entry.id)
      expect(again.before).toMatchObject({ id: entry.id, paymentId: 'pay_1' })
    },
  )

  it('has no earlier entry when that one was refused', async () => {
    const journal = await openJournal()
    journal.refuse(begin(journal).entry, AT)
    expect(begin(journal, KEY, '{"amount":2}').before).toBeNull()
  })

  it('finds one that was forgotten: its charge may exist, but not with other data', async () => {
    const journal = await openJournal()
    journal.resolve(begin(journal).entry, 'forgotten', null, AT)
    const { before, doubted } = begin(journal, KEY, '{"amount":2}')
    expect(before).toMatchObject({ outcome: 'forgotten', inDoubt: true })
    // What was sent with other data can't have made a charge of this data.
    expect(doubted).toBe(false)
  })

  it('keeps the doubt of an attempt that another process began in the meantime', async () => {
    const dataDir = temporaryFolder()
    const [one, other] = [await openJournal(dataDir), await openJournal(dataDir)]
    const { entry } = begin(one)
    expect(begin(other).before).toMatchObject({ inDoubt: true })
    one.markUnsent(entry)
    expect(other.unresolved()[0]).toMatchObject({ inDoubt: true, attempts: 2 })
    expect(one.refuse(entry, AT)).toBe(false)
    expect(other.unresolved()).toHaveLength(1)
  })

  it('sends the bytes of the earlier entry, if the data is the same', async () => {
    const journal = await openJournal()
    journal.resolve(begin(journal).entry, 'forgotten', null, AT)
    const { entry } = journal.begin(STORE, KEY, bytes('{"amount": 1}'), AT, spaceless)
    expect(Buffer.from(entry.body).toString()).toBe('{"amount":1}')
  })

  it('is a separate entry for another base URL', async () => {
    const journal = await openJournal()
    begin(journal)
    const other = { ...STORE, baseUrl: 'https://example.org/api/v1' }
    const { entry, before, doubted } = begin(journal, KEY, '{"amount":2}', other)
    expect({ before, doubted }).toEqual({ before: null, doubted: false })
    expect(entry).toMatchObject(other)
    expect(journal.unresolved()).toHaveLength(2)
  })
})

describe('the same key with another API key, perhaps of the same store', () => {
  const other = { ...STORE, keyFingerprint: 'fedcba9876543210' }

  it('is a conflict with other data while one is unresolved, and changes nothing', async () => {
    const journal = await openJournal()
    begin(journal)
    expect(() => begin(journal, KEY, '{"amount":2}', other)).toThrow(CONFLICT)
    expect(journal.unresolved()).toHaveLength(1)
  })

  it('is a separate entry with the same data: the bytes sent first, in doubt like the first', async () => {
    const journal = await openJournal()
    const first = begin(journal).entry
    const { entry, before, doubted } = journal.begin(other, KEY, bytes('{"amount": 1}'), AT, spaceless)
    expect(entry).toMatchObject(other)
    expect(Buffer.from(entry.body).toString()).toBe('{"amount":1}')
    expect({ before: before?.id, doubted }).toEqual({ before: first.id, doubted: true })
    expect(journal.unresolved()).toHaveLength(2)
  })

  it('keeps the doubt of the first, though its own entry reached nothing', async () => {
    const journal = await openJournal()
    begin(journal)
    journal.markUnsent(begin(journal, KEY, '{"amount":1}', other).entry)
    expect(begin(journal, KEY, '{"amount":1}', other).doubted).toBe(true)
  })

  it('is not in doubt if the charge is known to exist, or every attempt was refused', async () => {
    const journal = await openJournal()
    journal.refuse(begin(journal).entry, AT)
    const again = begin(journal, KEY, '{"amount":2}', other)
    expect(again.doubted).toBe(false)
    journal.resolve(again.entry, 'created', 'pay_1', AT)
    const before = { paymentId: 'pay_1' }
    expect(begin(journal, KEY, '{"amount":2}')).toMatchObject({ doubted: false, before })
  })
})

describe('the charges that were made', () => {
  it('are those of the owner, oldest first, found ones too', async () => {
    const journal = await openJournal()
    const later = '2026-03-10T12:00:05.000Z'
    const settle = (key: string, outcome: 'created' | 'existing' | 'different', paymentId: string) =>
      journal.resolve(begin(journal, key).entry, outcome, paymentId, later)
    settle(KEY, 'created', 'pay_1')
    settle(OTHER_KEY, 'existing', 'pay_2')
    settle(THIRD_KEY, 'different', 'pay_3')
    const charges = [...journal.charges(STORE)]
    expect(charges[0]).toEqual({ paymentId: 'pay_1', idempotencyKey: KEY, createdAt: AT, resolvedAt: later })
    expect(charges.map(({ paymentId }) => paymentId)).toEqual(['pay_1', 'pay_2', 'pay_3'])
  })

  it('never include those of another store, nor unresolved, refused or forgotten ones', async () => {
    const journal = await openJournal()
    for (const over of [{ keyFingerprint: 'other' }, { baseUrl: 'https://example.org' }])
      journal.resolve(begin(journal, KEY, '{}', { ...STORE, ...over }).entry, 'created', 'pay_1', AT)
    begin(journal)
    journal.refuse(begin(journal, OTHER_KEY).entry, AT)
    const third = begin(journal, THIRD_KEY).entry
    journal.resolve(third, 'forgotten', null, AT)
    expect([...journal.charges(STORE)]).toEqual([])
  })
})

describe('pruning', () => {
  it('keeps the newest, so that no other gets the number that a process may still hold', async () => {
    const journal = await openJournal()
    for (const key of [KEY, OTHER_KEY])
      journal.resolve(begin(journal, key).entry, 'created', `pay_${key}`, AT)
    for await (const dropped of journal.prune(Date.parse(AT) + 1)) expect(dropped).toBe(1)
    expect([journal.find(KEY).length, journal.find(OTHER_KEY).length]).toEqual([0, 1])
  })
})

describe('profiles', () => {
  it('have separate journals', async () => {
    const dataDir = temporaryFolder()
    begin(await openJournal(dataDir, 'a'))
    expect((await openJournal(dataDir, 'b')).unresolved()).toEqual([])
  })
})

it('finds by an index which key has a charge, however many there are', async () => {
  const dataDir = temporaryFolder()
  await openJournal(dataDir)
  const database = await openState(dataDir, 'default')
  const plan = `EXPLAIN QUERY PLAN SELECT id FROM creations WHERE payment_id = 'pay_1' AND base_url = ''`
  expect(database.prepare(plan).get()).toMatchObject({
    detail: 'SEARCH creations USING INDEX creations_by_payment (payment_id=?)',
  })
  database.close()
})
