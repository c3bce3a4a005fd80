/** The target of the last `--forward-to`, which `webhook replay` uses by default (docs/decisions/webhooks.md#replay-target). */

import { join } from 'node:path'
import { type Clock, isoNow } from '#lib/clock.ts'
import { Failure } from '#lib/failure.ts'
import { readPrivate, replaceFile } from '#lib/files.ts'

export interface LastTarget {
  url: string
  /** When the last run with it began, in ISO 8601; empty if that is not known. */
  since: string
  /** Whether it has answered a delivery, with any status; false again when another one has answered since. */
  hasAnswered: boolean
}

/** Whose target it is. */
export interface TargetOwner {
  dataDir: string
  profile: string
}

/** Saves the target of `--forward-to` at the start of a run. */
export async function rememberTarget(owner: TargetOwner, url: string, clock: Clock): Promise<void> {
  await write(owner, TARGET, `${url}\n${isoNow(clock)}\n`)
}

/** Saves that a target has answered: in a file of its own, so that this never changes which one is the last. */
export async function rememberAnswer(owner: TargetOwner, url: string): Promise<void> {
  if ((await read(owner, ANSWERED)) !== url) await write(owner, ANSWERED, `${url}\n`)
}

/** The target of the last `--forward-to`; null if there was none. */
export async function lastTarget(owner: TargetOwner): Promise<LastTarget | null> {
  const [url = '', since = ''] = (await read(owner, TARGET)).split('\n')
  return url === '' ? null : { url, since, hasAnswered: (await read(owner, ANSWERED)) === url }
}

const TARGET = 'forward-target'
/** The target that answered last. */
const ANSWERED = 'forward-target-answered'

/** Without line breaks around it; empty if it isn't there. */
async function read(owner: TargetOwner, name: string): Promise<string> {
  const file = await fileOf(owner, name)
  try {
    return (readPrivate(file) ?? '').trim()
  } catch (error) {
    if (error instanceof Failure) throw error
    return ''
  }
}

async function write(owner: TargetOwner, name: string, text: string): Promise<void> {
  const file = await fileOf(owner, name)
  try {
    replaceFile(file, text)
  } catch (error) {
    if (error instanceof Failure) throw error
    // Only a convenience: forwarding continues without it.
  }
}

async function fileOf({ dataDir, profile }: TargetOwner, name: string): Promise<string> {
  const { stateFolder } = await import('#state/folder.ts')
  return join(stateFolder(dataDir, profile), name)
}
