/** How `events tail` ends, and what it says when something fails before. */

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { errorOf, notesOf } from '../support/pixctl.ts'
import { cursors, machineOf, Stream, sequence, Tail } from '../support/tailing.ts'
import { openTarget } from '../webhooks/target.ts'

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
