import { BaseCommand } from '#cli/base-command.ts'
import { texts as contextTexts } from '#cli/context/texts.ts'
import { dataOf, printObject } from '#cli/output/present.ts'
import { texts } from './texts.ts'

export default class Status extends BaseCommand {
  static override summary = texts.summary()
  static override examples = [
    '<%= config.bin %> status',
    '<%= config.bin %> status --json | jq -r .permissions[]',
  ]
  static override outputs = ['status'] as const

  async run(): Promise<void> {
    const { flags } = await this.parse(Status)
    const context = this.context(flags)
    const client = await context.client()
    const { data, text } = await client.status()
    const { profile, host } = context.target()
    const variables = context.variablesInUse(['api-key'])
    const { authenticated, permissions, withdrawalsEnabled } = data
    const fields = () => [
      { label: texts.profile(), value: profile + contextTexts.withVariables(variables) },
      { label: texts.host(), value: host },
      { label: texts.authenticated(), value: texts.yes(), paint: context.out.style.green },
      { label: texts.permissions(), value: permissions.join(', ') },
      { label: texts.withdrawals(), value: texts.notPossible() },
    ]
    const values = { authenticated, permissions, withdrawalsEnabled }
    await printObject<'status'>(context.out, dataOf<'status'>(text), fields, values)
  }
}
