/** `report --ofx`: the whole file, which charges are in it, and the programs that read it. */

import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'ofx-js'
import { describe, expect, it } from 'vitest'
import type { Payment } from '#contract/generated/types.ts'
import { charge, type PagedOptions, paged } from '../../charges/paged.ts'
import { FakeClock } from '../../support/clock.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { describeNeeding } from '../../support/needs.ts'
import { describeWith } from '../../support/programs-on-path.ts'
import { jsonLines, openLocalStore } from '../../support/store.ts'

/** 12:00 in São Paulo. */
const clock = new FakeClock('2026-11-20T15:00:00.000Z')

const paid = (paidAt: string, [amount, fee, netAmount]: number[], description?: string) =>
  ({
    status: 'PAID',
    paidAt,
    amount,
    fee,
    netAmount,
    ...(description && { description }),
  }) as Partial<Payment>
const SHOP = [
  charge(9, '2026-11-20T14:30:00Z'),
  charge(8, '2026-11-20T14:00:00Z', { status: 'FAILED' }),
  charge(7, '2026-11-20T13:00:00Z', { status: 'EXPIRED' }),
  charge(6, '2026-11-20T12:00:00Z', { status: 'CREATING' }),
  // Expired, with a time of payment that says nothing without the state.
  charge(5, '2026-11-20T12:00:00Z', { status: 'EXPIRED', paidAt: '2026-11-20T13:00:00Z' }),
  charge(4, '2026-11-20T11:00:00Z', paid('2026-11-20T14:10:09.250Z', [1000, 9.9, 990.1], 'Pão & café')),
  // Without a fee, and at the same moment as the one below.
  charge(3, '2026-11-20T11:00:00Z', paid('2026-11-20T12:00:00Z', [0.07, 0, 0.07])),
  charge(2, '2026-10-02T12:00:00Z', paid('2026-11-20T12:00:00Z', [35.9, 0.36, 35.54], 'Mesa 4')),
  // In the last moment of the day before.
  charge(1, '2026-11-19T11:00:00Z', paid('2026-11-20T02:59:59.999Z', [2, 0.02, 1.98])),
]

const WRONG = SHOP.map(each => (each.id === 'pay_2' ? { ...each, fee: 0.37 } : each))

const entry = (type: string, amount: string, id: string, name: string, memo: string) => `<STMTTRN>
<TRNTYPE>${type}</TRNTYPE>
<DTPOSTED>20261120120000[-3:BRT]</DTPOSTED>
<TRNAMT>${amount}</TRNAMT>
<FITID>${id}</FITID>
<NAME>${name}</NAME>
<MEMO>${memo}</MEMO>
</STMTTRN>`
const GOLDEN = `OFXHEADER:100
DATA:OFXSGML
VERSION:102
SECURITY:NONE
ENCODING:USASCII
CHARSET:1252
COMPRESSION:NONE
OLDFILEUID:NONE
NEWFILEUID:NONE

<OFX>
<SIGNONMSGSRSV1>
<SONRS>
<STATUS>
<CODE>0</CODE>
<SEVERITY>INFO</SEVERITY>
</STATUS>
<DTSERVER>20261120120000[-3:BRT]</DTSERVER>
<LANGUAGE>POR</LANGUAGE>
</SONRS>
</SIGNONMSGSRSV1>
<BANKMSGSRSV1>
<STMTTRNRS>
<TRNUID>0</TRNUID>
<STATUS>
<CODE>0</CODE>
<SEVERITY>INFO</SEVERITY>
</STATUS>
<STMTRS>
<CURDEF>BRL</CURDEF>
<BANKACCTFROM>
<BANKID>000</BANKID>
<ACCTID>cafe-centro</ACCTID>
<ACCTTYPE>CHECKING</ACCTTYPE>
</BANKACCTFROM>
<BANKTRANLIST>
<DTSTART>20261120120000[-3:BRT]</DTSTART>
<DTEND>20261120120000[-3:BRT]</DTEND>
${entry('CREDIT', '35.90', 'pay_2', 'Pix recebido', 'Mesa 4 (09:00:00)')}
${entry('DEBIT', '-0.36', 'pay_2-fee', 'Taxa do Pix', 'Taxa do Pix: Mesa 4 (09:00:00)')}
${entry('CREDIT', '0.07', 'pay_3', 'Pix recebido', 'Pix recebido (09:00:00)')}
${entry('CREDIT', '1000.00', 'pay_4', 'Pix recebido', 'Pao &amp; cafe (11:10:09)')}
${entry('DEBIT', '-9.90', 'pay_4-fee', 'Taxa do Pix', 'Taxa do Pix: Pao &amp; cafe (11:10:09)')}
</BANKTRANLIST>
<LEDGERBAL>
<BALAMT>1025.71</BALAMT>
<DTASOF>20261120120000[-3:BRT]</DTASOF>
</LEDGERBAL>
</STMTRS>
</STMTTRNRS>
</BANKMSGSRSV1>
</OFX>
`.replaceAll('\n', '\r\n')

