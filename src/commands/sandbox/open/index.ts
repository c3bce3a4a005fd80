import { boolean } from '@oclif/core/flags'
import { openInBrowser } from '../../../cli/output/browser.ts'
import { formatJson } from '../../../terminal/json.ts'
import { SandboxCommand } from '../shared/command.ts'

export default class SandboxOpen extends SandboxCommand {
  static override summary = "open the sandbox's dashboard in the browser"
  static override description =
    'Makes an address that logs a browser in, once and within 5 minutes. Without a browser here, the address is printed.'
  static override examples = ['<%= config.bin %> sandbox open', '<%= config.bin %> sandbox open --print']
  static override flags = {
    print: boolean({ description: 'print the address on stdout, and open nothing' }),
  }

  async run(): Promise<void> {
    const { flags } = await this.parse(SandboxOpen)
    const { context, out, dashboard } = await this.dashboard(flags)
    const { loginUrl } = await dashboard.call<{ loginUrl: string }>('POST', '/login-codes', {})
    if (out.json) await out.data(formatJson({ loginUrl }))
    if (flags.print) return out.json ? undefined : out.data(`${loginUrl}\n`)
    const problem = await openInBrowser(context.host, loginUrl)
    if (problem === undefined) return out.note('opened in the browser')
    out.warn(`no browser could be opened (${problem}); open the address yourself, within 5 minutes`)
    if (!out.json) await out.data(`${loginUrl}\n`)
  }
}
