import { boolean } from '@oclif/core/flags'
import { openInBrowser } from '#cli/output/browser.ts'
import { printObject } from '#cli/output/present.ts'
import { SandboxCommand } from '../shared/command.ts'
import { texts } from '../shared/texts.ts'

export default class SandboxOpen extends SandboxCommand {
  static override outputs = ['sandbox-open'] as const
  static override summary = texts.openSummary()
  static override description = texts.openDescription()
  static override examples = ['<%= config.bin %> sandbox open', '<%= config.bin %> sandbox open --print']
  static override flags = { print: boolean({ description: texts.print() }) }

  async run(): Promise<void> {
    const { flags } = await this.parse(SandboxOpen)
    const { context, out, call } = await this.sandbox(flags)
    const newLoginUrl = async (options = {}) =>
      (await call<{ data: { loginUrl: string } }>('POST', '/login-codes', options)).data.loginUrl
    if (flags.print && !out.json) return out.data(`${await newLoginUrl()}\n`)
    if (!out.human) {
      const loginUrl = await newLoginUrl()
      await printObject<'sandbox-open'>(out, { dashboardUrl: new URL(loginUrl).origin, loginUrl })
    }
    if (flags.print) return
    const problem = await openInBrowser(context.host, newLoginUrl)
    if (problem === undefined) return out.note(texts.opened())
    // Asked for before the warning: maybe no sandbox is running.
    const loginUrl = out.human ? await newLoginUrl() : null
    out.warn(() => texts.noBrowser(problem))
    if (loginUrl !== null) await out.data(`${loginUrl}\n`)
  }
}
