/** `webhook listen --forward-to`: what the target gets, and when. */

import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { shownTarget } from '#forwarding/routes.ts'
import { deliveriesOf, eventsOf, forwardingListener, forwardStates } from '../../support/forwarding.ts'
import { Listener, localListeningMachine, signed } from '../../support/listener.ts'
import { openTarget, SECRET, sentHeaders, signedAt } from '../../webhooks/target.ts'

describe('webhook listen --forward-to', () => {
  it('answers at once, and sends the same bytes on, and no header that is not signed', async () => {
    const machine = localListeningMachine()
    const target = await openTarget(204)
    const listener = await forwardingListener(machine, target)
    const body = '{ "id":"evt_1",\r\n"type":"payment.approved", "n":1.50}\n'
    const delivery = signed({ delivery: 'dlv_1', body, headers: { 'X-Other': 'not sent on' } })
    expect((await listener.send(delivery)).status).toBe(204)
    const lines = await listener.shows(2)
    const attempt = { to: shownTarget(target.url), status: 204, number: 1 }
    expect(lines).toMatchObject([{ verdict: 'accepted' }, { delivery: 'dlv_1', forward: 'done', attempt }])
    const [got] = target.got
    expect(got?.body.toString()).toBe(body)
    expect(sentHeaders(got!)).toEqual([
      ...['User-Agent', expect.stringMatching(/^pixctl\//)],
      ...['Content-Type', 'application/json'],
      ...['X-Service-Event', 'payment.approved'],
      ...['X-Service-Delivery', 'dlv_1'],
      ...['X-Service-Signature', expect.any(String)],
    ])
    signedAt(got!)
    expect((await listener.end()).stderr).toContain('1 received, 1 forwarded, 0 still pending')
  })

  it("answers 204 although the target doesn't answer", async () => {
    const target = await openTarget(() => {})
    const listener = await forwardingListener(localListeningMachine(), target, '--forward-timeout', '0.2')
    expect((await listener.send(signed({ delivery: 'dlv_1' }))).status).toBe(204)
    const [, attempt] = await listener.shows(2)
    const made = { status: null, number: 1, error: 'no answer within 0.2 s' }
    expect(attempt).toMatchObject({ forward: 'pending', attempt: made })
  })

  it('sends a delivery once that came fifty times at the same time', async () => {
    const target = await openTarget(204)
    const listener = await forwardingListener(localListeningMachine(), target)
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

  it('sends each event once, whatever delivery ids it comes with', async () => {
    const machine = localListeningMachine()
    const target = await openTarget(204)
    const listener = await forwardingListener(machine, target)
    const captured = signed({ delivery: 'dlv_1', id: 'evt_1' })
    await listener.send(captured)
    await target.requests(1)
    // Delivery ids aren't signed: an attacker who has seen one delivery can change its id.
    await listener.send({ ...captured, headers: { ...captured.headers, 'X-Service-Delivery': 'dlv_2' } })
    const real = signed({ delivery: 'dlv_2', id: 'evt_2' })
    for (let n = 0; n < 2; n++) expect((await listener.send(real)).status).toBe(204)
    const lines = await listener.shows(6)
    expect(lines.filter(({ verdict }) => verdict)).toMatchObject([
      { delivery: 'dlv_1', verdict: 'accepted' },
      { delivery: 'dlv_2', verdict: 'duplicate' },
      { delivery: 'dlv_2', verdict: 'accepted', payload: { id: 'evt_2' } },
      { delivery: 'dlv_2', verdict: 'duplicate' },
    ])
    expect(eventsOf(target)).toEqual(['evt_1', 'evt_2'])
    expect(deliveriesOf(target)).toEqual(['dlv_1', 'dlv_2'])
    await listener.end()
    expect(await forwardStates(machine)).toEqual({ dlv_1: ['done', 1], dlv_2: ['done', 1] })
  })
})

describe('--forward-header', () => {
  it('adds headers, with a secret value from a file', async () => {
    const machine = localListeningMachine()
    const file = join(machine.folder, 'token.txt')
    writeFileSync(file, 'Bearer s3cret\n')
    const target = await openTarget(204)
    const flags = ['--forward-header', 'X-Shop: one', '--forward-header', `Authorization: @${file}`]
    const listener = await forwardingListener(machine, target, ...flags, '--debug')
    await listener.send(signed())
    await target.requests(1)
    expect(target.got[0]?.headers).toMatchObject({ 'x-shop': 'one', authorization: 'Bearer s3cret' })
    const { stdout, stderr } = await listener.end()
    expect(stdout + stderr).not.toContain('s3cret')
  })
})

describe('a target with a self-signed certificate', () => {
  it('is refused, and accepted with --forward-insecure', async () => {
    const tls = join(import.meta.dirname, '../../support/tls')
    const [cert, key] = ['cert.pem', 'key.pem'].map(file => readFileSync(join(tls, file)))
    const target = createSecureServer({ cert, key }, (_request, response) => response.writeHead(204).end())
    target.listen(0, '127.0.0.1')
    await once(target, 'listening')
    onTestFinished(() => {
      target.closeAllConnections()
      target.close()
    })
    const to = `https://127.0.0.1:${(target.address() as AddressInfo).port}/`
    const machine = localListeningMachine()
    const strict = await Listener.start(machine, '--forward-to', to)
    await strict.send(signed())
    const [, refused] = await strict.shows(2)
    expect(refused.attempt).toMatchObject({ status: null, error: expect.stringContaining('certificate') })
    await strict.end()
    // On a busy machine it may have been made again before the end.
    const { number } = strict.lines.at(-1).attempt
    const lax = await Listener.start(machine, '--forward-to', to, '--forward-insecure')
    expect((await lax.shows(1))[0].attempt).toMatchObject({ status: 204, number: number + 1 })
  })
})

it('never shows the secret: not in lines, notes, --debug, nor in the inbox', async () => {
  const machine = localListeningMachine()
  const target = await openTarget(500, 204)
  const listener = await forwardingListener(machine, target, '--debug')
  await listener.send(signed())
  await target.requests(2)
  const { stdout, stderr } = await listener.end()
  const folder = join(machine.dataDir, 'profiles', 'default')
  const state = readdirSync(folder).map(file => readFileSync(join(folder, file), 'latin1'))
  expect(stdout).toContain('accepted')
  expect([stdout, stderr, ...state].join('')).not.toContain(SECRET.slice('whsec_'.length))
})
