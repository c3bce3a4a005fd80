import { both } from '#lib/language.ts'
import manifest from '../../../../package.json' with { type: 'json' }
import type { TopicId } from '../commands.ts'

export const texts = {
  jsonCharge: both('the charge as the service has it', 'a cobrança como está no serviço'),
  noJson: both('only an error, on stderr', 'só o erro, na saída de erros (stderr)'),
  description: both(manifest.description, 'gerencia os pagamentos Pix de uma loja brasileira na linha de comando'),
  usage: both('USAGE', 'USO'),
  startHere: both('START HERE', 'COMECE AQUI'),
  everyDay: both('EVERY DAY', 'NO DIA A DIA'),
  arguments: both('ARGUMENTS', 'ARGUMENTOS'),
  flags: both('FLAGS', 'OPÇÕES'),
  descriptionHeading: both('DESCRIPTION', 'DESCRIÇÃO'),
  aliases: both('ALIASES', 'OUTROS NOMES'),
  examples: both('EXAMPLES', 'EXEMPLOS'),
  commands: both('COMMANDS', 'COMANDOS'),
  topics: both('TOPICS', 'TÓPICOS'),
  more: both('MORE', 'MAIS'),
  learnMore: both('LEARN MORE', 'SAIBA MAIS'),
  /** The end of every page. */
  docsAndIssues: both(`Documentation: ${manifest.homepage}\nBugs and questions: ${manifest.bugs.url}`, `Documentação: ${manifest.homepage.replace('#readme', '/blob/main/README.pt-BR.md')}\nProblemas e dúvidas: ${manifest.bugs.url}`),
  // Words in usage lines.
  anyCommand: both('COMMAND', 'COMANDO'),
  anyFlags: both('[FLAGS]', '[OPÇÕES]'),
  default: both('[default: {value}]', '[padrão: {value}]'),
  required: both('(required)', '(obrigatória)'),
  oneOf: both('one of: {choices}', 'um destes valores: {choices}'),
  repeatable: both('may be given more than once', 'pode ser repetida'),
  trySandbox: both('try it without an account: runs the service on this machine', 'experimente sem conta: executa o serviço neste computador'),
  useStore: both('your own store and its counter, step by step', 'a sua loja e o balcão, passo a passo'),
  // The commands that aren't in the manifest.
  helpOfCommand: both('the help of a command', 'a ajuda de um comando'),
  allCommands: both('all commands', 'todos os comandos'),
  flagsOfAll: both('the flags that every command takes', 'as opções que todos os comandos aceitam'),
  /** Above the flags that need another one. */
  with: both('with {flag}:', 'com {flag}:'),
  /** The last line of a command's flags. */
  flagsOfAllAt: both('and the flags of every command, such as --json: pixctl help flags', 'e as opções de todos os comandos, como --json: pixctl help flags'),
  helpAsJson: both('all commands and flags, for programs', 'todos os comandos e opções, para programas'),
  printVersion: both('the version', 'a versão'),
  /** What the commands of each topic do. */
  topic: {
    auth: both('log in and manage profiles', 'faz login e gerencia os perfis'),
    charge: both('create, wait for and confirm Pix charges', 'cria, aguarda e confere cobranças Pix'),
    charges: both('find, total, list and read Pix charges', 'busca, soma, lista e mostra cobranças Pix'),
    events: both('watch payment events as they happen', 'acompanha os eventos de pagamento ao vivo'),
    inbox: both('share the inbox of several machines on PostgreSQL', 'compartilha a caixa de entrada de vários computadores no PostgreSQL'),
    sandbox: both('run a copy of the service on this machine', 'executa uma cópia do serviço neste computador'),
    'sandbox:fault': both('make the sandbox go wrong', 'faz o sandbox falhar'),
    'sandbox:key': both("manage the sandbox's API keys", 'gerencia as chaves de API do sandbox'),
    'sandbox:store': both("manage the sandbox's stores", 'gerencia as lojas do sandbox'),
    'sandbox:token': both("manage the sandbox's WebSocket token", 'gerencia o token do WebSocket do sandbox'),
    'sandbox:webhook': both("manage the sandbox's webhook endpoints", 'gerencia os endpoints de webhook do sandbox'),
    state: both('show and drop what is kept on this machine', 'mostra e apaga o que fica neste computador'),
    webhook: both('receive, verify, forward and replay webhook deliveries', 'recebe, verifica, encaminha e reenvia entregas de webhook'),
  } satisfies Record<TopicId, () => string>,
}
