import { describe, expect, it } from 'vitest'
import type { Payment } from '#contract/generated/types.ts'
import { stateWord } from '#lib/state-words.ts'
import {
  CHARGE_COLUMNS,
  chargeCsvHeader,
  chargeCsvRow,
  chargeTsvFields,
  chargeTsvRow,
  formatCharge,
  formatChargeTable,
  formatNewCharge,
  formatToPay,
  statusPaint,
} from '#terminal/charge.ts'
import { csvOf } from '#terminal/csv.ts'
import { createStyle } from '#terminal/style.ts'

const PAID: Payment = {
  id: 'pay_1',
  status: 'PAID',
  amount: 1000,
  requestedAmount: 990.1,
  fee: 9.9,
  netAmount: 990.1,
  currency: 'BRL',
  description: 'Pedido 42',
  passFee: true,
  pixCode: '000201ABC6304F00D',
  qrCode: null,
  validityMinutes: 60,
  expiresAt: '2026-11-20T18:03:22.000Z',
  paidAt: '2026-11-20T17:05:00.000Z',
  createdAt: '2026-11-20T17:03:22.000Z',
}
const { qrCode: _, ...LISTED } = PAID
const PENDING: Payment = {
  ...LISTED,
  id: 'pay_2',
  status: 'PENDING',
  description: null,
  passFee: false,
  pixCode: null,
  paidAt: null,
  expiresAt: null,
}
const HOSTILE: Payment = { ...LISTED, id: 'pay_3', description: '=cmd|\t"x",\u001b[2J\r\n\u202e' }

const plain = createStyle({ color: false })
describe('a TSV row', () => {
  it('has the columns that scripts rely on, in their order', () => {
    expect(CHARGE_COLUMNS.join(' ')).toBe(
      'id status amount requestedAmount fee netAmount passFee validityMinutes description createdAt expiresAt paidAt',
    )
    expect(chargeTsvRow(PAID)).toBe(
      'pay_1\tPAID\t1000.00\t990.10\t9.90\t990.10\ttrue\t60\tPedido 42\t2026-11-20T17:03:22.000Z\t2026-11-20T18:03:22.000Z\t2026-11-20T17:05:00.000Z\n',
    )
  })

  it('has null as empty', () => {
    expect(chargeTsvRow(PENDING)).toBe(
      'pay_2\tPENDING\t1000.00\t990.10\t9.90\t990.10\tfalse\t60\t\t2026-11-20T17:03:22.000Z\t\t\n',
    )
  })

  it('stays one row of twelve cells with any description', () => {
    expect(chargeTsvRow(HOSTILE).split('\t')).toHaveLength(12)
    expect(chargeTsvRow(HOSTILE).split('\n')).toHaveLength(2)
    expect(chargeTsvRow(HOSTILE)).toContain('\t=cmd|\\u0009"x",\\u001b[2J\\u000d\\u000a\\u202e\t')
  })

  it.each(['id', 'status', 'createdAt', 'expiresAt', 'paidAt'] as const)('escapes %s too', field => {
    expect(chargeTsvRow({ ...PAID, [field]: 'x\ty\u001b' })).toContain('x\\u0009y\\u001b')
  })
})

describe('CSV', () => {
  it('has a header with pixCode last', () => {
    expect(chargeCsvHeader()).toBe(
      'id,status,amount,requestedAmount,fee,netAmount,passFee,validityMinutes,description,createdAt,expiresAt,paidAt,pixCode\r\n',
    )
  })

  it('has a record of a charge, with null as empty', () => {
    expect(chargeCsvRow(PAID)).toBe(
      'pay_1,PAID,1000.00,990.10,9.90,990.10,true,60,Pedido 42,2026-11-20T17:03:22.000Z,2026-11-20T18:03:22.000Z,2026-11-20T17:05:00.000Z,000201ABC6304F00D\r\n',
    )
    expect(chargeCsvRow(PENDING)).toMatch(/,false,60,,2026-11-20T17:03:22.000Z,,,\r\n$/)
    expect(chargeCsvRow(HOSTILE)).toContain(`,"'=cmd|\\u0009""x"",\\u001b[2J\\u000d\\u000a\\u202e",`)
  })

  it('defuses every text, and no amount', () => {
    const text = '=1'
    const cells = chargeCsvRow({ ...PAID, id: text, pixCode: text, createdAt: text, fee: -0.5 })
      .trimEnd()
      .split(',')
    expect([cells[0], cells[9], cells[12], cells[4]]).toEqual(["'=1", "'=1", "'=1", '-0.50'])
  })
})

