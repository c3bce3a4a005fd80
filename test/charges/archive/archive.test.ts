import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { Archive } from '#charges/archive/archive.ts'
import { type ChargeFilter, foldText, matchesFilter } from '#contract/charge-filter.ts'
import type { Payment } from '#contract/generated/types.ts'
import { centavos } from '#contract/money.ts'
import { charge, fill, ids, minute, openArchive, read } from './archiving.ts'

/** Descriptions that a search may stumble over. */
const TEXTS = [
  ...['Açaí 500 ml', 'ACAI NA TIGELA', 'pão de queijo "especial"', "d'água OR NOT (x*)", 'aa', 'aaaa', 'ÇÇÇ'],
  ...['😀😀😀 festa', 'x\ud800y lone', '\ufffd\ufffd\ufffd', 'ΟΔΟΣ ΟΔΟΣ', 'İstanbul ſtraße'],
  ...['e\u0301e\u0301e\u0301', '日本語テキスト', '%_ like', '', null],
]
const STATUSES = ['CREATING', 'PENDING', 'PAID', 'EXPIRED', 'FAILED'] as const
const charges = Array.from({ length: 360 }, (_, index): Payment => {
  const status = STATUSES[index % 5]!
  return charge({
    id: `pay_${(index * 7919).toString(16).padStart(6, '0')}`,
    status,
    amount: (100 + 10 * (index % 50)) / 100,
    fee: 0.07,
    netAmount: (93 + 10 * (index % 50)) / 100,
    description: TEXTS[index % TEXTS.length]!,
    createdAt: minute(index),
    paidAt: status === 'PAID' ? minute(index + (index % 3) * 100) : null,
  })
})
const newestFirst = charges.toReversed()
/** Has them all; nothing changes it. */
const dataDir = mkdtempSync(join(tmpdir(), 'pixctl-archive-'))
const full = await Archive.open(dataDir, 'default', 'https://pix.example/api/v1')
fill(full, charges)
afterAll(() => {
  full.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const NEEDLES = [
  ...['Açaí', 'AÇA', 'ai', 'a', '', '"', '"especial"', 'OR NOT', '(x*)', 'aaa', 'aaaaa', 'ccc'],
  ...['😀', '😀😀', '😀😀😀', '\ud83d', '\ufffd\ufffd\ufffd'],
  ...['x\ufffdy lone', 'y lone', 'οδος', 'οδοσ', 'istan', 'ſtr', 'stra', 'e\u0301e\u0301e', 'eee', '日本語'],
  ...['%_ l', 'pay_', 'pay_00', '\npay', 'tigela\npay_', 'zzz'],
]

describe('a search', () => {
  it.each(NEEDLES)('for %j finds the same as the filter', needle => {
    const filter = { search: foldText(needle) }
    const expected = newestFirst.filter(each => matchesFilter(filter, each)).map(({ id }) => id)
    expect(ids(full.search(filter))).toEqual(expected)
    const counted = [...full.totals(filter).values()].reduce((sum, { count }) => sum + count, 0)
    expect(counted).toBe(expected.length)
  })
})

const at = (number: number) => Date.parse(minute(number))
const FILTERS: Record<string, ChargeFilter> = {
  nothing: {},
  'a state': { statuses: new Set(['PAID']) },
  'two states': { statuses: new Set(['EXPIRED', 'CREATING']) },
  'created from': { created: { from: at(100) } },
  'created between': { created: { from: at(99), before: at(101) } },
  'created in the far past': { created: { before: -1e15 } },
  'paid from': { paid: { from: at(200) } },
  'paid between': { paid: { from: at(100), before: at(200) } },
  'an amount': { amount: { least: centavos(350), most: centavos(350) } },
  'either amount': { exactAmount: centavos(350) },
  'at least': { amount: { least: centavos(390) } },
  'text and time': { search: 'acai', created: { from: at(50), before: at(300) } },
  'text, state and amount': {
    search: 'pay_',
    statuses: new Set(['PAID', 'FAILED']),
    amount: { least: centavos(200), most: centavos(400) },
  },
  'text and payment': { search: 'acai', paid: { from: at(100) } },
  'short text and payment': { search: 'a', paid: { from: at(100) }, created: { before: at(300) } },
  everything: {
    statuses: new Set(['PAID']),
    created: { from: at(10), before: at(350) },
    paid: { from: at(60), before: at(340) },
    amount: { least: centavos(110), most: centavos(580) },
    search: 'acai',
  },
}

describe('a filter', () => {
  it.each(Object.entries(FILTERS))('of %s finds and adds up what it means', (_name, filter) => {
    const expected = newestFirst.filter(each => matchesFilter(filter, each))
    expect(ids(full.search(filter))).toEqual(expected.map(({ id }) => id))
    const totals = full.totals(filter)
    for (const status of STATUSES) {
      const of = expected.filter(each => each.status === status)
      const sum = (field: 'amount' | 'fee' | 'netAmount') =>
        of.reduce((total, each) => total + Math.round(each[field] * 100), 0)
      const sums = { amount: sum('amount'), fee: sum('fee'), netAmount: sum('netAmount') }
      expect(totals.get(status)).toEqual(of.length === 0 ? undefined : { count: of.length, ...sums })
    }
  })

  it('leaves out a value that isn’t an amount or a time', async () => {
    const archive = await openArchive()
    const odd = charge({ amount: 0.001, createdAt: 'never', paidAt: 'never', status: 'PAID' })
    fill(archive, [odd])
    expect(ids(archive.search({}))).toEqual(['pay_1'])
    expect(archive.countUndated()).toBe(1)
    for (const filter of [{}, { search: 'p' }, { search: 'pedido' }]) {
      expect(() => archive.totals(filter)).toThrow('the amount of charge pay_1 is not whole centavos')
    }
    for (const filter of [{ amount: {} }, { created: {} }, { paid: {} }]) {
      expect(matchesFilter(filter, odd)).toBe(false)
      expect(ids(archive.search(filter))).toEqual([])
    }
  })
})

describe('the order', () => {
  it("is the service's own if charges have the same time", async () => {
    for (const isNewestFirst of [true, false]) {
      const archive = await openArchive()
      const same = ['b', 'c', 'a'].map(id => charge({ id, createdAt: minute(5) }))
      const page = [
        charge({ id: 'new', createdAt: minute(6) }),
        ...same,
        charge({ id: 'old', createdAt: minute(4) }),
      ]
      fill(archive, isNewestFirst ? page : page.toReversed())
      expect(ids(archive.search({}))).toEqual(['new', 'b', 'c', 'a', 'old'])
    }
  })
})

describe('what the service sent', () => {
  it('comes back with every digit and every field', async () => {
    const archive = await openArchive()
    const writer = archive.writer('fingerprint')
    writer.begin(minute(0))
    const json = '{"id":"pay_1","big":9007199254740993,"amount":0.1000000000000000055511151231257827}'
    writer.savePage([{ charge: charge(), json }], 1, null)
    expect(archive.get('pay_1')).toBe(json)
    expect([...archive.search({})]).toEqual([json])
    expect(archive.get('pay_2')).toBeNull()
  })

  it('is found by the beginning of its id', async () => {
    const archive = await openArchive()
    fill(
      archive,
      ['pay_aa1', 'pay_aa2', 'pay_b', 'pay%'].map(id => charge({ id })),
    )
    expect(archive.idsWith('pay_aa', 5)).toEqual(['pay_aa1', 'pay_aa2'])
    expect(archive.idsWith('pay_aa', 1)).toEqual(['pay_aa1'])
    expect(archive.idsWith('pay_c', 5)).toEqual([])
  })
})

describe('a state', () => {
  it('is read again in the next sync unless it is final, or too long ago for a late payment', async () => {
    const archive = await openArchive()
    const state = (status: Payment['status'], id: string = status, expiresAt: string | null = null) =>
      charge({ id, status, expiresAt, createdAt: minute(15) })
    const expired = [
      state('EXPIRED', 'EXPIRED before', minute(9)),
      state('EXPIRED', 'EXPIRED then', minute(10)),
      state('EXPIRED', 'EXPIRED at no time'),
    ]
    fill(archive, [
      ...(['CREATING', 'PENDING', 'PAID', 'FAILED'] as const).map(each => state(each)),
      ...expired,
    ])
    const writer = archive.writer('fingerprint')
    writer.begin(minute(30))
    const unsettled = writer.unsettled(Date.parse(minute(10))).map(({ id }) => id)
    expect(unsettled.sort()).toEqual(['CREATING', 'EXPIRED at no time', 'EXPIRED then', 'PENDING'])
  })

  it('changes from PAID to another state only if the charge is read by its id', async () => {
    const archive = await openArchive()
    fill(archive, [charge({ status: 'PAID', paidAt: minute(1) })])
    const writer = archive.writer('fingerprint')
    writer.begin(minute(0))
    const pending = read(charge())
    expect(writer.savePage([pending], 1, null)).toEqual({ added: 0, changed: 0, doubted: ['pay_1'] })
    expect(archive.get('pay_1')).toContain('"PAID"')
    expect(writer.saveOne(pending)).toEqual({ changed: true })
    expect(archive.get('pay_1')).toContain('"PENDING"')
  })
})
