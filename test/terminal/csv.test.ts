import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Csv, csvOf } from '#terminal/csv.ts'

const rfc = csvOf()
const br = csvOf('excel-br')

/** What a record of one text has, without its line end. */
const cellOf = (csv: Csv, text: string | null) => csv.row([csv.text(text)]).replace(/\r\n$/, '')

describe('a text cell', () => {
  it.each([
    ['Pedido 42', 'Pedido 42'],
    ['', ''],
    [null, ''],
    ['a,b', '"a,b"'],
    ['say "oi"', '"say ""oi"""'],
    ['"', '""""'],
    ['a;b', 'a;b'],
    [' padded ', ' padded '],
    ['café 😀', 'café 😀'],
  ])('%j is written %s', (text, cell) => {
    expect(cellOf(rfc, text)).toBe(cell)
  })

  it.each([
    ['=1+1', "'=1+1"],
    ['+55 11', "'+55 11"],
    ['-10%', "'-10%"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`],
    ['\t=1', "'\\u0009=1"],
    ['\r=1', "'\\u000d=1"],
    ['=', "'="],
    [' =1', "' =1"],
    ['\u00a0=1', "'\u00a0=1"],
    ['\u200b=1', "'\u200b=1"],
    ['\ufeff=1', "'\ufeff=1"],
    ['\u3164=1', "'\u3164=1"],
    ['＝1+1', "'＝1+1"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    ['＠SUM(A1)', "'＠SUM(A1)"],
    ['"=1"', `"'""=1"""`],
    ['x;=1+1;y', "x;'=1+1;y"],
    ['x,=1+1,y', `"x,'=1+1,y"`],
    ['x; \u200b-1;+2', "x;' \u200b-1;'+2"],
    ['x;"=1+1"', `"x;'""=1+1"""`],
    [';=1', ";'=1"],
  ])('%j, which a spreadsheet would calculate, is defused as %s', (text, cell) => {
    expect(cellOf(rfc, text)).toBe(cell)
  })

  it.each([
    ['1=1', '1=1'],
    ['a-b', 'a-b'],
    ['a; b', 'a; b'],
    ["'=1", "'=1"],
    // The escaped control is text, and what is behind it too.
    ['x\t=1', 'x\\u0009=1'],
    ['\n=1', '\\u000a=1'],
    ['\u001b=1', '\\u001b=1'],
  ])('%j is not read as a formula', (text, cell) => {
    expect(cellOf(rfc, text)).toBe(cell)
  })
})

it.each([
  ['-0.05', '-0.05'],
  ['10.50', '10.50'],
  ['', ''],
])('the number %j is written %s, a sign being no formula', (text, cell) => {
  expect(rfc.decimal(text)).toBe(cell)
})

it('writes truth values, whole numbers, times and days unchanged', () => {
  expect([rfc.value(true), rfc.value(30), rfc.value(null), rfc.time(null), rfc.day('2026-11-20')]).toEqual([
    'true',
    '30',
    '',
    '',
    '2026-11-20',
  ])
  expect(rfc.time('2026-11-20T17:03:22.000Z')).toBe('2026-11-20T17:03:22.000Z')
})

describe('a record', () => {
  it('ends with CR LF, also when it is empty', () => {
    expect(rfc.row(['a', 'b', ''])).toBe('a,b,\r\n')
    expect(rfc.row([''])).toBe('\r\n')
  })
})

describe('for a Brazilian Excel', () => {
  it.each([
    ['10.50', '10,50'],
    ['-0.05', '-0,05'],
    ['1234567.89', '1234567,89'],
    ['9007199254740993', '9007199254740993'],
    ['', ''],
    // Not an amount: text, so that nothing is made of it.
    ['1e+21', "'1e+21"],
    ['=1', "'=1"],
  ])('the number %j is written %s', (text, cell) => {
    expect(br.decimal(text)).toBe(cell)
  })

  it('has local times and days in the order of Brazil', () => {
    expect(br.time('2026-11-20T17:03:22.999Z')).toBe('20/11/2026 14:03:22')
    expect(br.time('2027-01-01T02:59:59Z')).toBe('31/12/2026 23:59:59')
    expect(br.time(null)).toBe('')
    expect(br.time('=soon')).toBe("'=soon")
    expect(br.time('2026-11-20')).toBe("'2026-11-20")
    expect(br.day('2026-11-20')).toBe('20/11/2026')
  })

  it('has a byte order mark in front of the header, semicolons and CR LF', () => {
    expect(br.header(['id', 'amount'])).toBe('\ufeff"id";"valor"\r\n')
    expect(br.row(['a', '', br.value(false), br.value(true), br.value(60)])).toBe(
      '"a";"";"não";"sim";"60"\r\n',
    )
  })

  it('has states in Portuguese', () => {
    const words = ['CREATING', 'PENDING', 'PAID', 'EXPIRED', 'FAILED', null]
    expect(words.map(br.word)).toEqual(['criando', 'a receber', 'paga', 'expirada', 'falhou', ''])
    expect(words.map(rfc.word)).toEqual([...words.slice(0, -1), ''])
  })

  // LibreOffice 7.4 with the locale pt-BR makes a number, a date, a time or a truth value of most of these.
  it.each([
    ...'123|00123|12345678901234567890|1e5|12E3|50%|R$ 10,00|€ 5|1.000,50|(5)|1 1/2| 12 |\u00a012'.split('|'),
    ...'2026-11-20|1/2|10-50|jan-20|20 nov|Nov 2026|20 de novembro de 2026|10:30|2 PM'.split('|'),
    ...'true|Verdadeiro|FALSO|#N/D|#VALOR!|=1+1| =1+1|+55 11 98888-7777|-10%|@SUM(A1)'.split('|'),
  ])('%j stays text', text => {
    expect(br.text(text)).toBe(`'${text}`)
  })

  it.each([
    ...'pay_1|PAID|Mesa 4|Marca 4|#42|A-1|E5|3 x 12|novembro|00020126ABC6304F00D|café 😀|a,b|a;b'.split('|'),
    '',
  ])('%j is written as it is', text => {
    expect(cellOf(br, text)).toBe(`"${text}"`)
  })

  it.each([
    ['diz "oi"', 'diz ""oi""'],
    ['a\r\nb', 'a\\u000d\\u000ab'],
    ['=A1;"x"', `'=A1;""x""`],
    ['x,=1', "x,'=1"],
    ['10,-5', "10,'-5"],
    ['\t=1', "'\\u0009=1"],
    [null, ''],
  ])('%j is written %s', (text, cell) => {
    expect(cellOf(br, text)).toBe(`"${cell}"`)
  })
})

it.each([
  [rfc, { record_delimiter: '\r\n' }],
  [br, { record_delimiter: '\r\n', delimiter: ';', quoted: true, quoted_empty: true }],
] as const)('a record is what csv-stringify writes: %#', (csv, options) => {
  const cell = fc.string({ unit: fc.constantFrom('a', ';', ',', '"', ' ', 'é', '😀', "'") })
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1 }), cells => {
      expect(csv.row(cells.map(csv.text))).toBe(stringify([cells], options))
    }),
  )
})

it('a name from outside in the header is text, whatever it is', () => {
  expect(rfc.header(['id'], ['=1+1', 'constructor', 'a,b'])).toBe(`id,'=1+1,constructor,"a,b"\r\n`)
  expect(br.header(['status'], ['status', '1/2'])).toBe(`\ufeff"situação";"status";"'1/2"\r\n`)
})