it('has Portuguese headings and states for a Brazilian Excel, and no Pix code', () => {
  const csv = csvOf('excel-br')
  expect(chargeCsvHeader(csv) + chargeCsvRow(PAID, csv) + chargeCsvRow(PENDING, csv)).toBe(
    [
      '\ufeff"id";"situação";"valor";"valor pedido";"taxa";"valor líquido";"taxa somada";"validade (min)";"descrição";"criada em";"expira em";"paga em"',
      '"pay_1";"paga";"1000,00";"990,10";"9,90";"990,10";"sim";"60";"Pedido 42";"20/11/2026 14:03:22";"20/11/2026 15:03:22";"20/11/2026 14:05:00"',
      '"pay_2";"a receber";"1000,00";"990,10";"9,90";"990,10";"não";"60";"";"20/11/2026 14:03:22";"";""',
      '',
    ].join('\r\n'),
  )
})

describe('one charge as name and value lines', () => {
  it('has the fields as the service sent them, and amounts with two decimals', () => {
    expect(chargeTsvFields(PAID)).toMatch(/^id\tpay_1\nstatus\tPAID\namount\t1000.00\n/)
  })

  it('has no line for a field that is not there, nor for a picture', () => {
    const { validityMinutes: _, ...rest } = PAID
    const lines = chargeTsvFields({ ...rest, qrCode: 'data:image/png;base64,AAAA' } as unknown as Payment)
    expect(lines).not.toMatch(/validityMinutes|qrCode|AAAA/)
  })

  it('ends with the other fields that the service sent, escaped', () => {
    const grown = { ...PENDING, 'new\u001b': { deep: ['\u009b'] }, txid: 'abc', refunds: 2 }
    expect(chargeTsvFields(grown)).toMatch(/\nnew\\u001b\t\{"deep":\["\\u009b"\]\}\ntxid\tabc\nrefunds\t2\n$/)
  })
})

describe('one charge for a person', () => {
  it('has labelled fields, money in reais and local times', () => {
    expect(formatCharge(PAID, { style: plain, columns: 80 })).toBe(
      [
        'Charge       pay_1',
        'Status       paid',
        'Amount       R$ 1.000,00',
        'Requested    R$ 990,10',
        'Fee          R$ 9,90 (added on top)',
        'Net amount   R$ 990,10',
        'Description  Pedido 42',
        'Validity     1 hour',
        'Created      2026-11-20 14:03:22',
        'Expires      2026-11-20 15:03:22',
        'Paid         2026-11-20 14:05:00',
        'Pix code     000201ABC6304F00D',
        '',
      ].join('\n'),
    )
  })

  it('has a dash for an empty value', () => {
    const shown = formatCharge(PENDING, { style: plain })
    for (const label of ['Description', 'Expires', 'Paid', 'Pix code']) {
      expect(shown).toMatch(new RegExp(`^${label} +-$`, 'm'))
    }
    expect(shown).toContain('R$ 9,90 (deducted)')
  })

  it('leaves the QR image out, and shows what else the service sent', () => {
    const shown = formatCharge(
      { ...PAID, qrCode: 'data:image/png;base64,AAAA', txid: 'abc' },
      { style: plain },
    )
    expect(shown).not.toContain('data:image')
    expect(shown).toMatch(/^txid +abc$/m)
  })

  it('never cuts a long Pix code', () => {
    const pixCode = '0123456789'.repeat(30)
    expect(formatCharge({ ...PAID, pixCode }, { style: plain, columns: 40 })).toContain(`\n${pixCode}\n`)
  })

  it('escapes what comes from outside', () => {
    expect(formatCharge(HOSTILE, { style: plain })).toContain(
      '=cmd|\\u0009"x",\\u001b[2J\\u000d\\u000a\\u202e',
    )
  })

  it.each([
    [30, '30 minutes'],
    [360, '6 hours'],
    [1440, '1 day'],
    [10080, '7 days'],
  ] as const)('calls a validity of %d minutes %s', (validityMinutes, text) => {
    expect(formatCharge({ ...PAID, validityMinutes }, { style: plain })).toContain(`Validity     ${text}\n`)
  })
})

