/** `charges list --offline` and `report --offline` print what they do without it, and need no service. */

import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import type { Payment } from '#contract/generated/types.ts'
import { errorOf, wordsOf } from '../../support/pixctl.ts'
import { againstLocal } from '../../support/scripted.ts'
import { answer, paymentBody } from '../../support/service.ts'
import { jsonLines, openLocalStore, rows } from '../../support/store.ts'

const store = await openLocalStore()
await store.control('/seed', { count: 250 })
await store.pixctl(['charges', 'sync', '--rate-limit', 'off'])
const { body: newest } = await store.api('/payments?limit=100')
const withFee = (newest.data as Payment[]).find(({ passFee }) => passFee)!

const COVERAGE = { syncedAt: expect.any(String), complete: true, count: 250, total: 250 }
/** No key, and nothing that listens at its address. */
const ALONE = { PIXCTL_API_KEY: '' }
const list = (...flags: string[]) => store.pixctl(['charges', 'list', ...flags])
const offline = (...flags: string[]) =>
  store.pixctl(['charges', 'list', '--offline', ...flags], { env: ALONE })
const AS_OF = /^from the archive as of \d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/m

const FLAGS: string[][] = [
  [],
  ['--page', '3', '--limit', '7'],
  ['--page', '900'],
  ['--csv', '--csv-style', 'excel-br', '--limit', '3'],
  ['--all', '--csv'],
  ['--search', 'CAFE', '--all'],
  ['--paid-since', '20d', '--paid-until', '2d', '--all', '-q'],
  ['--amount', String(withFee.requestedAmount)],
  ['--min-amount', '100', '--max-amount', '300', '--status', 'PAID', '--search', 'pe', '--all', '--json'],
  ['--sum'],
  ['--sum', '--since', '40d', '--until', '2d'],
]

describe('charges list --offline', () => {
  it.each(FLAGS)('prints the same with %j %j %j %j', async (...flags) => {
    const online = await list(...flags.filter(flag => flag !== undefined))
    const own = await offline(...flags.filter(flag => flag !== undefined))
    expect(own.stdout).toBe(online.stdout)
    expect(own.code).toBe(0)
    expect(wordsOf(own.stderr)).toMatch(AS_OF)
  })

  it('says under --json how much the archive knows, and nothing on stderr', async () => {
    for (const flags of [
      ['--limit', '5'],
      ['--search', 'cafe', '--limit', '2'],
      ['--search', 'nothing like it'],
    ]) {
      const own = await offline('--json', ...flags)
      const online = await list('--json', ...flags)
      expect(JSON.parse(own.stdout)).toEqual({ ...JSON.parse(online.stdout), archive: COVERAGE })
    }
    expect((await offline('--json')).stderr).toBe('')
  })

  it('says on stderr that there is more', async () => {
    const { stdout, stderr } = await offline('--status', 'PAID', '--limit', '3')
    expect(rows(stdout)).toHaveLength(3)
    expect(stderr).toMatch(/^showing 3; there may be more with --all\n/)
  })

  it('says what is missing', async () => {
    const charges = Array.from({ length: 100 }, (_, index) => paymentBody({ id: `pay_${index}` }))
    const page = { data: charges, pagination: { page: 1, limit: 100, total: 130 } }
    await using scripted = await againstLocal(answer(200, page), answer(200, '<html>'))
    await scripted.machine.pixctl(['charges', 'sync'])
    const { stdout } = await scripted.machine.pixctl(['charges', 'list', '--offline', '--json'])
    const coverage = { syncedAt: null, complete: false, count: 100, total: 130 }
    expect(JSON.parse(stdout)).toMatchObject({ archive: coverage, pagination: { total: 100 } })
    const lines = await scripted.machine.pixctl(['charges', 'list', '--offline', '--all', '--json'])
    expect(jsonLines(lines.stdout)).toHaveLength(100)
    expect(lines.stderr).toContain('has 100 of 130 charges: its first sync is not finished')
  })

  it.each([
    ['a fraction of a centavo', ['0.001'], 'not whole centavos'],
    ['more digits than a double holds', ['1.0000000000000000001'], 'not whole centavos'],
    ['too large an amount', ['1e300'], 'not whole centavos'],
    ['too large a sum', ['70000000000000', '70000000000000'], 'more than pixctl can count exactly'],
  ])('makes no total of %s, as online', async (_what, amounts, error) => {
    const data = amounts.map((_, index) =>
      paymentBody({ id: `pay_${index}`, status: 'PAID', fee: `${index}.fee` }),
    )
    let text = JSON.stringify({ data, pagination: { page: 1, limit: 100, total: data.length } })
    for (const [index, amount] of amounts.entries()) text = text.replace(`"${index}.fee"`, amount)
    await using scripted = await againstLocal(answer(200, text), answer(200, text))
    await scripted.machine.pixctl(['charges', 'sync'])
    for (const filter of [[], ['--search', 'pay'], ['--search', 'pa'], ['--status', 'paid']]) {
      const run = await scripted.machine.pixctl([
        ...['charges', 'list', '--offline', '--sum', '--json'],
        ...filter,
      ])
      expect(errorOf(run)).toMatchObject({ exitCode: 8, error: expect.stringContaining(error) })
    }
    const online = await scripted.machine.pixctl(['charges', 'list', '--sum', '--json'])
    expect(errorOf(online)).toMatchObject({ exitCode: 8, error: expect.stringContaining(error) })
  })
})

