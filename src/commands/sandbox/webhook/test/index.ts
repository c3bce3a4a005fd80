import { withJson } from '#cli/flags/json-shape.ts'
import { presentObject } from '#cli/output/present.ts'
import { Failure } from '#lib/failure.ts'
import { formatJson } from '#lib/json.ts'
import { sandboxReason } from '#lib/sandbox/texts.ts'
import { SandboxCommand } from '../../shared/command.ts'
import { checkAfter } from '../../shared/refused.ts'
import { endpointIdArg, endpointPath } from '../shared/endpoints.ts'
import { texts } from '../shared/texts.ts'

interface TestAnswer {
  delivery: string
  to: string
  status: number | null
  error: string | null
  ms: number
}

export default class SandboxWebhookTest extends SandboxCommand {
  static override summary = texts.testSummary()
  static override description = withJson('{"delivery","to","status","ms"}', texts.testDescription())
  static override examples = ['<%= config.bin %> sandbox webhook test ID']
  static override args = { id: endpointIdArg }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(SandboxWebhookTest)
    const { context, out, dashboard } = await this.dashboard(flags)
    const { data } = await dashboard.call<{ data: TestAnswer }>('POST', `${endpointPath(args.id)}/test`, {})
    const { delivery, to, status, error, ms } = data
    if (out.json) await out.data(formatJson({ delivery, to, status, ms }))
    else {
      await presentObject(out, Object.entries({ delivery, to, status, ms }), () => [
        { label: texts.delivery(), value: delivery, whole: true },
        { label: texts.sentTo(), value: to },
        {
          label: texts.answer(),
          value: status === null ? sandboxReason(`${error}`) : texts.answerIn(status, ms),
        },
      ])
    }
    if (status === null) {
      throw new Failure('network', () => texts.noAnswer(to, sandboxReason(`${error}`)), {
        next: texts.checkReceiver,
      })
    }
    if (status < 200 || status > 299) {
      throw new Failure('service', () => texts.answered(to, status), {
        next: [
          () => texts.checkLog(delivery),
          ...checkAfter(status, { url: to, profile: context.profile().profile }),
        ],
        details: { status },
      })
    }
  }
}
