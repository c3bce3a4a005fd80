/** What `events tail` counts: the summary at the end, the running total of --paid, and --bell. */

import { describe, expect, it } from 'vitest'
import type { TailOutput } from '#events/tail/tail.ts'
import { Totals } from '#events/tail/totals.ts'
import { inLanguage, localized, type Text } from '#lib/language.ts'
import type { Notes } from '#lib/notes.ts'
import type { TailItem } from '#realtime/tail.ts'
import { LocalMachine } from '../../support/local.ts'
import { notesOf } from '../../support/pixctl.ts'
import { describeOnPostgres } from '../../support/postgres.ts'
import { type RunOptions, runCommand } from '../../support/run.ts'
import { newSharedInbox } from '../../support/shared-inbox.ts'
import { type EventOptions, Stream, sequence, WS_TOKEN } from '../../support/tailing.ts'
import { openTarget, SECRET } from '../../webhooks/target.ts'

interface TailRun extends Pick<RunOptions, 'until'> {
  flags?: string[]
  lang?: string
  /** Both streams are a terminal. */
  terminal?: boolean
}

const paid = (amount: unknown, data = {}): EventOptions => ({ data: { amount, ...data } })
const expired = (amount: number): EventOptions => ({ ...paid(amount), type: 'payment.expired' })

/** A machine that knows a stream with these events. */
async function machineWith(events: readonly EventOptions[]): Promise<LocalMachine> {
  const stream = await Stream.start()
  for (const event of events) stream.add(event)
  return new LocalMachine({
    PIXCTL_WS_TOKEN: WS_TOKEN,
    PIXCTL_REALTIME_URL: stream.url,
    PIXCTL_WEBHOOK_SECRET: SECRET,
  })
}

async function tailOn(machine: LocalMachine, { flags = [], lang = 'C', terminal = false, until }: TailRun) {
  const host = machine.host({
    env: { NO_COLOR: '1', LC_ALL: lang },
    ...(terminal ? { terminal: { columns: 80, rows: 24 } } : {}),
  })
  return await runCommand(['events', 'tail', ...flags], { host, ...(until && { until }) })
}

/** Shows all these events from the beginning, and ends. */
async function tail(events: readonly EventOptions[], { flags = [], ...run }: TailRun = {}) {
  using machine = await machineWith(events)
  const isFiltered = flags.some(flag => ['--paid', '--type'].includes(flag))
  const max = isFiltered ? events.filter(({ type }) => type === undefined).length : events.length
  return await tailOn(machine, { ...run, flags: ['--after', sequence(0), '--max', String(max), ...flags] })
}

type Shown = Pick<TailItem, 'event' | 'type' | 'paymentId'>

/** An event with a payment of its own. */
function item({ data = {}, type = 'payment.approved' }: EventOptions, index: number): Shown {
  const paymentId = `pay_${index}`
  return { event: JSON.stringify({ type, data: { paymentId, ...data } }), type, paymentId }
}

/** What is said of these events at the end, without a run. */
function summary(items: readonly Shown[]): string {
  const totals = new Totals({})
  totals.shown(items as TailItem[], {} as TailOutput)
  let line = ''
  totals.say({ say: (text: Text) => (line = localized(text)) } as unknown as Notes)
  return line
}

/** The last line of a text. */
const lastLine = (text: string) => text.trimEnd().split('\n').at(-1)

it('says at the start which types go to which of several targets, and of a single one nothing', async () => {
  const target = await openTarget(204)
  const { origin } = new URL(target.url)
  const routes = ['--forward-to', `payment.*=${origin}/a?key=1`, '--forward-to', `${origin}/b`]
  const { stderr } = await tail([paid(1)], { flags: routes })
  expect(stderr).toContain(`forwarding payment.* to ${origin}/a\nforwarding other events to ${origin}/b\n`)
  expect((await tail([paid(1)], { flags: ['--forward-to', origin] })).stderr).not.toContain('forwarding ')
})

