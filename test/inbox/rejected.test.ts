import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { MAX_REJECTED, MAX_REJECTED_BODY, RejectedStore } from '#inbox/rejected/rejected.ts'
import { RejectedWriter, type RejectedWriterOptions, type WaitingRejected } from '#inbox/rejected/writer.ts'
import { systemClock } from '#lib/clock.ts'
import type { Hints } from '#webhooks/wrong-signature/explain.ts'
import { FakeClock } from '../support/clock.ts'
import { permissionsIn, temporaryFolder } from '../support/folder.ts'

const THREAD = new URL('../../dist/rejected-thread.cjs', import.meta.url)
const AT = '2026-03-10T12:00:00.000Z'

function startWriter(
  dataDir: string,
  { thread = THREAD, clock = systemClock }: Partial<RejectedWriterOptions> = {},
) {
  const faults: string[] = []
  const writer = new RejectedWriter({
    thread,
    dataDir,
    profile: 'default',
    clock,
    onFault: message => faults.push(message),
  })
  onTestFinished(() => writer.close())
  return { writer, faults }
}

async function open(dataDir: string): Promise<RejectedStore> {
  const store = await RejectedStore.open(dataDir, 'default', 1000)
  onTestFinished(() => store.close())
  return store
}

const rejected = (n: number, over: Partial<WaitingRejected> = {}): WaitingRejected => ({
  body: Buffer.from(`body ${n}`),
  mayKeep: () => true,
  hints: null,
  describe: () => ({
    receivedAt: AT,
    method: 'POST',
    path: '/',
    headers: 'X-Service-Event\npayment.approved',
    bodyBytes: 6,
    reason: 'signature_mismatch',
    status: 401,
    delivery: `dlv_${n}`,
    event: 'payment.approved',
    toleranceMs: 300_000,
  }),
  ...over,
})

const deliveries = (store: RejectedStore) => store.list().map(({ delivery }) => delivery)

it('refused deliveries are kept where there is no data folder yet', async () => {
  const dataDir = join(temporaryFolder(), 'none', 'yet')
  const { writer, faults } = startWriter(dataDir)
  writer.add(rejected(1))
  await writer.written()
  expect(faults).toEqual([])
  expect((await open(dataDir)).list()).toHaveLength(1)
})

describe('a refused delivery', () => {
  it('is kept as it came, readable only by the user', async () => {
    const dataDir = temporaryFolder()
    const { writer, faults } = startWriter(dataDir)
    writer.add(rejected(1, { body: Buffer.from([0, 255, 10]) }))
    writer.add(rejected(2, { body: null }))
    await writer.written()
    const store = await open(dataDir)
    expect(store.find(1)).toEqual({
      id: 1,
      body: Buffer.from([0, 255, 10]),
      hints: null,
      ...rejected(1).describe(),
    })
    expect(store.find(2)?.body).toBeNull()
    expect(store.find(3)).toBeNull()
    expect(deliveries(store)).toEqual(['dlv_2', 'dlv_1'])
    expect(permissionsIn(dataDir)).toMatchObject({ 'rejected.db': '600' })
    expect(faults).toEqual([])
  })

  it('is kept with its hints: the write waits for a search that is under way', async () => {
    const dataDir = temporaryFolder()
    const { writer } = startWriter(dataDir)
    const search = Promise.withResolvers<Hints>()
    writer.add(rejected(1, { hints: search.promise }))
    writer.add(rejected(2, { hints: [] }))
    writer.add(rejected(3, { hints: null }))
    const written = writer.written()
    await setImmediate()
    search.resolve(['reserialized_json', 'secret_prefix'])
    await written
    const store = await open(dataDir)
    expect(store.list().map(({ hints }) => hints)).toEqual([null, [], ['reserialized_json', 'secret_prefix']])
    expect(store.find(1)?.hints).toEqual(['reserialized_json', 'secret_prefix'])
  })

  it('is written by itself soon after it came', async () => {
    const dataDir = temporaryFolder()
    const { writer } = startWriter(dataDir)
    writer.add(rejected(1))
    const store = await open(dataDir)
    await expect.poll(() => deliveries(store)).toEqual(['dlv_1'])
    const version = store.version()
    writer.add(rejected(2))
    await expect.poll(() => store.version()).not.toBe(version)
  })

  it('is kept with the start of a long body, and without one that may not be kept', async () => {
    const dataDir = temporaryFolder()
    const { writer } = startWriter(dataDir)
    writer.add(rejected(1, { body: Buffer.alloc(1024 * 1024, 'x') }))
    writer.add(rejected(2, { mayKeep: body => !Buffer.from(body).includes('body 2') }))
    await writer.written()
    const store = await open(dataDir)
    expect(store.find(1)?.body).toEqual(Buffer.alloc(MAX_REJECTED_BODY, 'x'))
    expect(store.find(2)?.body).toBeNull()
  })

  it('that waits when the listener ends is written too', async () => {
    const dataDir = temporaryFolder()
    const { writer } = startWriter(dataDir)
    writer.add(rejected(1))
    await writer.written()
    writer.add(rejected(2))
    await writer.close()
    expect(deliveries(await open(dataDir))).toEqual(['dlv_2', 'dlv_1'])
  })

  it('leaves the body that it was given as it is', async () => {
    const { writer } = startWriter(temporaryFolder())
    const body = Buffer.from('{"a":1}')
    writer.add(rejected(1, { body }))
    await writer.written()
    expect(body.toString()).toBe('{"a":1}')
  })
})

