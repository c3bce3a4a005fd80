/** `webhook trigger`: what is sent, and what comes back. */

import { afterAll, describe, expect, it } from 'vitest'
import { LocalMachine } from '../../support/local.ts'
import { errorOf, notesOf } from '../../support/pixctl.ts'
import { nowhere, receiver, verifying } from '../../support/receivers.ts'

const SECRET = 'whsec_of_the_trigger_test'
const machine = new LocalMachine({ PIXCTL_WEBHOOK_SECRET: SECRET })
afterAll(() => machine[Symbol.dispose]())
const trigger = (...args: string[]) => machine.pixctl(['webhook', 'trigger', ...args])

it.each(['payment.approved', 'deposit.approved', 'endpoint.test'])(
  '%s is sent signed, and the command says what was sent and answered',
  async type => {
    await using endpoint = await receiver(SECRET, verifying())
    const { stdout, stderr, code } = await trigger(type, '--to', endpoint.url, '--json')
    const signedWith = 'signed with the secret of PIXCTL_WEBHOOK_SECRET, …test'
    expect([notesOf({ stderr }), code]).toEqual([[signedWith], 0])
    const [received] = endpoint.seen
    const event = JSON.parse(received!.body.toString())
    expect(received).toMatchObject({ method: 'POST', url: '/hook', status: 204 })
    expect(received!.headers).toMatchObject({
      'content-type': 'application/json',
      'x-service-event': type,
      'x-service-delivery': expect.stringMatching(/^pixctl_test_/),
    })
    expect(JSON.parse(stdout)).toEqual({
      type,
      eventId: event.id,
      delivery: received!.headers['x-service-delivery'],
      to: endpoint.url,
      status: 204,
      ms: expect.any(Number),
    })
    expect(event).toMatchObject({ type, id: expect.stringMatching(/^pixctl_test_/) })
  },
)

describe('the event', () => {
  it('is of the payment and the amount that were named', async () => {
    await using endpoint = await receiver(SECRET, verifying())
    const args = ['--to', endpoint.url, '--payment-id', 'pay_1', '--amount', '99,90']
    expect((await trigger('payment.approved', ...args)).code).toBe(0)
    const { data } = JSON.parse(endpoint.seen[0]!.body.toString())
    expect(data).toMatchObject({ id: 'pay_1', paymentId: 'pay_1', amount: 99.9, fee: 1, netAmount: 98.9 })
  })
})

describe("the target's answer", () => {
  it.each([
    [299, 0],
    [401, 8],
  ])('answer %i is exit %i', async (status, code) => {
    await using endpoint = await receiver(SECRET, () => status)
    const run = await trigger('payment.approved', '--to', endpoint.url, '--json')
    expect(run.code).toBe(code)
    expect(JSON.parse(run.stdout)).toMatchObject({ status })
    if (code !== 0) expect(errorOf(run)).toMatchObject({ status })
    expect(endpoint.seen).toHaveLength(1)
  })

  it('no answer is exit 9, after one request, and names the delivery that may have arrived', async () => {
    const refused = await trigger('payment.approved', '--to', await nowhere(), '--json')
    expect({ stdout: refused.stdout, code: refused.code }).toEqual({ stdout: '', code: 9 })
    expect(errorOf(refused).error).not.toContain('pixctl_test_')
    await using silent = await receiver(SECRET, () => null)
    const late = await trigger('payment.approved', '--to', silent.url, '--timeout', '2', '--json')
    expect(late.code).toBe(9)
    expect(silent.seen).toHaveLength(1)
    expect(errorOf(late).error).toContain(String(silent.seen[0]!.headers['x-service-delivery']))
  })

  it('shows no secret and no signature under --debug', async () => {
    await using endpoint = await receiver(SECRET, () => 401)
    const { stdout, stderr } = await trigger('payment.approved', '--to', endpoint.url, '--debug')
    expect(stderr).toContain('POST 127.0.0.1')
    expect(stdout + stderr).not.toContain(SECRET)
    expect(stdout + stderr).not.toMatch(/[0-9a-f]{64}/)
  })
})

describe('nothing is sent', () => {
  it.each([
    ['of an unknown type', ['payment.refunded', '--to', '1'], 'payment.approved'],
    ['to another machine, unasked', ['payment.approved', '--to', 'https://shop.example/'], '--yes'],
    ['of what is no payment id', ['payment.approved', '--to', '1', '--payment-id', 'a/b'], 'a/b'],
    [
      'of a payment that the type has not',
      ['connection.test', '--to', '1', '--payment-id', 'p'],
      'transport',
    ],
  ])('%s: exit 2, with what is missing', async (_name, args, says) => {
    const run = await trigger(...args)
    expect({ stdout: run.stdout, code: run.code }).toEqual({ stdout: '', code: 2 })
    expect(run.stderr).toContain(says)
  })
})
