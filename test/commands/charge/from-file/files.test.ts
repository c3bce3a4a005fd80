/** Which files `charge create --from` takes, and what it says of the others; nothing is sent here. */

import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Stopped } from '#lib/failure.ts'
import { temporaryFolder } from '../../../support/folder.ts'
import { runCommand, testHost } from '../../../support/run.ts'

const BOM = '\ufeff'

const dryRun = (input: string | Buffer) =>
  runCommand(['charge', 'create', '--from', '-', '--dry-run'], { host: testHost({ input }) })

/** The plan that --dry-run prints, or what it says is wrong. */
async function plan(input: string | Buffer) {
  const { stdout, stderr, code } = await dryRun(input)
  return code === 0 ? stdout : { code, stdout, errors: stderr.match(/^ {2}line .*$/gm) ?? stderr }
}

/** What Excel, LibreOffice and Google write for 123457000000, for formulas with an error and for 1/5 or 5/2026. */
const CHANGED = [
  ...'1,23457E+11 1.23457E+11 1E+15 1,23456789012346E+015 -2,5E-10'.split(' '),
  ...'#NOME? #NAME? #N/D #N/A #REF! #VALOR! #DIV/0! #NÚM! ##### Err:502'.split(' '),
  ...'mai/26 26/mai 01/mai mai./26 May-26 26-May 1-May-26 dez-26'.split(' '),
]
/** What a person writes. */
const HONEST = [
  ...'PED-1E5 1E5 12E3 E+11 2026-05 05/2026 2026-05/ana 01/05/2026 20/11 #12 #A1'.split(' '),
  ...'mai mar maio/26 MAI-26 MAY-26 maia/26 mai/2026 N/D 26 Err 1,5'.split(' '),
  'mai/26 ana',
]

/** An error in the list, whatever is said there to do about it. */
const listed = (error: string) =>
  expect.stringMatching(new RegExp(`^ {2}${error.replace(/[^\w ]/g, '\\$&')}($|; )`))

describe('a file', () => {
  // Byte for byte as the programs write them.
  it.each([
    [
      'of Excel pt-BR',
      `${BOM}reference;amount;description;passFee\r\nA1;35,9;Açaí;VERDADEIRO\r\nA2;10;"x;y";FALSO\r\n`,
    ],
    ['of LibreOffice pt-BR', 'reference;amount;description;passFee\nA1;35,90;Açaí;SIM\nA2;10,00;x y;\n'],
    ['of LibreOffice with all texts in quotes', '"reference","amount"\n"A1","35,90"\n"A2","10,00"\n'],
    ['with its columns in another order', 'description,amount,validity,reference\nx,35.90,1h,A1\n,10,,A2\n'],
    ['without a last line end', 'reference,amount\nA1,35.90\nA2,10'],
    [
      'with empty rows, and rows of empty cells',
      'reference;amount\r\n;\r\nA1;35,90\r\n\r\nA2;10\r\n;\r\n;\r\n',
    ],
    ['with line ends of all kinds', 'reference,amount\r\nA1,35.90\nA2,10\r'],
    ['with spaces round its cells', ' reference , amount \n A1 , 35.90 \nA2,10\n'],
    [
      'with Portuguese headings',
      'referência;valor;descrição;taxa somada;validade\nA1;R$ 35,90;Açaí;sim;1h\nA2;10,00;;não;\n',
    ],
    ['with headings in capitals, without accents', 'REFERENCIA;VALOR;TAXA_SOMADA\nA1;35,90;SIM\nA2;10;NAO\n'],
    ['with headings of both languages', 'reference;valor;Pass Fee\nA1;35,90;yes\nA2;10;\n'],
  ])('%s is taken', async (_name, text) => {
    expect(await plan(text)).toBe('count\t2\namount\t45.90\n')
  })

  it.each([
    ['nothing at all', '', 'standard input is empty'],
    ['a byte order mark alone', BOM, 'standard input is empty'],
    ['line ends alone', '\r\n\r\n', 'standard input is empty'],
    ['a header alone', 'reference,amount\n', 'has a header, but no rows'],
    ['Excel', Buffer.from('PK\u0003\u0004\u0014\0', 'latin1'), 'is a workbook (.xlsx), not a CSV file'],
    [
      'LibreOffice',
      Buffer.from(`PK\u0003\u0004${'\0'.repeat(26)}mimetypeapplication/vnd.oasis.opendocument.spreadsheet`),
      'is a workbook (.ods), not a CSV file',
    ],
    [
      'an old Excel',
      Buffer.from('d0cf11e0a1b11ae10000', 'hex'),
      'is a workbook (.xls), not a CSV file\n  save it as CSV UTF-8 (in Excel: Save As, CSV UTF-8; in LibreOffice: Save As, Text CSV)',
    ],
    ['a web page', `${BOM}\r\n<table><tr><td>reference</td></tr></table>`, 'is a web page (HTML), not a CSV'],
    ['a web page in UTF-16', Buffer.from(`${BOM}<html>\n`, 'utf16le'), 'is a web page (HTML), not a CSV'],
    ['a first line without an end', Buffer.alloc(100_000), 'line 1: this row is longer than 64 KiB'],
    ['a quote that is never closed', 'reference,"amount\n', 'line 1: a quote is opened here'],
    ['a line for Excel first', 'sep=;\r\nreference;amount\r\nA;1\r\n', 'line 1: sep=; is for Excel alone'],
    ['a column without a name', 'reference;amount;\r\nA;1;\r\n', 'column 3 has no name'],
  ])('of %s is refused', async (_name, text, message) => {
    const refused = await dryRun(text)
    expect(refused).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(message) })
  })

  it('that is not there, or a folder, is refused', async () => {
    const host = testHost()
    for (const [file, why] of [
      ['none.csv', 'there is no such file or folder, ENOENT'],
      [host.home, 'it is a folder, EISDIR'],
    ] as const) {
      const run = await runCommand(['charge', 'create', '--from', file, '--dry-run'], { host })
      expect(run).toMatchObject({
        code: 2,
        stdout: '',
        stderr: expect.stringContaining(`${file} could not be read (${why})`),
      })
    }
  })
})

