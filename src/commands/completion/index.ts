import { string as argument } from '@oclif/core/args'
import { BaseCommand } from '#cli/base-command.ts'
import { language } from '#lib/language.ts'
import { SCRIPTS } from './scripts.ts'
import { texts } from './texts.ts'

export default class Completion extends BaseCommand {
  static override summary = texts.summary()
  static override description = texts.description()
  static override examples = [
    'mkdir -p ~/.local/share/bash-completion/completions && <%= config.bin %> completion bash > ~/.local/share/bash-completion/completions/pixctl',
    'autoload -Uz compinit && compinit && source <(<%= config.bin %> completion zsh)',
    '<%= config.bin %> completion fish > ~/.config/fish/completions/pixctl.fish',
    '<%= config.bin %> completion powershell | Out-String | Invoke-Expression',
  ]
  static override args = {
    shell: argument({
      name: 'SHELL',
      required: true,
      ignoreStdin: true,
      description: texts.shell(),
      options: Object.keys(SCRIPTS),
    }),
  }

  async run(): Promise<void> {
    const { args } = await this.parse(Completion)
    const script = SCRIPTS[args.shell as keyof typeof SCRIPTS]
    this.host.stdout.write(script.replace('LANGUAGE', language()))
  }
}
