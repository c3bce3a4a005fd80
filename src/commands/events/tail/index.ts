import { BaseCommand } from '#cli/base-command.ts'
import type { Context, Flags } from '#cli/context/context.ts'
import { startSandboxAt } from '#cli/context/sandbox-profile.ts'
import { outputUntil, streamContext } from '#cli/context/stream.ts'
import { tailEvents } from '#events/tail/tail.ts'
import { type TailFlags, tailFlags, tailOptions } from './options.ts'
import { texts } from './texts.ts'
import { createEventView } from './views.ts'

export default class EventsTail extends BaseCommand {
  static override summary = texts.summary()
  static override description = texts.description()
  static override examples = [
    '<%= config.bin %> events tail',
    '<%= config.bin %> events tail --paid --bell',
    '<%= config.bin %> events tail --json | jq \'select(.event.type == "payment.approved")\'',
    '<%= config.bin %> events tail --forward-to 3000/webhooks',
  ]
  static override flags = tailFlags

  async run(): Promise<void> {
    const { flags } = await this.parse(EventsTail)
    await tail(this.context(flags), flags)
  }
}

/** Shows events. Returns when `--max` is reached; otherwise throws the reason why it ended. */
async function tail(context: Context, flags: TailFlags & Flags): Promise<void> {
  const { forward, ...options } = tailOptions(flags)
  const { host, profile } = context
  await host.watchReader?.()
  const { url, token } = await context.realtime.required()
  const secrets = forward && (await context.webhookSecrets(flags['secret-file']))
  await tailEvents(streamContext(context, flags), {
    ...options,
    url,
    token,
    forward: forward && secrets && { ...forward, signer: secrets.signer(forward.to) },
    createView: ({ graceOver }, inbox) => {
      const out = outputUntil(graceOver, context, flags)
      const view = createEventView(out, inbox.reading, host.clock)
      return { out, show: async items => out.handedOver(await view(items)) }
    },
    announce: () => context.announce(url),
    startSandbox: () => startSandboxAt(profile().config.profiles, url),
  })
}
