/** `webhook listen --forward-to`: what the target gets, and when. */

import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Machine } from '../support/pixctl.ts'
import { openTarget, SECRET, sentHeaders, sign, signedAt, type Target } from '../webhooks/target.ts'
import { Listener, listeningMachine, signed } from './listener.ts'

const forwarding = (machine: Machine, target: Target, ...args: string[]) =>
  Listener.start(machine, '--forward-to', target.url, ...args)

/** What `webhook deliveries` says of forwarding, by delivery. */
async function forwards(machine: Machine): Promise<Record<string, [string, number]>> {
  const { stdout } = await machine.pixctl(['webhook', 'deliveries', '--json'])
  const all = JSON.parse(stdout) as { delivery: string; forward: string; attempts: number }[]
  return Object.fromEntries(all.map(({ delivery, forward, attempts }) => [delivery, [forward, attempts]]))
}

describe('a delivery', () => {
  it('is answered at once, and sent on with the same bytes and headers', async () => {
    const machine = listeningMachine()
    const target = await openTarget(204)
    const listener = await forwarding(machine, target)
    const body = '{ "id":"evt_1",\r\n"type":"payment.approved", "n":1.50}\n'
    const delivery = signed({ delivery: 'dlv_1', body, headers: { 'X-Other': 'not sent on' } })
    expect((await listener.send(delivery)).status).toBe(204)
    const lines = await listener.shows(2)
    expect(lines).toMatchObject([
      { delivery: 'dlv_1', verdict: 'accepted' },
      { delivery: 'dlv_1', forward: { to: target.url, status: 204, attempt: 1 } },
    ])
    expect(Object.keys(lines[1].forward)).toEqual(['to', 'status', 'ms', 'attempt'])
    const [got] = target.got
    expect(got?.body.toString()).toBe(body)
    expect(sentHeaders(got!)).toEqual([
      ...['Content-Type', 'application/json', 'X-Service-Event', 'payment.approved'],
      ...['X-Service-Delivery', 'dlv_1', 'X-Service-Signature', delivery.headers['X-Service-Signature']],
    ])
    expect((await listener.end()).stderr).toContain('1 received, 1 forwarded, 0 still pending')
  })

  it("whose target doesn't answer is answered all the same", async () => {
    const target = await openTarget(() => {})
    const listener = await forwarding(listeningMachine(), target, '--forward-timeout', '0.2')
    expect((await listener.send(signed({ delivery: 'dlv_1' }))).status).toBe(204)
    const [, attempt] = await listener.shows(2)
    expect(attempt.forward).toEqual({
      to: target.url,
      status: null,
      ms: expect.any(Number),
      attempt: 1,
      error: 'no answer within 0.2 s',
    })
  })

  it('is sent once though it came fifty times at once', async () => {
    const target = await openTarget(204)
    const listener = await forwarding(listeningMachine(), target)
    const delivery = signed()
    const answers = await Promise.all(Array.from({ length: 50 }, () => listener.send(delivery)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]))
    const lines = await listener.shows(51)
    await listener.send(signed())
    await target.requests(2)
    expect(lines.filter(({ verdict }) => verdict === 'accepted')).toHaveLength(1)
    expect(lines.filter(({ verdict }) => verdict === 'duplicate')).toHaveLength(49)
    expect(target.got).toHaveLength(2)
  })

  it('is sent once though its event came again under another delivery id', async () => {
    const machine = listeningMachine()
    const target = await openTarget(204)
    const listener = await forwarding(machine, target)
    await listener.send(signed({ delivery: 'dlv_1', id: 'evt_1' }))
    await listener.shows(2)
    await listener.send(signed({ delivery: 'dlv_2', id: 'evt_1' }))
    await listener.send(signed({ delivery: 'dlv_3', id: 'evt_3' }))
    await target.requests(2)
    expect(target.got.map(({ headers }) => headers['x-service-delivery'])).toEqual(['dlv_1', 'dlv_3'])
    await listener.end()
    expect(await forwards(machine)).toMatchObject({ dlv_1: ['done', 1], dlv_2: ['done', 0] })
  })

  it('is sent though an old one was sent again under its id before', async () => {
    const machine = listeningMachine()
    const target = await openTarget(204)
    const listener = await forwarding(machine, target)
    const captured = signed({ delivery: 'dlv_1', id: 'evt_1' })
    await listener.send(captured)
    await target.requests(1)
    // Delivery ids aren't signed: whoever has caught one delivery can give it any.
    await listener.send({ ...captured, headers: { ...captured.headers, 'X-Service-Delivery': 'dlv_2' } })
    const real = signed({ delivery: 'dlv_2', id: 'evt_2' })
    for (let n = 0; n < 2; n++) expect((await listener.send(real)).status).toBe(204)
    const lines = await listener.shows(6)
    const keptAs = expect.stringMatching(/^dlv_2~[0-9a-f]{12}$/)
    expect(lines.filter(({ verdict }) => verdict)).toMatchObject([
      { delivery: 'dlv_1', verdict: 'accepted' },
      { delivery: 'dlv_2', verdict: 'duplicate' },
      { delivery: 'dlv_2', verdict: 'accepted', keptAs, payload: { id: 'evt_2' } },
      { delivery: 'dlv_2', verdict: 'duplicate', keptAs },
    ])
    expect(lines.filter(({ forward }) => forward)).toMatchObject([
      { delivery: 'dlv_1', forward: { status: 204 } },
      { delivery: 'dlv_2', forward: { status: 204 }, keptAs },
    ])
    expect(target.got.map(({ body }) => JSON.parse(body.toString()).id)).toEqual(['evt_1', 'evt_2'])
    expect(target.got[1]?.headers['x-service-delivery']).toBe('dlv_2')
    await listener.end()
  })

  it('of each of two stores is sent though their event ids are alike, and once while a secret is changed', async () => {
    const [one, other] = ['whsec_store_one_0123', 'whsec_store_two_0123']
    const machine = listeningMachine({ PIXCTL_WEBHOOK_SECRET: `${one} ${other}` })
    const target = await openTarget(204)
    const listener = await forwarding(machine, target)
    const first = signed({ delivery: 'dlv_1', id: 'evt_1', secret: one })
    const again = sign(String(Math.floor(Date.now() / 1000)), first.body, other)
    for (const each of [
      first,
      { ...first, headers: { ...first.headers, 'X-Service-Signature': again } },
      {
        ...first,
        headers: { ...first.headers, 'X-Service-Signature': again, 'X-Service-Delivery': 'dlv_2' },
      },
      signed({ delivery: 'dlv_3', id: 'evt_1', secret: other }),
      signed({ delivery: 'dlv_4', id: 'evt_1', secret: one }),
    ]) {
      await listener.send(each)
    }
    const lines = await listener.shows(7)
    expect(lines.filter(({ verdict }) => verdict).map(({ verdict }) => verdict)).toEqual([
      ...['accepted', 'duplicate', 'duplicate', 'accepted', 'duplicate'],
    ])
    expect(target.got.map(({ headers }) => headers['x-service-delivery'])).toEqual(['dlv_1', 'dlv_3'])
    await listener.end()
  })

  it('that was only watched is not swallowed: its event is forwarded when it comes again', async () => {
    const machine = listeningMachine()
    const watching = await Listener.start(machine)
    const watched = signed({ delivery: 'dlv_1', id: 'evt_1' })
    await watching.send(watched)
    await watching.end()
    const target = await openTarget(204)
    const listener = await forwarding(machine, target)
    // The same delivery is there already, and only a replay forwards it.
    await listener.send(watched)
    await listener.send(signed({ delivery: 'dlv_2', id: 'evt_1' }))
    const lines = await listener.shows(3)
    expect(lines).toMatchObject([
      { delivery: 'dlv_1', verdict: 'duplicate' },
      { delivery: 'dlv_2', verdict: 'duplicate' },
      { delivery: 'dlv_2', forward: { status: 204 } },
    ])
    await listener.end()
    expect(await forwards(machine)).toEqual({ dlv_1: ['done', 0], dlv_2: ['done', 1] })
  })

  it('left out by --unseen is forwarded', async () => {
    const machine = listeningMachine()
    const { arrival, openInbox } = await import('../store/arrivals.ts')
    const inbox = await openInbox(machine.dataDir)
    const seen = arrival({ channel: 'realtime', delivery: 'rt_1', eventId: 'evt_1', forward: false })
    inbox.together(() => inbox.take(seen))
    const target = await openTarget(204)
    const listener = await forwarding(machine, target, '--unseen')
    await listener.send(signed({ delivery: 'dlv_1', id: 'evt_1' }))
    expect(await listener.shows(1)).toMatchObject([{ delivery: 'dlv_1', forward: { status: 204 } }])
  })
})

