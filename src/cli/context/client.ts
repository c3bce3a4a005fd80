/** The clients of the REST API. The code is loaded when a command first needs a client. */

import type { Client } from '#api/client.ts'
import { networkSettings } from '#lib/input/addresses.ts'
import { said } from '#lib/language.ts'
import { once } from '#lib/once.ts'
import type { Host } from '../host/host.ts'
import type { Output } from '../output/output.ts'
import { sandboxAt, startSandboxAt } from './sandbox-profile.ts'
import { type Flags, type Selection, timeoutOf } from './selection.ts'
import { texts } from './texts.ts'

interface Parts {
  host: Host
  out: Output
  flags: Flags
  selected: Selection
  baseUrl(): string
  apiKey(baseUrl: string): Promise<string>
  /** Whether a request is sent only once. */
  asksOnce: boolean
  debug(line: string): void
  /** Hides a key in the output of --debug. */
  hide(key: string): void
}

export function createClients({ host, out, flags, selected, baseUrl, apiKey, asksOnce, debug, hide }: Parts) {
  const clientWith = async (url: string, key: string): Promise<Client> => {
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
      whereRefused: startSandboxAt(selected().config.profiles, url),
      ifKeyRefused:
        sandboxAt(selected().config.profiles, url) === undefined ? undefined : texts.newSandboxKey,
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