describe('the summary at the end', () => {
  it.each<[readonly EventOptions[], string, string]>([
    [[paid(10.5)], '1 event, 1 paid: R$ 10,50', '1 evento, 1 pagamento: R$ 10,50'],
    [
      [paid(1000), paid(234.56), expired(7)],
      '3 events, 2 paid: R$ 1.234,56',
      '3 eventos, 2 pagamentos: R$ 1.234,56',
    ],
    [[expired(7)], '1 event, none paid', '1 evento, nenhum pagamento'],
    [
      [paid(10), paid(10.005)],
      '2 events, 2 paid: R$ 10,00 without 1 of an unknown amount',
      '2 eventos, 2 pagamentos: R$ 10,00 sem contar 1 de valor desconhecido',
    ],
    [[paid(null)], '1 event, 1 paid, of an unknown amount', '1 evento, 1 pagamento de valor desconhecido'],
  ])('of %j is %s', (events, english, portuguese) => {
    expect(summary(events.map(item))).toBe(english)
    expect(inLanguage('pt-BR', () => summary(events.map(item)))).toBe(portuguese)
  })

  it.each([
    ['is in text', '"10.00"'],
    ['no double holds', '10.0000000000000000001'],
    ['is in another currency', '10,"currency":"USD"'],
  ])('invents no sum of an amount that %s', (_name, amount) => {
    const event = `{"id":"evt_1","type":"payment.approved","data":{"paymentId":"pay_1","amount":${amount}}}`
    expect(summary([{ event, type: 'payment.approved', paymentId: 'pay_1' }])).toBe(
      '1 event, 1 paid, of an unknown amount',
    )
  })

  it('counts what one run has shown: not what the one before has, nor what came twice', async () => {
    using machine = await machineWith([paid(10), paid(20), { ...paid(10), id: 'evt_1' }, paid(5)])
    await tailOn(machine, { flags: ['--after', sequence(0), '--max', '1'] })
    const { stdout, stderr } = await tailOn(machine, { flags: ['--max', '2'] })
    expect(stdout.match(/evt_\d/g)).toEqual(['evt_2', 'evt_4'])
    expect(lastLine(stderr)).toBe('2 events, 2 paid: R$ 25,00')
  })

  it('counts a payment once that two events announce', async () => {
    const twice = [paid(10, { paymentId: 'pay_1' }), paid(10, { paymentId: 'pay_1' })]
    expect(lastLine((await tail(twice)).stderr)).toBe('2 events, 1 paid: R$ 10,00')
    const deposit = { ...paid(10, { paymentId: 'pay_1' }), type: 'deposit.approved' }
    expect(lastLine((await tail([paid(10), deposit])).stderr)).toBe('2 events, 1 paid: R$ 10,00')
  })

  it('is printed after Ctrl-C, also if nothing came', async () => {
    using machine = await machineWith([])
    const { code, stderr } = await tailOn(machine, { until: /Ctrl-C/ })
    expect([code, lastLine(stderr)]).toEqual([130, 'no events'])
  })

  it('is above the counts of the forwarding, which alone are printed with --json', async () => {
    const target = await openTarget(204)
    const flags = ['--forward-to', target.url]
    const { stderr } = await tail([paid(10)], { flags })
    expect(stderr.trimEnd().split('\n').slice(-2)).toEqual([
      '1 event, 1 paid: R$ 10,00',
      '1 forwarded, 0 still pending',
    ])
    expect(notesOf(await tail([paid(10)], { flags: [...flags, '--json'] }))).toEqual([
      expect.stringMatching(/^forwarded events are signed with the secret of PIXCTL_WEBHOOK_SECRET, …/),
      '1 forwarded, 0 still pending',
    ])
  })

  it.each([
    [
      'en_US.UTF-8',
      [
        "a message of the realtime channel can't be read (it has no sequence; its members: op, event): events may have been missed; compare: pixctl reconcile",
        "a message of the realtime channel can't be read (it is no JSON object): events may have been missed; compare: pixctl reconcile",
      ],
      '3 messages could not be read: events may have been missed; compare: pixctl reconcile',
    ],
    [
      'pt_BR.UTF-8',
      [
        'uma mensagem do canal em tempo real não pôde ser lida (não tem uma sequência; os campos: op, event): pode haver eventos perdidos; compare: pixctl reconcile',
        'uma mensagem do canal em tempo real não pôde ser lida (não é um objeto JSON): pode haver eventos perdidos; compare: pixctl reconcile',
      ],
      '3 mensagens não puderam ser lidas: pode haver eventos perdidos; compare: pixctl reconcile',
    ],
  ])(
    'counts messages that can not be read, each kind of which is named once, without a value: %s',
    async (lang, named, count) => {
      const unread = {
        message: '{"op":"event","event":{"id":"evt_x","type":"payment.approved","data":{"amount":7654321}}}',
      }
      const events = [unread, { message: '<html>no such shop</html>' }, unread, paid(10)]
      const flags = ['--after', sequence(0), '--max', '1']
      using machine = await machineWith(events)
      const { stderr, stdout } = await tailOn(machine, { flags, lang })
      expect(stdout.match(/evt_\w/g)).toEqual(['evt_4'])
      const warnings = stderr.split('\n').filter(line => /^(warning|aviso): /.test(line))
      expect(warnings.map(line => line.replace(/^\w+: /, ''))).toEqual([...named, count])
      expect(stderr).not.toMatch(/evt_x|7654321|shop/)
      using scripted = await machineWith(events)
      const notes = notesOf(await tailOn(scripted, { flags: [...flags, '--json'], lang }))
      expect(notes).toHaveLength(3)
      expect(notes[2]).toContain('3 messages could not be read')
    },
  )

  it('is a line with members in a JSON log', async () => {
    const { stderr } = await tail([paid(10.5), paid(0.001)], { flags: ['--log-format', 'json'] })
    expect(JSON.parse(lastLine(stderr)!)).toMatchObject({
      level: 'info',
      message: '2 events, 2 paid: R$ 10,50 without 1 of an unknown amount',
      events: 2,
      paid: 2,
      amount: '10.50',
      withoutAmount: 1,
    })
  })

  it('is not printed if the channel was never there', async () => {
    using machine = new LocalMachine({ PIXCTL_WS_TOKEN: WS_TOKEN, PIXCTL_REALTIME_URL: 'ws://127.0.0.1:9' })
    const { code, stderr } = await tailOn(machine, { until: /no connection/ })
    expect(code).toBe(130)
    expect(stderr).not.toContain('events')
  })
})

