/** Where `events tail` begins by --after and --no-resume. */

import { describe, expect, it } from 'vitest'
import { AT_ANY_TIME } from '#inbox/model.ts'
import { openInbox } from '../../inbox/arriving.ts'
import { errorOf } from '../../support/pixctl.ts'
import { cursors, localMachineOf, range, Stream, sequence, Tail } from '../../support/tailing.ts'

describe('--after', () => {
  it('shows events again, and continues from there', async () => {
    const stream = await Stream.start()
    const machine = localMachineOf(stream)
    stream.addMany(5)
    expect((await new Tail(machine, ['--after', sequence(0), '--max', '5']).ended).code).toBe(0)
    const again = new Tail(machine, ['--after', sequence(2), '--max', '2'])
    await again.ended
    expect(again.ids).toEqual(range(3, 4))
    expect(await cursors(machine)).toEqual([sequence(4)])
    // What the replay has not come to was shown before.
    const next = new Tail(machine)
    await stream.clients(3)
    stream.add()
    expect(await next.shows(1)).toEqual(['evt_6'])
    expect(stream.auths.at(-1)?.after).toBe(sequence(4))
  })

  it('is saved before anything comes, as a place after which events of any age come', async () => {
    const stream = await Stream.start()
    const machine = localMachineOf(stream)
    stream.addMany(2)
    const tail = new Tail(machine, ['--after', sequence(2)])
    await stream.clients(1)
    const inbox = await openInbox(machine.dataDir)
    await expect
      .poll(() => inbox.cursors.oldest())
      .toMatchObject({ sequence: sequence(2), reachedAt: AT_ANY_TIME })
    await tail.end()
  })

  it('takes any text as a sequence', async () => {
    const stream = await Stream.start()
    const tail = new Tail(localMachineOf(stream), ['--after=0007-ab:c'])
    await stream.clients(1)
    expect(stream.auths[0]).toMatchObject({ after: '0007-ab:c' })
    await tail.end()
  })

  it.each(['', '1 2', '7\n', '\u001b[2J', 'x'.repeat(201)])('refuses %j', async text => {
    const run = await localMachineOf({ url: 'ws://127.0.0.1:9/' }).pixctl([
      'events',
      'tail',
      `--after=${text}`,
    ])
    expect(run).toMatchObject({ code: 2, stderr: expect.stringContaining('--after takes one sequence') })
  })
})

describe('--no-resume', () => {
  it('starts at current events, saves nothing, and runs beside another tail', async () => {
    const stream = await Stream.start()
    const machine = localMachineOf(stream)
    stream.add()
    const holder = new Tail(machine, ['--after', sequence(0)])
    await holder.shows(1)
    const other = await machine.pixctl(['events', 'tail', '--json'])
    expect(errorOf(other)).toMatchObject({
      exitCode: 6,
      error: expect.stringMatching(/is already running.*--no-resume/),
    })
    const beside = new Tail(machine, ['--no-resume', '--debug'])
    await beside.says(/< ready/)
    stream.addMany(2)
    expect(await beside.shows(2)).toEqual(range(2, 3))
    expect(await holder.shows(3)).toEqual(range(1, 3))
    await beside.end()
    await holder.end()
    stream.add()
    const onlooker = new Tail(machine, ['--no-resume', '--debug'])
    await onlooker.says(/< ready/)
    stream.add({ id: 'evt_again' })
    stream.add({ id: 'evt_again' })
    stream.add()
    expect(await onlooker.shows(2)).toEqual(['evt_again', 'evt_7'])
    await onlooker.end()
    expect(stream.auths.map(({ after }) => after)).toEqual([sequence(0), undefined, undefined])
    // What it has shown is for the tail that saves its cursor to show.
    const next = new Tail(machine)
    expect(await next.shows(3)).toEqual(['evt_4', 'evt_again', 'evt_7'])
  })
})
