import { boolean } from '@oclif/core/flags'
import { withJson } from '#cli/flags/json-shape.ts'
import { type NewLoginUrl, openInBrowser } from '#cli/output/browser.ts'
import { formatJson } from '#lib/json.ts'
import { SandboxCommand } from '../shared/command.ts'
import { texts } from '../shared/texts.ts'

export default class SandboxOpen extends SandboxCommand {
  static override summary = texts.openSummary()
  static override description = withJson('{"loginUrl"}', texts.openDescription())
  static override examples = ['<%= config.bin %> sandbox open', '<%= config.bin %> sandbox open --print']
  static override flags = { print: boolean({ description: texts.print() }) }

  async run(): Promise<void> {
    const { flags } = await this.parse(SandboxOpen)
    const { context, out, call } = await this.dashboard(flags)
    const newLoginUrl: NewLoginUrl = async (options = {}) =>
      (await call<{ loginUrl: string }>('POST', '/login-codes', options)).loginUrl
    const print = (loginUrl: string | null) => out.data(out.json ? formatJson({ loginUrl }) : `${loginUrl}\n`)
    if (out.json || flags.print) await print(await newLoginUrl())
    if (flags.print) return
    const problem = await openInBrowser(context.host, newLoginUrl)
    if (problem === undefined) return out.note(texts.opened())
    // Asked for before the warning: maybe no sandbox is running.
    const loginUrl = out.json ? null : await newLoginUrl()
    out.warn(() => texts.noBrowser(problem))
    if (!out.json) await print(loginUrl)
  }
}