describe('a target that fails', () => {
  it('gets them in order, each until a 2xx', async () => {
    const target = await openTarget(500, 302, 204)
    const listener = await forwarding(listeningMachine(), target)
    for (const n of [1, 2, 3]) await listener.send(signed({ delivery: `dlv_${n}` }))
    await target.requests(5)
    const sent = target.got.map(({ headers }) => headers['x-service-delivery'])
    expect(sent).toEqual(['dlv_1', 'dlv_1', 'dlv_1', 'dlv_2', 'dlv_3'])
    const lines = await listener.shows(8)
    const attempts = lines.filter(each => each.forward && each.delivery === 'dlv_1')
    expect(attempts.map(({ forward }) => [forward.status, forward.attempt])).toEqual([
      [500, 1],
      [302, 2],
      [204, 3],
    ])
  })

  it('and comes back gets what is pending, though the listener was killed meanwhile', async () => {
    const machine = listeningMachine()
    const target = await openTarget(204)
    await target.stop()
    const first = await forwarding(machine, target)
    for (const n of [1, 2]) await first.send(signed({ delivery: `dlv_${n}` }))
    await first.shows(3)
    await first.kill()
    await target.start()
    const second = await Listener.startAs(machine, ['--forward-to', target.url])
    await target.requests(2)
    expect(target.got.map(({ headers }) => headers['x-service-delivery'])).toEqual(['dlv_1', 'dlv_2'])
    for (const got of target.got) expect(signedAt(got)).toBeGreaterThan(0)
    const { stderr } = await second.end()
    expect(stderr).toContain(`forwarding to ${target.url}, starting with 2 pending from earlier`)
    expect(stderr).toContain('0 received, 2 forwarded, 0 still pending')
    expect(await forwards(machine)).toMatchObject({ dlv_1: ['done', expect.any(Number)], dlv_2: ['done', 1] })
  })

  it('leaves what is pending to the target of the next --forward-to', async () => {
    const machine = listeningMachine()
    const broken = await openTarget(500)
    const first = await forwarding(machine, broken)
    await first.send(signed({ delivery: 'dlv_1' }))
    await broken.requests(1)
    expect((await first.end()).stderr).toContain('1 received, 0 forwarded, 1 still pending')
    const working = await openTarget(204)
    await forwarding(machine, working)
    await working.requests(1)
    expect(working.got[0]?.headers['x-service-delivery']).toBe('dlv_1')
  })
})

