import type { Context, Flags } from '#cli/context/context.ts'
import { outputUntil, streamContext } from '#cli/context/stream.ts'
import { listen as listenFor, urlOf } from '#events/listen/engine.ts'
import { startInspector } from '../shared/inspector.ts'
import { DEFAULT_PORT, type ListenFlags, listenOptions } from './options.ts'
import { texts } from './texts.ts'
import { createListenView } from './views.ts'

/** Listens. Returns when `--max` is reached; otherwise throws the reason why it ended. */
export async function listen(context: Context, flags: ListenFlags & Flags): Promise<void> {
  const { forward, ...options } = await listenOptions(flags)
  const { host, out, addresses, profile } = context
  const { port } = options
  await host.watchReader?.()
  const secrets = await context.webhookSecrets(flags['secret-file'], {
    url: urlOf(options, port || DEFAULT_PORT),
    port: port || null,
  })
  const { inspect } = flags
  await listenFor(streamContext(context, flags), {
    ...options,
    secrets,
    // If the target is not an endpoint of the sandbox, use the secret of the endpoint that is this listener.
    forward: forward && { ...forward, signer: secrets.signer(forward.to, urlOf(options, port)) },
    createView: (shutdown, inbox) =>
      createListenView(outputUntil(shutdown.graceOver, context, flags), inbox, shutdown),
    announce: () => {
      if (addresses().baseUrl === undefined) out.note(texts.profile(profile().profile))
      else context.announce()
    },
    inspect:
      inspect === undefined
        ? undefined
        : url => {
            const { secretFile } = options
            const given = { port: inspect, secrets, secretsMissing: null, secretFile, listening: url }
            return startInspector(context, flags, given)
          },
  })
}
