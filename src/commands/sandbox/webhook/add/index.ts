import { string as stringFlag } from '@oclif/core/flags'
import { exampleReceiver } from '#cli/flags/arguments.ts'
import { several } from '#cli/flags/flags.ts'
import { withJson } from '#cli/flags/json-shape.ts'
import { printObject } from '#cli/output/present.ts'
import type { SandboxWebhookAdd as AddedEndpoint } from '#contract/generated/output.ts'
import { Failure } from '#lib/failure.ts'
import { checkTarget } from '#lib/input/addresses.ts'
import { isLoopback, originOf, plainAddress } from '#lib/plain-address.ts'
import { requiredArg, SandboxCommand } from '../../shared/command.ts'
import { canCheck, suggestCheck } from '../../shared/suggest-check.ts'
import { EVENT_NAMES, eventNames, typesOf } from '../shared/endpoints.ts'
import { texts } from '../shared/texts.ts'

export default class SandboxWebhookAdd extends SandboxCommand {
  static override outputs = ['sandbox-webhook-add'] as const
  static override summary = texts.addSummary()
  static override description = withJson('{"id","url","events":[…],"secret"}', texts.addDescription())
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
  }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(SandboxWebhookAdd)
    const { event, ...common } = flags
    // Whether it takes http to another machine is for the sandbox to say.
    const url = checkTarget(args.url, 'URL', 'allowed')
    const { context, out, call } = await this.dashboard(common)
    const { profile, settings } = context.profile()
    const { baseUrl } = settings
    if (baseUrl && originOf(plainAddress(baseUrl)) === originOf(plainAddress(url))) {
      throw new Failure('usage', () => texts.isSandbox(url), { next: texts.giveProgram })
    }
    const body = event ? { url, events: event.flatMap(typesOf) } : { url }
    const added = await call<AddedEndpoint>('POST', '/endpoints', body)
    await printObject<'sandbox-webhook-add'>(out, added, () => [
      { label: texts.endpoint(), value: added.id, whole: true },
      { label: 'URL', value: added.url, whole: true },
      { label: texts.events(), value: eventNames(added.events) },
      { label: texts.secret(), value: added.secret, whole: true },
    ])
    out.note(texts.copyNow())
    if (isLoopback(new URL(added.url).hostname)) out.note(texts.startListenerAgain())
    if (canCheck(added.url)) out.note(suggestCheck({ url: added.url, profile }, texts.toTest))
  }
}