describe('a new charge', () => {
  const NEW: Payment = { ...PAID, status: 'PENDING', paidAt: null }
  const now = Date.parse(NEW.createdAt)
  const shown = (over: Partial<Payment>, columns = 80, at = now) => {
    const [charge, options] = [
      { ...NEW, ...over },
      { style: plain, columns },
    ]
    return formatNewCharge(charge, options) + formatToPay(charge, at, options)
  }

  it('is its id and Pix code, then what is to be paid, for what and until when', () => {
    expect(shown({})).toBe(
      `Charge    pay_1
Pix code  000201ABC6304F00D
R$ 1.000,00: Pedido 42, to be paid by 15:03 (1:00:00 left)
`,
    )
  })

  it.each<[string, Partial<Payment>, string]>([
    ['without a description', { description: null }, 'R$ 1.000,00, to be paid by 15:03 (1:00:00 left)'],
    [
      'that is valid for days',
      { expiresAt: '2026-11-27T17:03:22.000Z' },
      'R$ 1.000,00: Pedido 42, to be paid by 2026-11-27 14:03 (7 d left)',
    ],
    ['that is paid already', { status: 'PAID' }, 'R$ 1.000,00: Pedido 42, paid'],
    ['whose end is not known', { expiresAt: null }, 'R$ 1.000,00: Pedido 42, to be paid'],
    ['that is being created', { status: 'CREATING', pixCode: null }, 'R$ 1.000,00: Pedido 42, creating'],
    [
      'with a hostile description',
      { description: '\u001b[2J\n' },
      'R$ 1.000,00: \\u001b[2J\\u000a, to be paid by 15:03 (1:00:00 left)',
    ],
  ])('%s', (_, over, line) => {
    expect(shown(over).trimEnd().split('\n').at(-1)).toBe(line)
  })

  it('is broken between words in a narrow window, but its code is one piece', () => {
    const pixCode = '0123456789'.repeat(15)
    expect(shown({ pixCode }, 40)).toBe(
      `Charge    pay_1\nPix code\n${pixCode}\nR$ 1.000,00: Pedido 42, to be paid by\n15:03 (1:00:00 left)\n`,
    )
  })
})

it('says of one charge too that it was paid late', () => {
  const late = { ...PAID, paidAt: '2026-11-20T18:05:00Z' }
  expect(formatCharge(late, { style: plain, columns: 80 })).toMatch(/^Status +paid late$/m)
})

it.each([
  ['PAID', 32],
  ['PENDING', 33],
  ['CREATING', 36],
  ['EXPIRED', 31],
  ['FAILED', 31],
] as const)('%s has the colour %d', (status, code) => {
  const painted = `\u001b[${code}m${status}\u001b[39m`
  expect(statusPaint(status, createStyle({ color: true }))(status)).toBe(painted)
  expect(formatCharge({ ...PAID, status }, { style: createStyle({ color: true }) })).toContain(
    painted.replace(status, stateWord(status)),
  )
})

