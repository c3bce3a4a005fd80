import { BaseCommand } from '#cli/base-command.ts'
import type { Context, Flags } from '#cli/context/context.ts'
import { outputUntil, runContext } from '#cli/context/context.ts'
import { listen as listenFor, urlOf } from '#events/listen/listen.ts'
import { INSPECTOR_PORT, startInspector } from '../shared/inspector.ts'
import { createListenView } from './listen-view.ts'
import { DEFAULT_PORT, type ListenFlags, listenFlags, listenOptions } from './options.ts'
import { texts } from './texts.ts'

export default class WebhookListen extends BaseCommand {
  static override runsLong = true
  static override summary = texts.summary()
  static override outputs = ['webhook-listen-delivery', 'webhook-listen-attempt'] as const
  static override description = texts.description()
  static override json = texts.json()
  static override examples = [
    '<%= config.bin %> webhook listen',
    '<%= config.bin %> webhook listen --forward-to 3000/webhooks',
    '<%= config.bin %> webhook listen --forward-to 3000/webhooks --inspect',
    '<%= config.bin %> webhook listen --forward-to payment.approved=3000/paid --forward-to 3000/others',
    '<%= config.bin %> webhook listen --json | jq \'select(.verdict == "accepted") | .payload\'',
  ]
  static override flags = listenFlags
  static override bareFlags = { '--inspect': String(INSPECTOR_PORT) }

  async run(): Promise<void> {
    const { flags } = await this.parse(WebhookListen)
    await listen(this.context(flags), flags)
  }
}

async function listen(context: Context, flags: ListenFlags & Flags): Promise<void> {
  const { forward, ...options } = await listenOptions(flags)
  const { port, secretFile } = options
  const secrets = await context.webhookSecrets(secretFile, {
    url: urlOf(options, port || DEFAULT_PORT),
    port: port || null,
  })
  const { inspect } = flags
  await listenFor(runContext(context), {
    ...options,
    secrets,
    // If the target is not an endpoint of the sandbox, use the secret of the endpoint that is this listener.
    forward: forward && { ...forward, signer: to => secrets.signer(to, urlOf(options, port)) },
    createView: shutdown => createListenView(outputUntil(shutdown.graceOver, context), shutdown),
    announce: () => context.announce(['webhook-secret', 'inbox-url']),
    inspect:
      inspect === undefined
        ? undefined
        : listening => {
            const given = { port: inspect, secrets, secretsMissing: null, listening }
            return startInspector(context, flags, given)
          },
  })
}
