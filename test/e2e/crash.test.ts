/** No creation is lost and none is made twice, whatever ends the process or fills the disk. */

import { once } from 'node:events'
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../support/folder.ts'
import { errorOf, Machine } from '../support/pixctl.ts'
import { against, againstLocal, unresolved } from '../support/scripted.ts'
import { answer, paymentBody, silence } from '../support/service.ts'
import { jsonLines, openStore } from '../support/store.ts'
import { hasDisks, smallDisk } from './disk.ts'

describe('charge create, killed before an answer came', () => {
  it('has written the key and the body, and recover sends the same', async () => {
    await using store = await against(
      silence,
      answer(201, { data: paymentBody({ description: 'Café 🍕', passFee: true, amount: 10.61 }) }),
    )
    const flags = ['--amount', '10.50', '--pass-fee', '--description', 'Café 🍕']
    const child = store.machine.start(['charge', 'create', ...flags])
    await store.service.requests(1)
    child.kill('SIGKILL')
    await once(child, 'exit')
    const [sent] = store.service.seen
    expect(await store.unresolved()).toMatchObject([
      { idempotencyKey: sent?.headers['idempotency-key'], amount: 10.5, description: 'Café 🍕' },
    ])
    const { stdout, code } = await store.machine.pixctl(['charge', 'recover', '--json'])
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ outcome: 'created', charge: { id: 'pay_1' } })
    expect(store.service.seen[1]).toMatchObject({
      body: sent?.body,
      headers: { 'idempotency-key': sent?.headers['idempotency-key'] },
    })
    expect(await store.unresolved()).toEqual([])
  })

  it('leaves files that only their owner can read', async () => {
    await using store = await against(silence)
    const child = store.machine.start(['charge', 'create', '--amount', '10.50'])
    await store.service.requests(1)
    const modes = (folder: string): [string, string][] =>
      readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
        const path = join(folder, entry.name)
        const mode = (statSync(path).mode & 0o777).toString(8)
        return [[entry.name, mode], ...(entry.isDirectory() ? modes(path) : [])] as [string, string][]
      })
    // While it runs: SQLite's -wal and -shm are there too.
    expect(Object.fromEntries(modes(store.machine.dataDir))).toEqual({
      profiles: '700',
      default: '700',
      'state.db': '600',
      'state.db-wal': '600',
      'state.db-shm': '600',
    })
    expect((statSync(store.machine.dataDir).mode & 0o777).toString(8)).toBe('700')
    child.kill('SIGKILL')
    await once(child, 'exit')
  })
})

describe('against the sandbox', async () => {
  const store = await openStore()

  it('creates every charge when several run at once', async () => {
    const before = (await store.api('/payments')).body.pagination.total
    using machine = new Machine({
      PIXCTL_API_KEY: store.sandbox.apiKey,
      PIXCTL_BASE_URL: store.sandbox.baseUrl,
    })
    // All of them find no state yet, and make it.
    const runs = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        machine.pixctl(['charge', 'create', '--amount', String(index + 1), '-q']),
      ),
    )
    expect(runs.map(run => run.code)).toEqual(runs.map(() => 0))
    expect(new Set(runs.map(run => run.stdout)).size).toBe(8)
    expect((await store.api('/payments')).body.pagination.total).toBe(before + 8)
    expect(await unresolved(machine)).toEqual([])
  })

  it('creates one charge when two run at once with the same key', async () => {
    const before = (await store.api('/payments')).body.pagination.total
    const create = ['charge', 'create', '--amount', '5', '--idempotency-key', crypto.randomUUID(), '--json']
    const runs = await Promise.all([store.pixctl(create), store.pixctl(create)])
    expect(runs.map(run => run.code)).toEqual([0, 0])
    expect(new Set(runs.map(run => JSON.parse(run.stdout).id)).size).toBe(1)
    expect((await store.api('/payments')).body.pagination.total).toBe(before + 1)
  })
})

