/** The target of the last `--forward-to`, which `webhook replay` uses by default. */

import { join } from 'node:path'
import type { Context } from '../cli/context/context.ts'
import { Failure } from '../shared/failure.ts'
import { readPrivate, replaceFile } from '../shared/files.ts'

/** Says on stderr which profile is used and where the deliveries are sent. */
export function announceTarget(context: Context, to: string): void {
  const { profile, settings } = context.profile()
  const sandbox = settings.dashboardUrl === undefined ? '' : 'SANDBOX, '
  context.out.note(`${sandbox}profile ${profile}, sending to ${to}`)
}

/** Saves the target of `--forward-to` for replays without `--to` (docs/decisions/webhooks.md#replay-target). */
export async function rememberTarget(context: Context, to: string): Promise<void> {
  const file = await targetFile(context)
  try {
    replaceFile(file, `${to}\n`)
  } catch (error) {
    if (error instanceof Failure) throw error
    // Only a convenience: forwarding continues without it.
  }
}

/** The target of the last `--forward-to`; null if there was none. */
export async function lastTarget(context: Context): Promise<string | null> {
  const file = await targetFile(context)
  try {
    return readPrivate(file)?.trim() || null
  } catch (error) {
    if (error instanceof Failure) throw error
    return null
  }
}

async function targetFile(context: Context): Promise<string> {
  const { stateFolder } = await import('../store/folder.ts')
  return join(stateFolder(context.folders.data, context.profile().profile), 'forward-target')
}
