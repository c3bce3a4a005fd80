/** What `events tail` counts: the summary at the end. */

import { describe, expect, it } from 'vitest'
import { LocalMachine } from '../../support/local.ts'
import { notesOf } from '../../support/pixctl.ts'
import { type RunOptions, runCommand } from '../../support/run.ts'
import { type EventOptions, Stream, sequence, WS_TOKEN } from '../../support/tailing.ts'
import { openTarget, SECRET } from '../../webhooks/target.ts'

interface TailRun extends Pick<RunOptions, 'until'> {
  flags?: string[]
}

const paid = (amount: unknown, data = {}): EventOptions => ({ data: { amount, ...data } })

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

async function tailOn(machine: LocalMachine, { flags = [], until }: TailRun) {
  const host = machine.host({ env: { NO_COLOR: '1', LC_ALL: 'C' } })
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

  it('counts messages that can not be read, each kind of which is named once, without a value', async () => {
    const unread = {
      message: '{"op":"event","event":{"id":"evt_x","type":"payment.approved","data":{"amount":7654321}}}',
    }
    const events = [unread, { message: '<html>no such shop</html>' }, unread, paid(10)]
    using machine = await machineWith(events)
    const flags = ['--after', sequence(0), '--max', '1']
    const { stderr, stdout } = await tailOn(machine, { flags })
    expect(stdout.match(/evt_\w/g)).toEqual(['evt_4'])
    const missed = 'events may have been missed; compare: pixctl reconcile'
    expect(stderr.split('\n').filter(line => line.startsWith('warning: '))).toEqual([
      `warning: a message of the realtime channel can't be read (it has no sequence; its members: op, event): ${missed}`,
      `warning: a message of the realtime channel can't be read (it is no JSON object): ${missed}`,
      `warning: 3 messages could not be read: ${missed}`,
    ])
    expect(stderr).not.toMatch(/evt_x|7654321|shop/)
  })

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
