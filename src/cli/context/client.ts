/** The clients of the REST API. The code is loaded when a command first needs a client. */

import type { Client } from '#api/client.ts'
import { networkSettings } from '#lib/input/addresses.ts'
import { said } from '#lib/language.ts'
import { once } from '#lib/once.ts'
import { sandboxAt, startSandboxAt } from './sandbox-profile.ts'
import { type Run, timeoutOf } from './selection.ts'
import { texts } from './texts.ts'

/** @param asksOnce whether a request is sent only once */
export function createClients(
  { host, out, flags, selected, baseUrl, debug, hide }: Run,
  apiKey: (baseUrl: string) => Promise<string>,
  asksOnce: boolean,
) {
  const clientWith = async (url: string, key: string): Promise<Client> => {
    const { profiles } = selected().config
    hide(key)
    const [{ Client }, { createTransport }] = await Promise.all([
      import('#api/client.ts'),
      import('#api/transport.ts'),
    ])
    const { env, clock, signal, version } = host
    return new Client({
      baseUrl: url,
      apiKey: key,
      transport: await createTransport(networkSettings(env)),
      clock,
      signal,
      timeoutMs: timeoutOf(flags),
      once: asksOnce,
      userAgent: `pixctl/${version}`,
      whereRefused: startSandboxAt(profiles, url),
      ifKeyRefused: sandboxAt(profiles, url) === undefined ? undefined : texts.newSandboxKey,
      isDebug: flags.debug === true,
      onAttempt: debug,
      onWait: (why, ms) => out.status(texts.tryingAgain(Math.ceil(ms / 1000), said(why))),
    })
  }

  return {
    client: once(async (): Promise<Client> => clientWith(baseUrl(), await apiKey(baseUrl()))),
    /** A client with a key that is not stored yet. */
    clientWith,
  }
}
