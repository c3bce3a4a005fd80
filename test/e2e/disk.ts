/** A machine's data folder on a small disk, which can be filled to the last byte. */

import { spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Machine } from '../support/pixctl.ts'

/** Whether a disk can be made here. */
export const hasDisks = process.getuid?.() === 0 && process.platform === 'linux'

/** Puts the data folder of a machine on a small disk; it ends with the test. */
export function smallDisk(machine: Pick<Machine, 'dataDir'>) {
  mkdirSync(machine.dataDir, { recursive: true })
  const { status, stderr } = spawnSync('mount', [
    '-t',
    'tmpfs',
    '-o',
    'size=4m,mode=700',
    'tmpfs',
    machine.dataDir,
  ])
  if (status !== 0) throw new Error(`no disk: ${stderr}`)
  onTestFinished(() => void spawnSync('umount', ['-l', machine.dataDir]))
  const filler = join(machine.dataDir, 'filler')
  return {
    /** Leaves no byte free. */
    fill: () => fill(filler),
    empty: () => rmSync(filler),
    /** Makes it eight times as large. */
    grow: () => void spawnSync('mount', ['-o', 'remount,size=32m', machine.dataDir]),
  }
}

function fill(path: string): void {
  const file = openSync(path, 'w')
  try {
    for (;;) writeSync(file, Buffer.alloc(4096))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  } finally {
    closeSync(file)
  }
}
