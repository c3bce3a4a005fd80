/** How much of what `events tail` has shown may wait for the disk, and what becomes of it at the end. */

import { setImmediate } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ProgressSaver } from '#events/tail/progress-saver.ts'
import { systemClock } from '#lib/clock.ts'
import { localized, type Text } from '#lib/language.ts'
import { openInbox } from '../../inbox/arriving.ts'
import { approvals, group, STREAM, shownBefore } from '../../inbox/showing.ts'
import { newWriter } from '../../inbox/sqlite/new-writer.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { isSettled, numbered, startProgress } from './progressing.ts'

describe('room', () => {
  it('is there for 10,000 events beside those that are being written', async () => {
    const { disk, progress, show } = startProgress()
    show(...numbered(10_000))
    const first = await disk.next()
    show(...numbered(10_000, 10_000))
    expect(await isSettled(progress.room())).toBe(true)
    show('evt_20000')
    const room = progress.room()
    expect(await isSettled(room)).toBe(false)
    first.keep()
    await room
    // Without the 50 ms.
    expect((await disk.next()).ids).toHaveLength(10_001)
  })

  it('is there for 8 MiB of approvals, however few they are', async () => {
    const { disk, progress } = startProgress()
    progress.approved(approvals({}), 1)
    const first = await disk.next()
    progress.approved(approvals({ source: 'x'.repeat(8 * 1024 ** 2) }), 1)
    const room = progress.room()
    expect(await isSettled(room)).toBe(false)
    first.keep()
    await room
  })

  it('is made at once when the disk is only waited for', async () => {
    const { disk, clock, progress, show } = startProgress()
    show('evt_1')
    ;(await disk.next()).keep()
    show('evt_2')
    expect(await clock.asleep()).toBe(50)
    show(...numbered(10_000, 3))
    await progress.room()
    expect((await disk.next()).ids).toHaveLength(10_001)
  })

  it('is made by forgetting what was shown while the disk refuses, but never the cursor', async () => {
    const { disk, clock, progress, show, has } = startProgress()
    show(...numbered(10_001))
    progress.done({ watched: '10001' })
    const first = await disk.next()
    show('evt_20000')
    expect(await isSettled(progress.room())).toBe(true)
    first.refuse()
    expect(await clock.asleep()).toBe(1000)
    await progress.room()
    expect(['evt_0', 'evt_20000'].map(has)).toEqual([false, false])
    show('evt_20001')
    await clock.pass()
    expect(await disk.next()).toMatchObject({ ids: ['evt_20001'], work: { cursors: { watched: '10001' } } })
  })

  it('is not there for more than 10,000 skipped approvals, and is made the same way', async () => {
    const { disk, clock, progress } = startProgress()
    progress.approved(approvals({}), 10_001)
    const first = await disk.next()
    progress.approved(approvals({}), 9_999)
    progress.approved(approvals({}), 1)
    expect(await isSettled(progress.room())).toBe(true)
    progress.approved(approvals({}), 1)
    const room = progress.room()
    expect(await isSettled(room)).toBe(false)
    first.refuse()
    await room
    progress.done({ watched: '1' })
    await clock.pass()
    expect((await disk.next()).work).toMatchObject({ approvals: [], cursors: { watched: '1' } })
  })

  it('is not waited for when the disk refuses then', async () => {
    const { disk, progress, show } = startProgress()
    show('evt_0')
    const first = await disk.next()
    show(...numbered(10_001, 1))
    const room = progress.room()
    expect(await isSettled(room)).toBe(false)
    first.refuse()
    await room
  })
})

