/** `webhook inspect`: opens the page of deliveries, of a listener that already serves it or of its own. */

import type { Context, Flags } from '#cli/context/context.ts'
import { type NewLoginUrl, openInBrowser } from '#cli/output/browser.ts'
import { CredentialsError } from '#credentials/errors.ts'
import { aborted } from '#lib/ending.ts'
import { formatJson } from '#lib/json.ts'
import type { SigningSecrets } from '#webhooks/signing-secrets.ts'
import { startInspector } from '../shared/inspector.ts'
import { texts } from './texts.ts'

export interface InspectFlags extends Flags {
  port: number
  print?: boolean | undefined
  'secret-file'?: string | undefined
}

export async function inspect(context: Context, flags: InspectFlags): Promise<void> {
  const { host, out } = context
  const { askForLogin } = await import('#inspector/instance.ts')
  const { nameOfInbox } = await import('#inbox/open.ts')
  const place = await context.inboxPlace()
  const inbox = await nameOfInbox(place)
  const askRunning: NewLoginUrl = options => askForLogin({ ...place, inbox }, host.signal, options)
  const loginUrl = await askRunning()
  if (loginUrl) return show(context, flags, { inspectUrl: new URL(loginUrl).origin, loginUrl }, askRunning)
  // A profile that was named wrongly has nothing to inspect.
  await context.hasState()
  const inspector = await startInspector(context, flags, {
    port: flags.port,
    ...(await knownSecrets(context, flags['secret-file'])),
    secretFile: flags['secret-file'],
    listening: null,
  })
  try {
    const addresses = { inspectUrl: inspector.url, loginUrl: inspector.newLoginUrl() }
    if (inbox !== null) out.note(texts.inboxAt(inbox))
    await show(context, flags, addresses, options => inspector.newLoginUrl(options))
    out.note(texts.toStop())
    await aborted(host.signal)
  } finally {
    await inspector.close()
  }
  host.signal.throwIfAborted()
}

/** Prints an address that logs a browser in, and opens another one unless only that was asked for. */
async function show(
  { host, out }: Context,
  { print }: InspectFlags,
  { inspectUrl, loginUrl }: { inspectUrl: string; loginUrl: string },
  newLoginUrl: NewLoginUrl,
): Promise<void> {
  out.sayAddress(texts.inspectAt, loginUrl)
  if (out.json) await out.data(formatJson({ inspectUrl, loginUrl }))
  // On a terminal it is there already.
  else if (print && !out.human) await out.data(`${loginUrl}\n`)
  if (print) return
  const problem = await openInBrowser(host, newLoginUrl)
  if (problem !== undefined) out.warn(() => texts.noBrowser(problem))
}

/** Without a secret there is still much to see, so that is no error; but a file that was named must be usable. */
async function knownSecrets(
  context: Context,
  file: string | undefined,
): Promise<{ secrets: SigningSecrets | null; secretsMissing: string | null }> {
  try {
    return { secrets: await context.webhookSecrets(file), secretsMissing: null }
  } catch (error) {
    if (file !== undefined || !(error instanceof CredentialsError)) throw error
    return { secrets: null, secretsMissing: error.said }
  }
}
