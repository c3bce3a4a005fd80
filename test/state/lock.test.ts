import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type Lock, tryLock } from '#state/lock.ts'
import { permissionsIn, temporaryFolder } from '../support/folder.ts'

async function lease(dataDir: string, profile = 'default', name = 'forwarding'): Promise<Lock | null> {
  const held = await tryLock(dataDir, profile, name)
  onTestFinished(() => held?.release())
  return held
}

async function holder(dataDir: string): Promise<{ process: ChildProcess; held: boolean }> {
  const child = fork(join(import.meta.dirname, 'lock-child.ts'), [dataDir, 'default', 'forwarding'])
  onTestFinished(() => void child.kill('SIGKILL'))
  const [{ held }] = (await once(child, 'message')) as [{ held: boolean }]
  return { process: child, held }
}

describe('a name', () => {
  it('is held by one at a time, and free after its release', async () => {
    const dataDir = temporaryFolder()
    const first = await tryLock(dataDir, 'default', 'forwarding')
    expect(first).not.toBeNull()
    expect(await lease(dataDir)).toBeNull()
    first?.release()
    expect(await lease(dataDir)).not.toBeNull()
  })

  it('is separate for each profile and each name', async () => {
    const dataDir = temporaryFolder()
    await lease(dataDir)
    expect(await lease(dataDir, 'other')).not.toBeNull()
    expect(await lease(dataDir, 'default', 'tailing')).not.toBeNull()
  })

  it('is held against other processes, and free once the one that held it was killed', async () => {
    const dataDir = temporaryFolder()
    const other = await holder(dataDir)
    expect(other.held).toBe(true)
    expect(await lease(dataDir)).toBeNull()
    other.process.kill('SIGKILL')
    await once(other.process, 'exit')
    expect(await lease(dataDir)).not.toBeNull()
  })

  it('is a file of 0600 in folders of 0700', async () => {
    const dataDir = join(temporaryFolder(), 'data')
    await lease(dataDir)
    const found = permissionsIn(dataDir)
    expect(found).toMatchObject({ profiles: '700', default: '700', 'forwarding.lock': '600' })
    expect(new Set(Object.values(found))).toEqual(new Set(['600', '700']))
  })
})
