/** What `events tail` has shown, on its way to the disk. */

import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AT_ANY_TIME } from '#inbox/shown.ts'
import { AT } from '../../inbox/arriving.ts'
import { approvals, group, STREAM } from '../../inbox/showing.ts'
import { isSettled, startProgress } from './progressing.ts'

describe('what is shown', () => {
  it('goes to the disk at once, with the sequence of the same turn', async () => {
    const { disk, progress, show } = startProgress()
    show('evt_1', 'evt_2')
    show('evt_3')
    progress.done({ watched: '3' })
    const { work, ids } = await disk.next()
    expect(ids).toEqual(['evt_1', 'evt_2', 'evt_3'])
    expect(work).toEqual({
      stream: STREAM,
      shown: [group('evt_1', 'evt_2'), group('evt_3')],
      approvals: [],
      cursors: { watched: '3' },
      reached: { watched: AT_ANY_TIME, processed: AT_ANY_TIME },
      saving: true,
      at: AT,
    })
  })

  it('has the time of the last event that each cursor covers, never one to come', async () => {
    const { disk, progress } = startProgress()
    const save = async (...[cursors, madeAt]: Parameters<typeof progress.done>) => {
      progress.done(cursors, madeAt)
      const { work, keep } = await disk.next()
      keep()
      await progress.end()
      return work.reached
    }
    const [begun, older, newer] = ['2026-03-01', '2026-03-02', '2026-03-03'].map(
      day => `${day}T00:00:00.000Z`,
    )
    progress.begin(begun!)
    expect(await save({ watched: '1' }, newer)).toEqual({ watched: newer, processed: begun })
    expect(await save({ processed: '1' }, older)).toEqual({ watched: newer, processed: older })
    // It doesn't say when it was made.
    expect(await save({ processed: '2' })).toEqual({ watched: newer, processed: older })
    expect(await save({ processed: '3' }, '2999-01-01T00:00:00.000Z')).toMatchObject({ processed: AT })
    expect(await save({ processed: '4' }, '0000-01-01T00:00:00.000Z')).toMatchObject({
      processed: AT_ANY_TIME,
    })
  })

  it('waits while the disk is busy, and goes together 50 ms after the last', async () => {
    const { disk, clock, progress, show } = startProgress()
    show('evt_1')
    const first = await disk.next()
    for (const n of [2, 3, 4]) {
      show(`evt_${n}`)
      progress.done({ watched: String(n) })
    }
    await setImmediate()
    expect(disk.handed).toHaveLength(1)
    clock.advance(20)
    first.keep()
    expect(await clock.pass()).toBe(30)
    expect(await disk.next()).toMatchObject({
      ids: ['evt_2', 'evt_3', 'evt_4'],
      work: { cursors: { watched: '4' } },
    })
  })

  it.each([50, 51, 8000])('does not wait again if the disk took %i ms', async ms => {
    const { disk, clock, show } = startProgress()
    show('evt_1')
    const first = await disk.next()
    show('evt_2')
    clock.advance(ms)
    first.keep()
    expect((await disk.next()).ids).toEqual(['evt_2'])
  })

  it('goes at once after a quiet time', async () => {
    const { disk, clock, show } = startProgress()
    show('evt_1')
    ;(await disk.next()).keep()
    await setImmediate()
    clock.advance(60)
    show('evt_2')
    expect((await disk.next()).ids).toEqual(['evt_2'])
  })
})

describe('an approval', () => {
  const [first, second, third] = ['evt_1', 'evt_2', 'evt_3'].map(eventId => approvals({ eventId })[0]!)

  it('goes to the disk in the commit of what is shown and done in the same turn', async () => {
    const { disk, progress, show } = startProgress()
    progress.approved([first!, second!])
    show('evt_1')
    progress.done({ watched: '2' })
    expect(await disk.next()).toMatchObject({
      ids: ['evt_1'],
      work: { approvals: [first, second], cursors: { watched: '2' } },
    })
  })

  it('goes there although nothing is shown and no cursor is saved', async () => {
    const { disk, progress } = startProgress({ saving: false })
    progress.approved([])
    await setImmediate()
    expect(disk.handed).toEqual([])
    progress.approved([first!])
    expect((await disk.next()).work).toMatchObject({ shown: [], approvals: [first], cursors: {} })
  })

  it('goes there again, in its order, after the disk has refused', async () => {
    const { disk, clock, progress } = startProgress()
    progress.approved([first!])
    const refused = await disk.next()
    progress.approved([second!])
    refused.refuse()
    progress.approved([third!])
    await clock.pass()
    const again = await disk.next()
    expect(again.work.approvals).toEqual([first, second, third])
    again.keep()
    progress.done({ watched: '4' })
    await clock.pass()
    expect((await disk.next()).work.approvals).toEqual([])
  })
})

