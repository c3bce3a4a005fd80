import { string as argument } from '@oclif/core/args'
import { BaseCommand } from '#cli/base-command.ts'
import { readManual } from '#cli/dispatch/help/manual.ts'
import { completionOf } from './model.ts'
import { bash } from './shells/bash.ts'
import { fish } from './shells/fish.ts'
import { powershell } from './shells/powershell.ts'
import { zsh } from './shells/zsh.ts'
import { texts } from './texts.ts'

const SHELLS = { bash, zsh, fish, powershell }

export default class Completion extends BaseCommand {
  static override summary = texts.summary()
  static override description = texts.description()
  static override examples = [
    '<%= config.bin %> completion bash > ~/.local/share/bash-completion/completions/pixctl',
    'source <(<%= config.bin %> completion zsh)',
    '<%= config.bin %> completion fish > ~/.config/fish/completions/pixctl.fish',
    '<%= config.bin %> completion powershell | Out-String | Invoke-Expression',
  ]
  static override args = {
    shell: argument({
      name: 'SHELL',
      required: true,
      ignoreStdin: true,
      description: texts.shell(),
      options: Object.keys(SHELLS),
    }),
  }

  async run(): Promise<void> {
    const { args } = await this.parse(Completion)
    const write = SHELLS[args.shell as keyof typeof SHELLS]
    this.host.stdout.write(write(completionOf(readManual(this.host.root))))
  }
}
