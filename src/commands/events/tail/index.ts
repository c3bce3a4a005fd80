import { boolean, string } from '@oclif/core/flags'
import type { InferredFlags } from '@oclif/core/interfaces'
import { BaseCommand } from '#cli/base-command.ts'
import { type Context, type Flags, outputUntil, runContext } from '#cli/context/context.ts'
import { startSandboxAt } from '#cli/context/sandbox-profile.ts'
import { allowUnknownTypeFlag, checkTypes } from '#cli/flags/event-type.ts'
import {
  inboxFlag,
  logFormatFlag,
  realtimeUrlFlag,
  secretFileFlag,
  several,
  wholeNumber,
} from '#cli/flags/flags.ts'
import { forwardFlags, forwardOptions, monitorFlag } from '#cli/flags/forwarding.ts'
import { tailEvents } from '#events/tail/tail.ts'
import { Failure } from '#lib/failure.ts'
import { createTailView } from './tail-view.ts'
import { texts } from './texts.ts'

const MAX_NUMBER = 999_999_999
/** The service doesn't say what a sequence looks like. This only rejects obvious mistakes. */
const SEQUENCE = /^[^\s\p{C}]{1,200}$/u

export default class EventsTail extends BaseCommand {
  static override runsLong = true
  static override summary = texts.summary()
  static override outputs = ['events-tail'] as const
  static override description = texts.description()
  static override json = texts.json()
  static override examples = [
    '<%= config.bin %> events tail',
    '<%= config.bin %> events tail --type payment.approved',
    '<%= config.bin %> events tail --json | jq \'select(.event.type == "payment.approved")\'',
    '<%= config.bin %> events tail --forward-to 3000/webhooks',
  ]
  static override flags = {
    after: string({ description: texts.after(), helpValue: 'SEQUENCE', exclusive: ['no-resume'] }),
    'no-resume': boolean({ description: texts.noResume() }),
    type: string({ description: texts.type(), helpValue: 'TYPE', ...several }),
    'allow-unknown-type': allowUnknownTypeFlag,
    ...forwardFlags,
    'secret-file': secretFileFlag,
    inbox: inboxFlag,
    max: wholeNumber({ description: texts.max(), helpValue: 'N', min: 1, max: MAX_NUMBER }),
    monitor: monitorFlag(),
    'log-format': logFormatFlag,
    'realtime-url': realtimeUrlFlag,
  }

  async run(): Promise<void> {
    const { flags } = await this.parse(EventsTail)
    await tail(this.context(flags), flags)
  }
}

type TailFlags = InferredFlags<typeof EventsTail.flags>

async function tail(context: Context, flags: TailFlags & Flags): Promise<void> {
  const { forward, ...options } = tailOptions(flags)
  const { host, profile } = context
  const { url, token } = await context.realtime.required()
  const secrets = forward && (await context.webhookSecrets(flags['secret-file']))
  const run = tailEvents(runContext(context), {
    ...options,
    url,
    token,
    forward: forward && secrets && { ...forward, signer: to => secrets.signer(to) },
    createView: ({ graceOver, stopForwarding }) =>
      createTailView(outputUntil(graceOver, context), host.clock, () => stopForwarding.aborted),
    announce: () =>
      context.announce(['ws-token', 'inbox-url', ...(forward ? (['webhook-secret'] as const) : [])], url),
    startSandbox: () => startSandboxAt(profile().config.profiles, url),
  })
  await run.catch(error => context.realtime.sayVariable(error, url))
}

function tailOptions(flags: TailFlags) {
  const { json, type: types = null, after, max, monitor } = flags
  if (after !== undefined && !SEQUENCE.test(after)) {
    throw new Failure('usage', texts.oneSequence, { next: texts.whereSequences })
  }
  checkTypes(types ?? [], flags['allow-unknown-type'])
  return {
    json,
    monitor,
    after,
    saving: flags['no-resume'] !== true,
    types,
    max: max ?? Number.POSITIVE_INFINITY,
    forward: forwardOptions(flags),
  }
}