describeOnPostgres('a tail that has lost the cursor to another one', () => {
  it('still prints its summary if it is stopped while it stands by', async () => {
    const shared = await newSharedInbox()
    const stream = await Stream.start()
    stream.add(paid(10))
    const machine = shared.machine({ PIXCTL_WS_TOKEN: WS_TOKEN, PIXCTL_REALTIME_URL: stream.url })
    let losing: Promise<unknown> | undefined
    const lose = () =>
      shared.query(
        `UPDATE pixctl.leases SET owner = gen_random_uuid(), expires_at = now() + interval '1 hour'`,
      )
    const { code, stderr } = await runCommand(['events', 'tail', '--after', sequence(0)], {
      host: machine.host(),
      until: /this events tail stands by/,
      onOutput: text => {
        if (text.includes('evt_1')) losing ??= lose()
      },
    })
    await losing
    expect([code, lastLine(stderr)]).toEqual([130, '1 event, 1 paid: R$ 10,00'])
  })
})

describe('--paid', () => {
  const events = [paid(10), expired(7), paid(2.5)]

  it('shows payment.approved only, and the total at the end', async () => {
    const { stdout, stderr } = await tail(events, { flags: ['--paid'] })
    expect(stdout).toBe((await tail(events, { flags: ['--type', 'payment.approved'] })).stdout)
    expect(stdout.match(/evt_\d/g)).toEqual(['evt_1', 'evt_3'])
    expect(lastLine(stderr)).toBe('2 paid: R$ 12,50')
  })

  it('shows the total so far on the status line of a terminal', async () => {
    const { stderr } = await tail(events, { flags: ['--paid'], terminal: true })
    const statuses = stderr.split(/\r|\u001b\[2K|\n/)
    expect(statuses).toEqual(expect.arrayContaining(['none paid', '2 paid: R$ 12,50']))
    expect(statuses.indexOf('none paid')).toBeLessThan(statuses.indexOf('2 paid: R$ 12,50'))
  })

  it.each([false, true])('prints the same JSON as --type, and no total (terminal: %s)', async terminal => {
    const { stdout, stderr } = await tail(events, { flags: ['--paid', '--json'], terminal })
    const lines = stdout.trimEnd().split('\n')
    expect(lines.map(line => JSON.parse(line).event.id)).toEqual(['evt_1', 'evt_3'])
    expect(stderr).toBe('')
  })

  it('moves the cursor past what it does not show', async () => {
    using machine = await machineWith([...events, expired(7)])
    await tailOn(machine, { flags: ['--after', sequence(0), '--paid', '--max', '1'] })
    const rest = await tailOn(machine, { flags: ['--paid', '--max', '1'] })
    expect(rest.stdout).toContain('evt_3')
    const { stdout } = await tailOn(machine, { flags: ['--max', '1'] })
    expect(stdout).toContain('evt_4')
  })

  it('is not for use with --type', async () => {
    const { code, stderr } = await tail(events, { flags: ['--paid', '--type', 'payment.expired'] })
    expect(code).toBe(2)
    expect(stderr).toContain('--type')
  })
})

describe('--bell', () => {
  const bells = (text: string) => text.split('\u0007').length - 1

  it('rings once for a batch with payments', async () => {
    const { stdout, stderr } = await tail([paid(10), paid(20), expired(5)], {
      flags: ['--bell'],
      terminal: true,
    })
    expect(bells(stdout)).toBe(0)
    // One for each of at least one batch: the events may come in several.
    expect(bells(stderr)).toBeGreaterThan(0)
    expect(bells(stderr)).toBeLessThanOrEqual(2)
  })

  it.each<[string, EventOptions[], TailRun]>([
    ['without a payment', [expired(5)], { flags: ['--bell'], terminal: true }],
    ['in a pipe', [paid(10)], { flags: ['--bell'] }],
    ['in a JSON log', [paid(10)], { flags: ['--bell', '--log-format', 'json'], terminal: true }],
    ['without the flag', [paid(10)], { terminal: true }],
  ])('does not ring %s', async (_name, events, run) => {
    const { stdout, stderr } = await tail(events, run)
    expect(stderr).toContain('1 event')
    expect(bells(stdout + stderr)).toBe(0)
  })

  it('rings with --json too, where stderr is a terminal', async () => {
    expect(bells((await tail([paid(10)], { flags: ['--bell', '--json'], terminal: true })).stderr)).toBe(1)
  })
})
