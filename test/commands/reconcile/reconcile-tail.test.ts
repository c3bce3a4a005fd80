/** `reconcile` with events that came only over `events tail`: they count like those that came by webhook. */

import { describe, expect, it, onTestFinished } from 'vitest'
import { openInbox, take } from '../../inbox/arriving.ts'
import { FakeClock } from '../../support/clock.ts'
import type { LocalMachine } from '../../support/local.ts'
import { against } from '../../support/scripted.ts'
import { answer, paymentBody } from '../../support/service.ts'
import { openLocalStore } from '../../support/store.ts'
import { type EventOptions, localMachineOf, Stream, Tail } from '../../support/tailing.ts'
import { openTarget, SECRET } from '../../webhooks/target.ts'

const { qrCode, ...PAYMENT } = paymentBody({ status: 'PAID', createdAt: '2026-03-10T11:00:00.000Z' })
/** A charge that was paid, as the service lists it. */
const PAID = { ...PAYMENT, paidAt: '2026-03-10T12:00:00.000Z' }

/** Its approval, as the service streams it. */
function approvalOf(data: Record<string, unknown> = {}, over: EventOptions = {}): EventOptions {
  return { data: { paymentId: 'pay_1', amount: 10.5, netAmount: 10.39, ...data }, ...over }
}

/** A machine whose inbox began before that. */
async function begun(machine: LocalMachine): Promise<LocalMachine> {
  const first = { delivery: 'dlv_0', eventId: 'evt_0', receivedAt: '2026-01-01T00:00:00.000Z' }
  await take(await openInbox(machine.dataDir), { ...first, forward: false })
  return machine
}

/** Tails these events; then reconciles with a service that lists these charges. */
async function reconciled(
  charges: Record<string, unknown>[],
  events: EventOptions[],
  flags: string[] = [],
): Promise<{ code: number | null; differences: unknown[] }> {
  const list = { data: charges, pagination: { page: 1, limit: 100, total: charges.length } }
  const scripted = await against(answer(200, list))
  onTestFinished(() => scripted[Symbol.asyncDispose]())
  const stream = await Stream.start()
  const { PIXCTL_API_KEY, PIXCTL_BASE_URL } = scripted.machine.env as Record<string, string>
  const machine = await begun(
    localMachineOf(stream, { PIXCTL_API_KEY: PIXCTL_API_KEY!, PIXCTL_BASE_URL: PIXCTL_BASE_URL! }),
  )
  const tail = new Tail(machine, flags)
  await stream.clients(1)
  for (const each of events) stream.add(each)
  stream.add({ id: 'evt_last', type: 'connection.test' })
  while (!tail.ids.includes('evt_last')) await tail.shows(tail.ids.length + 1)
  expect((await tail.end()).code).toBe(143)
  const { stdout, code } = await machine.pixctl(['reconcile', '--json'])
  return { code, differences: JSON.parse(stdout).differences }
}

const TARGET = 'TARGET'
const AGREES = { code: 0, differences: [] }

describe('what events tail has shown', () => {
  it('agrees with the store', async () => {
    const { machine, sandbox, create, move } = await openLocalStore()
    await begun(machine)
    const env = { PIXCTL_REALTIME_URL: sandbox.realtimeUrl, PIXCTL_WS_TOKEN: sandbox.wsToken }
    const tail = new Tail(machine, ['--debug', '--max', '2'], env)
    await tail.says(/< ready/)
    await move((await create('--amount', '10.50')).id, 'pay')
    expect((await tail.ended).code).toBe(0)
    expect(tail.lines).toMatchObject([
      { event: { type: 'payment.created' } },
      { event: { type: 'payment.approved' } },
    ])
    const { stdout, code } = await machine.pixctl(['reconcile', '--json'])
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 0, agrees: true, differences: [] })
  })

  it.each([
    ['shown', [], 'pixctl events tail'],
    // A query may hold a token.
    [
      'forwarded by its type',
      ['--forward-to', `payment.*=${TARGET}?t=1`],
      "pixctl events tail --forward-to 'payment.*=…'",
    ],
  ])('and has not, by the tail that is named, is %s', async (_name, flags, next) => {
    const { machine, sandbox, create, move } = await openLocalStore()
    await begun(machine)
    const target = await openTarget(204)
    const url = target.url.replace(/\?.*/, '')
    const args = flags.map(flag => flag.replace(TARGET, url))
    const channel = { PIXCTL_REALTIME_URL: sandbox.realtimeUrl, PIXCTL_WS_TOKEN: sandbox.wsToken }
    const env = { ...channel, PIXCTL_WEBHOOK_SECRET: SECRET }
    const first = new Tail(machine, [...args, '--debug'], env)
    await first.says(/< ready/)
    await first.end()
    const { id } = await create('--amount', '10.50')
    await move(id, 'pay')
    // Later, so that no event can be on its way any more.
    const clock = new FakeClock(Date.now() + 60_000, { passing: true })
    const run = () => machine.pixctl(['reconcile', '--json'], { clock, env: channel })
    expect(JSON.parse((await run()).stdout).differences).toMatchObject([
      { kind: 'missed_event', paymentId: id, next: next.replace(TARGET, url) },
    ])
    await new Tail(machine, [...args, '--max', '2'], env).ended
    expect(target.got).toHaveLength(args.length)
    expect(await run()).toMatchObject({ code: 0 })
  })

  it('is not compared when its source is not api', async () => {
    const checkout = approvalOf({ paymentId: 'pay_of_the_wallet', source: 'wallet' })
    expect(await reconciled([], [checkout])).toEqual(AGREES)
  })

  it('counts for its payment although the event has no id', async () => {
    const data = { paymentId: 'pay_1', source: 'api', amount: 10.5, netAmount: 10.39 }
    const text = JSON.stringify({ type: 'payment.approved', data })
    expect(await reconciled([PAID], [{ text }])).toEqual(AGREES)
  })

  it('is a difference when its source is api and the charge is not listed', async () => {
    expect(await reconciled([], [approvalOf()])).toEqual({
      code: 11,
      differences: [
        {
          kind: 'not_paid',
          paymentId: 'pay_1',
          detail: expect.stringMatching(
            /^payment\.approved evt_1 arrived at .*, but the service does not list the charge$/,
          ),
          next: 'pixctl webhook show evt_1',
        },
      ],
    })
  })
})

describe('an approval that --type left out', () => {
  const skipping = ['--type', 'connection.test']

  it('counts: its payment is not reported as missed', async () => {
    expect(await reconciled([PAID], [approvalOf()], skipping)).toEqual(AGREES)
  })
})
