/** The target of the last `--forward-to`, which `webhook replay` uses by default (docs/decisions/webhooks.md#replay-target). */

import { join } from 'node:path'
import type { Context } from '#cli/context/context.ts'
import { isoNow } from '#lib/clock.ts'
import { Failure } from '#lib/failure.ts'
import { readPrivate, replaceFile } from '#lib/files.ts'
import { texts } from './texts.ts'

export interface LastTarget {
  url: string
  /** When the last run with it began, in ISO 8601; empty if that is not known. */
  since: string
  /** Whether it has answered a delivery, with any status; false again when another one has answered since. */
  hasAnswered: boolean
}

/** Says on stderr which profile is used and where the deliveries are sent. */
export function announceTarget(context: Context, to: string): void {
  const { profile, settings } = context.profile()
  context.out.note(texts.sendingTo(settings.dashboardUrl !== undefined, profile, to))
}

/** Saves the target of `--forward-to` at the start of a run. */
export async function rememberTarget(context: Context, url: string): Promise<void> {
  await write(context, TARGET, `${url}\n${isoNow(context.host.clock)}\n`)
}

/** Saves that a target has answered: in a file of its own, so that this never changes which one is the last. */
export async function rememberAnswer(context: Context, url: string): Promise<void> {
  if ((await read(context, ANSWERED)) !== url) await write(context, ANSWERED, `${url}\n`)
}

/** The target of the last `--forward-to`; null if there was none. */
export async function lastTarget(context: Context): Promise<LastTarget | null> {
  const [url = '', since = ''] = (await read(context, TARGET)).split('\n')
  return url === '' ? null : { url, since, hasAnswered: (await read(context, ANSWERED)) === url }
}

const TARGET = 'forward-target'
/** The target that answered last. */
const ANSWERED = 'forward-target-answered'

/** Without line breaks around it; empty if it isn't there. */
async function read(context: Context, name: string): Promise<string> {
  const file = await fileOf(context, name)
  try {
    return (readPrivate(file) ?? '').trim()
  } catch (error) {
    if (error instanceof Failure) throw error
    return ''
  }
}

async function write(context: Context, name: string, text: string): Promise<void> {
  const file = await fileOf(context, name)
  try {
    replaceFile(file, text)
  } catch (error) {
    if (error instanceof Failure) throw error
    // Only a convenience: forwarding continues without it.
  }
}

async function fileOf(context: Context, name: string): Promise<string> {
  const { stateFolder } = await import('#state/folder.ts')
  return join(stateFolder(context.folders.data, context.profile().profile), name)
}