describe('two listeners on one inbox', () => {
  it('take what comes to either, and one of them forwards each once', async () => {
    const machine = listeningMachine()
    const target = await openTarget(204)
    const one = await forwarding(machine, target)
    const two = await forwarding(machine, target)
    await two.says(/another pixctl of this profile is forwarding/)
    const ids = Array.from({ length: 20 }, (_, n) => `dlv_${n}`)
    await Promise.all(
      ids.map((delivery, n) => (n % 2 ? one : two).send(signed({ delivery, id: `evt_${n}` }))),
    )
    await target.requests(20)
    await two.send(signed({ delivery: 'dlv_last' }))
    await target.requests(21)
    const sent = target.got.map(({ headers }) => headers['x-service-delivery'])
    expect([...sent].sort()).toEqual([...ids, 'dlv_last'].sort())
    // The second takes over once the first is gone.
    await one.kill()
    await two.send(signed({ delivery: 'dlv_after' }))
    await target.requests(22)
    expect((await two.end()).stderr.match(/another pixctl/g)).toHaveLength(1)
  })
})

describe('--forward-header', () => {
  it('is sent along, its value from a file where it is secret', async () => {
    const machine = listeningMachine()
    const file = join(machine.folder, 'token.txt')
    writeFileSync(file, 'Bearer s3cret\n')
    const target = await openTarget(204)
    const flags = ['--forward-header', 'X-Shop: one', '--forward-header', `Authorization: @${file}`]
    const listener = await forwarding(machine, target, ...flags, '--debug')
    await listener.send(signed())
    await target.requests(1)
    expect(target.got[0]?.headers).toMatchObject({ 'x-shop': 'one', authorization: 'Bearer s3cret' })
    const { stdout, stderr } = await listener.end()
    expect(stdout + stderr).not.toContain('s3cret')
  })
})

describe('a target with a certificate of its own', () => {
  it('is refused, and taken with --forward-insecure', async () => {
    const tls = join(import.meta.dirname, '../support/tls')
    const [cert, key] = ['cert.pem', 'key.pem'].map(file => readFileSync(join(tls, file)))
    const target = createSecureServer({ cert, key }, (_request, response) => response.writeHead(204).end())
    target.listen(0, '127.0.0.1')
    await once(target, 'listening')
    onTestFinished(() => {
      target.closeAllConnections()
      target.close()
    })
    const to = `https://127.0.0.1:${(target.address() as AddressInfo).port}/`
    const machine = listeningMachine()
    const strict = await Listener.start(machine, '--forward-to', to)
    await strict.send(signed())
    const [, refused] = await strict.shows(2)
    expect(refused.forward).toMatchObject({ status: null, error: expect.stringContaining('certificate') })
    await strict.end()
    const lax = await Listener.start(machine, '--forward-to', to, '--forward-insecure')
    expect((await lax.shows(1))[0].forward).toMatchObject({ status: 204, attempt: 2 })
  })
})