describe('the cursor', () => {
  it('is not moved by what is shown, only by what is done', async () => {
    const { disk, clock, progress, show } = startProgress()
    show('evt_1')
    const first = await disk.next()
    expect(first.work.cursors).toEqual({})
    first.keep()
    progress.done({ watched: '1' })
    await clock.pass()
    const second = await disk.next()
    expect(second).toMatchObject({ ids: [], work: { cursors: { watched: '1' } } })
    show('evt_2')
    second.keep()
    await clock.pass()
    expect((await disk.next()).work.cursors).toEqual({})
  })

  it('is not saved with --no-resume, but what was shown is', async () => {
    const { disk, progress, show } = startProgress({ saving: false })
    progress.done({ watched: '1' })
    await setImmediate()
    expect(disk.handed).toEqual([])
    show('evt_1')
    progress.done({ watched: '2' })
    expect((await disk.next()).work).toMatchObject({ saving: false, cursors: {} })
  })
})

describe('a disk that refuses', () => {
  it('is asked again each second, with all that waits, in its order; the warning comes once', async () => {
    const { disk, clock, warnings, progress, show } = startProgress()
    show('evt_1')
    progress.done({ watched: '1' })
    const first = await disk.next()
    show('evt_2')
    first.refuse()
    expect(await clock.pass()).toBe(1000)
    const second = await disk.next()
    expect(second).toMatchObject({ ids: ['evt_1', 'evt_2'], work: { cursors: { watched: '1' } } })
    show('evt_3')
    progress.done({ watched: '3' })
    clock.advance(300)
    second.refuse()
    expect(await clock.pass()).toBe(700)
    const third = await disk.next()
    expect(third).toMatchObject({ ids: ['evt_1', 'evt_2', 'evt_3'], work: { cursors: { watched: '3' } } })
    expect(warnings).toEqual([expect.stringMatching(/the cursor can't be saved/)])
    third.keep()
    show('evt_4')
    expect(await clock.pass()).toBe(50)
    expect((await disk.next()).ids).toEqual(['evt_4'])
  })

  it('is warned of again after it has taken something', async () => {
    const { disk, clock, warnings, progress } = startProgress()
    const answers = [false, false, true, false]
    for (const [index, kept] of answers.entries()) {
      progress.done({ watched: String(index) })
      const handed = await disk.next()
      if (kept) handed.keep()
      else handed.refuse()
      await setImmediate()
      clock.advance(1000)
    }
    expect(warnings).toHaveLength(2)
  })
})

describe('in any order of events', () => {
  it('each commit has all that is shown and not on the disk, and the latest that is done', async () => {
    const step = fc.constantFrom('show', 'show', 'done', 'keep', 'refuse', 'pass', 'room')
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async steps => {
        const { disk, clock, progress, show } = startProgress()
        let shown: string[] = []
        let done: string | null = null
        let asked = 0
        let count = 0
        const settle = async (kept: boolean) => {
          const handed = disk.handed[asked - 1]
          if (!handed || settled === asked) return
          settled = asked
          if (kept) {
            shown = shown.slice(handed.ids.length)
            if (done === (handed.work.cursors.watched ?? null)) done = null
            handed.keep()
          } else handed.refuse()
        }
        let settled = 0
        const look = async () => {
          await setImmediate()
          if (disk.handed.length === asked) return
          expect([disk.handed.length, settled]).toEqual([asked + 1, asked])
          const { ids, work } = disk.handed[asked++]!
          expect({ ids, sequence: work.cursors.watched ?? null }).toEqual({ ids: shown, sequence: done })
        }
        for (const each of steps) {
          count++
          if (each === 'show') {
            show(`evt_${count}`)
            shown.push(`evt_${count}`)
          } else if (each === 'done') {
            done = String(count)
            progress.done({ watched: done })
          } else if (each === 'pass') clock.advance(1000)
          else if (each === 'room') await progress.room()
          else await settle(each === 'keep')
          await look()
        }
        const end = progress.end()
        await look()
        while (!(await isSettled(end))) {
          await settle(true)
          await look()
        }
        expect([shown, done]).toEqual([[], null])
      }),
    )
  })
})
