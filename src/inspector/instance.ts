/** A running inspector leaves its address and a token in a private file, so that `webhook inspect` finds it. */

import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { createTransport } from '#api/transport.ts'
import { TransportError } from '#api/transport-error.ts'
import { Failure, localizedMessage } from '#lib/failure.ts'
import { readPrivate, replaceFile } from '#lib/files.ts'
import { DIRECT } from '#lib/proxy-settings.ts'
import { prepareFolder, stateFolder } from '#state/folder.ts'
import type { CodeOptions } from '#web/codes.ts'
import { texts } from './texts.ts'

/** How long the other inspector may take, in milliseconds. */
const ANSWER_MS = 3_000

/** Where a login code is asked for, with the token in the form. */
export const NEW_CODE = '/api/login-codes'
/** All that is taken from an answer: when the inspector has ended, any program may have its port. */
const LOGIN_PATH = /^\/#login=[\w-]+$/

interface Instance {
  /** Such as `http://127.0.0.1:4243`. */
  url: string
  token: string
}

export interface Shown {
  dataDir: string
  profile: string
  /** The name of a shared inbox; null for the one on this machine. */
  inbox: string | null
}

/** Each inbox has its own file, so that nobody is sent to the page of another one. */
function fileOf({ dataDir, profile, inbox }: Shown): string {
  const of = inbox === null ? '' : `-${createHash('sha256').update(inbox).digest('hex').slice(0, 16)}`
  return join(stateFolder(dataDir, profile), `inspector${of}.json`)
}

/** Leaves the address of this inspector. Returns a function that removes it, unless another one has left its own. */
export function leaveInstance(shown: Shown, instance: Instance): () => void {
  const file = fileOf(shown)
  prepareFolder(shown.dataDir, shown.profile)
  replaceFile(file, JSON.stringify(instance), { durable: false })
  return () => {
    if (instanceOf(shown)?.token === instance.token) rmSync(file, { force: true })
  }
}

/** What the last inspector has left; null if there is nothing usable. It may have ended. */
export function instanceOf(shown: Shown): Instance | null {
  try {
    return JSON.parse(readPrivate(fileOf(shown)) ?? 'null') as Instance | null
  } catch {
    return null
  }
}

/**
 * An address that logs a browser in, from the running inspector; null if none runs, because nothing or something else
 * listens there. Failure (network) if that isn't known.
 */
export async function askForLogin(
  shown: Shown,
  signal: AbortSignal,
  { ownUserOnly = false }: CodeOptions = {},
): Promise<string | null> {
  const instance = instanceOf(shown)
  if (instance === null) return null
  const { url, token } = instance
  const form = { token, ...(ownUserOnly && { ownUserOnly: 'yes' }) }
  try {
    const transport = await createTransport(DIRECT)
    const { body } = await transport.send({
      method: 'POST',
      url: url + NEW_CODE,
      headers: { origin: url, 'content-type': 'application/x-www-form-urlencoded' },
      body: Buffer.from(String(new URLSearchParams(form))),
      timeoutMs: ANSWER_MS,
      signal,
    })
    const { path } = JSON.parse(body.toString('utf8')) ?? {}
    return LOGIN_PATH.test(path) ? url + path : null
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof SyntaxError || (error instanceof TransportError && error.refusedHere)) return null
    throw new Failure('network', () => texts.doesNotAnswer(url, localizedMessage(error)), {
      next: [texts.endAndTryAgain, () => texts.removeFile(fileOf(shown))],
    })
  }
}
