/** What `events tail` counts: the summary at the end. */

import { describe, expect, it } from 'vitest'
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
  return await tailOn(machine, {
    ...run,
    flags: ['--after', sequence(0), '--max', String(events.length), ...flags],
  })
}

/** The last line of a text. */
const lastLine = (text: string) => text.trimEnd().split('\n').at(-1)

it('says at the start which types go to which of several targets', async () => {
  const target = await openTarget(204)
  const { origin } = new URL(target.url)
  const routes = ['--forward-to', `payment.*=${origin}/a?key=1`, '--forward-to', `${origin}/b`]
  const { stderr } = await tail([paid(1)], { flags: routes })
  expect(stderr).toContain(`forwarding payment.* to ${origin}/a\nforwarding other events to ${origin}/b\n`)
})

describe('the summary at the end', () => {
  it.each([
    ['C', '2 events'],
    ['pt_BR.UTF-8', '2 eventos'],
  ])('says how many were shown: %s', async (lang, words) => {
    expect(lastLine((await tail([paid(10), expired(7)], { lang })).stderr)).toBe(words)
  })

  it('counts what one run has shown: not what the one before has, nor what came twice', async () => {
    using machine = await machineWith([paid(10), paid(20), { ...paid(10), id: 'evt_1' }, paid(5)])
    await tailOn(machine, { flags: ['--after', sequence(0), '--max', '1'] })
    const { stdout, stderr } = await tailOn(machine, { flags: ['--max', '2'] })
    expect(stdout.match(/evt_\d/g)).toEqual(['evt_2', 'evt_4'])
    expect(lastLine(stderr)).toBe('2 events')
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
    expect(stderr.trimEnd().split('\n').slice(-2)).toEqual(['1 event', '1 forwarded, 0 still pending'])
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
    const { stderr } = await tail([paid(10.5), paid(5)], { flags: ['--log-format', 'json'] })
    expect(JSON.parse(lastLine(stderr)!)).toMatchObject({ level: 'info', message: '2 events', events: 2 })
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
    expect([code, lastLine(stderr)]).toEqual([130, '1 event'])
  })
})
