/** `events tail` on a machine whose state can't be used: it says so before it sends anything. */

import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
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
