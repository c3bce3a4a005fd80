/** `webhook show`: one event whole. */

import { describe, expect, it } from 'vitest'
import { AT, attempt, openInbox } from '../../inbox/arriving.ts'
import { type Kept, withKept } from '../../support/kept.ts'
import { LocalMachine } from '../../support/local.ts'
import { errorOf } from '../../support/pixctl.ts'
import { rows } from '../../support/store.ts'

const LATER = '2026-03-10T12:00:05.000Z'
const JSON_BODY =
  '{"id":"evt_1","type":"payment.approved","data":{"amount":10.50,"big":12345678901234567890}}'
const HEADERS = [
  ['Host', '127.0.0.1:4242'],
  ['X-Seen', 'one'],
  ['X-Seen', 'two'],
  ['X-Service-Delivery', 'dlv_alpha1'],
  ['X-Service-Signature', `t=1773144000,v1=${'a'.repeat(64)}`],
]
const ONE = {
  delivery: 'dlv_alpha1',
  type: 'payment.approved',
  headers: HEADERS.flat().join('\n'),
  body: Buffer.from(JSON_BODY),
}
const machineWith = (...kept: Kept[]) => withKept(new LocalMachine(), kept)
const show = (...args: string[]) => ['webhook', 'show', ...args]
const terminal = { columns: 120, rows: 50 }

/** The event with two attempts: one without an answer, then a replay. */
async function tried() {
  const machine = await machineWith(ONE)
  const inbox = await openInbox(machine.dataDir)
  await attempt(inbox, 'dlv_alpha1', null, { at: AT, error: 'connection refused (127.0.0.1:3000)', ms: 12 })
  await attempt(inbox, 'dlv_alpha1', 200, { at: LATER, replay: true, answer: '{"ok":\n  true}', ms: 1500 })
  return machine
}

describe('webhook show', () => {
  it('is one object with --json', async () => {
    const { stdout, stderr, code } = await (await tried()).pixctl(show('dlv_alpha1', '--json'))
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 })
    const to = { to: 'http://127.0.0.1:3000' }
    const refused = { status: null, error: 'connection refused (127.0.0.1:3000)', answer: '' }
    const answered = { status: 200, error: null, answer: '{"ok":\n  true}' }
    expect(JSON.parse(stdout)).toEqual({
      ...{ delivery: 'dlv_alpha1', type: 'payment.approved', eventId: 'evt_1', receivedAt: AT },
      ...{ forward: 'done', attemptCount: 2, lastStatus: 200 },
      ...{ amount: 10.5, paymentId: 'pay_1', description: null },
      ...{ channels: ['webhook'], arrivalCount: 1, headers: HEADERS },
      ...{ payload: JSON.parse(JSON_BODY), payloadBase64: null },
      arrivals: [{ channel: 'webhook', delivery: 'dlv_alpha1', receivedAt: AT }],
      attempts: [
        { at: AT, ...to, ms: 12, number: 1, replay: false, ...refused },
        { at: LATER, ...to, ms: 1500, number: 2, replay: true, ...answered },
      ],
    })
    expect(stdout).toContain('12345678901234567890')
  })

  it('is a name and a value on each line in a pipe, those of --json', async () => {
    const machine = await tried()
    const lines = rows((await machine.pixctl(show('dlv_alpha1'))).stdout)
    const { stdout } = await machine.pixctl(show('dlv_alpha1', '--json'))
    expect(lines.map(([name]) => name)).toEqual(Object.keys(JSON.parse(stdout)))
    const value = (name: string) => lines.find(each => each[0] === name)![1]!
    expect(value('forward')).toBe('done')
    expect(JSON.parse(value('headers'))).toEqual(HEADERS)
    expect(value('payload')).toContain('"big":12345678901234567890')
    expect(JSON.parse(value('attempts'))).toMatchObject([{ status: null }, { status: 200, replay: true }])
  })

  it('is everything for a person', async () => {
    const { stdout } = await (await tried()).pixctl(show('dlv_alpha1', '--no-color'), { terminal })
    const [facts, headers, body, attempts] = stdout.split('\n\n')
    expect(facts!.split('\n')).toEqual([
      ...['Delivery  dlv_alpha1', 'Event     payment.approved', 'Event id  evt_1', 'Payment   pay_1'],
      ...['Amount    R$ 10,50', 'Received  2026-03-10 09:00:00 by webhook', 'Forward   done, 2 attempts'],
    ])
    expect(headers).toContain('Headers\n  Host: 127.0.0.1:4242\n  X-Seen: one\n  X-Seen: two\n')
    expect(body).toMatch(/^Body \(91 bytes\)\n\{\n {2}"id": "evt_1",\n[\s\S]*\n {4}"amount": 10\.50,\n/)
    expect(attempts).toBe(`Attempts
#  SENT                        TO                     STATUS   TOOK
1  2026-03-10 09:00:00         http://127.0.0.1:3000  none    12 ms
   connection refused (127.0.0.1:3000)
2  2026-03-10 09:00:05 replay  http://127.0.0.1:3000  200       1 s
   {"ok": true}
`)
  })

  it('lists the arrivals, if it came more than once', async () => {
    const again = { ...ONE, headers: 'A\nb', body: Buffer.from('{ }') }
    const machine = await machineWith(
      { ...ONE, answered: [204] },
      { ...again, delivery: 'realtime_evt_1', channel: 'realtime', receivedAt: LATER },
      ...Array.from({ length: 11 }, (_, n) => ({ ...again, delivery: `dlv_copy${n}` })),
    )
    const { stdout } = await machine.pixctl(show('dlv_copy0', '--json'))
    const { arrivals, ...shown } = JSON.parse(stdout)
    expect(shown).toMatchObject({ delivery: 'dlv_alpha1', forward: 'done', arrivalCount: 13 })
    expect(shown).toMatchObject({
      headers: HEADERS,
      channels: ['webhook', 'realtime'],
      payload: { id: 'evt_1' },
    })
    expect(arrivals).toHaveLength(10)
    expect(arrivals[1]).toEqual({ channel: 'realtime', delivery: 'realtime_evt_1', receivedAt: LATER })
    const human = await machine.pixctl(show('dlv_alpha1', '--no-color'), { terminal })
    expect(human.stdout).toContain('Arrivals (10 of 13 are kept)\n')
    expect(human.stdout).toContain('2026-03-10 09:00:05  realtime  realtime_evt_1\n')
    expect((await machine.pixctl(show('realtime_evt_1', '--body'))).stdout).toBe(JSON_BODY)
  })
})

