import { boolean } from '@oclif/core/flags'
import { withJson } from '#cli/flags/json-shape.ts'
import { openInBrowser } from '#cli/output/browser.ts'
import { printObject } from '#cli/output/present.ts'
import { SandboxCommand } from '../shared/command.ts'
import { texts } from '../shared/texts.ts'

export default class SandboxOpen extends SandboxCommand {
  static override outputs = ['sandbox-open'] as const
  static override summary = texts.openSummary()
  static override description = withJson('{"dashboardUrl","loginUrl"}', texts.openDescription())
  static override examples = ['<%= config.bin %> sandbox open', '<%= config.bin %> sandbox open --print']
  static override flags = { print: boolean({ description: texts.print() }) }

  async run(): Promise<void> {
    const { flags } = await this.parse(SandboxOpen)
    const { context, out, call } = await this.dashboard(flags)
    const newLoginUrl = async (options = {}) =>
      (await call<{ loginUrl: string }>('POST', '/login-codes', options)).loginUrl
    if (flags.print && !out.json) return out.data(`${await newLoginUrl()}\n`)
    const dashboardUrl = call.url
    if (!out.human) await printObject<'sandbox-open'>(out, { dashboardUrl, loginUrl: await newLoginUrl() })
    if (flags.print) return
    const problem = await openInBrowser(context.host, newLoginUrl)
    if (problem === undefined) return out.note(texts.opened())
    // Asked for before the warning: maybe no sandbox is running.
    const loginUrl = out.human ? await newLoginUrl() : null
    out.warn(() => texts.noBrowser(problem))
    if (loginUrl !== null) await out.data(`${loginUrl}\n`)
  }
}
