import manifest from '../../../../package.json' with { type: 'json' }
import { both } from '../../../shared/language.ts'

export const texts = {
  description: both(
    manifest.description,
    'gerencia os pagamentos instantâneos (Pix) de uma loja brasileira na linha de comando',
  ),
  // Headings.
  version: both('VERSION', 'VERSÃO'),
  usage: both('USAGE', 'USO'),
  startHere: both('START HERE', 'COMECE AQUI'),
  arguments: both('ARGUMENTS', 'ARGUMENTOS'),
  flags: both('FLAGS', 'OPÇÕES'),
  globalFlags: both('GLOBAL FLAGS', 'OPÇÕES GLOBAIS'),
  descriptionHeading: both('DESCRIPTION', 'DESCRIÇÃO'),
  aliases: both('ALIASES', 'OUTROS NOMES'),
  examples: both('EXAMPLES', 'EXEMPLOS'),
  commands: both('COMMANDS', 'COMANDOS'),
  topics: both('TOPICS', 'TÓPICOS'),
  more: both('MORE', 'MAIS'),
  // Words in usage lines.
  anyCommand: both('COMMAND', 'COMANDO'),
  anyFlags: both('[FLAGS]', '[OPÇÕES]'),
  // Notes on a flag or an argument.
  default: both(
    (value: string) => `[default: ${value}]`,
    value => `[padrão: ${value}]`,
  ),
  required: both('(required)', '(obrigatória)'),
  oneOf: both(
    (choices: string) => `one of: ${choices}`,
    choices => `um destes valores: ${choices}`,
  ),
  repeatable: both('may be given more than once', 'pode ser repetida'),
  // What to try first.
  trySandbox: both(
    'Try it without an account, in two terminals:',
    'Experimente sem conta, em dois terminais:',
  ),
  useStore: both('Then with your own store:', 'Depois, com a sua loja:'),
  exampleDescription: both('Table 4', 'Mesa 4'),
  // The commands that aren't in the manifest.
  helpOfCommand: both('the help of a command', 'a ajuda de um comando'),
  helpAsJson: both('all commands and flags, for programs', 'todos os comandos e opções, para programas'),
  printVersion: both('the version', 'a versão'),
}
