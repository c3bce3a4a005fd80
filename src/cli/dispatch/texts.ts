import { both, plural } from '../../shared/language.ts'

export const texts = {
  see: both('see', 'veja'),
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
    message => `o disco está cheio (${message})`,
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
    words =>
      words.includes(', ')
        ? `argumentos que não se esperavam: ${words}`
        : `argumento que não se esperava: ${words}`,
  ),
  notAChoice: both(
    (given: string, choices: string) => `Expected ${given} to be one of: ${choices}`,
    (given, choices) => `${given} não é um destes valores: ${choices}`,
  ),
  valueMissing: both(
    (flag: string) => `Flag ${flag} expects a value`,
    flag => `falta o valor de ${flag}`,
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
  topics: {
    auth: both('log in and manage profiles', 'entra e gerencia os perfis'),
    charge: both('create, wait for and confirm Pix charges', 'cria, aguarda e confere cobranças Pix'),
    charges: both('find, total, list and read Pix charges', 'busca, soma, lista e mostra cobranças Pix'),
    events: both('watch payment events as they happen', 'acompanha os eventos de pagamento ao vivo'),
    inbox: both(
      'share the inbox of several machines on PostgreSQL',
      'compartilha a caixa de entrada de vários computadores no PostgreSQL',
    ),
    sandbox: both(
      'run a copy of the service on this machine',
      'executa uma cópia do serviço neste computador',
    ),
    sandboxFault: both('make the sandbox go wrong', 'faz o sandbox falhar'),
    sandboxKey: both("manage the sandbox's API keys", 'gerencia as chaves de API do sandbox'),
    sandboxStore: both("manage the sandbox's stores", 'gerencia as lojas do sandbox'),
    sandboxToken: both("manage the sandbox's WebSocket token", 'gerencia o token de WebSocket do sandbox'),
    sandboxWebhook: both(
      "manage the sandbox's webhook endpoints",
      'gerencia os endpoints de webhook do sandbox',
    ),
    state: both('show and drop what is kept on this machine', 'mostra e apaga o que fica neste computador'),
    webhook: both(
      'receive, verify, forward and replay webhook deliveries',
      'recebe, verifica, encaminha e reenvia entregas de webhook',
    ),
  },
}
