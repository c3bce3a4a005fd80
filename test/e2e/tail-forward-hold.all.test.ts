/** `events tail --forward-to` under full disks, held states and readers that don't read. */

import { describe, expect, it } from 'vitest'
import { openInbox } from '#inbox/open.ts'
import { take } from '../inbox/arriving.ts'
import { FakeClock } from '../support/clock.ts'
import { eventsOf, opened } from '../support/forwarding.ts'
import { notesOf, wordsOf } from '../support/pixctl.ts'
import { cursors, holdState, range, sequence } from '../support/tailing.ts'
import { volume } from '../support/volume.ts'
import { hasDisks, smallDisk } from './disk.ts'

describe.skipIf(!hasDisks)('a full disk', () => {
  it('delays events: nothing is shown or sent that is not saved, and all when there is room again', async () => {
    const { stream, machine, target, forwarding } = await opened(204)
    const disk = smallDisk(machine)
    const tail = forwarding()
    stream.add()
    await tail.shows(1)
    await expect.poll(() => cursors(machine)).toEqual([sequence(1)])
    disk.fill()
    stream.addMany(3)
    await tail.says(/^events can't be saved \(.*full.*\): they are waiting\n/m)
    stream.addMany(3)
    expect(eventsOf(target)).toEqual(['evt_1'])
    expect(tail.lines).toHaveLength(1)
    disk.empty()
    await target.requests(7)
    expect(await tail.shows(7)).toEqual(range(1, 7))
    expect(eventsOf(target)).toEqual(range(1, 7))
    const { stderr } = await tail.end()
    expect(wordsOf(stderr).match(/^events can't be saved/gm)).toHaveLength(1)
    expect(await cursors(machine)).toEqual([sequence(7)])
  })
})

it('a write that waits for a state is given up at the end of a run, however long it would wait', async () => {
  const { machine } = await opened(204)
  const place = { dataDir: machine.dataDir, profile: 'default' }
  const clock = new FakeClock()
  const inbox = await openInbox(place, { busyMs: Number.POSITIVE_INFINITY, clock })
  const release = await holdState(machine)
  const refused = expect(take(inbox)).rejects.toMatchObject({ away: true })
  await clock.asleep()
  const closed = inbox.close()
  await clock.pass()
  await Promise.all([refused, closed])
  release()
})

describe('a reader of stdout', () => {
  it('that closes the pipe ends events tail quietly; the next run shows and forwards the rest', async () => {
    const { stream, machine, target, again } = await opened(204)
    // More than a pipe holds.
    const count = volume(800, 300)
    stream.addMany(count)
    const line = `pixctl events tail --json --after ${sequence(0)} --forward-to ${target.url} | head -1`
    const { stdout, stderr, code } = await machine.shell(line)
    expect({ lines: stdout.split('\n').length, code }).toEqual({ lines: 2, code: 0 })
    expect(notesOf({ stderr })).toEqual([expect.stringMatching(/signed with the secret of/)])
    const next = again('--debug')
    stream.add()
    while (eventsOf(target).at(-1) !== `evt_${count + 1}`) await target.requests(target.got.length + 1)
    await next.end()
    expect([...new Set(eventsOf(target))]).toEqual(range(1, count + 1))
    expect(next.ids.at(-1)).toBe(`evt_${count + 1}`)
    expect(await cursors(machine)).toEqual([sequence(count + 1)])
  })
})
