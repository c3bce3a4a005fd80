/** `charge create --from` against services that behave and that don't: what each row ends as, and what was made. */

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Stopped } from '../../../../src/shared/failure.ts'
import { Charging, csvOf, type Trouble } from '../../../support/charging.ts'
import { passing } from '../../../support/clock.ts'
import type { LocalMachine } from '../../../support/local.ts'
import { runCommand } from '../../../support/run.ts'
import { unresolved } from '../../../support/scripted.ts'
import { answer, cut, cutHalfway, paymentBody } from '../../../support/service.ts'
import { jsonLines, rows } from '../../../support/store.ts'
import { volume } from '../../../support/volume.ts'
import { readPng, scan } from '../../../terminal/picture.ts'

// What Python's uuid.uuid5 makes of "\nA-1", "\nA-2", "\nA-3" and "maio\nA-1" in the namespace of the docs.
const KEYS = [
  '5ab4e0ae-f42c-56cf-8a43-fed6d748094c',
  '39b6a558-5f78-5735-b08a-98b263095c23',
  'f799266e-d7d8-5228-8af5-efdd75d7f0d9',
]
const KEY_IN_MAIO = 'd46c4737-3b5c-5e70-bfdb-d16532da4ec2'
const THREE = 'reference,amount\nA-1,10.50\nA-2,20\nA-3,30\n'
const FAST = ['--rate-limit', 'off']

const create = (machine: LocalMachine, input: string, ...flags: string[]) =>
  machine.pixctl(['charge', 'create', '--from', '-', ...flags], { input, clock: passing() })

