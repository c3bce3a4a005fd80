/** `doctor` as a process: it makes no file, not even its code cache, and says that a disk is full. */

import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { Machine } from '../support/pixctl.ts'
import { hasDisks, smallDisk } from './disk.ts'

function machine(): Machine {
  const made = new Machine()
  onTestFinished(() => made[Symbol.dispose]())
  return made
}

it('doctor makes no file, and other commands keep their code cache', async () => {
  const own = machine()
  const cache = join(own.folder, 'cache')
  const env = { PIXCTL_CACHE_DIR: cache }
  const { code, stdout, stderr } = await own.pixctl(['doctor', '--json'], { env })
  expect(code, stderr).toBe(0)
  const { checks } = JSON.parse(stdout) as { checks: { name: string; detail: string }[] }
  expect(checks.find(({ name }) => name === 'node')!.detail).toContain(`Node ${process.versions.node}`)
  expect(readdirSync(own.folder), 'the keychain of Linux makes .cache').toEqual([])
  await own.pixctl(['state'], { env })
  expect(existsSync(cache)).toBe(true)
})

describe.skipIf(!hasDisks)('on a full disk', () => {
  it('doctor says so, and looks at everything else', async () => {
    const own = machine()
    const disk = smallDisk(own)
    mkdirSync(own.configDir, { mode: 0o700 })
    disk.fill()
    const { code, stdout } = await own.pixctl(['doctor', '--json'])
    expect(code).toBe(1)
    const { checks } = JSON.parse(stdout) as { checks: { name: string; status: string; detail: string }[] }
    const full = checks.find(({ name }) => name === 'data_folder')
    expect(full).toMatchObject({ status: 'fail', detail: expect.stringContaining('0 B free') })
    expect(checks.filter(({ status }) => status === 'fail')).toEqual([full])
  })
})
