import { boolean } from '@oclif/core/flags'
import { BaseCommand } from '#cli/base-command.ts'
import type { Context } from '#cli/context/context.ts'
import { inboxFlag, secretFileFlag, wholeNumber } from '#cli/flags/flags.ts'
import { MAX_PORT } from '#cli/flags/serving.ts'
import { type NewLoginUrl, openInBrowser } from '#cli/output/browser.ts'
import { printObject } from '#cli/output/present.ts'
import { CredentialsError } from '#credentials/errors.ts'
import { aborted } from '#lib/ending.ts'
import type { Text } from '#lib/language.ts'
import type { SigningSecrets } from '#webhooks/signing-secrets.ts'
import { INSPECTOR_PORT, startInspector } from '../shared/inspector.ts'
import { texts } from './texts.ts'

export default class WebhookInspect extends BaseCommand {
  static override runsLong = true
  static override summary = texts.summary()
  static override outputs = ['webhook-inspect'] as const
  static override description = texts.description()
  static override examples = [
    '<%= config.bin %> webhook inspect',
    '<%= config.bin %> webhook inspect --print --port 4300',
  ]
  static override flags = {
    port: wholeNumber({
      description: texts.portFlag(),
      helpValue: 'N',
      default: INSPECTOR_PORT,
      min: 0,
      max: MAX_PORT,
    }),
    print: boolean({ description: texts.printFlag() }),
    'secret-file': secretFileFlag,
    inbox: inboxFlag,
  }

  /** Opens the page of a listener that already serves it; otherwise serves its own until Ctrl-C. */
  async run(): Promise<void> {
    const { flags } = await this.parse(WebhookInspect)
    const context = this.context(flags)
    const { host, out } = context
    const { askForLogin } = await import('#inspector/instance.ts')
    const { nameOfInbox } = await import('#inbox/open.ts')
    const place = await context.inboxPlace()
    const inbox = await nameOfInbox(place)
    const askRunning: NewLoginUrl = options => askForLogin({ ...place, inbox }, host.signal, options)
    const loginUrl = await askRunning()
    if (loginUrl) return show(context, flags.print, loginUrl, askRunning)
    const inspector = await startInspector(context, flags, {
      port: flags.port,
      ...(await knownSecrets(context, flags['secret-file'])),
      listening: null,
    })
    try {
      if (inbox !== null) out.note(texts.inboxAt(inbox))
      await show(context, flags.print, inspector.newLoginUrl(), options => inspector.newLoginUrl(options))
      out.note(texts.toStop())
      await aborted(host.signal)
    } finally {
      await inspector.close()
    }
    host.signal.throwIfAborted()
  }
}

/** Prints an address that logs a browser in, and opens another one unless only that was asked for. */
async function show(
  { host, out }: Context,
  print: boolean,
  loginUrl: string,
  newLoginUrl: NewLoginUrl,
): Promise<void> {
  out.say(() => `${texts.inspectAt()} ${loginUrl}`)
  // On a terminal it is there already.
  if (print && !out.json && !out.human) await out.data(`${loginUrl}\n`)
  else await printObject<'webhook-inspect'>(out, { inspectorUrl: new URL(loginUrl).origin, loginUrl })
  if (print) return
  const problem = await openInBrowser(host, newLoginUrl)
  if (problem !== undefined) out.warn(() => texts.noBrowser(problem))
}

/** Without a secret there is still much to see, so that is no error; but a file that was named must be usable. */
async function knownSecrets(
  context: Context,
  file: string | undefined,
): Promise<{ secrets: SigningSecrets | null; secretsMissing: Text | null }> {
  try {
    return { secrets: await context.webhookSecrets(file), secretsMissing: null }
  } catch (error) {
    if (file !== undefined || !(error instanceof CredentialsError)) throw error
    return { secrets: null, secretsMissing: error.text }
  }
}