describe.runIf(process.platform !== 'win32')('a pipe with a name', () => {
  const pipe = () => {
    const path = join(temporaryFolder(), 'rows')
    execFileSync('mkfifo', [path])
    return path
  }

  it('is read to its end, though its writer comes late', async () => {
    const path = pipe()
    const run = runCommand(['charge', 'create', '--from', path, '--dry-run'], { host: testHost() })
    await writeFile(path, 'reference,amount\nA1,35.90\n')
    expect(await run).toMatchObject({ code: 0, stdout: 'count\t1\namount\t35.90\n' })
  })

  it('that nobody writes to is left by Ctrl-C', async () => {
    const path = pipe()
    const ctrlC = new AbortController()
    const host = testHost({ signal: ctrlC.signal })
    const run = runCommand(['charge', 'create', '--from', path, '--dry-run'], { host })
    // Opens once there is a reader.
    await using _silent = await open(path, 'w')
    ctrlC.abort(new Stopped('interrupted'))
    expect(await run).toMatchObject({ code: 130, stdout: '' })
  })
})

describe('every error has its line', () => {
  const headed = (rows: string) => `reference,amount\n${rows}`

  it.each<[text: string, ...errors: string[]]>([
    ['reference,amount,passfe\nA,1,\n', 'line 1: unknown column "passfe"; did you mean passFee?'],
    // Nearly the name of a column that is there.
    [
      'reference,amount,amont,value\nA,1,1,1\n',
      'line 1: the column "amont" is nearly amount, which is there too',
      'line 1: the column "value" is nearly amount, which is there too',
    ],
    ['reference,amount,Valor\nA,1,1\n', 'line 1: amount and Valor are the same column'],
    ['reference\nA\n', 'line 1: the column amount is missing'],
    ['reference,amount,Nome,Nome\nA,1,,\n', 'line 1: the column Nome is there twice'],
    ['reference,amount,amount\nA,1,1\n', 'line 1: the column amount is there twice'],
    [headed('A,1\nB,1\nA,2\n'), 'line 4: the reference "A" is on line 2 already'],
    [
      headed('A,x\nA,0\n'),
      'line 2: amount is not an amount in reais: x',
      'line 3: amount must be more than zero',
      'line 3: the reference "A" is on line 2 already',
    ],
    [
      headed('A b,1\nA\u00a0b,1\nA,1\nA\u200b,1\n\u202eA,1\nA\u00ad,1\ncafé,1\ncafe\u0301,1\n'),
      'line 3: the reference has a character that is invisible or was lost: U+00A0',
      'line 5: the reference has a character that is invisible or was lost: U+200B',
      'line 6: the reference has a character that is invisible or was lost: U+202E',
      'line 7: the reference has a character that is invisible or was lost: U+00AD',
      'line 9: the reference "café" is on line 8 already',
    ],
    [headed('A\ufffd,1\n'), 'line 2: the reference has a character that is invisible or was lost: U+FFFD'],
    [
      headed(CHANGED.map(text => `"${text}",1\n`).join('')),
      ...CHANGED.map((text, index) => `line ${index + 2}: a spreadsheet has changed the reference: ${text}`),
    ],
    [headed(',1\n'), 'line 2: the reference is missing'],
    [headed(`${'é'.repeat(64)},1\n${'🍕'.repeat(65)},1\n`), 'line 3: the reference has 65 characters'],
    [
      headed('A,"1.234,50"\nB,1000.01\nC,-1\nD,1.000\n'),
      'line 2: amount is more than the service accepts',
      'line 3: amount is more than the service accepts',
      'line 4: amount is not an amount in reais: -1',
      'line 5: amount is not an amount in reais: 1.000',
    ],
    [
      'referência;Valor;taxa somada;VALIDADE\nA;x;talvez;3h\n',
      'line 2: Valor is not an amount in reais: x',
      'line 2: taxa somada is neither true nor false: talvez',
      'line 2: VALIDADE takes 30m, 1h, 6h, 1d, 2d or 7d, not 3h',
    ],
    [
      'reference,amount,validity\nA,1,soon\nB,1,500ms\n',
      'line 2: validity takes 30m, 1h, 6h, 1d, 2d or 7d, not soon',
      'line 3: validity takes 30m, 1h, 6h, 1d, 2d or 7d, not 500ms',
    ],
    [
      `reference,amount,description\nA,1,${'x'.repeat(81)}\n`,
      'line 2: the description has 81 characters; the most is 80',
    ],
    [
      'reference;amount\nA\nB;1;2\n',
      ...['line 2: this row has 1 cells, the header 2', 'line 3: this row has 3 cells, the header 2'],
    ],
    [
      'reference,amount,description\nA,35,90\nB,"35,90",\nC,35.00,12\n',
      'line 2: this may be the amount 35,90 without quotes, or two cells',
    ],
    [
      'reference,amount,description\nA,1,"one\r\ntwo\nthree"\nB,x,\n',
      'line 2: the description contains a control character (U+000D)',
      'line 5: amount is not an amount in reais: x',
    ],
    [
      headed('A,x\nB,"1\nC,1\n'),
      'line 2: amount is not an amount in reais: x',
      'line 3: a quote is opened here and never closed; what follows could not be checked',
    ],
    [
      'reference,amount,description\nA,1,5" pipe\n',
      'line 2: there is a quote in the middle of a cell; put the whole cell in quotes; what follows could not be checked',
    ],
  ])('of %j', async (text, ...errors) => {
    expect(await plan(text)).toEqual({ code: 2, stdout: '', errors: errors.map(listed) })
  })

  it('but no honest reference is one', async () => {
    const text = `reference;amount\n${HONEST.map(reference => `${reference};1\n`).join('')}`
    expect(await plan(text)).toBe(`count\t${HONEST.length}\namount\t${HONEST.length}.00\n`)
  })

  it.each([
    ['UTF-8 and then Windows-1252', 'Açaí', 'latin1'],
    ['Windows-1252 and then UTF-8', 'A\xe7a\xed', 'utf8'],
    ['UTF-8 with its mark, and Windows-1252', `${BOM}plain`, 'latin1'],
  ] as const)('of %s in one file', async (_name, first, encoding) => {
    const mark = first.startsWith(BOM) ? BOM : ''
    const text = Buffer.concat([
      Buffer.from(`${mark}reference;amount;description\r\nA;1;`),
      Buffer.from(first.replace(BOM, ''), first.includes('\xe7') && encoding === 'utf8' ? 'latin1' : 'utf8'),
      Buffer.from('\r\nB;1;caf\xe9\r\nC;1;x\r\nD;1;caf\xe9\r\n', encoding),
    ])
    const what = 'this has another encoding than what is above it'
    const next = 'save it as CSV UTF-8 (in Excel: Save As, CSV UTF-8; in LibreOffice: Save As, Text CSV)'
    const errors = [3, 5].map(line => `  line ${line}: ${what}; ${next}`)
    expect(await plan(text)).toEqual({ code: 2, stdout: '', errors })
  })

  it.each(['latin1', 'utf16le'] as const)(
    'with its line in %s too, after cells of several lines',
    async encoding => {
      const text = 'reference;amount;description\r\nA;1;caf\xe9\r\n"B";x;"\r\n"\r\nC;y;\xe7\r\n'
      expect(await plan(Buffer.from(text, encoding))).toMatchObject({
        errors: [
          expect.stringContaining('  line 3: amount is not an amount in reais: x'),
          expect.stringContaining('  line 3: the description contains a control character'),
          expect.stringContaining('  line 5: amount is not an amount in reais: y'),
        ],
      })
    },
  )

  it('of a character that UTF-16 lost', async () => {
    const text = Buffer.from('reference;amount;description\r\nA;1;\ud83d\r\nB;1;x', 'utf16le')
    expect(await plan(text)).toMatchObject({ errors: [expect.stringMatching(/^ {2}line 2: .*lost/)] })
    // A file that was cut in the middle of a character.
    expect(await plan(text.subarray(0, -1))).toMatchObject({
      errors: [expect.any(String), expect.stringMatching(/^ {2}line 3: .*lost/)],
    })
  })

  it('in Portuguese with the Portuguese names of the columns, and what to write', async () => {
    const { stderr } = await runCommand(['charge', 'create', '--from', '-'], {
      host: testHost({ input: 'cliente;amount;validde\nA;1.000;\n', env: { LC_ALL: 'pt_BR.UTF-8' } }),
    })
    expect(stderr).toContain(
      '  linha 1: falta a coluna referência; se ela tem outro nome no arquivo: --columns referência=NOME\n',
    )
    expect(stderr).toContain(
      '  linha 1: coluna desconhecida: "validde"; você quis dizer validade?; corrija; se for outra coluna, dê outro nome a ela\n',
    )
    expect(stderr).toContain('1.000; podem ser dois valores: escreva 1.000,00 ou 1,00\n')
  })

  it('with what to do about it, which names no amount that was not meant', async () => {
    const { stderr } = await dryRun('reference,amount\nA,1.500\nB,-3\nC,"0,50."\n')
    const form = 'write it as 35.90, 35,90 or 1.000,00, with at most two decimals'
    expect(stderr.split('\n').slice(1, -1)).toEqual([
      '  line 2: amount is not an amount in reais: 1.500; it could be two amounts: write 1500.00 or 1.50; the most is 1000.00',
      `  line 3: amount is not an amount in reais: -3; ${form}`,
      `  line 4: amount is not an amount in reais: 0,50.; ${form}`,
      '  correct the file, and run the command again',
    ])
  })

  it('however many they are', async () => {
    const text = `reference,amount\n${'A,x\n'.repeat(100)}`
    const { stderr } = await dryRun(text)
    expect(stderr).toContain('standard input has 199 errors; nothing was sent')
    expect(stderr.match(/^ {2}line /gm)).toHaveLength(199)
  })

  it('and no control character of the file is printed', async () => {
    const text = 'reference,amount,"\u001b[31m"\n"\u001b]0;x",1,\nA,"\u001b",\n'
    const { stderr } = await dryRun(text)
    expect(stderr).not.toMatch(/\u001b/)
    expect(stderr).toContain('\\u001b')
  })
})

