/** Which events `events tail` shows: each id once, whatever the filter can say of it by now. */

import { describe, expect, it, onTestFinished } from 'vitest'
import { ProgressSaver } from '#events/tail/progress-saver.ts'
import { ShownEventFilter, type ShownEventFilterOptions } from '#events/tail/shown-event-filter.ts'
import { BloomFilter } from '#inbox/bloom-filter.ts'
import { systemClock } from '#lib/clock.ts'
import { localized, type Text } from '#lib/language.ts'
import type { TailItem } from '#realtime/tail.ts'
import { openInbox, openSqlite } from '../../inbox/arriving.ts'
import { all } from '../../inbox/keeping.ts'
import { STREAM, show, shownBefore } from '../../inbox/showing.ts'
import { newWriter } from '../../inbox/sqlite/new-writer.ts'
import { temporaryFolder } from '../../support/folder.ts'

/** An id like `sequence:3` stands for an event without an id. */
const item = (id: string): TailItem => ({
  id,
  sequence: /^sequence:(\d+)$/.exec(id)?.[1] ?? '1',
  type: 'payment.created',
  event: '{}',
})
const items = (...ids: string[]) => ids.map(item)
const approved = (id: string, over: Partial<TailItem> = {}): TailItem => ({
  ...item(id),
  type: 'payment.approved',
  paymentId: 'pay_1',
  approval: { source: 'api', amount: 10.5, netAmount: null },
  ...over,
})

async function start(over: Partial<ShownEventFilterOptions> = {}, dataDir = temporaryFolder()) {
  const saving = over.saving ?? true
  const inbox = await openInbox(dataDir)
  const writer = newWriter(dataDir)
  const warnings: string[] = []
  const warn = (text: Text) => warnings.push(localized(text))
  const progress = new ProgressSaver({
    writing: writer,
    lease: undefined,
    stream: STREAM,
    saving,
    clock: systemClock,
    warn,
    onLost: () => {},
  })
  onTestFinished(async () => {
    await progress.end()
    await writer.close()
    expect(warnings).toEqual([])
  })
  const filter = new BloomFilter()
  const whole = await openSqlite(dataDir)
  const fresh = new ShownEventFilter({
    inbox: whole,
    progress,
    filter,
    saving,
    hidesShown: saving,
    ...over,
  })
  /** Shows the new events of a batch; returns their ids. */
  const tail = async (...ids: string[]) => {
    const shown = await fresh.of(items(...ids))
    fresh.shown(shown)
    return shown.map(({ id }) => id)
  }
  return { inbox, progress, filter, fresh, tail }
}

describe.each([
  ['before the filter is filled', false],
  ['once it is filled', true],
])('%s', (_name, filled) => {
  it('an id is shown once: in a batch, in two, and after it is on the disk', async () => {
    const { progress, filter, tail } = await start()
    if (filled) filter.setFilled()
    expect(await tail('evt_1', 'evt_2', 'evt_1')).toEqual(['evt_1', 'evt_2'])
    expect(await tail('evt_2', 'evt_3')).toEqual(['evt_3'])
    await progress.end()
    expect(await tail('evt_1', 'evt_4', 'evt_3')).toEqual(['evt_4'])
  })

  it('an id is shown although another one has its hash', async () => {
    const { progress, filter, tail } = await start()
    if (filled) filter.setFilled()
    expect(await tail('costarring', 'evt_1', 'liquid')).toEqual(['costarring', 'evt_1', 'liquid'])
    expect(await tail('liquid')).toEqual([])
    expect(await tail('declinate')).toEqual(['declinate'])
    await progress.end()
    expect(await tail('macallums', 'costarring')).toEqual(['macallums'])
  })

  it('an event without an id is shown each time, and not kept', async () => {
    const { inbox, progress, filter, tail } = await start()
    if (filled) filter.setFilled()
    expect(await tail('sequence:1', 'evt_1')).toEqual(['sequence:1', 'evt_1'])
    await progress.end()
    expect(await tail('sequence:1')).toEqual(['sequence:1'])
    await progress.end()
    expect([(await shownBefore(inbox, ['sequence:1'])).size, (await inbox.reading.contents()).shown]).toEqual(
      [0, 1],
    )
  })
})

describe('while the filter is being filled', () => {
  it('what is shown is not shown again when the filter is filled', async () => {
    const { progress, filter, tail } = await start()
    expect(await tail('evt_1', 'evt_2')).toEqual(['evt_1', 'evt_2'])
    filter.setFilled()
    expect(await tail('evt_1', 'evt_3')).toEqual(['evt_3'])
    await progress.end()
    expect(await tail('evt_2', 'evt_3', 'evt_1')).toEqual([])
  })

  it('what earlier runs have shown is not shown', async () => {
    const dataDir = temporaryFolder()
    show(await openInbox(dataDir), 'evt_1')
    const { tail } = await start({}, dataDir)
    expect(await tail('evt_1', 'evt_2')).toEqual(['evt_2'])
  })
})

