/** What is kept of deliveries that were refused, and how they are written. */

import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { MAX_REJECTED, MAX_REJECTED_BODY, RejectedStore } from '#webhooks/rejected/store.ts'
import { RejectedWriter, type WaitingRejected } from '#webhooks/rejected/writer.ts'
import type { Hints } from '#webhooks/wrong-signature/find-cause.ts'
import { FakeClock } from '../../support/clock.ts'
import { permissionsIn, temporaryFolder } from '../../support/folder.ts'

const AT = '2026-03-10T12:00:00.000Z'
const SECRET = 'whsec_0123456789abcdef'

function startWriter(dataDir: string) {
  const faults: string[] = []
  const clock = new FakeClock()
  const writer = new RejectedWriter({
    dataDir,
    profile: 'default',
    clock,
    secrets: [SECRET],
    toleranceMs: 300_000,
    onFault: message => faults.push(message),
  })
  onTestFinished(() => writer.close())
  return { writer, faults, clock }
}

async function open(dataDir: string): Promise<RejectedStore> {
  const store = await RejectedStore.open(dataDir, 'default', 1000)
  onTestFinished(() => store.close())
  return store
}

const fileIn = (dataDir: string) => join(dataDir, 'profiles', 'default', 'rejected.db')

const HEADERS = ['X-Service-Event', 'payment.approved']

const rejected = (n: number, over: Partial<WaitingRejected> = {}): WaitingRejected => ({
  receivedAt: AT,
  delivery: `dlv_${n}`,
  event: 'payment.approved',
  reason: 'signature_mismatch',
  status: 401,
  request: {
    method: 'POST',
    url: '/hook?token=abc',
    headers: { 'x-service-event': 'payment.approved' },
    rawHeaders: HEADERS,
  },
  body: Buffer.from(`body ${n}`),
  hints: null,
  ...over,
})

const deliveries = (store: RejectedStore) => store.list().map(({ delivery }) => delivery)

describe('a refused delivery', () => {
  it('is kept as it came, readable only by the user, also where there is no data folder yet', async () => {
    const dataDir = join(temporaryFolder(), 'none', 'yet')
    const { writer, faults } = startWriter(dataDir)
    writer.add(rejected(1, { body: Buffer.from([0, 255, 10]) }))
    writer.add(rejected(2, { body: null }))
    await writer.close()
    const store = await open(dataDir)
    const { request: _, ...facts } = rejected(1)
    expect(store.find(1)).toEqual({
      ...facts,
      id: 1,
      method: 'POST',
      path: '/hook',
      headers: HEADERS.join('\n'),
      body: Buffer.from([0, 255, 10]),
      bodyBytes: 3,
      toleranceMs: 300_000,
    })
    expect(store.find(2)).toMatchObject({ body: null, bodyBytes: null })
    expect(store.find(3)).toBeNull()
    expect(deliveries(store)).toEqual(['dlv_2', 'dlv_1'])
    expect(permissionsIn(dataDir)).toMatchObject({ 'rejected.db': '600' })
    expect(faults).toEqual([])
  })

  it('is kept without what has a secret', async () => {
    const dataDir = temporaryFolder()
    const { writer } = startWriter(dataDir)
    const bare = SECRET.slice('whsec_'.length)
    const request = {
      method: 'POST',
      url: `/${bare}`,
      headers: {},
      rawHeaders: ['X-Key', SECRET, 'X-No', ''],
    }
    writer.add(rejected(1, { delivery: bare, event: SECRET, body: Buffer.from(`{"a":"${bare}"}`), request }))
    await writer.close()
    expect((await open(dataDir)).find(1)).toMatchObject({
      ...{ delivery: null, event: null, body: null, bodyBytes: 24, path: '', headers: 'X-No\n' },
    })
  })

  it('is kept with the start of a long body, and the length that was claimed of one that was not read', async () => {
    const dataDir = temporaryFolder()
    const { writer } = startWriter(dataDir)
    writer.add(rejected(1, { body: Buffer.alloc(1024 * 1024, 'x') }))
    const request = { ...rejected(2).request, headers: { 'content-length': '3000000' }, rawHeaders: [] }
    writer.add(rejected(2, { body: null, request }))
    await writer.close()
    const store = await open(dataDir)
    const start = Buffer.alloc(MAX_REJECTED_BODY, 'x')
    expect(store.find(1)).toMatchObject({ body: start, bodyBytes: 1024 * 1024 })
    expect(store.find(2)).toMatchObject({ body: null, bodyBytes: 3_000_000 })
  })

  it('is kept with its hints: the write waits for a search that is under way', async () => {
    const dataDir = temporaryFolder()
    const { writer } = startWriter(dataDir)
    const search = Promise.withResolvers<Hints>()
    writer.add(rejected(1, { hints: search.promise }))
    writer.add(rejected(2, { hints: [] }))
    writer.add(rejected(3, { hints: null }))
    const closed = writer.close()
    search.resolve(['reserialized_json', 'secret_prefix'])
    await closed
    const store = await open(dataDir)
    expect(store.list().map(({ hints }) => hints)).toEqual([null, [], ['reserialized_json', 'secret_prefix']])
    expect(store.find(1)?.hints).toEqual(['reserialized_json', 'secret_prefix'])
  })
})

