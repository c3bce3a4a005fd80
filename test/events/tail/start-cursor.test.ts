/** Where a tail begins, and what it saves as soon as it listens. */

import { describe, expect, it } from 'vitest'
import { StartCursor, type StartCursorOptions } from '#events/tail/start-cursor.ts'
import type { Cursors } from '#inbox/inbox.ts'
import { AT_ANY_TIME } from '#inbox/shown.ts'
import { stepText } from '#lib/suggestion.ts'
import { openInbox, openSqlite } from '../../inbox/arriving.ts'
import { keep, STREAM } from '../../inbox/showing.ts'
import { FakeClock } from '../../support/clock.ts'
import { temporaryFolder } from '../../support/folder.ts'

const NOW = Date.parse('2026-03-20T12:00:00.000Z')
const FORWARD = { forward: {} as NonNullable<StartCursorOptions['forward']> }

/** A tail that listens once `ready` is called. */
async function tail({ cursors = {}, ...over }: Partial<StartCursorOptions> & { cursors?: Cursors } = {}) {
  const dataDir = temporaryFolder()
  const inbox = await openInbox(dataDir)
  keep(inbox, { cursors })
  const [said, notes]: [string[], string[]] = [[], []]
  const saved: Cursors[] = []
  const times: (string | undefined)[] = []
  const beginning = await StartCursor.find({
    after: undefined,
    saving: true,
    forward: undefined,
    stream: STREAM,
    inbox: await openSqlite(dataDir),
    out: {
      logsJson: false,
      note: step => notes.push(stepText(step)),
      say: step => said.push(stepText(step)),
    },
    clock: new FakeClock(NOW),
    progress: {
      begin: () => {},
      done: (cursors, madeAt) => {
        saved.push(cursors)
        times.push(madeAt)
      },
    },
    ...over,
  })
  const ready = (...at: [at?: string, elsewhere?: string]) => beginning.ready(...at)
  return { beginning, said, notes, saved, times, ready }
}

describe('the first run', () => {
  it('saves the sequence that ready carries as its place, before any event', async () => {
    const { beginning, said, saved, times, ready } = await tail()
    ready('7')
    expect(times).toEqual([new Date(NOW).toISOString()])
    expect(beginning.start).toBeUndefined()
    expect({ said, saved }).toEqual({ said: [], saved: [{ watched: '7' }] })
  })

  it('saves it for forwarding, too', async () => {
    const { saved, ready } = await tail(FORWARD)
    ready('7')
    expect(saved).toEqual([{ watched: '7', processed: '7' }])
  })

  it.each([{}, FORWARD])('says that nothing is saved when ready carries no sequence', async options => {
    const { said, saved, ready } = await tail(options)
    ready()
    ready()
    expect(said).toEqual([expect.stringContaining('nothing is saved until the first event')])
    expect(saved).toEqual([])
    ready('8')
    expect(saved).toMatchObject([{ watched: '8' }])
  })

  it('with --no-resume saves nothing, and says nothing about it', async () => {
    const { beginning, said, ready } = await tail({
      saving: false,
      cursors: { watched: '1' },
    })
    ready()
    expect([beginning.start, said]).toEqual([undefined, []])
  })
})

describe('a later run', () => {
  it('continues from its own place', async () => {
    const cursors = { watched: '5', processed: '3' }
    expect((await tail({ cursors })).beginning.start).toBe('5')
    expect((await tail({ cursors, ...FORWARD })).beginning.start).toBe('3')
  })

  it('says where the channel is, if that is another place, and stays at its own', async () => {
    const { notes, saved, ready } = await tail({ cursors: { watched: '50' } })
    ready(undefined, '7')
    expect(notes).toEqual([expect.stringContaining('50'), 'the channel is at sequence 7'])
    expect(saved).toEqual([])
    const atHead = await tail({ cursors: { watched: '50' } })
    atHead.ready()
    expect(atHead.notes).toHaveLength(1)
  })

  it('that only shows events does not move the place of forwarding', async () => {
    const { saved, ready } = await tail({ cursors: { watched: '5', processed: '3' } })
    ready()
    ready('9')
    expect(saved.filter(cursors => cursors.processed !== undefined)).toEqual([])
  })

  it('that forwards for the first time begins now, and saves that as its own place at once', async () => {
    const { beginning, saved, times, ready } = await tail({ cursors: { watched: '5' }, ...FORWARD })
    expect(beginning.start).toBeUndefined()
    ready('9')
    expect(saved).toEqual([{ processed: '9' }])
    expect(times).toEqual([new Date(NOW).toISOString()])
  })

  it('that forwards moves the place of watching only once it has reached it', async () => {
    const { beginning } = await tail({ cursors: { watched: '5', processed: '3' }, ...FORWARD })
    const watches = (...sequences: string[]) => beginning.watches(sequences.map(sequence => ({ sequence })))
    expect([watches('4'), watches('5', '6'), watches('7')]).toEqual([false, true, true])
    for (const cursors of [{}, { watched: '5', processed: '5' }]) {
      expect((await tail({ cursors, ...FORWARD })).beginning.watches([{ sequence: '6' }])).toBe(true)
    }
  })

  it('that forwards for the first time moves it if nothing is between', async () => {
    const { saved, ready } = await tail({ cursors: { watched: '5' }, ...FORWARD })
    ready('5')
    expect(saved).toEqual([{ watched: '5', processed: '5' }])
  })

  it('with --after saves it when the service has accepted it, and only once', async () => {
    const { beginning, saved, times, ready } = await tail({
      cursors: { watched: '5' },
      after: '2',
      ...FORWARD,
    })
    expect([beginning.start, saved]).toEqual(['2', []])
    ready()
    ready()
    expect(saved).toEqual([{ watched: '2', processed: '2' }])
    // What comes after it may be of any age.
    expect(times).toEqual([AT_ANY_TIME])
  })
})