const OFX = ['report', '--ofx', '--profile', 'cafe-centro']

describe('report --ofx', () => {
  it('has each charge that was paid on the day, and its fee', async () => {
    const { run } = await paged(SHOP)
    const { stdout, stderr, code } = await run(OFX, { clock })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '2026-11-20, America/Sao_Paulo (-03:00)\n' })
    expect(stdout).toBe(GOLDEN)
  })

  it('is the same at another time, in another language, from a list in another order, and on a terminal', async () => {
    const { run } = await paged(SHOP.toReversed())
    const later = new FakeClock('2026-11-23T09:00:00.000Z')
    const args = [...OFX, '--since', '2026-11-20', '--until', '2026-11-20', '--lang', 'pt-BR']
    const { stdout } = await run(args, { clock: later, terminal: { columns: 40, rows: 24 } })
    expect(stdout).toBe(GOLDEN)
  })

  it('prints nothing if charges are missing in the list: exit 8', async () => {
    const { run } = await paged(SHOP, { pageSize: 3, shown: page => Math.min(page, 2) })
    const ended = await run([...OFX, '--rate-limit', 'off'], { clock })
    expect(ended).toMatchObject({ stdout: '', code: 8 })
    expect(ended.stderr).toContain('the service reports 9 charges, but its pages contained 6')
  })

  it('prints nothing if the amounts of a charge are not right: exit 8', async () => {
    const { run } = await paged(WRONG)
    const ended = await run(OFX, { clock })
    expect(ended).toMatchObject({ stdout: '', code: 8 })
    expect(ended.stderr).toContain('pixctl charges get pay_2')
  })

  it('warns of a charge that is PAID without a time: it is in no file', async () => {
    const { run } = await paged([charge(1, '2026-11-20T12:00:00Z', { status: 'PAID', paidAt: null })])
    const { stdout, stderr } = await run(OFX, { clock })
    expect(stdout).not.toContain('<STMTTRN>')
    expect(stderr).toContain('warning: 1 charge PAID without a time of payment')
  })
})

describe('report --ofx --offline', () => {
  const SYNC = ['charges', 'sync', '--rate-limit', 'off']
  const OFFLINE = [...OFX, '--offline', '--since', '2026-11-01']

  /** What the statement is after a sync, with how that one ended. */
  async function offline(shop: Payment[], options: PagedOptions = {}) {
    const { run } = await paged(shop, options)
    const home = temporaryFolder()
    const sync = await run([...SYNC, '--profile', 'cafe-centro'], { clock, home })
    return { sync: sync.code, ...(await run(OFFLINE, { clock, home })) }
  }

  it('is the same as from the service', async () => {
    const { sync, code, stdout } = await offline(SHOP)
    expect({ sync, code }).toEqual({ sync: 0, code: 0 })
    const { run } = await paged(SHOP)
    const online = await run([...OFX, '--since', '2026-11-01'], { clock })
    expect(stdout).toBe(online.stdout)
    expect(stdout).toContain('pay_1')
  })

  it('prints nothing from an archive whose sync was interrupted: exit 8', async () => {
    const ended = await offline(SHOP, { pageSize: 4, onCall: call => (call === 2 ? 403 : 200) })
    expect(ended).toMatchObject({ sync: 4, stdout: '', code: 8 })
    expect(ended.stderr).toContain('has 4 of 9 charges')
    expect(ended.stderr).toContain('to complete it: pixctl charges sync')
  })
})

const store = await openLocalStore()
await store.control('/seed', { count: 300 })
await store.createPaid('--amount', '0.03')
await store.createPaid('--amount', '999.90', '--description', '<Açaí & cia> "50%" =1+1 ☕')
const SINCE = ['--since', '100d']

const statement = async () => (await store.pixctl(['report', '--ofx', ...SINCE])).stdout

/** An entry as a program has read it: the amount as a decimal with two places. */
interface Entry {
  id: string
  type: string
  amount: string
  day: string
}

const inSaoPaulo = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' })

const byId = (entries: Entry[]) => entries.toSorted((a, b) => (a.id < b.id ? -1 : 1))

/** The entries that must be read, from the service's own JSON. */
async function expectedEntries(): Promise<Entry[]> {
  const { stdout } = await store.pixctl(['charges', 'list', '--status', 'PAID', '--all', '--json'])
  return (jsonLines(stdout) as Payment[]).flatMap(({ id, amount, fee, paidAt }) => {
    const day = inSaoPaulo.format(new Date(paidAt!))
    const credit = { id, type: 'CREDIT', amount: amount.toFixed(2), day }
    return [credit, { id: `${id}-fee`, type: 'DEBIT', amount: (-fee).toFixed(2), day }]
  })
}