describe('a list with its own words', () => {
  const LIST = 'WhatsApp;Nome;Mensalidade;Turma\n551191;Ana;35,90;sub-12\n551192;Bruno;10;\n'
  const checked = (columns: string[], text = LIST) =>
    runCommand(
      ['charge', 'create', '--from', '-', '--dry-run', ...columns.flatMap(each => ['--columns', each])],
      { host: testHost({ input: text }) },
    )

  it.each([[['reference=WhatsApp,amount=Mensalidade']], [['reference=WhatsApp', 'valor=MENSALIDADE']]])(
    'is taken with --columns %j, and its other columns are named',
    async columns => {
      const run = await checked(columns)
      expect(run).toMatchObject({ code: 0, stdout: 'count\t2\namount\t45.90\n' })
      expect(run.stderr.split('\n')[0]).toBe('other columns, carried along: Nome, Turma')
    },
  )

  it.each([
    [
      ['reference=Zap,amount=Mensalidade'],
      'line 1: there is no column Zap, which --columns names; the file has WhatsApp, Nome, Mensalidade, Turma\n',
    ],
    [
      ['amount=Mensalidade'],
      'line 1: the column reference is missing; if it has another name here: --columns reference=NAME\n',
    ],
    [
      ['referenc=WhatsApp'],
      'passFee, validity, not referenc=WhatsApp\n  for example: --columns reference=WhatsApp',
    ],
    [['reference=WhatsApp,reference=Nome'], '--columns names reference twice\n  give each column one name'],
  ])('is refused with --columns %j', async (columns, message) => {
    const run = await checked(columns)
    expect(run).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(message) })
  })

  it('may not have a known column beside the one that --columns names', async () => {
    const { stderr, code } = await checked(['description=Nome'], 'reference;valor;Nome;descrição\nA;1;x;y\n')
    expect(code).toBe(2)
    expect(stderr).toContain(
      'line 1: Nome and descrição are the same column; give one of them another name\n',
    )
  })
})