describe('a body that is not JSON', () => {
  const RAW = { ...ONE, body: Buffer.from('amount=10\u001b[2J\n\xff', 'latin1'), headers: '' }

  it('is base64 with --json, and escaped text for a person', async () => {
    const machine = await machineWith(RAW)
    const { stdout } = await machine.pixctl(show('dlv_alpha1', '--json'))
    const payloadBase64 = RAW.body.toString('base64')
    expect(JSON.parse(stdout)).toMatchObject({ payload: null, payloadBase64, headers: [] })
    const human = await machine.pixctl(show('dlv_alpha1', '--no-color'), { terminal })
    expect(human.stdout).toContain('\nBody (15 bytes)\namount=10\\u001b[2J\n\ufffd\n')
    expect(human.stdout).not.toContain('Headers')
  })

  it('is one too if it is nested too deep to print', async () => {
    const body = Buffer.from('['.repeat(30_000) + ']'.repeat(30_000))
    const { stdout, code } = await (await machineWith({ ...ONE, body })).pixctl(show('dlv_alpha1', '--json'))
    expect(code).toBe(0)
    expect(JSON.parse(stdout).payloadBase64).toBe(body.toString('base64'))
  })
})

describe('a part of it', () => {
  it('is the headers, one on each line, or the body as it came', async () => {
    const body = Buffer.from('{ "a":1,\r\n"b":"\u001b" }\n\n')
    const machine = await machineWith({ ...ONE, headers: 'A\nb\u009b2J\nC\n', body })
    const run = await machine.pixctl(show('dlv_alpha1', '--headers'))
    expect(run).toEqual({ stdout: 'A: b\\u009b2J\nC: \n', stderr: '', code: 0 })
    expect((await machine.pixctl(show('dlv_alpha1', '--body'))).stdout).toBe(body.toString())
  })

  it('is the body without control characters on a terminal, which it says', async () => {
    const machine = await machineWith({ ...ONE, body: Buffer.from('a\u001b[2J\nb') })
    const { stdout, stderr } = await machine.pixctl(show('dlv_alpha1', '--body'), { terminal })
    expect(stdout).toBe('a\\u001b[2J\nb\n')
    expect(stderr).toBe('characters that are not text are shown as escapes; a pipe gets the bytes\n')
  })
})

describe('the id', () => {
  const MANY = Array.from({ length: 12 }, (_, n) => ({ delivery: `dlv_alike_${n}`, eventId: `evt_${n}` }))

  it('may be that of the event, or its beginning, if no other begins like that', async () => {
    const machine = await machineWith({ delivery: 'dlv_alpha1', eventId: 'evt_alpha_1' }, ...MANY)
    for (const [id, delivery] of [
      ['evt_alpha_1', 'dlv_alpha1'],
      ['evt_alpha_', 'dlv_alpha1'],
      ['dlv_alike_1', 'dlv_alike_1'],
    ] as const) {
      const { stdout } = await machine.pixctl(show(id, '--json'))
      expect(JSON.parse(stdout).delivery).toBe(delivery)
    }
  })

  it.each([
    ['dlv_same', { eventId: 'evt_other', type: 'payment.approved' }],
    ['evt_same', { delivery: 'dlv_other', store: 'str_2' }],
  ])('of two events is ambiguous: exit 2 with what tells them apart: %s', async (id, other) => {
    const same = { delivery: 'dlv_same', eventId: 'evt_same' }
    const run = await (await machineWith(same, { ...same, ...other })).pixctl(show(id, '--json'))
    const { exitCode, error } = errorOf(run)
    expect(exitCode).toBe(2)
    const second = { type: 'payment.created', ...same, ...other }
    expect(error).toContain(`more than one event in the inbox has the id ${id}`)
    expect(error).toContain('payment.created  evt_same  dlv_same  2026-03-10 09:00:00')
    expect(error).toContain(`${second.type}  ${second.eventId}  ${second.delivery}  2026-03-10 09:00:00`)
  })

  it('is not found in the middle of one: exit 5', async () => {
    const run = await (await machineWith(ONE)).pixctl(show('lv_alpha1', '--json'))
    expect(errorOf(run)).toMatchObject({ exitCode: 5, error: expect.stringContaining('no event lv_alpha1') })
  })
})
