import { both, plural } from '#lib/language.ts'

export const texts = {
  see: both('see', 'veja'),
  pageIsNoJson: both('help {page} is a page to read, not JSON', 'help {page} é uma página para ler, e não JSON'),
  helpAsJson: both('leave --json out; help --json describes all commands', 'tire o --json; help --json descreve todos os comandos'),
  didYouMean: both('did you mean', 'você quis dizer'),
  didYouMeanFlag: both('did you mean {flag}', 'você quis dizer {flag}'),
  unknownCommand: both('unknown command: pixctl {words}', 'comando desconhecido: pixctl {words}'),
  commandMissing: both('a command is missing after pixctl {topic}', 'falta um comando depois de pixctl {topic}'),
  stopSandbox: both('to stop the sandbox, press Ctrl-C in its terminal', 'para parar o sandbox, pressione Ctrl-C no terminal dele'),
  customerPays: both("the customer pays the charge, in the app of the customer's bank", 'quem paga a cobrança é o cliente, no app do banco dele'),
  inSandbox: both('in the sandbox', 'no sandbox'),
  unknownFlagAlone: both('unknown flag {flag}', 'opção desconhecida: {flag}'),
  forExample: both('for example: {line}', 'por exemplo: {line}'),
  addHelp: both('add --help to see how to use it', 'acrescente --help para ver como usar'),
  // What oclif's parser finds.
  unknownFlags: both(
    (flags: string) => `unknown flag${flags.includes(', ') ? 's' : ''}: ${flags}`,
    flags => (flags.includes(', ') ? `opções desconhecidas: ${flags}` : `opção desconhecida: ${flags}`),
  ),
  flagMissing: both('--{flag} is missing', 'falta --{flag}'),
  argumentsMissing: both(
    (count: string) => (count === '1' ? 'an argument is missing:' : `${count} arguments are missing:`),
    count => plural(Number(count), 'falta um argumento:', `faltam ${count} argumentos:`),
  ),
  unexpectedArguments: both(
    (words: string) => `unexpected argument${words.includes(', ') ? 's' : ''}: ${words}`,
    words => (words.includes(', ') ? `argumentos inesperados: ${words}` : `argumento inesperado: ${words}`),
  ),
  notAChoice: both('{given} is none of these: {choices}', '{given} não é um destes valores: {choices}'),
  valueMissing: both('the value of {flag} is missing', 'falta o valor de {flag}'),
  choiceMissing: both('the value of {flag} is missing; it is one of: {choices}', 'falta o valor de {flag}, que é um destes: {choices}'),
  onlyOnce: both('{flag} can be given only once', '{flag} só pode ser usada uma vez'),
  notTogether: both("{one} can't be used with {other}", '{one} não pode ser usado junto com {other}'),
  needsToo: both('{one} also needs: {others}', 'com {one} é preciso usar também: {others}'),
  /** What Tab completes for a time. */
  days: both('today yesterday day-before-yesterday week month', 'hoje ontem anteontem semana mês'),
  // Beside the words that Tab completes.
  showHelp: both('show the help', 'mostra a ajuda'),
  showVersion: both('print the version', 'mostra a versão'),
  helpOfCommand: both('the help of a command', 'a ajuda de um comando'),
}