describe('an archive that is damaged within', () => {
  it.each([
    'charges list --offline',
    'charges list --offline --sum --search pa',
    'charges get pay_1 --offline',
  ])('is reported by %s, with what to do', async command => {
    const page = { data: [paymentBody({ id: 'pay_1' })], pagination: { page: 1, limit: 100, total: 1 } }
    await using scripted = await againstLocal(answer(200, page))
    const { machine } = scripted
    await machine.pixctl(['charges', 'sync'])
    const file = join(machine.dataDir, 'profiles', 'default', 'archive.db')
    const database = new DatabaseSync(file)
    const roots = database.prepare('SELECT rootpage AS page FROM sqlite_schema WHERE rootpage > 1').all()
    const size = Number(database.prepare('PRAGMA page_size').get()!.page_size)
    database.close()
    const fd = openSync(file, 'r+')
    for (const { page } of roots) writeSync(fd, Buffer.alloc(size, 0xff), 0, size, (Number(page) - 1) * size)
    closeSync(fd)
    expect(errorOf(await machine.pixctl([...command.split(' '), '--json']))).toEqual({
      exitCode: 1,
      error: expect.stringMatching(/malformed.*pixctl doctor/),
    })
  })
})

describe('report --offline', () => {
  const REPORTS: string[][] = [
    [],
    ['--since', '30d', '--until', 'yesterday'],
    ['--since', '90d', '--by', 'month', '--csv'],
    ['--since', '90d', '--ofx'],
  ]

  it.each(REPORTS)('prints the same with %j %j %j %j', async (...flags) => {
    const given = flags.filter(flag => flag !== undefined)
    const online = await store.pixctl(['report', ...given])
    const own = await store.pixctl(['report', '--offline', ...given], { env: ALONE })
    expect(own.stdout).toBe(online.stdout)
    expect(own.code).toBe(0)
    expect(wordsOf(own.stderr)).toMatch(AS_OF)
  })

  it('says under --json how much the archive knows, and nothing on stderr', async () => {
    const args = ['--since', '2026-01-01', '--by', 'month', '--json']
    const { stdout, stderr } = await store.pixctl(['report', '--offline', ...args], { env: ALONE })
    const online = JSON.parse((await store.pixctl(['report', ...args])).stdout)
    expect(JSON.parse(stdout)).toEqual({ ...online, archive: COVERAGE })
    expect(stderr).toBe('')
  })
})
