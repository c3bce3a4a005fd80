/** `webhook listen` with several `--forward-to`: each delivery goes to one target, or to none. */

import { describe, expect, it } from 'vitest'
import { shownTarget } from '#forwarding/routes.ts'
import { envelope } from '../../support/envelope.ts'
import { deliveriesOf, forwardStates } from '../../support/forwarding.ts'
import { Listener, localListeningMachine, signed } from '../../support/listener.ts'
import { errorOf, notesOf } from '../../support/pixctl.ts'
import { jsonLines } from '../../support/store.ts'
import { openTarget, signedAt } from '../../webhooks/target.ts'

/** A delivery `dlv_<name>` of the event `evt_<name>`. */
function delivery(name: string, type: string, payment = name) {
  const body = envelope({ id: `evt_${name}`, type, paymentId: `pay_${payment}` })
  return signed({ delivery: `dlv_${name}`, type, body })
}

const [CREATED, APPROVED, EXPIRED] = ['payment.created', 'payment.approved', 'payment.expired']

describe('several targets', () => {
  it('get each what they name, and the one without types the rest', async () => {
    const [paid, payments, rest] = [await openTarget(204), await openTarget(204), await openTarget(204)]
    const listener = await Listener.start(
      localListeningMachine(),
      ...['--forward-to', rest.url, '--forward-to', `${APPROVED},deposit.approved=${paid.url}`],
      ...['--forward-to', `payment.*=${payments.url}`, '--max', '5'],
    )
    const types = [APPROVED, CREATED, 'deposit.approved', 'endpoint.test', 'payment.refunded']
    for (const [n, type] of types.entries()) await listener.send(delivery(`${n + 1}`, type))
    const run = await listener.ended
    expect(run.code).toBe(0)
    expect(deliveriesOf(paid)).toEqual(['dlv_1', 'dlv_3'])
    expect(deliveriesOf(payments)).toEqual(['dlv_2', 'dlv_5'])
    expect(deliveriesOf(rest)).toEqual(['dlv_4'])
    for (const got of [...paid.got, ...payments.got, ...rest.got]) signedAt(got)
    const sentTo = jsonLines(run.stdout).filter(({ attempt }) => attempt)
    expect(Object.fromEntries(sentTo.map(each => [each.delivery, each.attempt.to]))).toMatchObject({
      dlv_1: shownTarget(paid.url),
      dlv_2: shownTarget(payments.url),
      dlv_4: shownTarget(rest.url),
    })
    expect(notesOf(run).at(-1)).toBe('5 received, 5 forwarded, 0 still pending')
  })

  it('do not wait for one that is down, but for the earlier events of a payment that it holds back', async () => {
    const machine = localListeningMachine()
    const [down, up] = [await openTarget(500), await openTarget(204)]
    const flags = ['--forward-to', `${CREATED}=${down.url}`, '--forward-to', up.url]
    const listener = await Listener.startAs(machine, [...flags, '--max', '5', '--timeout', '0.5'])
    await listener.send(delivery('1', CREATED, 'a'))
    await listener.send(delivery('2', APPROVED, 'a'))
    for (const name of ['3', '4', '5']) await listener.send(delivery(name, APPROVED))
    const run = await listener.ended
    expect(run.code).toBe(8)
    expect(deliveriesOf(up)).toEqual(['dlv_3', 'dlv_4', 'dlv_5'])
    expect(new Set(deliveriesOf(down))).toEqual(new Set(['dlv_1']))
    expect(run.stderr).toContain('5 received, 3 forwarded, 2 still pending\n')
    expect(run.stderr).toContain('error: 2 still pending: none of them was accepted for 500 ms\n')
    expect(run.stderr).toContain(`  1 for ${down.shown}\n  1 for ${up.shown}\n`)

    // Today's routes count, not those of then.
    const next = await Listener.start(machine, '--forward-to', `payment.*=${up.url}`)
    await up.requests(5)
    expect(deliveriesOf(up).slice(3)).toEqual(['dlv_1', 'dlv_2'])
    expect(notesOf(await next.end()).at(-1)).toBe('0 received, 2 forwarded, 0 still pending')
  })
})

