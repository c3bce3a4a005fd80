/** Opens the state on disks of several sizes, first full and then with room. Runs where it may mount: `unshare -rm`. */

import { execFileSync } from 'node:child_process'
import { openState } from '#state/database.ts'

const [folder = ''] = process.argv.slice(2)

async function open(): Promise<string> {
  try {
    const database = await openState(folder, 'default')
    database.close()
    return 'opened'
  } catch (error) {
    return (error as Error).message
  }
}

for (let size = 80; size <= 200; size += 8) {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}k`, 'none', folder])
  const full = await open()
  execFileSync('mount', ['-o', 'remount,size=8m', folder])
  process.stdout.write(`${JSON.stringify({ size, full, room: await open() })}\n`)
  execFileSync('umount', [folder])
}