describe('a write', () => {
  it('is a second after the first that waits, for all of them; the next one a second later', async () => {
    const dataDir = temporaryFolder()
    const store = await open(dataDir)
    const { writer, clock } = startWriter(dataDir)
    writer.add(rejected(1))
    clock.advance(900)
    writer.add(rejected(2))
    clock.advance(99)
    await clock.advanceAsync(0)
    expect(deliveries(store)).toEqual([])
    clock.advance(1)
    await expect.poll(() => deliveries(store)).toEqual(['dlv_2', 'dlv_1'])
    const version = store.version()
    writer.add(rejected(3))
    await clock.advanceAsync(999)
    expect(store.version()).toBe(version)
    await clock.advanceAsync(1)
    await expect.poll(() => deliveries(store)).toEqual(['dlv_3', 'dlv_2', 'dlv_1'])
    expect(store.version()).not.toBe(version)
  })

  it('looks at the latest only, however many there were, and keeps only these', async () => {
    const dataDir = temporaryFolder()
    const { writer } = startWriter(dataDir)
    let looked = 0
    for (let n = 1; n <= 100_000; n++) {
      const { request, ...facts } = rejected(n)
      const watched = {
        ...request,
        get rawHeaders() {
          looked++
          return HEADERS
        },
      }
      writer.add({ ...facts, request: watched })
    }
    await writer.close()
    expect(looked).toBe(MAX_REJECTED)
    const latest = Array.from({ length: MAX_REJECTED }, (_, n) => `dlv_${100_000 - n}`)
    expect(deliveries(await open(dataDir))).toEqual(latest)
  })

  it('of two listeners at once keeps the latest of both', async () => {
    const dataDir = temporaryFolder()
    const [one, other] = [startWriter(dataDir), startWriter(dataDir)]
    for (let n = 1; n <= 150; n++) {
      one.writer.add(rejected(n))
      other.writer.add(rejected(1000 + n))
    }
    await Promise.all([one.writer.close(), other.writer.close()])
    expect((await open(dataDir)).list()).toHaveLength(MAX_REJECTED)
    expect([one.faults, other.faults]).toEqual([[], []])
  })
})

describe('a write that fails', () => {
  it('is said once, and made good when it works again', async () => {
    const dataDir = temporaryFolder()
    const file = fileIn(dataDir)
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    writeFileSync(file, 'not a database, but as long as one begins'.repeat(20), { mode: 0o600 })
    const { writer, faults, clock } = startWriter(dataDir)
    writer.add(rejected(1))
    for (let second = 1; second <= 3; second++) {
      clock.advance(1_000)
      await expect.poll(() => clock.pending).toBe(1)
      writer.add(rejected(1 + second))
    }
    expect(faults).toEqual([expect.stringContaining(file)])
    rmSync(file)
    await writer.close()
    expect(faults).toHaveLength(1)
    expect(deliveries(await open(dataDir))).toEqual(['dlv_4', 'dlv_3', 'dlv_2', 'dlv_1'])
  })
})
