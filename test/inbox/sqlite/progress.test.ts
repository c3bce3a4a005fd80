/** The progress of a stream, as the writer's thread keeps it. */

import { spawnSync } from 'node:child_process'
import { describe, expect, it, onTestFinished } from 'vitest'
import { SaveError } from '#inbox/inbox.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { AT, arrival, openInbox } from '../arriving.ts'
import { all } from '../keeping.ts'
import { approval, approvals, group, progress, STREAM, shownBefore } from '../showing.ts'
import { newWriter } from './new-writer.ts'
import { openWriter, startWriter } from './writers.ts'

describe('progress', () => {
  it('is on the disk before the writer says so', async () => {
    const dataDir = temporaryFolder()
    const [writer, inbox] = [await openWriter(dataDir), await openInbox(dataDir)]
    const hard = 'évt "3"\ud800'
    const shown = [group('evt_1', 'evt_2'), group(hard)]
    const brought = [
      approval({ eventId: 'évt "4"' }),
      approval({ event: 'deposit.approved', netAmount: null }),
    ]
    await writer.progress(
      progress({ shown, approvals: approvals(...brought), cursors: { watched: '9007199254740993' } }),
    )
    expect((await inbox.shown.cursors(STREAM)).watched).toBe('9007199254740993')
    expect(await shownBefore(inbox, ['evt_1', 'evt_2', hard, 'evt_4'])).toEqual(
      new Set(['evt_1', 'evt_2', hard]),
    )
    expect(new Set(await all(inbox.reading.approvals()))).toEqual(
      new Set(brought.map(each => ({ ...each, delivery: null, receivedAt: AT }))),
    )
  })

  it('is saved step by step, in its order', async () => {
    const dataDir = temporaryFolder()
    const [writer, inbox] = [await openWriter(dataDir), await openInbox(dataDir)]
    const all = Array.from({ length: 300 }, (_, n) => n)
    const behind: number[] = []
    await Promise.all(
      all.map(async n => {
        await writer.progress(progress({ shown: [group(`evt_${n}`)], cursors: { watched: String(n) } }))
        if (
          Number((await inbox.shown.cursors(STREAM)).watched) < n ||
          !(await shownBefore(inbox, [`evt_${n}`])).has(`evt_${n}`)
        )
          behind.push(n)
      }),
    )
    expect(behind).toEqual([])
    expect((await inbox.shown.cursors(STREAM)).watched).toBe('299')
  })

  it('is saved with only a cursor, and with only shown events', async () => {
    const dataDir = temporaryFolder()
    const [writer, inbox] = [await openWriter(dataDir), await openInbox(dataDir)]
    await writer.progress(progress({ cursors: { watched: '5' } }))
    await writer.progress(progress({ shown: [group('evt_1')] }))
    expect([(await inbox.shown.cursors(STREAM)).watched, (await shownBefore(inbox, ['evt_1'])).size]).toEqual(
      ['5', 1],
    )
  })

  it('is on the disk with what arrives in the same turn, or neither is', async () => {
    const dataDir = temporaryFolder()
    const [writer, inbox] = [await openWriter(dataDir), await openInbox(dataDir)]
    const broken = { ...group('evt_1'), hashes: ['no hash'] as unknown as Int32Array }
    const turn = (shown: ReturnType<typeof group>) =>
      Promise.allSettled([
        writer.insert(arrival()),
        writer.progress(progress({ shown: [group('evt_0')], cursors: { watched: '0' } })),
        writer.progress(progress({ shown: [shown], cursors: { watched: '1' } })),
      ])
    const there = async () => [
      (await inbox.reading.find('dlv_1')) !== null,
      (await shownBefore(inbox, ['evt_0'])).has('evt_0'),
      (await inbox.shown.cursors(STREAM)).watched,
    ]
    const refused = await turn(broken)
    expect(refused.map(each => each.status === 'rejected' && each.reason)).toEqual(
      Array(3).fill(expect.any(SaveError)),
    )
    expect(await there()).toEqual([false, false, undefined])
    expect((await turn(group('evt_1'))).map(each => each.status)).toEqual(Array(3).fill('fulfilled'))
    expect(await there()).toEqual([true, true, '1'])
  })

  it('given before the thread is ready is kept when it is', async () => {
    const dataDir = temporaryFolder()
    const writer = newWriter(dataDir)
    onTestFinished(() => writer.close())
    await writer.progress(progress({ cursors: { watched: '7' } }))
    expect((await (await openInbox(dataDir)).shown.cursors(STREAM)).watched).toBe('7')
  })

  it('is refused by a writer that has ended, and by one that ends before it is written', async () => {
    const dataDir = temporaryFolder()
    const writer = await openWriter(dataDir)
    const meanwhile = Promise.allSettled(
      Array.from({ length: 50 }, (_, n) => writer.progress(progress({ cursors: { watched: String(n) } }))),
    )
    await writer.close()
    const kept = (await meanwhile).filter(each => each.status === 'fulfilled').length
    const cursor = (await (await openInbox(dataDir)).shown.cursors(STREAM)).watched
    // What was reported as kept is there; more may be.
    expect(Number(cursor ?? -1)).toBeGreaterThanOrEqual(kept - 1)
    await expect(writer.progress(progress({ cursors: { watched: '60' } }))).rejects.toBeInstanceOf(SaveError)
  })
})

describe('a full disk', () => {
  it('saves nothing if there is no space, reports that, and continues when there is space', async () => {
    const dataDir = temporaryFolder()
    await newWriter(dataDir).close()
    // 1 MiB for a file; the events need more, in one commit.
    const writer = startWriter('progress-child.ts', 'ulimit -S -f 1024', dataDir, 20, 5000)
    const refused = { kept: false, name: 'SaveError', errcode: expect.any(Number) }
    const sequences = Array.from({ length: 20 }, (_, n) => n + 1)
    await writer.finished()
    expect(writer.reports).toEqual(sequences.map(sequence => ({ sequence, ...refused })))
    const inbox = await openInbox(dataDir)
    expect([(await inbox.shown.cursors(STREAM)).watched, (await inbox.reading.contents()).shown]).toEqual([
      undefined,
      0,
    ])

    spawnSync('prlimit', ['--pid', String(writer.process.pid), '--fsize=unlimited'])
    await writer.again()
    expect(writer.reports).toEqual(sequences.map(sequence => ({ sequence, kept: true })))
    expect([(await inbox.shown.cursors(STREAM)).watched, (await inbox.reading.contents()).shown]).toEqual([
      '20',
      100_000,
    ])
    expect((await shownBefore(inbox, ['evt_20_4999'])).has('evt_20_4999')).toBe(true)
  })
})
