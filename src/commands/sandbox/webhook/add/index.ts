import { string as stringFlag } from '@oclif/core/flags'
import { readSecretFile } from '#cli/context/secrets.ts'
import { exampleReceiver } from '#cli/flags/arguments.ts'
import { several } from '#cli/flags/flags.ts'
import type { SandboxWebhookAdd as AddedEndpoint } from '#contract/generated/output.ts'
import { Failure } from '#lib/failure.ts'
import { checkTarget } from '#lib/input/addresses.ts'
import { originOf, plainAddress } from '#lib/plain-address.ts'
import { requiredArg, SandboxCommand } from '../../shared/command.ts'
import { suggestCheck } from '../../shared/suggest-check.ts'
import { EVENT_NAMES, printWithSecret, typesOf } from '../shared/endpoints.ts'
import { texts } from '../shared/texts.ts'

export default class SandboxWebhookAdd extends SandboxCommand {
  static override outputs = ['sandbox-webhook-add'] as const
  static override summary = texts.addSummary()
  static override description = texts.addDescription()
  static override examples = [
    '<%= config.bin %> sandbox webhook add http://127.0.0.1:4242/',
    `<%= config.bin %> sandbox webhook add ${exampleReceiver()} --event payment.approved --json`,
  ]
  static override args = { url: requiredArg('URL', texts.url()) }
  static override flags = {
    event: stringFlag({
      description: texts.event(),
      helpValue: 'TYPE',
      options: EVENT_NAMES,
      ...several,
    }),
    'secret-file': stringFlag({ description: texts.secretFile(), helpValue: 'PATH' }),
  }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(SandboxWebhookAdd)
    const { event, 'secret-file': file, ...common } = flags
    // Whether it takes http to another machine is for the sandbox to say.
    const url = checkTarget(args.url, 'URL', 'allowed')
    const { context, out, profile, call } = await this.sandbox(common)
    if (originOf(plainAddress(context.baseUrl())) === originOf(plainAddress(url))) {
      throw new Failure('usage', () => texts.isSandbox(url), { next: texts.giveProgram })
    }
    const body = {
      url,
      ...(event && { events: event.flatMap(typesOf) }),
      ...(file !== undefined && { secret: onlySecret(file) }),
    }
    const { data: added } = await call<{ data: AddedEndpoint }>('POST', '/webhooks', body)
    await printWithSecret(out, added)
    for (const check of suggestCheck({ url: added.url, profile }, texts.toTest)) out.note(check)
  }
}

/** Failure (usage) for a file with several: an endpoint signs with one. */
function onlySecret(file: string): string {
  const [secret, another] = readSecretFile(file)
  if (another === undefined) return secret
  throw new Failure('usage', () => texts.severalSecrets(file), { next: texts.giveOne })
}
