/** `webhook trigger --from` and `--set`: events of one's own. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { withKept } from '../../support/kept.ts'
import { LocalMachine } from '../../support/local.ts'
import { errorOf } from '../../support/pixctl.ts'
import { receiver, verifying } from '../../support/receivers.ts'
import type { HostOptions } from '../../support/run.ts'

const SECRET = 'whsec_of_the_trigger_test'
/** As no program writes it. */
const REAL =
  '{ "id":"evt_real","type":"payment.approved",\r\n"data" : {"amount":10.50,"paymentId":"pay_1","n":9007199254740993,"description":"caf\\u00e9"} }\n'

const SENT =
  '{"id":"evt_real","type":"payment.approved","data":{"amount":10.50,"paymentId":"pay_1","n":9007199254740993,"description":"café"}}'

async function kept(...deliveries: string[]) {
  const machine = await withKept(
    new LocalMachine({ PIXCTL_WEBHOOK_SECRET: SECRET }),
    deliveries.map(delivery => ({ delivery, eventId: `of_${delivery}`, body: Buffer.from(REAL) })),
  )
  const endpoint = await receiver(SECRET, verifying())
  const trigger = (args: string[], options?: HostOptions) =>
    machine.pixctl(['webhook', 'trigger', '--to', endpoint.url, ...args], options)
  const file = (name: string, content: string | Buffer) => {
    const path = join(machine.folder, name)
    writeFileSync(path, content)
    return path
  }
  return { endpoint, trigger, file, machine, [Symbol.asyncDispose]: () => endpoint[Symbol.asyncDispose]() }
}

describe('--from', () => {
  it('sends the body of a kept delivery, with new ids, and verifies at the receiver', async () => {
    await using world = await kept('dlv_abcdef01')
    const { stdout, stderr, code } = await world.trigger(['--from', 'dlv_abcdef01', '--json'])
    expect(code, stderr).toBe(0)
    const [{ headers, body, status }] = world.endpoint.seen as [(typeof world.endpoint.seen)[0]]
    const { id } = JSON.parse(body.toString())
    expect(body.toString()).toBe(SENT.replace('evt_real', id))
    expect(id).toMatch(/^pixctl_test_evt_/)
    expect(headers).toMatchObject({
      'x-service-event': 'payment.approved',
      'x-service-delivery': expect.stringMatching(/^pixctl_test_dlv_/),
    })
    expect(JSON.parse(stdout)).toEqual({
      type: 'payment.approved',
      eventId: id,
      delivery: headers['x-service-delivery'],
      to: world.endpoint.url,
      status,
      ms: expect.any(Number),
    })
  })

  it('takes the beginning of an id, a file, and standard input', async () => {
    await using world = await kept('dlv_abcdef01', 'dlv_abcdef02', 'dlv_zzzzzz01')
    const path = world.file('body.json', '{"type":"checkout.done","id":"a"}')
    const runs = [
      await world.trigger(['--from', 'dlv_zzzzzz']),
      await world.trigger(['--from', path]),
      await world.trigger(['payment.failed', '--from', '-'], { input: REAL }),
    ]
    expect(runs.map(({ code }) => code)).toEqual([0, 0, 0])
    expect(world.endpoint.seen.map(({ headers }) => headers['x-service-event'])).toEqual([
      'payment.approved',
      'checkout.done',
      'payment.failed',
    ])
    expect(JSON.parse(world.endpoint.seen[2]!.body.toString()).type).toBe('payment.failed')
    const several = await world.trigger(['--from', 'dlv_abcdef'])
    expect(several.code).toBe(2)
    expect(several.stderr).toMatch(/dlv_abcdef0[12]\n.*dlv_abcdef0[12]/)
  })
})

describe('--set', () => {
  it('changes members of a body, and no digit of another', async () => {
    await using world = await kept('dlv_abcdef01')
    const args = ['--set', 'data.status=FAILED', '--set', 'data.amount=20.00', '--set', 'data.description=']
    const { code, stderr } = await world.trigger(['--from', 'dlv_abcdef01', ...args])
    expect(code, stderr).toBe(0)
    const body = world.endpoint.seen[0]!.body.toString()
    expect(body.replace(/pixctl_test_\w+/, 'evt_real')).toBe(
      SENT.replace('10.50', '20.00').replace(',"description":"café"', ',"status":"FAILED"'),
    )
  })
})

describe('nothing is sent', () => {
  it.each([
    [
      'of what is nowhere',
      ['--from', 'dlv_missing'],
      'no such file, and the inbox of this profile has no such delivery',
    ],
    ['of a short beginning', ['--from', 'dlv'], 'at least 6 characters'],
    ['of an amount that the body has', ['--from', 'dlv_abcdef01', '--amount', '1'], '--set data.amount='],
    ['of a member without a value', ['--from', 'dlv_abcdef01', '--set', 'data.status'], 'PATH=VALUE'],
    ['of no type', [], 'or --from DELIVERY'],
    ['of an inbox for nothing', ['payment.approved', '--inbox', 'postgres://a@b/c'], '--from'],
  ])('%s: exit 2, with what to do', async (_name, args, says) => {
    await using world = await kept('dlv_abcdef01')
    const run = await world.trigger([...args, '--json'])
    expect({ stdout: run.stdout, code: run.code }).toEqual({ stdout: '', code: 2 })
    expect(errorOf(run).error).toContain(says)
    expect(world.endpoint.seen).toEqual([])
  })

  it('of more than a delivery may have, though a file has no end', async () => {
    await using world = await kept()
    for (const from of ['/dev/zero', world.file('large.json', `{"a":"${'x'.repeat(1024 * 1024)}"}`)]) {
      const run = await world.trigger(['--from', from])
      expect([run.code, run.stderr]).toEqual([2, expect.stringContaining('larger than 1 MiB')])
    }
  })

  it('with control characters of the body on the terminal', async () => {
    await using world = await kept()
    const run = await world.trigger(['--from', '-'], { input: '{"a":\u001b[31m}' })
    expect(run.code).toBe(2)
    expect(run.stderr).not.toContain('\u001b[31m}')
  })
})