describe('the end', () => {
  it('is at once when nothing is left', async () => {
    const { disk, progress, show } = startProgress()
    await progress.end()
    show('evt_1')
    ;(await disk.next()).keep()
    await progress.end()
    expect(disk.handed).toHaveLength(1)
  })

  it('comes when all is on the disk, without the 50 ms', async () => {
    const { disk, progress, show } = startProgress()
    show('evt_1')
    const first = await disk.next()
    show('evt_2')
    progress.done({ watched: '2' })
    const end = progress.end()
    first.keep()
    const last = await disk.next()
    expect(last).toMatchObject({ ids: ['evt_2'], work: { cursors: { watched: '2' } } })
    expect(await isSettled(end)).toBe(false)
    last.keep()
    await end
  })

  it('ends the wait early', async () => {
    const { disk, clock, progress, show } = startProgress()
    show('evt_1')
    ;(await disk.next()).keep()
    progress.done({ watched: '1' })
    expect(await clock.asleep()).toBe(50)
    const end = progress.end()
    const last = await disk.next()
    expect(last.work.cursors).toEqual({ watched: '1' })
    last.keep()
    await end
  })

  it('comes although the disk refuses, with a warning', async () => {
    const { disk, progress, warnings } = startProgress()
    progress.done({ watched: '1' })
    const end = progress.end()
    ;(await disk.next()).refuse()
    await end
    expect(warnings).toHaveLength(1)
    expect(disk.handed).toHaveLength(1)
  })

  it('tries a disk that has refused again, at once', async () => {
    const { disk, clock, progress, warnings } = startProgress()
    progress.done({ watched: '1' })
    ;(await disk.next()).refuse()
    expect(await clock.asleep()).toBe(1000)
    const end = progress.end()
    const last = await disk.next()
    expect(last.work.cursors).toEqual({ watched: '1' })
    last.refuse()
    await end
    expect(warnings).toHaveLength(1)
  })
})

describe('with the writer of the inbox', () => {
  async function open() {
    const dataDir = temporaryFolder()
    const writer = newWriter(dataDir)
    onTestFinished(() => writer.close())
    const warnings: string[] = []
    const warn = (text: Text) => warnings.push(localized(text))
    const progress = new ProgressSaver({
      writing: writer,
      lease: undefined,
      stream: STREAM,
      saving: true,
      clock: systemClock,
      warn,
      onLost: () => {},
    })
    const show = (...ids: string[]) => progress.shown(group(...ids))
    return { dataDir, writer, warnings, progress, show }
  }

  it('all of it is in the inbox at the end', async () => {
    const { dataDir, warnings, progress, show } = await open()
    const ids = numbered(3000)
    for (const [index, id] of ids.entries()) {
      show(id)
      progress.done({ watched: String(index) })
      if (index % 500 === 0) await setImmediate()
    }
    await progress.end()
    const inbox = await openInbox(dataDir)
    expect((await inbox.shown.cursors(STREAM)).watched).toBe('2999')
    expect(await shownBefore(inbox, ids)).toEqual(new Set(ids))
    expect(warnings).toEqual([])
  })

  it('there is room for more than memory is to hold', async () => {
    const { dataDir, progress, show } = await open()
    const ids = numbered(40_000)
    for (let start = 0; start < ids.length; start += 500) {
      show(...ids.slice(start, start + 500))
      progress.done({ watched: String(start) })
      await progress.room()
    }
    await progress.end()
    const inbox = await openInbox(dataDir)
    expect((await inbox.shown.cursors(STREAM)).watched).toBe('39500')
    expect((await shownBefore(inbox, ids)).size).toBe(40_000)
  })

  it('nothing is in the inbox when the writer has ended, with a warning', async () => {
    const { dataDir, writer, warnings, progress, show } = await open()
    await writer.close()
    show('evt_1')
    progress.done({ watched: '1' })
    await progress.end()
    expect(warnings).toEqual([expect.stringMatching(/the cursor can't be saved/)])
    const inbox = await openInbox(dataDir)
    expect([(await inbox.shown.cursors(STREAM)).watched, (await inbox.reading.contents()).shown]).toEqual([
      undefined,
      0,
    ])
  })
})
