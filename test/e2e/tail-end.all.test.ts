/** How `events tail` ends, and what it says when something fails before. */

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
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
})

describe('--max', () => {
  it.skipIf(!hasDisks)(
    'shows nothing while the disk is full, says so, and goes on when there is room',
    async () => {
      const stream = await Stream.start()
      const machine = machineOf(stream)
      const disk = smallDisk(machine)
      const tail = new Tail(machine, ['--after', sequence(0), '--max', '3'])
      await stream.clients(1)
      stream.add()
      await tail.shows(1)
      disk.fill()
      stream.addMany(2)
      await tail.says(/events can't be saved \(.*\): they are waiting/)
      expect(tail.ids).toEqual(range(1, 1))
      disk.empty()
      expect((await tail.ended).code).toBe(0)
      expect(tail.ids).toEqual(range(1, 3))
    },
  )
})

describe('--type', () => {
  it.each(['', ' ', ','])('takes the name of a type: %j', async type => {
    const stream = await Stream.start()
    const run = await machineOf(stream).pixctl(['events', 'tail', '--type', type, '--json'])
    expect(errorOf(run)).toMatchObject({ exitCode: 2, error: expect.stringContaining('--type') })
    expect(stream.auths).toEqual([])
  })
})
