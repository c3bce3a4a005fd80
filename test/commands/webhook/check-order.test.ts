/** `webhook check --order`: what it finds in right and wrong shops, and what it refuses to ask. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Stopped } from '#lib/failure.ts'
import { callers } from '../../sandbox/harness.ts'
import { fastClock } from '../../support/clock.ts'
import { errorOf, notesOf } from '../../support/pixctl.ts'
import { nowhere } from '../../support/receivers.ts'
import { endpointsOf, startSandboxOn } from '../../support/sandbox.ts'
import { type Act, answer, ScriptedService } from '../../support/service.ts'
import { some } from '../../support/volume.ts'
import { newMachine } from '../sandbox/stores.ts'
import { type Mistakes, startShop } from './order-shop.ts'

interface Checked {
  url: string
  passed: boolean
  cause: null
  checks: { name: string; passed: boolean | null; got: string; section: string; advice: string | null }[]
}

const NAMES = [
  'delivered_when_paid',
  'delivered_once',
  'unpaid_not_delivered',
  'delivered_when_paid_late',
  'delivered_after_failure',
  'never_again',
]

async function withShop(mistakes: Mistakes = {}) {
  const machine = newMachine()
  const sandbox = await startSandboxOn(machine.host(), '--data', ':memory:')
  const shop = await startShop(sandbox, mistakes)
  const { secret } = await endpointsOf(machine).add(shop.hook)
  shop.useSecret(secret)
  const check = (...args: string[]) => machine.pixctl(['webhook', 'check', ...args], { clock: fastClock })
  const checkOrders = (...args: string[]) =>
    check('--order', shop.order, '--delivered', 'handed over', ...args)
  const charges = async () =>
    JSON.parse((await machine.pixctl(['charges', 'list', '--json'])).stdout).data as {
      id: string
      amount: number
    }[]
  return { machine, sandbox, shop, check, checkOrders, charges }
}

describe('a shop that is right', () => {
  it('passes with charges that the check creates', async () => {
    const { shop, checkOrders, machine } = await withShop()
    const { stdout, stderr, code } = await checkOrders('--json')
    expect(notesOf({ stderr })).toEqual([
      expect.stringMatching(/^signed with the secret of endpoint we_\w+ \(http.+\/hook\), …\w{4}$/),
    ])
    const result = JSON.parse(stdout) as Checked
    expect(result.checks.filter(({ passed }) => !passed)).toEqual([])
    expect([code, result.passed, result.url, result.cause]).toEqual([0, true, shop.order, null])
    expect(result.checks.map(({ name }) => name)).toEqual(NAMES)
    const faults = await machine.pixctl(['sandbox', 'fault', 'list', '--json'])
    expect(JSON.parse(faults.stdout)).toEqual([])
  })

  it('passes with a text that has the number', async () => {
    const { shop, check } = await withShop()
    const { code } = await check('--order', shop.order, '--delivered', ': 1')
    expect(code).toBe(0)
  })

  it('passes with orders that begin in it', async () => {
    const { machine, shop, checkOrders, charges } = await withShop()
    const file = join(machine.folder, 'order.json')
    writeFileSync(file, '{"item":"book"}')
    const run = await checkOrders('--shop', `${shop.origin}/buy`, '--shop-body', file, '--json')
    expect([run.code, JSON.parse(run.stdout).passed]).toEqual([0, true])
    expect(shop.bought).toEqual(Array(5).fill({ body: '{"item":"book"}', type: 'application/json' }))
    // None of another amount: the check has created none itself.
    expect((await charges()).map(({ amount }) => amount)).toEqual([25, 25, 25, 25, 25])
  })
})

describe('a shop that is wrong', () => {
  const cases: [name: string, mistakes: Mistakes, fails: string, section: string][] = [
    ['remembers ids of deliveries', { byDelivery: true }, 'delivered_once', '6.2'],
    ['hands over for each channel', { channelsApart: true }, 'delivered_once', '6.2'],
    ['looks before it reads, not after', { races: true }, 'delivered_once', '6.2'],
    ['refuses copies', { refusesCopies: true }, 'delivered_once', '6.2'],
    ['believes the event', { believes: true }, 'unpaid_not_delivered', '6.1'],
    ['ignores what is paid late', { ignoresLate: true }, 'delivered_when_paid_late', '3'],
    ['answers 204 though nothing was done', { answersAlways: true }, 'delivered_after_failure', '6.2'],
    ['hands over again later', { again: true }, 'never_again', '6.2'],
    ['asks by itself too after a failure', { asksToo: true }, 'never_again', '6.2'],
    ['believes the event, some time after it', { believes: true, slow: true }, 'unpaid_not_delivered', '6.1'],
    ['answers first, and forgets what it couldn’t read', { slow: true }, 'delivered_after_failure', '6.2'],
    ['has a page that fails for an unpaid order', { unwell: true }, 'unpaid_not_delivered', '6.1'],
    ['hands over later what was not paid', { unpaidLater: true }, 'never_again', '6.2'],
  ]

  it.each(some(cases, 2))('%s', async (_name, mistakes, fails, section) => {
    const { checkOrders } = await withShop(mistakes)
    const run = await checkOrders('--json')
    const { passed, checks } = JSON.parse(run.stdout) as Checked
    expect(checks.filter(check => check.passed === false).map(({ name }) => name)).toEqual([fails])
    const check = checks.find(({ name }) => name === fails)!
    expect(check.section).toBe(section)
    expect(check.advice).toContain(`(docs/service.md, ${section})`)
    expect([run.code, passed]).toEqual([10, false])
    expect(errorOf(run)).toMatchObject({
      error: expect.stringContaining('1 of 6 checks failed'),
      exitCode: 10,
    })
  })

  it('never delivers: nothing else is tried', async () => {
    const { checkOrders, charges } = await withShop({ idle: true })
    const run = await checkOrders('--json')
    const { checks } = JSON.parse(run.stdout) as Checked
    expect(checks.map(({ passed }) => passed)).toEqual([false, null, null, null, null, null])
    expect(checks[0]!.got).toBe('not there; payment.approved was answered: 204')
    expect([run.code, (await charges()).length]).toEqual([10, 1])
  })

  it('has the text before the payment too: nothing else is tried', async () => {
    const { shop, check } = await withShop()
    const run = await check('--order', shop.order, '--delivered', 'order', '--json')
    const { checks } = JSON.parse(run.stdout) as Checked
    expect(checks.map(({ passed }) => passed)).toEqual([false, null, null, null, null, null])
    expect([run.code, checks[0]!.got]).toEqual([10, 'there before the payment'])
  })

  it('creates no charge for its order', async () => {
    const { shop, checkOrders } = await withShop()
    const run = await checkOrders('--shop', `${shop.origin}/elsewhere`)
    expect([run.code, run.stdout]).toEqual([2, ''])
    expect(run.stderr).toMatch(/no charge was created: the shop answered 200 ".*--shop-body/s)
  })

  it('is told in Portuguese', async () => {
    const { checkOrders } = await withShop({ idle: true })
    const run = await checkOrders('--lang', 'pt-BR')
    expect(run.stderr).toContain('1 de 6 verificações falhou, 5 puladas')
  })
})

describe('exit 2, and nothing is created:', () => {
  it.each<[name: string, args: string[], why: string]>([
    ['without --delivered', ['--order', 'http://127.0.0.1:9/{paymentId}'], '--delivered'],
    ['without --order', ['--delivered', 'x'], '--order'],
    ['a shop without --order', ['http://127.0.0.1:9/', '--shop', 'http://127.0.0.1:9/'], '--order'],
    ['neither receiver nor order', [], 'the URL of a receiver, or --order'],
    [
      'both',
      ['http://127.0.0.1:9/', '--order', 'http://127.0.0.1:9/{paymentId}', '--delivered', 'x'],
      'not both',
    ],
    ['no place for the charge', ['--order', 'http://127.0.0.1:9/', '--delivered', 'x'], '{paymentId}'],
    [
      'an empty text',
      ['--order', 'http://127.0.0.1:9/{paymentId}', '--delivered', ''],
      '--delivered is empty',
    ],
    ['another machine', ['--order', 'https://shop.example/{paymentId}', '--delivered', 'x'], 'add --yes'],
    ['plain http to it', ['--order', 'http://shop.example/{paymentId}', '--delivered', 'x'], '--insecure'],
    [
      'a body that is no file',
      [
        '--order',
        'http://127.0.0.1:9/{paymentId}',
        '--delivered',
        'x',
        '--shop',
        '9',
        '--shop-body',
        'none.json',
      ],
      'none.json',
    ],
  ])('%s', async (_name, args, why) => {
    const { check, charges } = await withShop()
    const { stdout, stderr, code } = await check(...args)
    expect({ stdout, code }).toEqual({ stdout: '', code: 2 })
    expect(stderr).toContain(why)
    expect(await charges()).toEqual([])
  })

  it('a sandbox without an endpoint for payment.approved', async () => {
    const { machine, checkOrders, charges } = await withShop()
    const endpoints = endpointsOf(machine)
    const [{ id }] = await endpoints.list()
    await endpoints.pixctl('sandbox', 'webhook', 'remove', id)
    await endpoints.add('http://127.0.0.1:9/', '--event', 'payment.expired')
    const { stderr, code } = await checkOrders()
    expect(code).toBe(2)
    expect(stderr).toContain('pixctl sandbox webhook add http://localhost:3000/webhook')
    expect(await charges()).toEqual([])
  })
})

describe('a store that is no sandbox is exit 2, and is asked nothing else:', () => {
  const page: Act = answer(200, '<!doctype html>', { 'content-type': 'text/html' })
  it.each<[string, Act]>([
    ['a service without such a path', answer(404, { error: 'no such route' })],
    ['one that has a code for that', answer(404, { error: 'no such route', code: 'not_found' })],
    ['one that answers a page', page],
    ['one that fails there', answer(500, { error: 'internal error' })],
    ['one that takes no GET there', answer(405, { error: 'no' })],
    ['one that forbids it', answer(403, { error: 'no', code: 'forbidden' })],
    ['one that redirects', answer(302, '', { location: '/login' })],
    ['one that answers anything', answer(200, { ok: true })],
  ])('%s', async (_name, act) => {
    await using service = await new ScriptedService(act).start()
    const machine = newMachine()
    const env = { PIXCTL_API_KEY: 'service_live_of-a-test', PIXCTL_BASE_URL: service.baseUrl }
    const orders = ['--order', 'http://127.0.0.1:9/{paymentId}', '--delivered', 'x']
    const run = await machine.pixctl(['webhook', 'check', ...orders, '--json'], { env })
    expect(run.code).toBe(2)
    expect(errorOf(run).error).toContain('is not a sandbox: nothing was created')
    expect(service.seen.map(({ method, url }) => `${method} ${url}`)).toEqual(['GET /sandbox/webhooks'])
  })
})

it('leaves no fault in the sandbox after Ctrl-C', async () => {
  const { machine, sandbox, shop } = await withShop()
  const faults = async () => (await callers(sandbox).control('/faults')).body.data
  const stopped = new AbortController()
  const args = ['webhook', 'check', '--order', shop.order, '--delivered', 'handed over']
  const run = machine.pixctl(args, { clock: fastClock, signal: stopped.signal })
  while ((await faults()).length === 0);
  stopped.abort(new Stopped('interrupted'))
  expect((await run).code).toBe(130)
  expect(await faults()).toEqual([])
})

it('is exit 9 if the shop can’t be reached where its orders begin', async () => {
  const { checkOrders, charges } = await withShop()
  const { code, stderr } = await checkOrders('--shop', await nowhere())
  expect([code, await charges()]).toEqual([9, []])
  expect(stderr).toContain('nothing listens')
})

it('says why the sandbox couldn’t deliver', async () => {
  const { machine, checkOrders } = await withShop({ idle: true })
  const endpoints = endpointsOf(machine)
  const [{ id }] = await endpoints.list()
  await endpoints.pixctl('sandbox', 'webhook', 'remove', id)
  await endpoints.add(await nowhere())
  const { code, stdout } = await checkOrders('--json')
  expect([code, JSON.parse(stdout).checks[0].got]).toEqual([
    10,
    'not there; payment.approved was answered: connection refused',
  ])
})

it('is exit 9 if nothing listens at the address of the order, and nothing is created', async () => {
  const { check, charges } = await withShop()
  const order = (await nowhere()).replace('/hook', '/orders/{paymentId}')
  const { code, stderr } = await check('--order', order, '--delivered', 'x')
  expect([code, await charges()]).toEqual([9, []])
  expect(stderr).toContain('nothing listens')
})