describe('a state that cannot be used', () => {
  it.each([
    ['is no database', 'not a database at all, but long enough to be looked at as one'.repeat(20)],
    ['was cut short', `SQLite format 3\0${'\0'.repeat(50)}`],
  ])('ends with 1 if state.db %s, and sends nothing', async (_name, content) => {
    await using store = await againstLocal()
    const folder = join(store.machine.dataDir, 'profiles', 'default')
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeFileSync(join(folder, 'state.db'), content, { mode: 0o600 })
    const run = await store.machine.pixctl(['charge', 'create', '--amount', '1', '--json'])
    expect({ stdout: run.stdout, code: run.code }).toEqual({ stdout: '', code: 1 })
    expect(errorOf(run).error).toContain(join(folder, 'state.db'))
    expect(store.service.seen).toEqual([])
  })

  it('is exit 1 when the data directory is a file', async () => {
    await using store = await againstLocal()
    writeFileSync(store.machine.dataDir, '')
    const run = await store.machine.pixctl(['charge', 'create', '--amount', '1'])
    expect(run.code).toBe(1)
    expect(run.stderr).toContain('PIXCTL_DATA_DIR')
  })
})

if (!hasDisks) process.stderr.write('skipped: a full disk under the journal: only root can make one here\n')

describe('a full disk', () => {
  it('under stdout is exit 1, names the charge, and the journal knows how it ended', async () => {
    await using store = await against(answer(201, { data: paymentBody() }))
    const { stderr, code } = await store.machine.shell('pixctl charge create --amount 10.50 > /dev/full')
    expect(code).toBe(1)
    expect(stderr).toContain('could not be written (the disk is full, ENOSPC)')
    expect(stderr).toContain('pixctl charges get pay_1')
    expect(stderr).not.toContain('run it again')
    expect(await store.unresolved()).toEqual([])
  })

  it.skipIf(!hasDisks)('before any creation: exit 1, and nothing is sent', async () => {
    const { disk, env } = dataOnDisk()
    await using store = await againstLocal(answer(201, { data: paymentBody() }))
    const create = () => store.machine.pixctl(['charge', 'create', '--amount', '10.50', '--json'], { env })
    disk.fill()
    const first = await create()
    expect({ stdout: first.stdout, code: first.code }).toEqual({ stdout: '', code: 1 })
    expect(errorOf(first).error).toMatch(/full|ENOSPC|no space/i)
    expect(store.service.seen).toEqual([])
    disk.empty()
    expect((await create()).code).toBe(0)
    disk.fill()
    const later = await create()
    expect(later.code).toBe(1)
    expect(errorOf(later).error).toMatch(/full|no space/i)
    expect(store.service.seen).toHaveLength(1)
  })

  it.skipIf(!hasDisks)('after the charge was created: exit 1 with its id, and recover finds it', async () => {
    const { disk, env } = dataOnDisk()
    const charge = { data: paymentBody() }
    await using store = await againstLocal(
      (response, request, socket) => {
        disk.fill()
        answer(201, charge)(response, request, socket)
      },
      answer(200, charge),
    )
    const run = await store.machine.pixctl(['charge', 'create', '--amount', '10.50', '--json'], { env })
    expect(errorOf(run)).toMatchObject({
      exitCode: 1,
      error: expect.stringContaining('pixctl charges get pay_1'),
      idempotencyKey: store.service.seen[0]?.headers['idempotency-key'],
    })
    disk.empty()
    const { stdout, code } = await store.machine.pixctl(['charge', 'recover', '--json'], { env })
    expect(code).toBe(0)
    expect(jsonLines(stdout)).toMatchObject([{ outcome: 'existing', charge: { id: 'pay_1' } }])
  })
})

/** A small disk for the data of any machine that gets `env`. */
function dataOnDisk() {
  const dataDir = join(temporaryFolder(), 'data')
  return { disk: smallDisk({ dataDir }), env: { PIXCTL_DATA_DIR: dataDir } }
}
