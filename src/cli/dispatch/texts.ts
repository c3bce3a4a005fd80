import { both, plural } from '#lib/language.ts'

export const texts = {
  see: both('see', 'veja'),
  pageIsNoJson: both(
    (page: string) => `help ${page} is a page to read, not JSON`,
    page => `help ${page} é uma página para ler, e não JSON`,
  ),
  helpAsJson: both(
    'leave --json out; help --json describes all commands',
    'tire o --json; help --json descreve todos os comandos',
  ),
  didYouMean: both('did you mean', 'você quis dizer'),
  didYouMeanFlag: both(
    (flag: string) => `did you mean ${flag}`,
    flag => `você quis dizer ${flag}`,
  ),
  unknownCommand: both(
    (words: string) => `unknown command: pixctl ${words}`,
    words => `comando desconhecido: pixctl ${words}`,
  ),
  commandMissing: both(
    (topic: string) => `a command is missing after pixctl ${topic}`,
    topic => `falta um comando depois de pixctl ${topic}`,
  ),
  stopSandbox: both(
    'to stop the sandbox, press Ctrl-C in its terminal',
    'para parar o sandbox, pressione Ctrl-C no terminal dele',
  ),
  unknownFlagAlone: both(
    (flag: string) => `unknown flag ${flag}`,
    flag => `opção desconhecida: ${flag}`,
  ),
  diskFull: both(
    (message: string) => `the disk is full (${message})`,
    _message => 'o disco está cheio',
  ),
  freeSpace: both('free some space and run it again', 'libere espaço e execute de novo'),
  forExample: both(
    (line: string) => `for example: ${line}`,
    line => `por exemplo: ${line}`,
  ),
  addHelp: both('add --help to see how to use it', 'acrescente --help para ver como usar'),
  // What oclif's parser finds.
  unknownFlags: both(
    (flags: string) => `unknown flag${flags.includes(', ') ? 's' : ''}: ${flags}`,
    flags => (flags.includes(', ') ? `opções desconhecidas: ${flags}` : `opção desconhecida: ${flags}`),
  ),
  flagMissing: both(
    (flag: string) => `--${flag} is missing`,
    flag => `falta --${flag}`,
  ),
  argumentsMissing: both(
    (count: string) => (count === '1' ? 'an argument is missing:' : `${count} arguments are missing:`),
    count => plural(Number(count), 'falta um argumento:', `faltam ${count} argumentos:`),
  ),
  unexpectedArguments: both(
    (words: string) => `unexpected argument${words.includes(', ') ? 's' : ''}: ${words}`,
    words => (words.includes(', ') ? `argumentos inesperados: ${words}` : `argumento inesperado: ${words}`),
  ),
  notAChoice: both(
    (given: string, choices: string) => `${given} is none of these: ${choices}`,
    (given, choices) => `${given} não é um destes valores: ${choices}`,
  ),
  valueMissing: both(
    (flag: string) => `the value of ${flag} is missing`,
    flag => `falta o valor de ${flag}`,
  ),
  choiceMissing: both(
    (flag: string, choices: string) => `the value of ${flag} is missing; it is one of: ${choices}`,
    (flag, choices) => `falta o valor de ${flag}, que é um destes: ${choices}`,
  ),
  onlyOnce: both(
    (flag: string) => `${flag} can be given only once`,
    flag => `${flag} só pode ser usada uma vez`,
  ),
  notTogether: both(
    (one: string, other: string) => `${one} can't be used with ${other}`,
    (one, other) => `${one} não pode ser usado junto com ${other}`,
  ),
  needsToo: both(
    (one: string, others: string) => `${one} also needs: ${others}`,
    (one, others) => `com ${one} é preciso usar também: ${others}`,
  ),
  needsOneOf: both(
    (one: string, others: string) => `${one} also needs one of: ${others}`,
    (one, others) => `com ${one} é preciso usar uma destas opções: ${others}`,
  ),
  exactlyOne: both(
    (flags: string) => `exactly one of these must be given: ${flags}`,
    flags => `é preciso usar exatamente uma destas opções: ${flags}`,
  ),
  atLeastOne: both(
    (flags: string) => `at least one of these must be given: ${flags}`,
    flags => `é preciso usar pelo menos uma destas opções: ${flags}`,
  ),
  // Beside the words that Tab completes.
  showHelp: both('show the help', 'mostra a ajuda'),
  showVersion: both('print the version', 'mostra a versão'),
  helpOfCommand: both('the help of a command', 'a ajuda de um comando'),
}
