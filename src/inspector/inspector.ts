/**
 * A web page that shows deliveries as they arrive, why some were rejected, and sends them again. It runs in the
 * process of `webhook listen` or by itself, and reads only what is on the disk.
 */

import { randomBytes } from 'node:crypto'
import type { Post } from '#forwarding/targets.ts'
import { type InboxPlace, nameOfInbox } from '#inbox/open.ts'
import type { Clock } from '#lib/clock.ts'
import { listenFailure } from '#lib/connections.ts'
import { localizedMessage } from '#lib/failure.ts'
import type { Text } from '#lib/language.ts'
import { isSecret } from '#lib/secret.ts'
import type { Step } from '#lib/suggestion.ts'
import type { CodeOptions } from '#web/codes.ts'
import { readForm } from '#web/form.ts'
import { listen } from '#web/server.ts'
import { Site } from '#web/site.tsx'
import type { SigningSecrets } from '#webhooks/signing-secrets.ts'
import { leaveInstance, NEW_CODE, type Shown } from './instance.ts'
import { addPages, asPageError } from './pages/pages.tsx'
import { Sources } from './sources.ts'
import { texts } from './texts.ts'

const HOST = '127.0.0.1'

export interface InspectorOptions {
  place: InboxPlace
  /** 0 for any free one. */
  port: number
  secrets: SigningSecrets | null
  /** Why no secret is known, in words. */
  secretsMissing: Text | null
  /** The address to register for deliveries; null if this process doesn't listen. */
  listening: string | null
  /** Where the scripts and styles of the pages are. */
  assetsFolder: string
  clock: Clock
  post: Post
  /** The target that the last --forward-to names for an event of this type; null if there is none. */
  lastTarget(event: string): string | null
  /** A command as it is typed, with the profile and address flags of this run. */
  commandText(step: Step): string
  note(text: string): void
  onFault(fault: unknown): void
}

export interface InspectorParts {
  sources: Sources
  options: InspectorOptions
}

export interface Inspector {
  url: string
  /** An address that logs a browser in, once within five minutes. */
  newLoginUrl(options?: CodeOptions): string
  /** Ends it at once, with every open page's connection. */
  close(): Promise<void>
}

/** Failure (usage) if the port can't be used. */
export async function serveInspector(options: InspectorOptions): Promise<Inspector> {
  const { place, port, listening, clock, assetsFolder, onFault, note } = options
  const shown = { ...place, inbox: await nameOfInbox(place) }
  const flag = listening === null ? '--port' : '--inspect'
  const server = await listen(HOST, port).catch(error => {
    throw listenFailure(error, { host: HOST, port }, flag, flag)
  })
  const sources = new Sources(place, clock)
  const site = new Site({
    product: 'pixctl webhooks',
    openCommand: options.commandText({ command: 'webhook inspect' }),
    port: server.port,
    assetsFolder,
    clock,
    watch: changed => sources.watch(changed),
    asPageError,
    onFault,
  })
  addPages(site, { sources, options })
  const url = `http://${HOST}:${server.port}`
  const forget = leave(site, shown, server.port, note)
  server.serve(site.app, onFault)
  return {
    url,
    newLoginUrl: codeOptions => url + site.newLoginPath(codeOptions),
    close: async () => {
      forget()
      site.close()
      await server.close()
      await sources.close()
    },
  }
}

/** Lets `webhook inspect` find this inspector. If that isn't possible, this one works all the same. */
function leave(site: Site, shown: Shown, port: number, onProblem: (text: string) => void): () => void {
  const token = randomBytes(32).toString('base64url')
  site.app.post(NEW_CODE, async c => {
    const form = await readForm(c.req.raw)
    if (!isSecret(form.get('token') ?? '', token)) return c.json({ error: 'not for you' }, 403)
    return c.json({ path: site.newLoginPath({ ownUserOnly: form.has('ownUserOnly') }) })
  })
  try {
    return leaveInstance(shown, { url: `http://${HOST}:${port}`, token })
  } catch (error) {
    onProblem(texts.cannotBeFound(localizedMessage(error)))
    return () => {}
  }
}
