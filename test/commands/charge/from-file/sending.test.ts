/** `charge create --from` against a service that behaves: what is sent, and what is printed. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Charging, csvOf, type Trouble } from '../../../support/charging.ts'
import { passing } from '../../../support/clock.ts'
import type { LocalMachine } from '../../../support/local.ts'
import { runCommand } from '../../../support/run.ts'
import { unresolved } from '../../../support/scripted.ts'
import { answer, cut, paymentBody } from '../../../support/service.ts'
import { jsonLines, rows } from '../../../support/store.ts'

// What Python's uuid.uuid5 makes of "\nA-1", "\nA-2", "\nA-3" and "maio\nA-1" in the namespace of the docs.
const KEYS = [
  '5ab4e0ae-f42c-56cf-8a43-fed6d748094c',
  '39b6a558-5f78-5735-b08a-98b263095c23',
  'f799266e-d7d8-5228-8af5-efdd75d7f0d9',
]
const KEY_IN_MAIO = 'd46c4737-3b5c-5e70-bfdb-d16532da4ec2'
const THREE = 'reference,amount\nA-1,10.50\nA-2,20\nA-3,30\n'
const FAST = ['--rate-limit', 'off']
const BRL = { currency: 'BRL' }

async function open(trouble?: Trouble) {
  const charging = new Charging(trouble)
  return { charging, machine: await charging.machine() }
}

const create = (machine: LocalMachine, input: string | Buffer, ...flags: string[]) =>
  machine.pixctl(['charge', 'create', '--from', '-', ...flags], { input, clock: passing() })

describe('a row', () => {
  it('is sent as its cells say, under the key of its reference', async () => {
    const { charging, machine } = await open()
    const text =
      'reference;amount;description;passFee;validity\nA-1;35,90;Açaí;sim;1h\nA-2;10;;;\nA-3;1;;não;7d\n'
    expect(await create(machine, text, '--parallel', '1')).toMatchObject({ code: 0 })
    expect([...charging.charges.values()].map(({ key, body }) => ({ key, ...body }))).toEqual([
      { ...BRL, key: KEYS[0], amount: 35.9, description: 'Açaí', passFee: true, validityMinutes: 60 },
      { ...BRL, key: KEYS[1], amount: 10, description: '', passFee: false, validityMinutes: 30 },
      { ...BRL, key: KEYS[2], amount: 1, description: '', passFee: false, validityMinutes: 10080 },
    ])
  })

  it.each([
    ['true', ['true', 'TRUE', '1', 'yes', 'Sim', 'VERDADEIRO']],
    ['false', ['false', 'FALSE', '0', 'no', 'não', 'NÃO', 'na\u0303o', 'Falso', '']],
  ])('has a passFee of %s by the words %j', async (value, words) => {
    const charging = new Charging()
    const text = words.map((word, index) => `A-${index},1,${word}\n`).join('')
    const machine = await charging.machine()
    expect(await create(machine, `reference,amount,passFee\n${text}`)).toMatchObject({ code: 0 })
    const sent = [...charging.charges.values()].map(({ body }) => String(body.passFee))
    expect(sent).toEqual(words.map(() => value))
  })

  const SHEET = 'referência;valor;descrição\r\nA-1;35,90;Açaí, “500 ml”: € 6\r\nA-2;10;x\r\n'
  it.each([
    // What iconv makes of it.
    [
      'Windows-1252',
      Buffer.from(
        'cmVmZXLqbmNpYTt2YWxvcjtkZXNjcmnn428NCkEtMTszNSw5MDtB52HtLCCTNTAwIG1slDoggCA2DQpBLTI7MTA7eA0K',
        'base64',
      ),
    ],
    ['UTF-16', Buffer.from(`\ufeff${SHEET}`, 'utf16le')],
    ['UTF-16', Buffer.from(SHEET, 'utf16le')],
    ['UTF-16', Buffer.from(`\ufeff${SHEET}`, 'utf16le').swap16()],
    // As Excel writes "Unicode text": with tabs.
    ['UTF-16', Buffer.from(`\ufeff${SHEET.replaceAll(';', '\t')}`, 'utf16le')],
  ])('is the same in a file in %s, and one line says how it was read', async (encoding, input) => {
    const { charging, machine } = await open()
    const { stderr, code } = await create(machine, input, '--parallel', '1')
    expect(code).toBe(0)
    expect(stderr.split('\n')[0]).toBe(`standard input is read as ${encoding}`)
    const sent = [...charging.charges.values()].map(({ key, body }) => [key, body.amount, body.description])
    expect(sent).toEqual([
      [KEYS[0], 35.9, 'Açaí, “500 ml”: € 6'],
      [KEYS[1], 10, 'x'],
    ])
    // The same rows in UTF-8 create nothing more, and nothing is said of UTF-8.
    const again = await create(machine, SHEET)
    expect([again.stderr.includes('is read as'), charging.charges.size]).toEqual([false, 2])
  })

  it.each(['Windows-1252', 'UTF-16'])('says with --json too that it was read as %s', async encoding => {
    const { machine } = await open()
    const input = Buffer.from(SHEET.replace(/“.*/, 'x'), encoding === 'UTF-16' ? 'utf16le' : 'latin1')
    const { stderr } = await create(machine, input, '--json')
    expect(stderr).toBe(`{"note":"standard input is read as ${encoding}"}\n`)
  })

  it('is not sent from a file in CP850: the first cell that shows it is named', async () => {
    const { charging, machine } = await open()
    const text = 'reference,amount,description\nA-1,x,Ana\nA-2,10,Jo\xc6o\nA-3,10,Jos\x82\n'
    const { stdout, stderr, code } = await create(machine, Buffer.from(text, 'latin1'))
    expect({ stdout, code }).toEqual({ stdout: '', code: 2 })
    expect(stderr).toContain('  line 2: amount is not an amount in reais: x')
    expect(stderr).toContain('  line 3: "JoÆo" has letters that are not used in Portuguese')
    expect(stderr).toContain('save it as CSV UTF-8')
    expect(stderr).not.toContain('line 4')
    expect(charging.seen).toEqual([])
  })

  it('has another key in another batch', async () => {
    const { charging, machine } = await open()
    await create(machine, 'reference,amount\nA-1,10.50\n', '--batch', 'maio')
    await create(machine, 'reference,amount\nA-1,99\n')
    expect([...charging.charges.keys()]).toEqual([KEY_IN_MAIO, KEYS[0]])
  })

  it('has the same key and data whether its letters and accents are one code point or two', async () => {
    const { charging, machine } = await open()
    const text = 'reference,amount,description\ncafé,1,Açaí do João\n'
    await create(machine, text.normalize('NFD'), '--batch', 'março'.normalize('NFD'))
    expect(await create(machine, text, '--batch', 'março')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^café\texisting\t/),
    })
    // The UUIDv5 of `março`, a line feed and `café`, as Python makes it.
    expect([...charging.charges.values()]).toMatchObject([
      { key: '87518079-43ef-54e0-8ee9-80692471b9bc', body: { description: 'Açaí do João' } },
    ])
  })
})

