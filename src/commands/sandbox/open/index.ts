import { boolean } from '@oclif/core/flags'
import { type NewLoginUrl, openInBrowser } from '../../../cli/output/browser.ts'
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
    const newLoginUrl: NewLoginUrl = async (options = {}) =>
      (await dashboard.call<{ loginUrl: string }>('POST', '/login-codes', options)).loginUrl
    const print = async () => {
      const loginUrl = await newLoginUrl()
      await out.data(out.json ? formatJson({ loginUrl }) : `${loginUrl}\n`)
    }
    if (out.json || flags.print) await print()
    if (flags.print) return
    const problem = await openInBrowser(context.host, newLoginUrl)
    if (problem === undefined) return out.note('opened in the browser')
    out.warn(`no browser could be opened (${problem}); open the address yourself, within 5 minutes`)
    if (!out.json) await print()
  }
}