describe('charges as a table', () => {
  const now = Date.parse('2026-11-20T18:30:00Z')
  const charges = [PAID, PENDING, { ...HOSTILE, id: '123e4567-e12b-12d1-a456-426655440000' }]
  const table = (columns: number, of = charges) => formatChargeTable(of, { style: plain, columns, now })

  it('shows everything on a wide terminal', async () => {
    expect(await table(200)).toBe(
      [
        'ID                                    STATUS           AMOUNT      FEE        NET  CREATED       EXPIRES       DESCRIPTION',
        'pay_1                                 paid 14:05  R$ 1.000,00  R$ 9,90  R$ 990,10  20 Nov 14:03  20 Nov 15:03  Pedido 42',
        'pay_2                                 to be paid  R$ 1.000,00  R$ 9,90  R$ 990,10  20 Nov 14:03',
        '123e4567-e12b-12d1-a456-426655440000  paid 14:05  R$ 1.000,00  R$ 9,90  R$ 990,10  20 Nov 14:03  20 Nov 15:03  =cmd|\\u0009"x",\\u001b[2J\\u000d\\u000a\\u202e',
        '',
      ].join('\n'),
    )
  })

  it('keeps the whole of a UUID, the status and the amount at 80 columns, and a part of the description', async () => {
    const [head, ...rows] = (await table(80)).split('\n')
    expect(head).toBe('ID                                    STATUS           AMOUNT  DESCRIPTION')
    expect(rows[2]).toBe('123e4567-e12b-12d1-a456-426655440000  paid 14:05  R$ 1.000,00  =cmd|\\u0009"x",\\…')
  })

  it('leaves the ids out at 40 columns, and keeps the amounts and descriptions', async () => {
    const [head, first] = (await table(40)).split('\n')
    expect(head).toBe('STATUS           AMOUNT  DESCRIPTION')
    expect(first).toBe('paid 14:05  R$ 1.000,00  Pedido 42')
  })

  it('has a shortened id where that is enough, and gives the description its room', async () => {
    const description = 'Pedido 1032: 2 pães de queijo, 1 café e 1 suco'
    const charge = { ...PAID, id: 'pay_76ec60cb046a90aa448eeb', description }
    const drawn = (columns: number, idLength?: number) =>
      formatChargeTable([charge], { style: plain, columns, now, idLength })
    expect(await drawn(80, 10)).toBe(
      `ID…         STATUS           AMOUNT  DESCRIPTION
pay_76ec60  paid 14:05  R$ 1.000,00  Pedido 1032: 2 pães de queijo, 1 café e 1 …
`,
    )
    expect((await drawn(100, 10)).split('\n')[1]).toBe(
      `pay_76ec60  paid 14:05  R$ 1.000,00  20 Nov 14:03  ${description}`,
    )
    expect((await drawn(80)).split('\n')[1]).toMatch(
      /^pay_76ec60cb046a90aa448eeb .* {2}Pedido 1032: 2 pães de .*…$/,
    )
  })

  it.each([
    ['2026-11-20T17:05:00Z', 200, 'paid 14:05'],
    ['2026-11-20T17:05:00Z', 40, 'paid 14:05'],
    ['2026-11-19T17:05:00Z', 80, 'paid 19 Nov 14:05'],
    ['2026-11-19T17:05:00Z', 60, 'paid 19 Nov'],
    ['2024-11-19T17:05:00Z', 60, 'paid 2024-11-19'],
    // After its expiry.
    ['2026-11-20T18:05:00Z', 100, 'paid late 15:05'],
    ['2026-11-20T18:05:00Z', 80, 'paid late'],
  ])('says when it was paid: %s in %d columns', async (paidAt, columns, state) => {
    const drawn = await formatChargeTable([{ ...PAID, paidAt }], { style: plain, columns, now })
    expect(drawn.split('\n')[1]).toMatch(new RegExp(`(?:^|  )${state}  `))
  })

  it('has room for the mark of a late payment and for another day if more of the list follows', async () => {
    const late = { ...PAID, paidAt: '2026-11-20T18:03:23.000Z' }
    const yesterday = { ...PAID, paidAt: '2026-11-19T18:03:23.000Z', expiresAt: null }
    for (const columns of [60, 80, 120]) {
      const steady = { style: plain, columns, now, steady: true, header: false }
      const drawn = await Promise.all([PAID, late, yesterday].map(each => formatChargeTable([each], steady)))
      expect(new Set(drawn.map(row => row.indexOf('Pedido'))).size, `${columns}`).toBe(1)
    }
  })

  it('has the status and the amount of every charge at any width, and no line that is wider', async () => {
    for (let columns = 24; columns <= 200; columns++) {
      const lines = (await table(columns)).trimEnd().split('\n')
      expect(lines.filter(line => /(?:paid|to be paid).* R\$ 1\.000,00/.test(line))).toHaveLength(3)
      expect(Math.max(...lines.map(line => line.length))).toBeLessThanOrEqual(columns)
    }
  })
})
