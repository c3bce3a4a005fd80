import { printObject } from '#cli/output/present.ts'
import type { SandboxWebhookTest as Tested } from '#contract/generated/output.ts'
import { Failure } from '#lib/failure.ts'
import { sandboxReason } from '#lib/sandbox/texts.ts'
import { SandboxCommand } from '../../shared/command.ts'
import { checkAfter } from '../../shared/suggest-check.ts'
import { endpointIdArg, endpointPath } from '../shared/endpoints.ts'
import { texts } from '../shared/texts.ts'

type TestAnswer = Tested & { error: string | null }

export default class SandboxWebhookTest extends SandboxCommand {
  static override outputs = ['sandbox-webhook-test'] as const
  static override summary = texts.testSummary()
  static override description = texts.testDescription()
  static override examples = ['<%= config.bin %> sandbox webhook test ID']
  static override args = { id: endpointIdArg }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(SandboxWebhookTest)
    const path = `${endpointPath(args.id)}/test`
    const { out, profile, data } = await this.ask<{ data: TestAnswer }>(flags, 'POST', path, {})
    const { delivery, to, status, error, ms } = data
    const reason = () => sandboxReason(`${error}`)
    await printObject<'sandbox-webhook-test'>(out, { delivery, to, status, ms }, () => [
      { label: texts.delivery(), value: delivery, whole: true },
      { label: texts.sentTo(), value: to },
      { label: texts.answer(), value: status === null ? reason() : texts.answerIn(status, ms) },
    ])
    if (status === null) {
      throw new Failure('network', () => texts.noAnswer(to, reason()), { next: texts.checkReceiver })
    }
    if (status < 200 || status > 299) {
      throw new Failure('service', () => texts.answered(to, status), {
        next: [() => texts.checkLog(delivery), ...checkAfter(status, { url: to, profile })],
        details: { status },
      })
    }
  }
}
