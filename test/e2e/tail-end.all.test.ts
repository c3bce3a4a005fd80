/** How `events tail` ends, and what it says when something fails before. */

import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { freePort } from '../support/http.ts'
import { errorOf, notesOf } from '../support/pixctl.ts'
import {
  cursors,
  HELD_WRITE_MS,
  holdState,
  machineOf,
  range,
  Stream,
  sequence,
  Tail,
} from '../support/tailing.ts'
import { openTarget } from '../webhooks/target.ts'
import { hasDisks, smallDisk } from './disk.ts'

describe('--forward-to', () => {
  it('that fails for good ends events tail with an error, and what it has shown is saved', async () => {
    const stream = await Stream.start()
    const machine = machineOf(stream)
    stream.addMany(3)
    await new Tail(machine, ['--after', sequence(0), '--max', '1']).ended
    mkdirSync(join(machine.dataDir, 'profiles', 'default', 'forwarding.lock'))
    const run = await machine.pixctl(['events', 'tail', '--json', '--forward-to', '9'])
    expect(run.code).toBe(1)
    expect(notesOf(run)).toEqual([
      expect.stringMatching(/signed with the secret of/),
      '0 forwarded, 0 still pending',
    ])
    expect(errorOf(run).error).toContain('forwarding.lock')
    expect(await cursors(machine)).toEqual([sequence(1)])
  })

  it('ends after Ctrl-C without waiting for a state that another process holds', async () => {
    const stream = await Stream.start()
    const machine = machineOf(stream)
    const target = await openTarget(204)
    stream.add()
    const tail = new Tail(machine, ['--after', sequence(0), '--forward-to', target.url, '--debug'])
    await target.requests(1)
    await expect.poll(() => cursors(machine)).toEqual([sequence(1)])
    const release = await holdState(machine)
    stream.add()
    await tail.says(new RegExp(`< event ${sequence(2)} `))
    const start = performance.now()
    expect((await tail.end('SIGINT')).code).toBe(130)
    expect(performance.now() - start).toBeLessThan(HELD_WRITE_MS)
    release()
    expect(target.got).toHaveLength(1)
  })

  it('says once to a script that the target fails, and once that it is back', async () => {
    const stream = await Stream.start()
    const machine = machineOf(stream)
    const target = await openTarget(500, 500, 204)
    stream.addMany(2)
    const tail = new Tail(machine, ['--after', sequence(0), '--forward-to', target.url])
    await target.requests(4)
    expect(notesOf(await tail.end('SIGINT'))).toEqual([
      expect.stringMatching(/signed with the secret of/),
      `events are waiting to be forwarded to ${target.shown}: it answered 500`,
      `${target.shown} answers 2xx again: 2 waiting events were forwarded`,
      '2 forwarded, 0 still pending',
    ])
  })

  it('keeps at most a thousand events waiting, and says so', async () => {
    const stream = await Stream.start()
    const machine = machineOf(stream)
    const dead = await freePort()
    stream.addMany(2500)
    const tail = new Tail(machine, ['--after', sequence(0), '--forward-to', String(dead)])
    await tail.says(/events are waiting for a 2xx from .*: new events are shown after that/)
    const shown = tail.ids.length
    expect(shown).toBeGreaterThan(1000)
    expect(shown).toBeLessThan(2500)
    expect((await tail.end('SIGINT')).code).toBe(130)
    expect(tail.ids).toEqual(range(1, shown))
    expect(await cursors(machine)).toEqual([sequence(0)])
  })
})

describe('--max', () => {
  it.skipIf(!hasDisks)('is exit 1 when the cursor can not be saved', async () => {
    const stream = await Stream.start()
    const machine = machineOf(stream)
    const disk = smallDisk(machine)
    const tail = new Tail(machine, ['--after', sequence(0), '--max', '3'])
    await stream.clients(1)
    stream.add()
    await tail.shows(1)
    disk.fill()
    stream.addMany(2)
    const run = await tail.ended
    expect(run.code).toBe(1)
    expect(run.stderr).toContain(
      `{"error":"the cursor can't be saved: the next run shows these events again; `,
    )
    expect(tail.ids).toEqual(range(1, 3))
  })
})

describe('--type', () => {
  it.each(['', ' ', ','])('takes the name of a type: %j', async type => {
    const stream = await Stream.start()
    const run = await machineOf(stream).pixctl(['events', 'tail', '--type', type, '--json'])
    expect(errorOf(run)).toMatchObject({ exitCode: 2, error: expect.stringContaining('--type') })
    expect(stream.auths).toEqual([])
  })
})

describe('--debug', () => {
  it('says what is left out because it was shown before', async () => {
    const stream = await Stream.start()
    const machine = machineOf(stream)
    const tail = new Tail(machine, ['--debug'])
    await stream.clients(1)
    stream.add({ id: 'a' })
    await tail.shows(1)
    stream.add({ id: 'a' })
    await tail.says(/1 left out: shown before/)
    expect((await tail.end()).code).toBe(143)
    expect(readdirSync(join(machine.dataDir, 'profiles', 'default'))).toEqual(['cursor.lock', 'state.db'])
  })
})