describe('the thread that writes', () => {
  /** A thread that does this with every batch. */
  function threadThat(body: string): string {
    const file = join(temporaryFolder(), 'thread.mjs')
    writeFileSync(
      file,
      `import { parentPort } from 'node:worker_threads'\nparentPort.on('message', batch => { ${body} })`,
    )
    return file
  }

  it('rests for a second after each write', async () => {
    const clock = new FakeClock()
    const { writer } = startWriter(temporaryFolder(), {
      thread: threadThat('parentPort.postMessage(null)'),
      clock,
    })
    let described = 0
    const describe = () => {
      described++
      return rejected(1).describe()
    }
    writer.add(rejected(1, { describe }))
    clock.advance(200)
    expect(described).toBe(1)
    await writer.written()
    writer.add(rejected(1, { describe }))
    clock.advance(999)
    expect(described).toBe(1)
    clock.advance(1)
    expect(described).toBe(2)
  })

  it('is ended when it does not answer', async () => {
    const clock = new FakeClock()
    const { writer, faults } = startWriter(temporaryFolder(), { thread: threadThat(''), clock })
    writer.add(rejected(1))
    const closed = writer.close()
    await clock.pass()
    await closed
    await expect.poll(() => faults).toEqual(['the thread that writes them has ended'])
  })

  it('gets a batch at a time', async () => {
    const thread = threadThat(`
      globalThis.unanswered = (globalThis.unanswered ?? 0) + 1
      setTimeout(() => {
        const failed = globalThis.unanswered > 1 ? 'two at once' : null
        globalThis.unanswered--
        parentPort.postMessage(failed)
      }, 50)`)
    const { writer, faults } = startWriter(temporaryFolder(), { thread })
    writer.add(rejected(1))
    const first = writer.written()
    await setImmediate()
    writer.add(rejected(2))
    writer.add(rejected(3))
    await writer.written()
    await first
    expect(faults).toEqual([])
  })
})

describe('of many refused deliveries', () => {
  it('only the latest are described, written and kept', async () => {
    const dataDir = temporaryFolder()
    const { writer } = startWriter(dataDir)
    let described = 0
    for (let n = 1; n <= 100_000; n++) {
      const { describe } = rejected(n)
      const counted = () => {
        described++
        return describe()
      }
      writer.add(rejected(n, { describe: counted }))
    }
    await writer.written()
    const store = await open(dataDir)
    expect(described).toBe(MAX_REJECTED)
    const latest = Array.from({ length: MAX_REJECTED }, (_, n) => `dlv_${100_000 - n}`)
    expect(deliveries(store)).toEqual(latest)
  })

  it('the new ones take the place of the old ones in the file', async () => {
    const dataDir = temporaryFolder()
    const { describe } = rejected(1)
    const many = Array.from({ length: MAX_REJECTED }, () => ({
      ...describe(),
      hints: null,
      body: Buffer.alloc(10_000),
    }))
    const sizes: number[] = []
    for (let n = 0; n < 2; n++) {
      const store = await RejectedStore.open(dataDir, 'default', 1000)
      store.add(many)
      expect(store.list()).toHaveLength(MAX_REJECTED)
      store.close()
      sizes.push(statSync(join(dataDir, 'profiles', 'default', 'rejected.db')).size)
    }
    expect(sizes[1]).toBeLessThan(1.1 * sizes[0]!)
  })

  it('by two listeners at once, the latest of both are kept', async () => {
    const dataDir = temporaryFolder()
    const [one, other] = [startWriter(dataDir), startWriter(dataDir)]
    for (let n = 1; n <= 150; n++) {
      one.writer.add(rejected(n))
      other.writer.add(rejected(1000 + n))
    }
    await Promise.all([one.writer.written(), other.writer.written()])
    const store = await open(dataDir)
    expect(store.list()).toHaveLength(MAX_REJECTED)
    expect([one.faults, other.faults]).toEqual([[], []])
  })
})

describe('a file that cannot be used', () => {
  it('is a fault once, and used again when it was removed', async () => {
    const dataDir = temporaryFolder()
    const file = join(dataDir, 'profiles', 'default', 'rejected.db')
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    writeFileSync(file, 'not a database, but as long as one begins'.repeat(20), { mode: 0o600 })
    const { writer, faults } = startWriter(dataDir)
    writer.add(rejected(1))
    await expect.poll(() => faults).toEqual([expect.stringContaining(file)])
    writer.add(rejected(2))
    await writer.written()
    rmSync(file)
    writer.add(rejected(3))
    await writer.written()
    expect(faults).toHaveLength(1)
    expect(deliveries(await open(dataDir))).toEqual(['dlv_3'])
  })
})
