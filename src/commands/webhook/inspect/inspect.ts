/** `webhook inspect`: opens the page of deliveries, of a listener that already serves it or of its own. */

import { type Context, type Flags, patienceOf } from '../../../cli/context/context.ts'
import type { SigningSecrets } from '../../../cli/context/signing.ts'
import { aborted } from '../../../cli/host/host.ts'
import { openInBrowser } from '../../../cli/output/browser.ts'
import { CredentialsError } from '../../../credentials/errors.ts'
import { formatJson } from '../../../terminal/json.ts'

export interface InspectFlags extends Flags {
  port: number
  print?: boolean | undefined
  'secret-file'?: string | undefined
}

export async function inspect(context: Context, flags: InspectFlags): Promise<void> {
  const { host, out, folders, profile } = context
  const { askForLogin, instanceOf } = await import('../../../inspector/instance.ts')
  const running = instanceOf(folders.data, profile().profile)
  const loginUrl = running && (await askForLogin(running, host.signal))
  if (running && loginUrl) return show(context, flags, running.url, loginUrl)
  // A profile that was named wrongly has nothing to inspect.
  await context.hasState()
  const { Inspector } = await import('../../../inspector/inspector.ts')
  const inspector = await Inspector.start(context, {
    port: flags.port,
    ...(await knownSecrets(context, flags['secret-file'])),
    secretFile: flags['secret-file'],
    listening: null,
    replayMs: patienceOf(flags),
  })
  try {
    await show(context, flags, inspector.url, inspector.newLoginUrl())
    out.note('press Ctrl-C to stop')
    await aborted(host.signal)
  } finally {
    await inspector.close()
  }
  host.signal.throwIfAborted()
}

/** Prints the address that logs a browser in, and opens it unless only that was asked for. */
async function show(
  { host, out }: Context,
  { print }: InspectFlags,
  inspectUrl: string,
  loginUrl: string,
): Promise<void> {
  out.say(`inspect at ${loginUrl}`)
  if (out.json) await out.data(formatJson({ inspectUrl, loginUrl }))
  // On a terminal it is there already.
  else if (print && !out.human) await out.data(`${loginUrl}\n`)
  if (print) return
  const problem = await openInBrowser(host, loginUrl)
  if (problem !== undefined) out.warn(`no browser could be opened (${problem}): open that address yourself`)
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
    return { secrets: null, secretsMissing: error.message }
  }
}