describe('a delivery whose type no target takes', () => {
  it('is kept with the state none, and not waited for', async () => {
    const machine = localListeningMachine()
    const target = await openTarget(204)
    const listener = await Listener.start(machine, '--forward-to', `deposit.*=${target.url}`, '--max', '1')
    await listener.send(delivery('1', APPROVED))
    expect((await listener.ended).code).toBe(0)
    expect(target.got).toEqual([])
    expect(await forwardStates(machine)).toEqual({ dlv_1: ['none', 0] })
  })

  it('stays pending if it was before, which is said at the start, and holds nothing back', async () => {
    const machine = localListeningMachine()
    const [down, up] = [await openTarget(500), await openTarget(204)]
    const first = await Listener.start(machine, '--forward-to', down.url)
    await first.send(delivery('1', CREATED, 'a'))
    await first.send(delivery('2', EXPIRED, 'b'))
    await first.send(delivery('3', EXPIRED, 'c'))
    await down.requests(1)
    await first.kill()
    const second = await Listener.start(machine, '--forward-to', `${APPROVED}=${up.url}`, '--max', '1')
    await second.says(
      /3 events stay pending, because no --forward-to names their types: 1 payment\.created and 2 payment\.expired\. .*: pixctl webhook replay --pending --to URL/,
    )
    await second.send(delivery('4', APPROVED, 'a'))
    const run = await second.ended
    expect(run.code).toBe(0)
    expect(deliveriesOf(up)).toEqual(['dlv_4'])
    expect(notesOf(run).at(-1)).toBe('1 received, 1 forwarded, 3 still pending')
    const states = await forwardStates(machine)
    expect(Object.values(states).map(([state]) => state)).toEqual(['done', 'pending', 'pending', 'pending'])
    await Listener.start(machine, '--forward-to', up.url)
    await up.requests(4)
    expect(deliveriesOf(up).slice(1)).toEqual(['dlv_1', 'dlv_2', 'dlv_3'])
  })

  it('is an error of its own in a replay, and the others are sent', async () => {
    const machine = localListeningMachine()
    const [paid, rest] = [await openTarget(204), await openTarget(204)]
    const routes = ['--forward-to', `${APPROVED}=${paid.url}`, '--forward-to', `${CREATED}=${rest.url}`]
    const listener = await Listener.start(machine, ...routes, '--max', '3')
    await listener.send(delivery('1', APPROVED))
    await listener.send(delivery('2', EXPIRED))
    await listener.send(delivery('3', CREATED))
    await listener.ended
    const run = await machine.pixctl(['webhook', 'replay', 'dlv_1', 'dlv_2', 'dlv_3', '--json'])
    expect(jsonLines(run.stdout)).toMatchObject([
      { delivery: 'dlv_1', to: paid.url, status: 204 },
      { delivery: 'dlv_3', to: rest.url, status: 204 },
    ])
    const words = 'dlv_2 was not sent: the last --forward-to names no target for payment.expired'
    expect(notesOf(run)).toContain(words)
    expect(errorOf(run)).toMatchObject({
      exitCode: 2,
      error: expect.stringMatching(
        /^1 of 3 events were not accepted; .* names no target for payment\.expired/,
      ),
    })
    const alone = await machine.pixctl(['webhook', 'replay', 'dlv_2', '--json'])
    expect(errorOf(alone)).toMatchObject({ exitCode: 2, error: expect.stringContaining(words) })
  })
})

describe('a replay to several targets', () => {
  it('ends if one does not answer: an event of the same payment may go to the other one', async () => {
    const machine = localListeningMachine()
    const [silent, up] = [await openTarget(204), await openTarget(204)]
    const routes = ['--forward-to', `${CREATED}=${silent.url}`, '--forward-to', up.url]
    const listener = await Listener.start(machine, ...routes, '--max', '4')
    for (const [n, payment] of ['a', 'b'].entries()) {
      await listener.send(delivery(`${2 * n + 1}`, CREATED, payment))
      await listener.send(delivery(`${2 * n + 2}`, APPROVED, payment))
    }
    await listener.ended
    await silent.stop()
    const run = await machine.pixctl(['webhook', 'replay', '--since', '1h', '--json'])
    expect(jsonLines(run.stdout).map(({ delivery, status }) => [delivery, status])).toEqual([['dlv_1', null]])
    expect(up.got).toHaveLength(2)
    expect(notesOf(run).at(-1)).toMatch(/^3 left that were not sent; to continue: /)
    expect(errorOf(run)).toMatchObject({ exitCode: 9 })
  })
})
