/** Whether the sandbox of a profile still runs: its profile isn't replaced then. */

import { createTransport } from '#api/transport.ts'
import { TransportError } from '#api/transport-error.ts'
import type { Profile } from '#credentials/profiles.ts'
import { Failure } from '#lib/failure.ts'
import { DIRECT } from '#lib/proxy-settings.ts'
import { ALIVE } from '#lib/sandbox/data.ts'
import { suggest } from '#lib/suggestion.ts'
import { placeholders } from '#lib/texts.ts'
import { texts } from './texts.ts'

const PATIENCE_MS = 2000

/**
 * False if nothing answers at the profile's address, or no sandbox. A server that takes the connection and says nothing may
 * be a sandbox that is busy or stopped, so it counts.
 */
async function isRunning({ baseUrl, dashboardUrl }: Profile): Promise<boolean> {
  // A real store is never asked.
  if (baseUrl === undefined || dashboardUrl === undefined) return false
  try {
    const { status, body } = await (await createTransport(DIRECT)).send({
      method: 'GET',
      url: new URL(ALIVE.path, baseUrl).href,
      headers: {},
      timeoutMs: PATIENCE_MS,
      signal: new AbortController().signal,
    })
    return status === 200 && String(body) === ALIVE.text
  } catch (error) {
    return error instanceof TransportError && error.timedOut
  }
}

/** Failure (conflict) if the sandbox of the profile runs. */
export async function refuseRunning(name: string, profile: Profile | undefined): Promise<void> {
  if (!profile || !(await isRunning(profile))) return
  const flags = { profile: placeholders.NAME, port: '0' }
  const ownName = suggest('sandbox start', { say: texts.ownName, flags })
  throw new Failure('conflict', () => texts.runsAlready(name, profile.baseUrl ?? ''), {
    next: [ownName, texts.ownFolder],
  })
}
