/** `charges list --offline` and `report --offline` print what they do without it, and need no service. */

import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import type { Payment } from '#contract/generated/types.ts'
import { errorOf, wordsOf } from '../../support/pixctl.ts'
import { runCommand } from '../../support/run.ts'
import { againstLocal } from '../../support/scripted.ts'
import { answer, paymentBody } from '../../support/service.ts'
import { jsonLines, openLocalStore, rows } from '../../support/store.ts'

const store = await openLocalStore()
await store.control('/seed', { count: 250 })
await store.pixctl(['charges', 'sync', '--rate-limit', 'off'])
const { body: newest } = await store.api('/payments?limit=100')
const paid = (newest.data as Payment[]).find(({ status }) => status === 'PAID')!
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
  ['--limit', '7'],
  ['--page', '3', '--limit', '7'],
  ['--page', '6'],
  ['--page', '900'],
  ['-q'],
  ['--csv'],
  ['--csv', '--csv-style', 'excel-br', '--limit', '3'],
  ['--all'],
  ['--all', '--json'],
  ['--all', '--csv'],
  ['--status', 'paid,failed', '--limit', '20'],
  ['--status', 'creating', '--all'],
  ['--search', 'CAFE', '--all'],
  ['--search', 'ca', '--all'],
  ['--search', paid.id.slice(4, 16)],
  ['--search', 'nothing has this'],
  ['--since', '30d', '--all'],
  ['--until', '1d', '--limit', '10'],
  ['--paid-since', '20d', '--paid-until', '2d', '--all', '-q'],
  ['--amount', String(paid.amount)],
  ['--amount', String(withFee.requestedAmount)],
  ['--min-amount', '100', '--max-amount', '300', '--status', 'PAID', '--search', 'pe', '--all', '--json'],
  ['--sum'],
  ['--sum', '--csv'],
  ['--sum', '--search', 'pedido'],
  ['--sum', '--since', '40d', '--until', '2d'],
  ['--sum', '--paid-since', '40d', '--min-amount', '50'],
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

  it('says it in the totals too', async () => {
    const { stdout, stderr } = await offline('--sum', '--json')
    const online = JSON.parse((await list('--sum', '--json')).stdout)
    expect(JSON.parse(stdout)).toEqual({ ...online, archive: COVERAGE })
    expect(stderr).toBe('')
  })

  it('says on stderr that there is more', async () => {
    const { stdout, stderr } = await offline('--status', 'PAID', '--limit', '3')
    expect(rows(stdout)).toHaveLength(3)
    expect(stderr).toMatch(/^showing 3; more with --all\n/)
  })

  it('shows a person which page it is', async () => {
    const host = { ...store.machine.host({ env: ALONE }), terminal: { columns: 120, rows: 40 } }
    const { stderr } = await runCommand(['charges', 'list', '--offline', '--page', '2'], { host })
    expect(stderr).toMatch(/^page 2 of 5, 50 of 250 charges\nfrom the archive as of /)
  })

  it('excludes --rate-limit', async () => {
    expect(errorOf(await offline('--rate-limit', '60', '--json')).exitCode).toBe(2)
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

describe('an archive with a charge that is not JSON any more', () => {
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
    database.exec("UPDATE bodies SET json = replace(json, '\"currency\"', 'x')")
    database.close()
    expect(errorOf(await machine.pixctl([...command.split(' '), '--json']))).toEqual({
      exitCode: 1,
      error: expect.stringMatching(/archive\.db can't be used .*remove .*: pixctl charges sync/),
    })
  })
})

describe('report --offline', () => {
  const REPORTS: string[][] = [
    [],
    ['--since', '2d'],
    ['--since', '30d', '--until', 'yesterday'],
    ['--since', '90d', '--by', 'week'],
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

  it('counts late payments on a terminal, as online', async () => {
    const now = Date.now()
    const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString()
    const paidAfter = (id: string, minutes: number) =>
      paymentBody({ id, status: 'PAID', createdAt: ago(40), expiresAt: ago(10), paidAt: ago(40 - minutes) })
    const data = [paidAfter('late', 31), paidAfter('punctual', 29), paidAfter('just', 30)]
    const page = answer(200, { data, pagination: { page: 1, limit: 100, total: 3 } })
    await using scripted = await againstLocal(page, page)
    await scripted.machine.pixctl(['charges', 'sync'])
    for (const source of [['--offline'], []]) {
      const terminal = { columns: 80, rows: 24 }
      const { stderr } = await scripted.machine.pixctl(['report', '--since', '2d', ...source], { terminal })
      expect(stderr).toContain('paid late, after they had expired: 1\n')
    }
  })

  it('warns of charges that are PAID without a time, as online', async () => {
    const charge = paymentBody({ status: 'PAID', paidAt: null, createdAt: new Date().toISOString() })
    const page = answer(200, { data: [charge], pagination: { page: 1, limit: 100, total: 1 } })
    await using scripted = await againstLocal(page, page)
    await scripted.machine.pixctl(['charges', 'sync'])
    const own = await scripted.machine.pixctl(['report', '--offline'])
    const online = await scripted.machine.pixctl(['report'])
    expect(own.stdout).toBe(online.stdout)
    expect(online.stderr).toContain('1 charge PAID without a time of payment')
    expect(own.stderr.startsWith(online.stderr)).toBe(true)
  })

  it('excludes --rate-limit', async () => {
    expect((await store.pixctl(['report', '--offline', '--rate-limit', '9'])).code).toBe(2)
  })
})
