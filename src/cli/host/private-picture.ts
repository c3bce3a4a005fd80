/** Pictures for a viewer: each in a temporary folder that only this user can read. */

import { lstatSync, mkdtempSync, readdirSync, rmdirSync, unlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Host } from './host.ts'

const PREFIX = 'pixctl-qr-'
const NAME = 'code.png'
/** A viewer may read the file late, or again. */
const KEPT_MS = 24 * 60 * 60 * 1000

/** Writes a picture (0600) and returns its path. Removes those of earlier days. System errors pass through. */
export function writePrivatePicture(
  { env, clock, platform }: Pick<Host, 'env' | 'clock' | 'platform'>,
  png: Buffer,
): string {
  const root = (platform !== 'win32' && env.TMPDIR) || tmpdir()
  removeOld(root, clock.now())
  // mkdtemp creates it with 0700, and fails if the name exists.
  const file = join(mkdtempSync(join(root, PREFIX)), NAME)
  writeFileSync(file, png, { mode: 0o600, flag: 'wx' })
  return file
}

/** Removes only folders of this user that hold nothing but such a picture. */
function removeOld(root: string, now: number): void {
  const uid = process.getuid?.()
  for (const name of readdirSync(root)) {
    if (!/^pixctl-qr-\w{6}$/.test(name)) continue
    const folder = join(root, name)
    try {
      const stats = lstatSync(folder)
      const isOurs = stats.isDirectory() && (uid === undefined || stats.uid === uid)
      if (!isOurs || now - stats.mtimeMs < KEPT_MS) continue
      if (readdirSync(folder).includes(NAME)) unlinkSync(join(folder, NAME))
      rmdirSync(folder)
    } catch {
      // Another process has removed it, or there is another file in it.
    }
  }
}