describe('--max', () => {
  it('ends with 0 once that many are shown and forwarded', async () => {
    const target = await openTarget(204)
    const listener = await forwarding(listeningMachine(), target, '--max', '2')
    await listener.send(signed())
    await listener.send(signed())
    const { stdout, code } = await listener.ended
    expect(code).toBe(0)
    const lines = stdout
      .trim()
      .split('\n')
      .map(line => JSON.parse(line))
    expect(lines.filter(each => each.verdict)).toHaveLength(2)
    expect(lines.filter(each => each.forward)).toHaveLength(2)
  })

  it('waits for a target that refuses at first', async () => {
    const target = await openTarget(500, 503, 204)
    const listener = await forwarding(listeningMachine(), target, '--max', '2')
    for (let n = 0; n < 2; n++) await listener.send(signed())
    expect((await listener.ended).code).toBe(0)
    expect(target.got).toHaveLength(4)
  })

  it('ends with 8 where the target refuses for longer than --timeout, with what is pending', async () => {
    const machine = listeningMachine()
    const target = await openTarget(500)
    const listener = await forwarding(machine, target, '--max', '2', '--timeout', '0.3')
    for (const n of [1, 2]) await listener.send(signed({ delivery: `dlv_${n}` }))
    const { stderr, code } = await listener.ended
    const [summary, error] = stderr.trimEnd().split('\n').slice(-2)
    expect(summary).toBe('2 received, 0 forwarded, 2 still pending')
    expect({ ...JSON.parse(error!), code }).toMatchObject({
      error: expect.stringMatching(/^2 still pending: http.* accepted none of them for 300 ms/),
      exitCode: 8,
      code: 8,
    })
    expect(await forwards(machine)).toMatchObject({
      dlv_1: ['pending', expect.any(Number)],
      dlv_2: ['pending', 0],
    })
    const working = await openTarget(204)
    await forwarding(machine, working)
    await working.requests(2)
  })

  it('ends with 130 by Ctrl-C while it waits', async () => {
    const target = await openTarget(500)
    const listener = await forwarding(listeningMachine(), target, '--max', '1')
    await listener.send(signed())
    await target.requests(2)
    expect((await listener.end('SIGINT')).code).toBe(130)
  })
})

describe('Ctrl-C', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('%s lets the attempt in flight end', async (signal, code) => {
    const machine = listeningMachine()
    const answers: (() => void)[] = []
    const target = await openTarget(response => answers.push(() => response.writeHead(204).end()))
    const listener = await forwarding(machine, target)
    for (const n of [1, 2]) await listener.send(signed({ delivery: `dlv_${n}` }))
    await target.requests(1)
    listener.child.kill(signal)
    // The signal has arrived once nothing more is taken; answered before that, the next attempt would begin.
    const look = () =>
      fetch(listener.url, { headers: { connection: 'close' } }).then(
        () => 'open',
        () => 'closed',
      )
    await expect.poll(look).toBe('closed')
    answers[0]!()
    const run = await listener.ended
    expect(run.code).toBe(code)
    expect(run.stderr).toContain('2 received, 1 forwarded, 1 still pending')
    expect(await forwards(machine)).toEqual({ dlv_1: ['done', 1], dlv_2: ['pending', 0] })
  })

  it('ends within 3 s where the target never answers', async () => {
    const machine = listeningMachine()
    const target = await openTarget(() => {})
    const listener = await forwarding(machine, target)
    await listener.send(signed({ delivery: 'dlv_1' }))
    await target.requests(1)
    const start = performance.now()
    const { code, stderr } = await listener.end('SIGINT')
    expect(performance.now() - start).toBeLessThan(3000)
    expect(code).toBe(130)
    expect(stderr).toContain('1 received, 0 forwarded, 1 still pending')
    expect(await forwards(machine)).toMatchObject({ dlv_1: ['pending', expect.any(Number)] })
  })
})

it('the secret shows nowhere: not in lines, notes, --debug, nor in the inbox', async () => {
  const machine = listeningMachine()
  const target = await openTarget(500, 204)
  const listener = await forwarding(machine, target, '--debug')
  await listener.send(signed())
  await target.requests(2)
  const { stdout, stderr } = await listener.end()
  const folder = join(machine.dataDir, 'profiles', 'default')
  const state = readdirSync(folder).map(file => readFileSync(join(folder, file), 'latin1'))
  expect([stdout, stderr, ...state].join('')).not.toContain(SECRET.slice('whsec_'.length))
})
