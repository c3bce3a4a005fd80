/** The target of the last `--forward-to`, which `webhook replay` uses by default (docs/decisions/webhooks.md#replay-target). */

import { join } from 'node:path'
import { type Clock, isoNow } from '#lib/clock.ts'
import { Failure } from '#lib/failure.ts'
import { readPrivate, replaceFile } from '#lib/files.ts'
import { stateFolder } from '#state/folder.ts'

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
export function rememberTarget(owner: TargetOwner, url: string, clock: Clock): void {
  write(owner, TARGET, `${url}\n${isoNow(clock)}\n`)
}

/** Saves that a target has answered: in a file of its own, so that this never changes which one is the last. */
export function rememberAnswer(owner: TargetOwner, url: string): void {
  if (read(owner, ANSWERED) !== url) write(owner, ANSWERED, `${url}\n`)
}

/** The target of the last `--forward-to`; null if there was none. */
export function lastTarget(owner: TargetOwner): LastTarget | null {
  const [url = '', since = ''] = read(owner, TARGET).split('\n')
  return url === '' ? null : { url, since, hasAnswered: read(owner, ANSWERED) === url }
}

const TARGET = 'forward-target'
/** The target that answered last. */
const ANSWERED = 'forward-target-answered'

/** Without line breaks around it; empty if it isn't there. */
function read(owner: TargetOwner, name: string): string {
  try {
    return (readPrivate(fileOf(owner, name)) ?? '').trim()
  } catch (error) {
    if (error instanceof Failure) throw error
    return ''
  }
}

function write(owner: TargetOwner, name: string, text: string): void {
  try {
    replaceFile(fileOf(owner, name), text)
  } catch (error) {
    if (error instanceof Failure) throw error
    // Only a convenience: forwarding continues without it.
  }
}

function fileOf({ dataDir, profile }: TargetOwner, name: string): string {
  return join(stateFolder(dataDir, profile), name)
}
