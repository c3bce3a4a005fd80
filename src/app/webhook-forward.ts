/** What the commands that send kept deliveries on have in common: where they are sent to. */

import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makePrivateFolder } from '../shared/folders.ts'
import type { Context } from './context.ts'

/** Says on stderr for which profile something is sent on, and where to. */
export function announceTarget(context: Context, to: string): void {
  const { profile, settings } = context.profile()
  const sandbox = settings.dashboardUrl === undefined ? '' : 'SANDBOX, '
  context.out.note(`${sandbox}profile ${profile}, sending to ${to}`)
}

/** Keeps the target of `--forward-to` for replays that name none (docs/decisions/replay-target.md). */
export async function rememberTarget(context: Context, to: string): Promise<void> {
  const { folder, file } = await targetFile(context)
  try {
    makePrivateFolder(folder)
    writeFileSync(`${file}.tmp`, `${to}\n`, { mode: 0o600 })
    renameSync(`${file}.tmp`, file)
  } catch {
    // Only a convenience: forwarding goes on without it.
  }
}

/** The target of the last `--forward-to`; null where there was none. */
export async function lastTarget(context: Context): Promise<string | null> {
  const { file } = await targetFile(context)
  try {
    return readFileSync(file, 'utf8').trim() || null
  } catch {
    return null
  }
}

async function targetFile(context: Context): Promise<{ folder: string; file: string }> {
  const { stateFolder } = await import('../store/database.ts')
  const folder = stateFolder(context.folders.data, context.profile().profile)
  return { folder, file: join(folder, 'forward-target') }
}