describe('--dry-run', () => {
  it.each([
    ['--json', '{\n  "count": 1,\n  "amount": 10.5\n}\n'],
    ['--csv', 'count,amount\r\n1,10.50\r\n'],
    ['-q', ''],
  ])('with %s', async (flag, stdout) => {
    const host = testHost({ input: 'reference,amount\nA,10.50\n' })
    const run = await runCommand(['charge', 'create', '--from', '-', '--dry-run', flag], { host })
    expect(run).toMatchObject({ code: 0, stdout })
  })

  it('says so, and needs neither a secret nor a state', async () => {
    const host = testHost()
    mkdirSync(join(host.home, 'files'))
    const file = join(host.home, 'files', 'a.csv')
    writeFileSync(file, 'reference,amount\nA,10.50\n')
    const run = await runCommand(['charge', 'create', '--from', file, '--dry-run'], { host })
    expect(run).toEqual({
      code: 0,
      stdout: 'count\t1\namount\t10.50\n',
      stderr: '1 new\nall rows are correct; nothing was sent (--dry-run)\n',
    })
  })
})

describe('flags', () => {
  it.each([
    ['--amount', '1'],
    ['--description', 'x'],
    ['--pass-fee'],
    ['--validity', '1h'],
    ['--idempotency-key', '5ab4e0ae-f42c-56cf-8a43-fed6d748094c'],
    ['--wait'],
    ['--qr', 'none'],
    ['--csv', '--json'],
    ['--csv', '-q'],
    ['--json', '-q'],
    ['--parallel', '0'],
    ['--parallel', '101'],
    ['--rate-limit', '0'],
    ['--batch', 'a\nb'],
    ['--batch', 'a\u200bb'],
  ])('that do not go with --from are refused: %s %s', async (...flags) => {
    const host = testHost({ input: 'reference,amount\nA,10.50\n' })
    const run = await runCommand(['charge', 'create', '--from', '-', '--dry-run', ...flags.filter(Boolean)], {
      host,
    })
    expect(run).toMatchObject({ code: 2, stdout: '' })
  })

  it.each([
    ['--batch', 'x'],
    ['--columns', 'reference=x'],
    ['--dry-run'],
    ['--qr-dir', 'x'],
    ['--parallel', '2'],
    ['--rate-limit', 'off'],
    ['--csv'],
  ])('that need --from are refused without it: %s %s', async (...flags) => {
    const run = await runCommand(['charge', 'create', '--amount', '1', ...flags.filter(Boolean)])
    expect(run).toMatchObject({ code: 2, stdout: '' })
    expect(run.stderr).toContain('--from')
  })
})