describe('a replay', () => {
  const startReplay = (dataDir: string) => start({ hidesShown: false }, dataDir)

  it('shows again, once, what was shown before it began', async () => {
    const dataDir = temporaryFolder()
    show(await openInbox(dataDir), 'evt_1', 'evt_2')
    const { progress, filter, tail } = await startReplay(dataDir)
    filter.setFilled()
    expect(await tail('evt_1', 'evt_2', 'evt_1')).toEqual(['evt_1', 'evt_2'])
    expect(await tail('evt_2', 'evt_3')).toEqual(['evt_3'])
    await progress.end()
    expect(await tail('evt_1', 'evt_3')).toEqual([])
    // The next run knows it.
    expect(await shownBefore(await openInbox(dataDir), ['evt_1', 'evt_3'])).toEqual(
      new Set(['evt_1', 'evt_3']),
    )
  })

  it('shows it again also when the filter can not tell it from what it has shown', async () => {
    const dataDir = temporaryFolder()
    show(await openInbox(dataDir), 'costarring')
    const { filter, tail } = await startReplay(dataDir)
    filter.setFilled()
    expect(await tail('liquid', 'costarring')).toEqual(['liquid', 'costarring'])
  })
})

describe('without a cursor', () => {
  const beside = async (over: Partial<ShownEventFilterOptions> = {}, dataDir = temporaryFolder()) => {
    const started = await start({ saving: false, ...over }, dataDir)
    started.filter.setFilled()
    return started
  }

  it('what other runs have shown is shown, but each id once', async () => {
    const dataDir = temporaryFolder()
    show(await openInbox(dataDir), 'evt_1')
    const { inbox, progress, tail } = await beside({}, dataDir)
    expect(await tail('evt_1', 'evt_2', 'evt_1')).toEqual(['evt_1', 'evt_2'])
    show(inbox, 'evt_3')
    expect(await tail('evt_2', 'evt_3')).toEqual(['evt_3'])
    await progress.end()
    expect(await tail('evt_1', 'evt_2', 'evt_3')).toEqual([])
    expect(await shownBefore(inbox, ['evt_1', 'evt_2', 'evt_3'])).toEqual(new Set(['evt_1', 'evt_3']))
  })

  it('it remembers the latest 25,000 that it has shown, at least', async () => {
    const { progress, tail } = await beside()
    const ids = Array.from({ length: 50_001 }, (_, n) => `evt_${n}`)
    for (let at = 0; at < ids.length; at += 500) await tail(...ids.slice(at, at + 500))
    await progress.end()
    expect(await tail('evt_25001', 'evt_50000')).toEqual([])
    expect(await tail('evt_0')).toEqual(['evt_0'])
  })
})

describe('an approval', () => {
  const facts = { source: 'api', amount: 10.5, netAmount: null }

  it('is kept when it is shown, also without an id, but not without a payment', async () => {
    const { inbox, progress, fresh } = await start()
    const batch = [item('evt_1'), approved('evt_2'), approved('sequence:3')]
    fresh.shown([...batch, approved('evt_4', { paymentId: undefined })])
    fresh.shown([approved('sequence:5', { type: 'deposit.approved', paymentId: 'pay_2' })])
    await progress.end()
    expect(await all(inbox.reading.approvals())).toMatchObject([
      { event: 'payment.approved', eventId: 'evt_2', paymentId: 'pay_1', delivery: null, ...facts },
      { event: 'payment.approved', eventId: null, paymentId: 'pay_1', ...facts },
      { event: 'deposit.approved', eventId: null, paymentId: 'pay_2', ...facts },
    ])
  })

  it('that is skipped is known to have come, and not to have been shown', async () => {
    const { inbox, progress, fresh, tail } = await start()
    fresh.skipped([item('evt_1'), approved('evt_2')])
    await progress.end()
    expect(await all(inbox.reading.approvals())).toMatchObject([
      { eventId: 'evt_2', paymentId: 'pay_1', ...facts },
    ])
    expect((await inbox.reading.contents()).shown).toBe(0)
    expect(await tail('evt_1', 'evt_2')).toEqual(['evt_1', 'evt_2'])
  })

  it('is kept by a tail without a cursor, too', async () => {
    const { inbox, progress, fresh } = await start({ saving: false })
    fresh.shown([approved('evt_1')])
    fresh.skipped([approved('evt_2')])
    await progress.end()
    expect((await all(inbox.reading.approvals())).map(({ eventId }) => eventId)).toEqual(['evt_1', 'evt_2'])
  })
})