it('is read by ofx-js, which is in JavaScript', async () => {
  const text = await statement()
  const { header, OFX: file } = parseSync(text)
  expect(header).toMatchObject({ VERSION: '102', CHARSET: '1252' })
  const { BANKTRANLIST: list, LEDGERBAL: ledger, CURDEF } = file.BANKMSGSRSV1.STMTTRNRS.STMTRS
  const entries = list.STMTTRN.map((each: Record<string, string>): Entry => {
    const day = each.DTPOSTED!.replace(/^(....)(..)(..)120000\[-3:BRT\]$/, '$1-$2-$3')
    return { id: each.FITID!, type: each.TRNTYPE!, amount: each.TRNAMT!, day }
  })
  expect(byId(entries)).toEqual(byId(await expectedEntries()))
  expect(CURDEF).toBe('BRL')
  expect(ledger.BALAMT).toBe((await store.balance()).toFixed(2))
  const memos = list.STMTTRN.map(({ MEMO }: { MEMO: string }) => MEMO)
  expect(memos).toContainEqual(expect.stringMatching(/^<Acai & cia> "50%" =1\+1 \? \(\d\d:\d\d:\d\d\)$/))
})

const PYTHON = `
import json, sys
from io import BytesIO
from ofxparse import OfxParser
account = OfxParser.parse(BytesIO(sys.stdin.buffer.read())).account
print(json.dumps({
  'account': account.account_id,
  'currency': account.statement.currency,
  'balance': str(account.statement.balance),
  'last': [account.statement.end_date.date().isoformat(), account.statement.balance_date.date().isoformat()],
  'memos': [each.memo for each in account.statement.transactions],
  'entries': [
    {'id': each.id, 'type': each.type.upper(), 'amount': str(each.amount), 'day': each.date.date().isoformat()}
    for each in account.statement.transactions
  ],
}))
`

const python = (code: string, input = '', env = process.env) =>
  spawnSync('/usr/bin/python3', ['-c', code], { input, env, encoding: 'utf8' })
const missing = python('import ofxparse').status === 0 ? null : 'it needs the package python3-ofxparse'

/** Paid in the evening of the last day of a month in São Paulo, where UTC has the next month. */
const EVENING = ['2026-10-31T23:59:59Z', '2026-11-01T00:00:00Z', '2026-11-01T02:59:59.999Z']
const OCTOBER = [...OFX, '--since', '2026-10-01', '--until', '2026-10-31']
const ofOctober = async () => {
  const charges = EVENING.map((paidAt, n) => charge(n, '2026-10-31T15:00:00Z', paid(paidAt, [1, 0.1, 0.9])))
  const { run } = await paged(charges.toReversed())
  return (await run(OCTOBER, { clock })).stdout
}
/** Programs that run in the zone of the store, and on a server in UTC. */
const IMPORTING_IN = ['America/Sao_Paulo', 'UTC']

describeNeeding({ missing, requiredBy: 'PIXCTL_REQUIRE_RUNTIMES' }, 'ofxparse, which is in Python,', () => {
  it('reads it', async () => {
    const read = JSON.parse(python(PYTHON, await statement()).stdout)
    expect(byId(read.entries)).toEqual(byId(await expectedEntries()))
    expect(read).toMatchObject({ account: 'default', currency: 'brl' })
    expect(read.balance).toBe((await store.balance()).toFixed(2))
    expect(read.memos).toContainEqual(expect.stringMatching(/^<Acai & cia> "50%" =1\+1 \? \(/))
  })

  it.each(IMPORTING_IN)('books what was paid in the evening on that day: TZ=%s', async TZ => {
    const { entries, last } = JSON.parse(python(PYTHON, await ofOctober(), { ...process.env, TZ }).stdout)
    expect(entries.map(({ day }: Entry) => day)).toEqual(Array(6).fill('2026-10-31'))
    expect(last).toEqual(['2026-10-31', '2026-10-31'])
  })
})

describeWith('ofxdump', 'libofx, which is in C++,', () => {
  it.each(IMPORTING_IN)('books what was paid in the evening on that day: TZ=%s', async TZ => {
    const file = join(temporaryFolder(), 'october.ofx')
    writeFileSync(file, await ofOctober())
    const { stdout, stderr } = spawnSync('ofxdump', [file], { env: { ...process.env, TZ }, encoding: 'utf8' })
    const days = (name: string) =>
      [...stdout.matchAll(new RegExp(`^ +${name}: \\w+ (\\w+ +\\d+) `, 'gm'))].map(([, day]) => day)
    expect(days('Date posted')).toEqual(Array(6).fill('Oct 31'))
    for (const name of ['End date of this statement', 'Ledger balance date'])
      expect(days(name)).toEqual(['Oct 31'])
    expect(stderr).not.toMatch(/error/i)
  })
})
