/** `inbox copy`: from the inbox on this machine to one on PostgreSQL. */

import { expect, it } from 'vitest'
import { systemClock } from '../../../src/shared/clock.ts'
import { parsePostgresUrl } from '../../../src/shared/postgres-url.ts'
import { copyInbox } from '../../../src/store/inbox/copy.ts'
import type { Inbox } from '../../../src/store/inbox/inbox.ts'
import { openShared } from '../../../src/store/inbox/postgres/open.ts'
import type { InboxFile } from '../../../src/store/inbox/sqlite/inbox-file.ts'
import { arrival, attempt, openInbox } from '../../store/arrivals.ts'
import { all } from '../../store/inbox/keeping.ts'
import { addApprovals, approval, keep as keepProgress, STREAM, show } from '../../store/showing.ts'
import { LocalMachine } from '../../support/local.ts'
import { errorOf } from '../../support/pixctl.ts'
import { describeOnPostgres } from '../../support/postgres.ts'
import { newSharedInbox, type SharedInbox } from '../../support/shared-inbox.ts'
import { openTarget } from '../../webhooks/target.ts'

const NOTHING = { deliveries: 0, shown: 0, approvals: 0, cursors: 0 }

/** A machine with an inbox of its own, and a shared one that is empty. */
async function both() {
  const shared = await newSharedInbox()
  const machine = shared.machine({ PIXCTL_INBOX_URL: '' })
  const inbox = await openInbox(machine.dataDir)
  const copy = async () => {
    const run = await machine.pixctl(['inbox', 'copy', '--to', shared.url, '--json'])
    expect(run).toMatchObject({ code: 0, stderr: '' })
    const { inbox: _inbox, profile: _profile, ...copied } = JSON.parse(run.stdout)
    return copied
  }
  /** What a command says of each of the inboxes. */
  const inBoth = async (...args: string[]) => [
    (await machine.pixctl([...args, '--json'])).stdout,
    (await machine.pixctl([...args, '--json', '--inbox', shared.url])).stdout,
  ]
  return { shared, machine, inbox, copy, inBoth }
}

function take(inbox: InboxFile, delivery: string, over: Parameters<typeof arrival>[0] = {}) {
  inbox.inTransaction(() => inbox.take(arrival({ delivery, eventId: `evt_${delivery}`, ...over })))
}

const forwards = async ({ machine }: SharedInbox) => {
  const list = JSON.parse((await machine().pixctl(['webhook', 'deliveries', '--json'])).stdout) as {
    delivery: string
    forward: string
  }[]
  return Object.fromEntries(list.map(({ delivery, forward }) => [delivery, forward]))
}

const sharedInbox = (url: string) => ({
  url: parsePostgresUrl(url, 'x'),
  env: {},
  home: '/',
  warn: () => {},
  hide: () => {},
})

/** A copy that is interrupted after its first commit. */
function interruptedCopy({ dataDir }: LocalMachine, url: string) {
  return copyInbox({
    from: { dataDir, profile: 'default' },
    to: sharedInbox(url),
    clock: systemClock,
    waiting: { signal: new AbortController().signal, patienceMs: 5_000 },
    onProgress: () => {
      throw new Error('Ctrl-C')
    },
  })
}

async function firstArrivalOf(inbox: Inbox): Promise<string | null> {
  try {
    return await inbox.firstArrival()
  } finally {
    await inbox.close()
  }
}

it('needs an address', async () => {
  using machine = new LocalMachine()
  expect(errorOf(await machine.pixctl(['inbox', 'copy', '--json']))).toMatchObject({
    exitCode: 2,
    error: expect.stringContaining('--to postgres://user@host/database'),
  })
  const run = await machine.pixctl(['inbox', 'copy', '--to', 'postgres://u:HIDDEN@h/d', '--json'])
  expect(errorOf(run)).toMatchObject({
    exitCode: 2,
    error: expect.stringContaining('--to contains a password'),
  })
  expect(run.stderr).not.toContain('HIDDEN')
})

