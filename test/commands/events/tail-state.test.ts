/** `events tail` on a machine whose state can't be used: it says so before it sends anything. */

import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { errorOf } from '../../support/pixctl.ts'
import { localMachineOf, Stream, sequence, Tail } from '../../support/tailing.ts'

describe('a state that cannot be used', () => {
  it('ends with 1 if state.db is no database, before anything is sent', async () => {
    const stream = await Stream.start()
    const machine = localMachineOf(stream)
    const folder = join(machine.dataDir, 'profiles', 'default')
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeFileSync(join(folder, 'state.db'), 'not a database at all'.repeat(50), { mode: 0o600 })
    const run = await machine.pixctl(['events', 'tail', '--json'])
    expect(run).toMatchObject({ stdout: '', code: 1 })
    expect(errorOf(run).error).toContain(`the state in ${join(folder, 'state.db')} can't be used`)
    expect(stream.service.requests).toEqual([])
  })

  it.each([[[]], [['--no-resume']]])('ends with 1 if the data folder is a file: %j', async flags => {
    const stream = await Stream.start()
    const machine = localMachineOf(stream)
    writeFileSync(machine.dataDir, '')
    const { stderr, stdout, code } = await machine.pixctl(['events', 'tail', ...flags])
    expect({ stdout, code }).toEqual({ stdout: '', code: 1 })
    expect(stderr).toMatch(/^error: the state in .*PIXCTL_DATA_DIR/s)
    expect(stream.service.requests).toEqual([])
  })

  it.skipIf(process.getuid?.() === 0)('is exit 1 when it may not be written', async () => {
    const stream = await Stream.start()
    const machine = localMachineOf(stream)
    mkdirSync(machine.dataDir)
    chmodSync(machine.dataDir, 0o500)
    const { stderr, code } = await machine.pixctl(['events', 'tail'])
    expect(code).toBe(1)
    expect(stderr).toContain('PIXCTL_DATA_DIR')
  })

  it('is exit 1 when the lock is a folder', async () => {
    const stream = await Stream.start()
    const machine = localMachineOf(stream)
    const lock = join(machine.dataDir, 'profiles', 'default', 'cursor.lock')
    mkdirSync(lock, { recursive: true })
    const { stderr, code } = await machine.pixctl(['events', 'tail'])
    expect(code).toBe(1)
    expect(stderr).toContain(lock)
    rmSync(lock, { recursive: true })
    stream.add()
    expect((await new Tail(machine, ['--after', sequence(0), '--max', '1']).ended).code).toBe(0)
  })
})