describe('what is printed', () => {
  it('is TSV in a pipe, in the order of the file, not of the answers', async () => {
    let answerFirst = () => {}
    const late: Trouble = (n, _request, { create }) => {
      if (n === 0) {
        return (...all) => {
          answerFirst = () => create(...all)
        }
      }
      if (n < 2) return undefined
      return (...all) => {
        create(...all)
        answerFirst()
      }
    }
    const charging = new Charging(late)
    const { stdout, stderr, code } = await create(await charging.machine(), THREE, ...FAST)
    expect(code).toBe(0)
    const pix = String(paymentBody().pixCode)
    expect(rows(stdout).map(row => row.filter((_, index) => index !== 2))).toEqual([
      ['A-1', 'created', 'PENDING', '10.50', '10.00', '2099-01-01T00:30:00.000Z', pix],
      ['A-2', 'created', 'PENDING', '20.00', '19.50', '2099-01-01T00:30:00.000Z', pix],
      ['A-3', 'created', 'PENDING', '30.00', '29.50', '2099-01-01T00:30:00.000Z', pix],
    ])
    expect(stderr).toMatch(
      /^profile default at 127.0.0.1:\d+, with PIXCTL_API_KEY of the environment\n3 new\n3 created\n$/,
    )
  })

  it('is a line of JSON for each row, with the service its own object', async () => {
    const { stdout, code } = await create(await new Charging().machine(), THREE, '--json', '--parallel', '1')
    expect(code).toBe(0)
    expect(jsonLines(stdout)).toEqual(
      [10.5, 20, 30].map((amount, index) => {
        const amounts = { amount, requestedAmount: amount, fee: 0.5, netAmount: amount - 0.5 }
        const charge = paymentBody({ id: `pay_${index + 1}`, ...amounts, description: '' })
        const reference = `A-${index + 1}`
        return { line: index + 2, reference, outcome: 'created', idempotencyKey: KEYS[index], charge }
      }),
    )
  })

  it('is CSV that opens in a spreadsheet', async () => {
    const text = 'reference,amount\n"=1+1, or",10.50\n'
    const { stdout } = await create(await new Charging().machine(), text, '--csv')
    expect(stdout).toBe(
      [
        'reference,outcome,id,status,amount,netAmount,expiresAt,pixCode',
        `"'=1+1, or",created,pay_1,PENDING,10.50,10.00,2099-01-01T00:30:00.000Z,${paymentBody().pixCode}`,
        '',
      ].join('\r\n'),
    )
  })

  it('is Portuguese for a Brazilian Excel, with the Pix code', async () => {
    const text = 'reference,amount\nA-1,10.50\n'
    const style = ['--csv', '--csv-style', 'excel-br']
    const { stdout } = await create(await new Charging().machine(), text, ...style)
    expect(stdout).toBe(
      [
        '\ufeff"referência";"resultado";"id";"situação";"valor";"valor líquido";"expira em";"Pix copia e cola"',
        `"A-1";"criada";"pay_1";"a receber";"10,50";"10,00";"31/12/2098 21:30:00";"${paymentBody().pixCode}"`,
        '',
      ].join('\r\n'),
    )
  })

  describe('with the other columns of the file', () => {
    const LIST = 'reference;amount;Turma;=Obs\nA-1;10,50;sub-12;"=1+1"\nA-2;20;;x\ty\n'
    const printed = async (...flags: string[]) => {
      const { stdout, stderr } = await create(
        await new Charging().machine(),
        LIST,
        '--parallel',
        '1',
        ...flags,
      )
      return { stdout, stderr }
    }

    it('has them last in TSV, and names them once', async () => {
      const { stdout, stderr } = await printed()
      expect(rows(stdout).map(row => row.slice(8))).toEqual([
        ['sub-12', '=1+1'],
        ['', 'x\\u0009y'],
      ])
      expect(stderr.match(/other columns, carried along: Turma, =Obs\n/g)).toHaveLength(1)
    })

    it('has them last in CSV, where nothing becomes a formula', async () => {
      const lines = (await printed('--csv')).stdout.split('\r\n')
      expect(lines[0]).toMatch(/,pixCode,Turma,'=Obs$/)
      expect(lines[1]).toMatch(/,sub-12,'=1\+1$/)
      const br = (await printed('--csv', '--csv-style', 'excel-br')).stdout.split('\r\n')
      expect(br[0]).toMatch(/;"Pix copia e cola";"Turma";"'=Obs"$/)
      expect(br[1]).toMatch(/;"sub-12";"'=1\+1"$/)
    })

    it('has them by name in JSON, which says so too', async () => {
      const { stdout, stderr } = await printed('--json')
      expect(jsonLines(stdout).map(({ columns }) => columns)).toEqual([
        { Turma: 'sub-12', '=Obs': '=1+1' },
        { Turma: '', '=Obs': 'x\ty' },
      ])
      expect(stderr).toBe('{"note":"other columns, carried along: Turma, =Obs"}\n')
    })

    it.each([
      [120, / {2}ID +Turma {3}=Obs\n.* {2}pay_1 +sub-12 {2}=1\+1\n/, false],
      [80, / {2}ID\n.* {2}pay_1\n/, true],
    ])('has them in a table of %i columns where there is room', async (columns, table, isLeftOut) => {
      const machine = await new Charging().machine()
      const host = machine.host({ input: LIST, terminal: { columns, rows: 24 }, env: { TERM: 'dumb' } })
      const { stdout, stderr } = await runCommand(['charge', 'create', '--from', '-', '--parallel', '1'], {
        host,
      })
      expect(stdout).toMatch(table)
      expect(stderr.includes('no room for EXPIRES, Turma, =Obs')).toBe(isLeftOut)
    })
  })

  it('is ids with -q', async () => {
    const { stdout } = await create(await new Charging().machine(), THREE, '-q', '--parallel', '1')
    expect(stdout).toBe('pay_1\npay_2\npay_3\n')
  })

  it.each([
    [
      100,
      'REFERENCE  OUTCOME        AMOUNT  EXPIRES              ID\nA-1        created      R$ 10,50  2098-12-31 21:30:00  pay_1\n',
    ],
    [40, 'ID\n  REFERENCE  OUTCOME        AMOUNT\npay_1\n  A-1        created      R$ 10,50\n'],
  ])('fits a terminal of %i columns', async (columns, screen) => {
    const machine = await new Charging().machine()
    const host = machine.host({
      input: 'reference,amount\nA-1,10.50\n',
      terminal: { columns, rows: 24 },
      env: { TERM: 'dumb' },
    })
    const { stdout } = await runCommand(['charge', 'create', '--from', '-'], { host })
    expect(stdout).toBe(screen)
  })
})

it('counts in Portuguese what it has done, and writes money and times as Brazilians do', async () => {
  const { machine } = await open((_n, { body }) =>
    body.includes('"amount":20') ? answer(400, { error: 'not this one', code: 'invalid' }) : undefined,
  )
  const { stdout, stderr, code } = await machine.pixctl(['charge', 'create', '--from', '-'], {
    input: THREE,
    clock: passing(),
    env: { LC_ALL: 'pt_BR.UTF-8', NO_COLOR: '1' },
    terminal: { columns: 120, rows: 30 },
  })
  expect(stdout).toMatch(/^A-1 +criada +R\$ 10,50 {2}\d\d\/\d\d\/\d{4} /m)
  expect(stdout).toMatch(/^A-2 +recusada +-$/m)
  expect(stderr).toContain('erro: 1 de 3 linhas terminou sem a cobrança pedida\n  2 criadas, 1 recusada\n')
  expect(code).toBe(2)
})

describe('progress', () => {
  const onTerminal = async (flag: string) => {
    const machine = await new Charging().machine()
    const terminal = { columns: 80, rows: 24 }
    const host = machine.host({ input: csvOf(20), terminal, env: { TERM: 'xterm' } })
    return runCommand(['charge', 'create', '--from', '-', ...FAST, flag], { host })
  }

  it('is on stderr while it is a terminal, and gone at the end', async () => {
    const { stderr, stdout } = await onTerminal('-q')
    expect(stderr).toContain('0 of 20 rows, 0%')
    expect(stderr).toMatch(/\r\u001b\[2K20 created\n$/)
    expect(stdout.trimEnd().split('\n')).toHaveLength(20)
  })

  it('is not there with --json', async () => {
    const run = await onTerminal('--json')
    expect(run.stderr).toBe('')
    expect(jsonLines(run.stdout)).toHaveLength(20)
  })
})

describe('the same file again', () => {
  it('makes nothing twice, and finds what exists', async () => {
    const { charging, machine } = await open()
    await create(machine, THREE)
    const again = await create(machine, `${THREE}A-4,40\n`)
    expect(again).toMatchObject({ code: 0, stderr: expect.stringContaining('1 created, 3 existed already') })
    expect(rows(again.stdout).map(([reference, outcome]) => `${reference} ${outcome}`)).toEqual([
      'A-1 existing',
      'A-2 existing',
      'A-3 existing',
      'A-4 created',
    ])
    expect(charging.charges.size).toBe(4)
  })

  it('says if existing charges can no longer be paid', async () => {
    const { charging, machine } = await open()
    await create(machine, THREE)
    charging.charges.get(KEYS[0]!)!.payment.status = 'EXPIRED'
    const { stderr } = await create(machine, THREE)
    expect(stderr).toContain('1 of those that existed can no longer be paid, or are paid')
    const json = await create(machine, THREE, '--json')
    expect(json.stderr).toMatch(
      /^\{"note":"1 of those that existed can no longer be paid, or are paid; [^\n]*\}\n$/,
    )
  })

  it('with other data is a conflict, and the rest goes on', async () => {
    const { machine } = await open()
    await create(machine, THREE)
    const changed = `${THREE.replace('20', '21')}A-4,40\n`
    const run = await create(machine, changed, '--json')
    expect(run.code).toBe(6)
    const outcomes = jsonLines(run.stdout).map(({ outcome }) => outcome)
    expect(outcomes).toEqual(['existing', 'conflict', 'existing', 'created'])
    expect(jsonLines(run.stdout)[1]).toEqual({
      line: 3,
      reference: 'A-2',
      outcome: 'conflict',
      idempotencyKey: KEYS[1],
      error: expect.stringContaining('amount: first 20, now 21'),
    })
  })

  it.each([
    ['PENDING', 'pay_2 can still be paid until 2026-11-20 09:34:31'],
    ['PAID', 'pay_2 is paid'],
    ['EXPIRED', 'pay_2 has expired'],
  ])(
    'says of a conflict with a charge that is %s what it is, and never to charge the others again',
    async (status, is) => {
      const { charging, machine } = await open()
      await create(machine, THREE)
      Object.assign(charging.charges.get(KEYS[1]!)!.payment, {
        status,
        expiresAt: '2026-11-20T12:34:31.000Z',
        paidAt: status === 'PAID' ? '2026-11-20T12:10:00.000Z' : null,
      })
      const { stderr } = await create(machine, THREE.replace('20', '21'))
      expect(stderr).toContain(
        `amount: first 20, now 21; the earlier charge ${is}; for another charge give this line alone a new reference\n`,
      )
      expect(stderr).not.toMatch(/--batch|idempot/i)
    },
  )

  it('says on another machine, which does not know the earlier charge, how long it can be paid', async () => {
    const charging = new Charging()
    await create(await charging.machine(), THREE)
    const { stderr } = await create(await charging.machine(), THREE.replace('20', '21'))
    expect(stderr).toContain(
      'the earlier charge can still be paid until it expires, at the latest 7 days after it was made; for another charge give this line alone a new reference\n',
    )
  })

  it('says of a conflict in time of trouble what it knows', async () => {
    const charging: Charging = new Charging((_n, { method }) =>
      method === 'GET' ? answer(403, { error: 'x' }) : undefined,
    )
    const machine = await charging.machine()
    await create(machine, THREE)
    const run = await create(machine, `${THREE.replace('20', '21')}A-4,40\n`)
    expect(run).toMatchObject({
      code: 6,
      stderr: expect.stringContaining('can still be paid until it expires'),
    })
    expect(charging.charges.size).toBe(4)
  })

  it('with other data than the unresolved one is a conflict, of which nothing is sent', async () => {
    const { charging, machine } = await open((_n, { body }) =>
      body.includes('"amount":20') ? cut : undefined,
    )
    expect(await create(machine, THREE, '--timeout', '3')).toMatchObject({ code: 9 })
    const before = charging.seen.length
    const run = await create(machine, 'reference,amount\nA-2,21\n')
    expect(run).toMatchObject({ code: 6, stdout: 'A-2\tconflict\t\t\t\t\t\t\n' })
    expect(charging.seen).toHaveLength(before)
    // With another reference the customer could get a second charge.
    expect(run.stderr).toContain('conflict: an unresolved creation has this reference, with other data\n')
    expect(run.stderr).toContain('to finish what an earlier run left unknown: pixctl charge recover\n')
    expect(run.stderr).not.toContain('another reference')
  })

  it('with other data than a forgotten one is a conflict too, and nothing stays unresolved', async () => {
    let isCut = true
    const charging: Charging = new Charging(() => (isCut ? charging.loseAnswer : undefined))
    const machine = await charging.machine()
    await create(machine, 'reference,amount\nA-2,20\n', '--timeout', '3')
    isCut = false
    await machine.pixctl(['charge', 'recover', '--forget', KEYS[1]!])
    const run = await create(machine, 'reference,amount\nA-2,21\n')
    expect(run).toMatchObject({ code: 6, stdout: 'A-2\tconflict\t\t\t\t\t\t\n' })
    expect(run.stderr).toContain('amount: first 20, now 21')
    expect(await unresolved(machine)).toEqual([])
    const again = await create(machine, 'reference,amount\nA-2,20\n')
    expect(again).toMatchObject({ code: 0, stderr: expect.stringContaining('1 existed already') })
  })
})

describe('before a file is sent again', () => {
  const CHANGED = `${THREE.replace('20', '21').replace('A-3', 'A-4')}`

  it('it says what is new, unchanged and contradicts, and so does --dry-run', async () => {
    const { charging, machine } = await open()
    await create(machine, THREE)
    const said = '1 new, 1 unchanged, 1 contradicts what was sent before (line 3)\n'
    const dry = await create(machine, CHANGED, '--dry-run')
    expect(dry).toMatchObject({ code: 0, stderr: expect.stringContaining(said) })
    expect(charging.seen).toHaveLength(3)
    const run = await create(machine, CHANGED)
    expect(run).toMatchObject({ code: 6, stderr: expect.stringContaining(`${said}warning: line 3`) })
    // Of another batch nothing was sent yet.
    const other = await create(machine, THREE, '--batch', 'maio', '--dry-run')
    expect(other.stderr).toContain('3 new\n')
  })

  it('it counts a row that was refused as new, and names ten lines', async () => {
    let isOver = false
    const { machine } = await open((_n, { body }) =>
      !isOver && body.includes('"amount":20') ? answer(400, { error: 'no', code: 'invalid' }) : undefined,
    )
    await create(machine, THREE)
    isOver = true
    const again = await create(machine, THREE.replace('20', '21'), '--dry-run')
    expect(again.stderr).toContain('1 new, 2 unchanged\n')
    await create(machine, csvOf(12), ...FAST)
    const changed = await create(machine, csvOf(12).replaceAll('Row', 'Order'), '--dry-run')
    expect(changed.stderr).toContain(
      '12 contradict what was sent before (lines 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, …)\n',
    )
  })

  it.each([
    // The answer, the file, and whether it is sent.
    ['\n', THREE, '(Y/n)', true],
    ['n\n', THREE, '(Y/n)', false],
    ['\n', CHANGED, 'Send the file? A line that contradicts makes no charge. (y/N)', false],
    ['y\n', CHANGED, '(y/N)', true],
  ])('it asks on a terminal: %j', async (typed, text, question, isSent) => {
    const { charging, machine } = await open()
    await create(machine, THREE)
    const before = charging.seen.length
    const file = join(machine.folder, 'list.csv')
    writeFileSync(file, text)
    const host = machine.host({ input: typed, terminal: { columns: 80, rows: 24 }, env: { TERM: 'dumb' } })
    const run = await runCommand(['charge', 'create', '--from', file, '-q'], { host })
    expect(run.stderr).toContain(question)
    expect(charging.seen.length > before).toBe(isSent)
    if (!isSent) {
      expect(run).toMatchObject({ code: 2, stdout: '' })
      expect(run.stderr).toContain(
        'nothing was sent\n  correct the file; for another charge give that line alone',
      )
    }
  })

  it.each([
    [['--no-input'], {}],
    [['--json'], {}],
    // The shell has emptied that file by now.
    [[], { toFile: true }],
  ])('it asks nothing with %j %j, nor of a file that is all new', async (flags, output) => {
    const { machine } = await open()
    const file = join(machine.folder, 'list.csv')
    writeFileSync(file, THREE)
    const onTerminal = (...more: string[]) =>
      machine.pixctl(
        ['charge', 'create', '--from', file, '-q', ...more].filter(
          flag => flag !== '-q' || !more.includes('--json'),
        ),
        {
          terminal: { columns: 80, rows: 24, ...output },
          env: { TERM: 'dumb' },
        },
      )
    expect(await onTerminal()).toMatchObject({ code: 0 })
    const again = await onTerminal(...flags)
    expect(again).toMatchObject({ code: 0 })
    expect(again.stderr).not.toContain('Send the file?')
  })
})
