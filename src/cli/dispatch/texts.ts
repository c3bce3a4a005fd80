import { both, plural } from '../../shared/language.ts'

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
  unknownFlagAlone: both(
    (flag: string) => `unknown flag ${flag}`,
    flag => `opção desconhecida: ${flag}`,
  ),
  diskFull: both(
    (message: string) => `the disk is full (${message})`,
    _message => 'o disco está cheio',
  ),
  freeSpace: both('free some space and run it again', 'libere espaço e execute de novo'),
  addHelp: both('add --help to see how to use it', 'acrescente --help para ver como usar'),
  // What oclif's parser finds. In English these are its own words, but for the first and the flag that is missing.
  unknownFlags: both(
    (flags: string) => `unknown flag${flags.includes(', ') ? 's' : ''}: ${flags}`,
    flags => (flags.includes(', ') ? `opções desconhecidas: ${flags}` : `opção desconhecida: ${flags}`),
  ),
  flagMissing: both(
    (flag: string) => `--${flag} is missing`,
    flag => `falta --${flag}`,
  ),
  argumentsMissing: both(
    (count: string) => `Missing ${count} required arg${count === '1' ? '' : 's'}:`,
    count => plural(Number(count), 'falta um argumento:', `faltam ${count} argumentos:`),
  ),
  unexpectedArguments: both(
    (words: string) => `Unexpected argument${words.includes(', ') ? 's' : ''}: ${words}`,
    words => (words.includes(', ') ? `argumentos inesperados: ${words}` : `argumento inesperado: ${words}`),
  ),
  notAChoice: both(
    (given: string, choices: string) => `Expected ${given} to be one of: ${choices}`,
    (given, choices) => `${given} não é um destes valores: ${choices}`,
  ),
  valueMissing: both(
    (flag: string) => `Flag ${flag} expects a value`,
    flag => `falta o valor de ${flag}`,
  ),
  onlyOnce: both(
    (flag: string) => `Flag ${flag} can only be specified once`,
    flag => `${flag} só pode ser usada uma vez`,
  ),
  notTogether: both(
    (one: string, other: string) => `${one} cannot also be provided when using ${other}`,
    (one, other) => `${one} não pode ser usado junto com ${other}`,
  ),
  needsToo: both(
    (one: string, others: string) => `All of the following must be provided when using ${one}: ${others}`,
    (one, others) => `com ${one} é preciso usar também: ${others}`,
  ),
  needsOneOf: both(
    (one: string, others: string) => `One of the following must be provided when using ${one}: ${others}`,
    (one, others) => `com ${one} é preciso usar uma destas opções: ${others}`,
  ),
  exactlyOne: both(
    (flags: string) => `Exactly one of the following must be provided: ${flags}`,
    flags => `é preciso usar exatamente uma destas opções: ${flags}`,
  ),
  atLeastOne: both(
    (flags: string) => `At least one of the following must be provided: ${flags}`,
    flags => `é preciso usar pelo menos uma destas opções: ${flags}`,
  ),
}