describe('a row', () => {
  it('is sent as its cells say, under the key of its reference', async () => {
    const charging = new Charging()
    const machine = await charging.machine()
    const text =
      'reference;amount;description;passFee;validity\nA-1;35,90;Açaí;sim;1h\nA-2;10;;;\nA-3;1;;não;7d\n'
    expect(await create(machine, text, '--parallel', '1')).toMatchObject({ code: 0 })
    expect([...charging.charges.values()].map(({ key, body }) => ({ key, ...body }))).toEqual([
      {
        key: KEYS[0],
        amount: 35.9,
        currency: 'BRL',
        description: 'Açaí',
        passFee: true,
        validityMinutes: 60,
      },
      { key: KEYS[1], amount: 10, currency: 'BRL', description: '', passFee: false, validityMinutes: 30 },
      { key: KEYS[2], amount: 1, currency: 'BRL', description: '', passFee: false, validityMinutes: 10080 },
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

  it('has another key in another batch', async () => {
    const charging = new Charging()
    const machine = await charging.machine()
    await create(machine, 'reference,amount\nA-1,10.50\n', '--batch', 'maio')
    await create(machine, 'reference,amount\nA-1,99\n')
    expect([...charging.charges.keys()]).toEqual([KEY_IN_MAIO, KEYS[0]])
  })
})

describe('what is printed', () => {
  it('is TSV in a pipe, in the order of the file, whatever is answered first', async () => {
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
    expect(stderr).toMatch(/^profile default at 127.0.0.1:\d+\n3 created\n$/)
  })

  it('is a line of JSON for each row, with the service its own object', async () => {
    const { stdout, code } = await create(await new Charging().machine(), THREE, '--json', '--parallel', '1')
    expect(code).toBe(0)
    expect(jsonLines(stdout)).toEqual(
      [10.5, 20, 30].map((amount, index) => ({
        line: index + 2,
        reference: `A-${index + 1}`,
        outcome: 'created',
        idempotencyKey: KEYS[index],
        charge: paymentBody({
          id: `pay_${index + 1}`,
          amount,
          requestedAmount: amount,
          fee: 0.5,
          netAmount: amount - 0.5,
          description: '',
        }),
      })),
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

  it('is ids with -q', async () => {
    const { stdout } = await create(await new Charging().machine(), THREE, '-q', '--parallel', '1')
    expect(stdout).toBe('pay_1\npay_2\npay_3\n')
  })

  it.each([
    [
      100,
      'REFERENCE  OUTCOME        AMOUNT  EXPIRES              ID\nA-1        created      R$ 10,50  2098-12-31 21:30:00  pay_1\n',
    ],
    [40, 'REFERENCE  OUTCOME        AMOUNT\n  ID\nA-1        created      R$ 10,50\n  pay_1\n'],
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

describe('progress', () => {
  const onTerminal = async (env: Record<string, string>, ...flags: string[]) => {
    const machine = await new Charging().machine()
    const host = machine.host({ input: csvOf(20), terminal: { columns: 80, rows: 24 }, env })
    return runCommand(['charge', 'create', '--from', '-', ...FAST, ...flags], { host })
  }

  it('is on stderr while it is a terminal, and gone at the end', async () => {
    const { stderr, stdout } = await onTerminal({ TERM: 'xterm' }, '--json')
    expect(stderr).toContain('0 of 20 rows, 0%')
    expect(stderr).toMatch(/\r\u001b\[2K$/)
    expect(jsonLines(stdout)).toHaveLength(20)
  })

  it('is not there with TERM=dumb', async () => {
    expect((await onTerminal({ TERM: 'dumb' })).stderr).not.toMatch(/ of 20 rows/)
  })
})

describe('the same file again', () => {
  it('makes nothing twice, and finds what exists', async () => {
    const charging = new Charging()
    const machine = await charging.machine()
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

  it('says where charges that existed can no longer be paid', async () => {
    const charging = new Charging()
    const machine = await charging.machine()
    await create(machine, THREE)
    charging.charges.get(KEYS[0]!)!.payment.status = 'EXPIRED'
    const { stderr } = await create(machine, THREE)
    expect(stderr).toContain('1 of those that existed can no longer be paid, or are paid')
  })

  it('with other data is a conflict, and the rest goes on', async () => {
    const charging = new Charging()
    const machine = await charging.machine()
    await create(machine, THREE)
    const changed = `${THREE.replace('20', '21')}A-4,40\n`
    const run = await create(machine, changed, '--json')
    expect(run.code).toBe(6)
    expect(jsonLines(run.stdout).map(({ outcome }) => outcome)).toEqual([
      'existing',
      'conflict',
      'existing',
      'created',
    ])
    expect(jsonLines(run.stdout)[1]).toEqual({
      line: 3,
      reference: 'A-2',
      outcome: 'conflict',
      idempotencyKey: KEYS[1],
      error: expect.stringContaining('amount: first 20, now 21'),
    })
  })

  it('with other data than what is unresolved is a conflict, of which nothing is sent', async () => {
    const charging = new Charging((_n, { body }) => (body.includes('"amount":20') ? cut : undefined))
    const machine = await charging.machine()
    expect(await create(machine, THREE, '--timeout', '3')).toMatchObject({ code: 9 })
    const before = charging.seen.length
    const run = await create(machine, 'reference,amount\nA-2,21\n')
    expect(run).toMatchObject({ code: 6, stdout: 'A-2\tconflict\t\t\t\t\t\t\n' })
    expect(charging.seen).toHaveLength(before)
  })
})

describe('a service in trouble', () => {
  it('that refuses a row: the rest goes on, exit 2', async () => {
    const charging = new Charging((_n, { body }) =>
      body.includes('"amount":20') ? answer(400, { error: 'not this one', code: 'invalid' }) : undefined,
    )
    const run = await create(await charging.machine(), THREE)
    expect(run).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('line 3, reference "A-2": refused: '),
    })
    expect(rows(run.stdout).map(row => row[1])).toEqual(['created', 'refused', 'created'])
  })

  it.each([
    [503, answer(503, { error: 'later', code: 'unavailable' })],
    ['a cut', cut],
    ['half an answer', cutHalfway(201, { data: paymentBody() })],
  ])(
    'that answers %s to a row for good: unknown, exit 9, and recover or the file finish it',
    async (_name, trouble) => {
      for (const finish of ['recover', 'file']) {
        let isOver = false
        const charging = new Charging((_n, { body }) =>
          !isOver && body.includes('"amount":20') ? trouble : undefined,
        )
        const machine = await charging.machine()
        const run = await create(machine, THREE, '--timeout', '3')
        expect(run).toMatchObject({ code: 9, stderr: expect.stringContaining('pixctl charge recover') })
        expect(rows(run.stdout).map(row => row[1])).toEqual(['created', 'unknown', 'created'])
        expect(await unresolved(machine)).toMatchObject([{ idempotencyKey: KEYS[1], amount: 20 }])
        isOver = true
        const next =
          finish === 'file' ? await create(machine, THREE) : await machine.pixctl(['charge', 'recover'])
        expect(next.code).toBe(0)
        expect(await unresolved(machine)).toEqual([])
        expect(charging.charges.size).toBe(3)
      }
    },
  )

  it.each([
    [401, 3],
    [403, 4],
    [404, 2],
  ])('that answers %i ends the run early, with %i', async (status, code) => {
    const charging = new Charging(n => (n >= 2 ? answer(status, { error: 'no', code: 'no' }) : undefined))
    const run = await create(await charging.machine(), csvOf(50), '--parallel', '1', ...FAST)
    expect(run.code).toBe(code)
    expect(rows(run.stdout).map(row => row[1])).toEqual(['created', 'created', 'refused'])
    expect(run.stderr).toContain('the run ended early: ')
    expect(run.stderr).toContain('47 of 50 rows were not sent')
    expect(charging.seen).toHaveLength(3)
  })

  it('that is gone ends the run early, with 9', async () => {
    const machine = await new Charging().machine()
    const env = { PIXCTL_BASE_URL: 'http://127.0.0.1:1/api/v1' }
    const run = await machine.pixctl(['charge', 'create', '--from', '-', '--parallel', '1', ...FAST], {
      input: csvOf(50),
      env,
    })
    expect(run.code).toBe(9)
    expect(rows(run.stdout).map(row => row[1])).toEqual(['unknown'])
    expect(run.stderr).toContain('49 of 50 rows were not sent')
  })

  it('that asks for patience gets it, for longer than --timeout', async () => {
    const clock = passing()
    const charging = new Charging(n =>
      n > 0 && n < 4 ? answer(429, { error: 'slow', code: 'rate' }, { 'retry-after': '30' }) : undefined,
    )
    const machine = await charging.machine()
    const run = await machine.pixctl(
      ['charge', 'create', '--from', '-', '--parallel', '1', '--timeout', '5'],
      { input: THREE, clock },
    )
    expect(run).toMatchObject({ code: 0, stderr: expect.stringContaining('3 created') })
    expect(clock.slept.filter(ms => ms === 30_000)).toHaveLength(3)
  })

  it('that asks for too much ends the run early, with 7, and leaves nothing unresolved', async () => {
    const charging = new Charging(n =>
      n > 0 ? answer(429, { error: 'slow', code: 'rate' }, { 'retry-after': '601' }) : undefined,
    )
    const machine = await charging.machine()
    const run = await create(machine, THREE, '--parallel', '1', '--timeout', '5')
    expect(run).toMatchObject({ code: 7, stderr: expect.stringContaining('2 of 3 rows were not sent') })
    expect(rows(run.stdout).map(row => row[1])).toEqual(['created'])
    expect(await unresolved(machine)).toEqual([])
  })

  it('that makes another charge than asked for: exit 8, its id, and not its code', async () => {
    const charging = new Charging((_n, { body }) =>
      body.includes('"amount":20') ? answer(201, { data: paymentBody({ id: 'pay_wrong' }) }) : undefined,
    )
    const run = await create(await charging.machine(), THREE)
    expect(run.code).toBe(8)
    expect(rows(run.stdout)[1]).toEqual(['A-2', 'created', 'pay_wrong', '', '', '', '', ''])
    expect(run.stderr).toContain('requestedAmount: asked 20.00, got 10.5')
  })

  it('in all of these ways makes every charge once', async () => {
    const count = volume(500, 100)
    const troubles: Trouble = (n, _request, charging) => {
      if (n % 7 === 1) return answer(503, { error: 'later', code: 'unavailable' })
      if (n % 11 === 2) return cut
      // The charge is made, and the answer lost.
      if (n % 13 === 3) {
        return (response, request, socket) => {
          charging.create({ writeHead() {}, end: () => socket.destroy() } as never, request, socket)
          void response
        }
      }
      if (n % 17 === 4) return answer(429, { error: 'slow', code: 'rate' }, { 'retry-after': '2' })
      return undefined
    }
    const charging = new Charging(troubles)
    const run = await create(await charging.machine(), csvOf(count), ...FAST)
    expect(run.code).toBe(0)
    expect(rows(run.stdout).map(([reference]) => reference)).toEqual(
      Array.from({ length: count }, (_, index) => `R-${index + 1}`),
    )
    expect(charging.charges.size).toBe(count)
  })
})

describe('the pace', () => {
  it('lets ten go at once, then a hundred a minute', async () => {
    const clock = passing()
    const machine = await new Charging().machine()
    const started = clock.monotonic()
    await machine.pixctl(['charge', 'create', '--from', '-'], { input: csvOf(60), clock })
    expect(clock.monotonic() - started).toBeGreaterThanOrEqual(50 * 600)
    expect(clock.monotonic() - started).toBeLessThan(51 * 600)
  })
})

describe('Ctrl-C', () => {
  it('finishes the rows under way, sends no other, and says how to go on', async () => {
    const held: (() => void)[] = []
    const { promise: fourHeld, resolve } = Promise.withResolvers<void>()
    const charging = new Charging((n, _request, { create }) => {
      if (n < 8) return undefined
      return (...all) => {
        held.push(() => create(...all))
        if (held.length === 4) resolve()
      }
    })
    const machine = await charging.machine()
    const controller = new AbortController()
    const run = runCommand(['charge', 'create', '--from', '-', '--parallel', '4', ...FAST], {
      host: machine.host({ input: csvOf(50), signal: controller.signal }),
    })
    await fourHeld
    controller.abort(new Stopped('interrupted'))
    for (const release of held) release()
    const { stdout, stderr, code } = await run
    expect(code).toBe(130)
    expect(rows(stdout).map(row => row[1])).toEqual(Array.from({ length: 12 }, () => 'created'))
    expect(stderr).toContain('interrupted: 38 of 50 rows were not sent')
    expect(stderr).toContain('run the same command again with the same input')
    expect(await unresolved(machine)).toEqual([])
    expect(charging.charges.size).toBe(12)
  })
})

describe('--qr-dir', () => {
  it('writes a picture for each, under names of which no two meet', async () => {
    const machine = await new Charging().machine()
    const folder = join(machine.folder, 'new', 'codes')
    const references = [
      'PED-001',
      'ped-001',
      '../../etc/x',
      '..-..-etc-x',
      'a/b',
      'a:b',
      'con',
      '.hidden',
      'Açaí',
      'x.y',
    ]
    const text = `reference,amount\n${references.map(each => `${each},10.50\n`).join('')}`
    expect(await create(machine, text, '--qr-dir', folder, ...FAST)).toMatchObject({ code: 0 })
    const files = readdirSync(folder)
    expect(files).toHaveLength(references.length)
    expect(new Set(files.map(file => file.toLowerCase())).size).toBe(references.length)
    expect(files).toContain('x.y.png')
    for (const file of files) expect(file).toMatch(/^\w[\w.~-]*\.png$/)
    expect(scan(readPng(readFileSync(join(folder, 'x.y.png'))), 1)).toBe(paymentBody().pixCode)
    expect(existsSync(join(machine.folder, 'etc'))).toBe(false)
  })
})