describeOnPostgres('inbox copy', () => {
  it('says that there is nothing to copy, as for a user who is not that of the service', async () => {
    const shared = await newSharedInbox()
    const machine = shared.machine({ PIXCTL_INBOX_URL: '' })
    const run = await machine.pixctl(['inbox', 'copy', '--to', shared.url])
    expect(run).toMatchObject({ code: 0, stdout: '' })
    expect(run.stderr).toContain(
      `there is nothing to copy: ${machine.dataDir} has no inbox of the profile default`,
    )
    expect(run.stderr).not.toContain('was there already')
  })

  it('warns of what is pending in both now', async () => {
    const { shared, machine, inbox } = await both()
    for (const name of ['dlv_1', 'dlv_2', 'dlv_3']) take(inbox, name)
    const copy = async () => (await machine.pixctl(['inbox', 'copy', '--to', shared.url])).stderr
    attempt(inbox, 'dlv_3', 204)
    const first = await copy()
    expect(first).toContain('warning: both inboxes now have 2 deliveries that are pending on this machine')
    expect(first).toContain('start it with the shared inbox (--inbox)')
    attempt(inbox, 'dlv_1', 204)
    expect(await copy()).toContain('1 delivery that is pending')
    attempt(inbox, 'dlv_2', 204)
    expect(await copy()).not.toContain('warning')
  })

  it('copies deliveries with what became of them, and nothing twice', async () => {
    const { shared, inbox, copy, inBoth } = await both()
    take(inbox, 'dlv_none', { forward: false })
    take(inbox, 'dlv_pending')
    attempt(inbox, 'dlv_pending', 500)
    attempt(inbox, 'dlv_pending', null)
    take(inbox, 'dlv_done')
    attempt(inbox, 'dlv_done', 503)
    attempt(inbox, 'dlv_done', 204)
    take(inbox, 'dlv_again', { eventId: 'evt_dlv_done' })
    take(inbox, 'dlv_realtime', { channel: 'realtime', forward: false })
    take(inbox, 'dlv_altered', { body: Buffer.from('{"one":1}') })
    take(inbox, 'dlv_altered', { body: Buffer.from('{"two":2}'), eventId: 'evt_other' })
    take(inbox, 'dlv_many')
    for (let n = 0; n < 60; n++) attempt(inbox, 'dlv_many', 500)
    expect(await copy()).toEqual({ ...NOTHING, deliveries: 8 })
    const [here, there] = await inBoth('webhook', 'deliveries')
    expect(JSON.parse(there!)).toHaveLength(8)
    expect(there).toBe(here)
    for (const { delivery } of JSON.parse(here!)) {
      const [local, copied] = await inBoth('webhook', 'show', delivery)
      expect(copied).toBe(local)
    }
    expect(await copy()).toEqual(NOTHING)
    expect((await inBoth('webhook', 'show', 'dlv_many'))[1]).toBe(
      (await inBoth('webhook', 'show', 'dlv_many'))[0],
    )
    expect(await forwards(shared)).toMatchObject({
      dlv_done: 'done',
      dlv_pending: 'pending',
      dlv_none: 'none',
    })
  })

  it('brings what happened since, and never makes pending what was forwarded there', async () => {
    const { shared, inbox, machine, copy } = await both()
    for (const name of ['dlv_here', 'dlv_there', 'dlv_parked']) take(inbox, name)
    await copy()
    const target = await openTarget(204)
    const replay = ['webhook', 'replay', 'dlv_there', '--to', target.url, '--inbox', shared.url]
    const run = await machine.pixctl(replay, { env: { PIXCTL_WEBHOOK_SECRET: 'whsec_x' } })
    expect(run.code).toBe(0)
    attempt(inbox, 'dlv_here', 204)
    attempt(inbox, 'dlv_parked', 400, { outcome: 'parked' })
    take(inbox, 'dlv_new')
    expect(await copy()).toEqual({ ...NOTHING, deliveries: 1 })
    expect(await forwards(shared)).toEqual({
      dlv_here: 'done',
      dlv_there: 'done',
      dlv_parked: 'parked',
      dlv_new: 'pending',
    })
    expect(await shared.query('SELECT count(*)::int AS n FROM pixctl.attempts')).toEqual([{ n: 3 }])
  })

  it('copies what was shown, approvals and the place in the stream, which never goes back', async () => {
    const { shared, inbox, copy } = await both()
    show(inbox, 'evt_1', 'evt_2', 'evt "3"\n')
    addApprovals(
      inbox,
      approval({ paymentId: 'pay_1' }),
      approval({ event: 'deposit.approved', paymentId: 'pay_2' }),
    )
    keepProgress(inbox, { places: { watched: '9007199254740993', processed: '9007199254740991' } })
    expect(await copy()).toEqual({ deliveries: 0, shown: 3, approvals: 2, cursors: 2 })
    expect(await copy()).toEqual(NOTHING)
    await shared.query(`UPDATE pixctl.cursors SET sequence = '10000000000000000' WHERE place = 'watched'`)
    keepProgress(inbox, { places: { watched: '9007199254740994', processed: '9007199254740994' } })
    show(inbox, 'evt_4')
    expect(await copy()).toEqual({ ...NOTHING, shown: 1, cursors: 1 })
    expect(await shared.query('SELECT stream, place, sequence FROM pixctl.cursors ORDER BY place')).toEqual([
      { stream: STREAM, place: 'processed', sequence: '9007199254740994' },
      { stream: STREAM, place: 'watched', sequence: '10000000000000000' },
    ])
    expect(await shared.query('SELECT count(*)::int AS n FROM pixctl.shown_ids')).toEqual([{ n: 4 }])
  })

  it('knows from when on everything is there, also of an inbox that was pruned', async () => {
    const { machine, shared, inbox, copy } = await both()
    const first = () => openShared(sharedInbox(shared.url), 'default').then(firstArrivalOf)
    take(inbox, 'dlv_parked', { receivedAt: '2026-01-01T12:00:00.000Z' })
    attempt(inbox, 'dlv_parked', 400, { outcome: 'parked' })
    for (const day of ['02', '20', '21']) {
      take(inbox, `dlv_${day}`, { receivedAt: `2026-01-${day}T12:00:00.000Z`, forward: false })
    }
    await all(inbox.prune(Date.parse('2026-01-15T00:00:00Z'), Date.parse('2026-03-01T00:00:00Z')))
    const whole = '2026-01-15T00:05:00.000Z'
    expect(inbox.firstArrival()).toBe(whole)
    await expect(interruptedCopy(machine, shared.url)).rejects.toThrow('Ctrl-C')
    expect(Date.parse((await first())!)).toBeGreaterThan(Date.parse('2026-02-01'))
    await copy()
    expect(await first()).toBe(whole)
    await copy()
    expect(await first()).toBe(whole)
  })

  it('goes on after an interruption', async () => {
    const { shared, machine, inbox, copy, inBoth } = await both()
    for (let n = 0; n < 450; n++)
      take(inbox, `dlv_${n}`, { receivedAt: `2026-03-10T12:00:00.${String(n).padStart(3, '0')}Z` })
    await expect(interruptedCopy(machine, shared.url)).rejects.toThrow('Ctrl-C')
    expect(await shared.query('SELECT count(*)::int AS n FROM pixctl.deliveries')).toEqual([{ n: 200 }])
    expect(await copy()).toEqual({ ...NOTHING, deliveries: 250 })
    const [here, there] = await inBoth('webhook', 'deliveries', '--limit', '1000')
    expect(there).toBe(here)
  })

  it('copies nothing from a machine that has none', async () => {
    const { machine, url } = await newSharedInbox()
    const run = await machine({ PIXCTL_INBOX_URL: '' }).pixctl(['inbox', 'copy', '--to', url, '--json'])
    expect(JSON.parse(run.stdout)).toEqual({ inbox: url, profile: 'default', ...NOTHING })
  })
})
