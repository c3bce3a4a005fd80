/** `events tail --forward-to`: what the target gets, and when. */

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { deliveriesOf, eventsOf, openedHere } from '../../support/forwarding.ts'
import type { LocalMachine } from '../../support/local.ts'
import { errorOf, notesOf } from '../../support/pixctl.ts'
import { cursors, localMachineOf, range, Stream, sequence, Tail, WS_TOKEN } from '../../support/tailing.ts'
import { openTarget, SECRET, sentHeaders, signedAt, type Target } from '../../webhooks/target.ts'

/** A tail that forwards to a target. */
const forwardingTo = (machine: LocalMachine, target: Target, ...args: string[]) =>
  new Tail(machine, ['--forward-to', target.url, ...args])

const hangs = () => {}

describe('an event', () => {
  it('is POSTed as the service would deliver it: the same bytes, its headers, a valid signature', async () => {
    const { stream, machine, target, forwarding } = await openedHere(204)
    const tail = forwarding()
    const text =
      '{ "id":"evt_1",\n\t"type" : "payment.approved", "data":{"amount":10.50,"t":"olá \\u00e7 🍕\\u001b"} }'
    stream.add({ text })
    await target.requests(1)
    const [got] = target.got
    expect(got).toMatchObject({ method: 'POST', url: '/hooks?store=1' })
    expect(got?.body).toEqual(Buffer.from(text))
    expect(sentHeaders(got!)).toEqual([
      ...['User-Agent', expect.stringMatching(/^pixctl\//)],
      ...['Content-Type', 'application/json'],
      ...['X-Service-Event', 'payment.approved'],
      ...['X-Service-Delivery', 'realtime_evt_1'],
      ...['X-Service-Signature', expect.any(String)],
    ])
    expect(Math.abs(signedAt(got!) - Date.now() / 1000)).toBeLessThan(30)
    expect(notesOf(await tail.end('SIGINT'))).toEqual([
      expect.stringMatching(/signed with the secret of/),
      '1 forwarded, 0 still pending',
    ])
    expect(await cursors(machine)).toEqual([sequence(1)])
  })

  it('is signed with the first of several secrets, or with that of --secret-file', async () => {
    const stream = await Stream.start()
    const target = await openTarget(204)
    stream.add()
    const env = { PIXCTL_WEBHOOK_SECRET: 'whsec_new0000000000000000 whsec_old0000000000000000' }
    const machine = localMachineOf(stream, env)
    const first = ['--after', sequence(0), '--max', '1']
    await forwardingTo(machine, target, ...first).ended
    signedAt(target.got[0]!, 'whsec_new0000000000000000')
    const file = join(machine.folder, 'secret.txt')
    writeFileSync(file, 'whsec_file000000000000000\n', { mode: 0o600 })
    await forwardingTo(machine, target, ...first, '--secret-file', file).ended
    signedAt(target.got[1]!, 'whsec_file000000000000000')
  })

  it('with any id and type gets a delivery id that is always the same and fits into a header', async () => {
    const { stream, target, forwarding } = await openedHere(204)
    for (const id of ['evt 1', 'evt\n1', 'é', 'x'.repeat(300), '~']) stream.add({ id, type: `t\n${id}ç` })
    stream.add({ text: '{"type":"connection.test","data":{}}' })
    stream.add({ text: '{"type":"connection.test","data":{}}' })
    await forwarding('--max', '7').ended
    const first = deliveriesOf(target)
    expect(new Set(first).size).toBe(7)
    for (const got of target.got) {
      expect(got.headers['x-service-delivery']).toMatch(/^realtime_[\w.:-]{1,100}$/)
      signedAt(got)
    }
    // On another machine too: what names an event is the event, or its place in the stream.
    await forwardingTo(localMachineOf(stream), target, '--after', sequence(0), '--max', '7').ended
    expect(deliveriesOf(target).slice(7)).toEqual(first)
  })

  it('is not sent without a signing secret: exit 3', async () => {
    const stream = await Stream.start()
    const target = await openTarget(204)
    stream.add()
    const machine = localMachineOf(stream, { PIXCTL_WEBHOOK_SECRET: '' })
    const run = await machine.pixctl(['events', 'tail', '--json', '--after', '0', '--forward-to', target.url])
    expect(errorOf(run)).toMatchObject({ exitCode: 3, error: expect.stringContaining('webhook') })
    expect(run.stdout).toBe('')
    expect(stream.service.requests).toEqual([])
    expect(target.got).toEqual([])
  })

  it('leaves no secret in lines, --debug or the state', async () => {
    const { stream, machine, forwarding } = await openedHere(500, 204)
    stream.add()
    const { stdout, stderr } = await forwarding('--debug', '--max', '1').ended
    const folder = join(machine.dataDir, 'profiles', 'default')
    const state = readdirSync(folder).map(file => readFileSync(join(folder, file), 'latin1'))
    expect(stdout).toContain('evt_1')
    const everything = [stdout, stderr, ...state].join('')
    for (const secret of [SECRET, WS_TOKEN]) expect(everything).not.toContain(secret.slice(12))
  })
})

describe('the cursor', () => {
  it('moves over what is shown and pending: the runs after it forward that, in order, and show it no more', async () => {
    const { stream, machine, target, forwarding, again } = await openedHere(204, hangs)
    stream.addMany(3)
    // Ctrl-C waits for no answer that takes so long.
    const tail = forwarding('--forward-timeout', '600')
    await target.requests(2)
    expect(await tail.shows(3)).toEqual(range(1, 3))
    const { code, stderr } = await tail.end('SIGINT')
    expect(code).toBe(130)
    expect(notesOf({ stderr }).at(-1)).toBe('1 forwarded, 2 still pending')
    expect(await cursors(machine)).toEqual([sequence(3)])
    await target.stop()
    const killed = again('--debug')
    await killed.says(/POST \S+ \D+ \d+ ms, attempt \d/)
    await killed.kill()
    const working = await openTarget(204)
    const next = forwardingTo(machine, working)
    stream.add()
    await working.requests(3)
    expect(eventsOf(working)).toEqual(range(2, 4))
    expect(deliveriesOf(working)[0]).toBe(deliveriesOf(target)[1])
    await next.end()
    expect(next.ids).toEqual(['evt_4'])
    expect(await cursors(machine)).toEqual([sequence(4)])
  })

  it('is not saved with --no-resume, but what was forwarded is not forwarded again', async () => {
    const { stream, machine, target, again } = await openedHere(204)
    for (let run = 1; run <= 2; run++) {
      const tail = again('--no-resume', '--max', '2')
      await stream.clients(run)
      stream.add({ id: 'evt_same' })
      stream.add({ id: `evt_run${run}` })
      expect((await tail.ended).code).toBe(0)
    }
    expect(eventsOf(target)).toEqual(['evt_same', 'evt_run1', 'evt_run2'])
    expect(await cursors(machine)).toEqual([])
  })
})

describe('--max', () => {
  it('is exit 0 when that many are shown and forwarded; the next run begins after them', async () => {
    const { stream, machine, target, forwarding, again } = await openedHere(204)
    stream.addMany(5)
    const run = await forwarding('--max', '2').ended
    expect([run.code, notesOf(run).at(-1)]).toEqual([0, '2 forwarded, 0 still pending'])
    expect(await cursors(machine)).toEqual([sequence(2)])
    await again('--max', '1').ended
    expect(eventsOf(target)).toEqual(range(1, 3))
  })

  it('is exit 8 when the target refuses for longer than --timeout, and names what is pending', async () => {
    const { stream, machine, target, forwarding } = await openedHere(500)
    stream.add()
    const tail = forwarding('--max', '2', '--timeout', '0.3')
    // Only the time after the last one that is shown is limited: however slow this machine is, one was refused by then.
    await tail.says(/it answered 500/)
    stream.addMany(4)
    const run = await tail.ended
    expect(run.code).toBe(8)
    expect(notesOf(run)).toEqual([
      expect.stringMatching(/signed with the secret of/),
      `events are waiting to be forwarded to ${target.shown}: it answered 500`,
      '0 forwarded, 2 still pending',
    ])
    expect(errorOf(run)).toMatchObject({ error: expect.stringMatching(/^2 still pending/), exitCode: 8 })
    expect(await cursors(machine)).toEqual([sequence(2)])
    const working = await openTarget(204)
    await forwardingTo(machine, working, '--max', '1').ended
    expect(eventsOf(working)).toEqual(range(1, 3))
    expect(await cursors(machine)).toEqual([sequence(3)])
  })
})
