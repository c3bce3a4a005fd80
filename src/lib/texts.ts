import { both } from './language.ts'

/** Why SQLite failed, in Portuguese: its own messages are English. */
const SQLITE_KINDS: Readonly<Record<number, string>> = {
  3: 'sem permissão',
  5: 'outro programa está usando o arquivo',
  6: 'outro programa está usando o arquivo',
  7: 'falta memória',
  8: 'o arquivo só permite leitura',
  10: 'o disco falhou',
  11: 'o arquivo está corrompido',
  13: 'o disco está cheio',
  14: 'não é possível abrir o arquivo',
  26: 'o arquivo não é um banco de dados',
}

export const texts = {
  fromNow: both(
    (span: string, isPast: boolean) => (isPast ? `${span} ago` : `${span} in the future`),
    (span, isPast) => (isPast ? `há ${span}` : `${span} no futuro`),
  ),
  unknownZone: both('there is no time zone "{tz}", which TZ names: local times and days would be wrong', 'não existe o fuso horário "{tz}", indicado em TZ: os horários e os dias locais ficariam errados'),
  setZone: both('set TZ={zone}, or unset it to use the zone of this machine', 'defina TZ={zone}, ou remova a variável para usar o fuso deste computador'),
  /** `other` is another time in words, such as `it arrived`. */
  fromOther: both(
    (span: string, isPast: boolean, other: string) => `${span} ${isPast ? 'before' : 'after'} ${other}`,
    (span, isPast, other) => `${span} ${isPast ? 'antes de' : 'depois de'} ${other}`,
  ),
  beyond: both(
    (span: string, isPast: boolean) => `${span} too ${isPast ? 'old' : 'early'}`,
    (span, _isPast) => `${span} além do limite`,
  ),
  standardInput: both('standard input', 'a entrada padrão'),
  unreadable: both('{name} could not be read ({why})', 'não foi possível ler {name} ({why})'),
  seeWhatIsWrong: both('to see what is wrong', 'para ver o que há de errado'),
  /** What the codes of the system mean for a file. */
  notAFile: both('it is a folder, a pipe or a device, not a file', 'é uma pasta, um pipe ou um dispositivo, não um arquivo'),
  systemErrors: {
    EACCES: both('permission denied', 'sem permissão'),
    EBUSY: both('another program uses it', 'outro programa está usando'),
    EDQUOT: both('the disk quota is used up', 'a cota de disco acabou'),
    EEXIST: both('it already exists', 'já existe'),
    EFBIG: both('it is too large', 'é grande demais'),
    EIO: both('the disk failed', 'o disco falhou'),
    EISDIR: both('it is a folder', 'é uma pasta'),
    ELOOP: both('too many links', 'há links demais no caminho'),
    EMFILE: both('too many open files', 'há arquivos abertos demais'),
    ENAMETOOLONG: both('the name is too long', 'o nome é longo demais'),
    ENFILE: both('too many open files', 'há arquivos abertos demais'),
    ENOENT: both('there is no such file or folder', 'o arquivo ou a pasta não existe'),
    ENOSPC: both('the disk is full', 'o disco está cheio'),
    ENOTDIR: both('a part of the path is not a folder', 'uma parte do caminho não é uma pasta'),
    EPERM: both('not permitted', 'sem permissão'),
    EROFS: both('the disk is read-only', 'o disco só permite leitura'),
  } as Readonly<Record<string, () => string>>,
  /** `words` are those of {@link texts.systemErrors}. */
  systemError: both(
    (words: string, code: string) => `${words}, ${code}`,
    (words, _code) => words,
  ),
  /** The message of Node that has the code and, mostly, the path. */
  nodeError: both(
    (message: string, _words: string, _path: string | undefined) => message,
    (_message, words, path) => (path === undefined ? words : `${path}: ${words}`),
  ),
  /** `kind` is the primary result code of SQLite. */
  sqliteError: both(
    (message: string, _kind: number) => message,
    (_message, kind) => SQLITE_KINDS[kind] ?? `erro ${kind} do SQLite`,
  ),
  fileWithoutName: both('a file without a name', 'um arquivo sem nome'),
  addDebug: both('add --debug to see where this happened', 'use --debug para ver onde isso aconteceu'),
  /** The question first: a narrow window cuts the end. */
  noHost: both('no internet? there is no host with that name', 'sem internet? não existe host com esse nome'),
  notResolved: both('no internet? the host name could not be resolved', 'sem internet? não foi possível resolver o nome do host'),
  connectionCut: both('the connection was cut', 'a conexão caiu'),
  onlyHttp2: both('the server does not take HTTP/1.1, the only one that pixctl speaks: let it take that beside HTTP/2', 'o servidor não aceita HTTP/1.1, o único que o pixctl usa: configure-o para aceitar também esse, além do HTTP/2'),
  plainHttp: both('the server speaks http, not https', 'o servidor usa http, e não https'),
  connectionRefused: both('the connection was refused', 'a conexão foi recusada'),
  noNetwork: both('no internet? the network is not reachable', 'sem internet? não há acesso à rede'),
  badCertificate: both('the certificate was not accepted ({code})', 'o certificado não foi aceito ({code})'),
  theBaseUrl: both('the base URL', 'a URL base'),
  certificateEnds: both(
    (file: string, when: string, hasEnded: boolean) => `the certificate ${file} ${hasEnded ? `ended on ${when}, so senders that check it can't connect` : `ends on ${when}`}: renew it, and it is read again within a minute`,
    (file, when, hasEnded) => `o certificado ${file} ${hasEnded ? `venceu em ${when}, e quem o confere não consegue conectar` : `vence em ${when}`}: renove-o, e ele é lido de novo em até um minuto`,
  ),
  certificateRead: both('the certificate {file} was read again: it ends on {when}', 'o certificado {file} foi lido de novo: vence em {when}'),
  certificateKept: both(
    "the certificate {file}, or its key, can't be read again ({why}): the earlier one is used, and each minute it is tried again",
    'não foi possível ler de novo o certificado {file}, ou a chave dele ({why}): o anterior continua em uso, e a cada minuto há nova tentativa',
  ),
  /** `address` is where the host name comes from. */
  checkHost: both('check the connection, then the host name in {address}, and in HTTPS_PROXY if it is set', 'confira a conexão e depois o nome do host ({address} e HTTPS_PROXY, se estiver definida)'),
  checkClock: both('check the clock of this machine; if it is right, the certificate must be replaced', 'confira o relógio deste computador; se estiver certo, o certificado precisa ser trocado'),
  otherHost: both('the certificate is for another host: check {address}', 'o certificado é de outro host: confira {address}'),
  extraAuthority: both('if your network has its own certificate authority, set NODE_EXTRA_CA_CERTS to its PEM file', 'se a sua rede tem autoridade certificadora própria, informe o arquivo PEM dela em NODE_EXTRA_CA_CERTS'),
  proxyPassword: both("put the proxy's user and password in HTTPS_PROXY: http://USER:PASSWORD@HOST:PORT", 'informe o usuário e a senha do proxy em HTTPS_PROXY: http://USUARIO:SENHA@HOST:PORTA'),
  proxyAway: both('the proxy {proxy} does not answer', 'o proxy {proxy} não responde'),
  checkProxy: both('check HTTPS_PROXY, or add the host to NO_PROXY to connect without the proxy', 'confira HTTPS_PROXY, ou ponha o host em NO_PROXY para conectar sem o proxy'),
  allowInProxy: both("ask the proxy's administrator to allow this host, or add it to NO_PROXY to connect without the proxy", 'peça ao administrador do proxy que libere este host, ou inclua o host em NO_PROXY para conectar sem o proxy'),
  closedNow: both(
    (path: string, mode: { was: string; is: string }, holdsSecrets: boolean) => `${path} could be used by others (mode ${mode.was}): it is ${mode.is} now${holdsSecrets ? '; others may have read the secrets in it' : ''}`,
    (path, mode, holdsSecrets) => `${path} podia ser usado por outros usuários (modo ${mode.was}): agora é ${mode.is}${holdsSecrets ? '; alguém pode ter lido os segredos que estão nele' : ''}`,
  ),
  openSecrets: both(
    (path: string, { canChange, mode }: { canChange: boolean; mode: string }, command: string) => `${path} holds secrets, and others can ${canChange ? 'read and change' : 'read'} it (mode ${mode}): ${command}`,
    (path, { canChange, mode }, command) => `${path} tem segredos, e outros usuários podem ${canChange ? 'ler e alterar' : 'ler'} esse arquivo (modo ${mode}): ${command}`,
  ),
  tooManyLinks: both('{path} leads through too many links', '{path} passa por links demais'),
  useNoLinks: both('use a path without links', 'use um caminho sem links'),
  foreign: both("{path} belongs to another user ({user}), so pixctl doesn't use it", '{path} pertence a outro usuário ({user}), por isso o pixctl não o usa'),
  asServiceUser: both("if a service keeps its files there, run pixctl as the service's user, with sudo --user", 'se um serviço guarda os arquivos dele aí, execute o pixctl como o usuário do serviço, com sudo --user'),
  ifYours: both('if what is in it is yours: {command}', 'se o que está aí é seu: {command}'),
  ownFolders: both('or keep its files in folders of your own: PIXCTL_CONFIG_DIR, PIXCTL_DATA_DIR', 'ou guarde os arquivos do pixctl em pastas suas: PIXCTL_CONFIG_DIR, PIXCTL_DATA_DIR'),
  writable: both(
    (path: string, byEveryone: boolean, mode: string) => `${path} can be written by ${byEveryone ? 'every user' : 'its group'} (mode ${mode}), so pixctl doesn't use it`,
    (path, byEveryone, mode) => `${path} pode ser alterado por ${byEveryone ? 'qualquer usuário' : 'todo o grupo'} (modo ${mode}), por isso o pixctl não o usa`,
  ),
  ifNobodyWrote: both('if nobody else has written there: {command}', 'se ninguém mais alterou nada aí: {command}'),
  ifGroupMay: both('or, if its group should be able to write there: PIXCTL_ALLOW_GROUP=1', 'ou, se o grupo deve mesmo poder gravar aí: PIXCTL_ALLOW_GROUP=1'),
  portInUse: both('port {port} is in use', 'a porta {port} já está em uso'),
  otherPort: both(
    (flag: string) => `choose another port with ${flag}, or any with ${flag} 0`,
    flag => `escolha outra porta com ${flag}, ou qualquer uma com ${flag} 0`,
  ),
  portForbidden: both("port {port} needs permissions that this user doesn't have", 'a porta {port} exige permissões que este usuário não tem'),
  highPort: both('choose a port from 1024 up with {flag}', 'escolha com {flag} uma porta de 1024 em diante'),
  notThisMachine: both('{address} is not an address of this machine', '{address} não é um endereço deste computador'),
  listenHosts: both('leave it out for 127.0.0.1, or use 0.0.0.0 for all', 'não informe nada para usar 127.0.0.1, ou use 0.0.0.0 para todos'),
}

/** Words that stand for values in help and in suggested commands. */
export const placeholders = {
  ADDRESS: both('ADDRESS', 'ENDEREÇO'),
  AMOUNT: both('AMOUNT', 'VALOR'),
  COLUMN: both('COLUMN', 'COLUNA'),
  DAY: both('DAY', 'DIA'),
  DELIVERY: both('DELIVERY', 'ENTREGA'),
  EVENT: both('EVENT', 'EVENTO'),
  DIR: both('DIR', 'PASTA'),
  DURATION: both('DURATION', 'DURAÇÃO'),
  SECONDS: both('SECONDS', 'SEGUNDOS'),
  FILE: both('FILE', 'ARQUIVO'),
  KEY: both('KEY', 'CHAVE'),
  NAME: both('NAME', 'NOME'),
  PATH: both('PATH', 'CAMINHO'),
  PORT: both('PORT', 'PORTA'),
  PROFILE: both('PROFILE', 'PERFIL'),
  SEQUENCE: both('SEQUENCE', 'SEQUÊNCIA'),
  TEXT: both('TEXT', 'TEXTO'),
  TIME: both('TIME', 'DATA'),
  TYPE: both('TYPE', 'TIPO'),
  TYPES: both('TYPES', 'TIPOS'),
  VALUE: both('VALUE', 'VALOR'),
  // Values, of which both languages are taken.
  '10.50': both('10.50', '10,50'),
  today: both('today', 'hoje'),
  hour: both('hour', 'hora'),
  day: both('day', 'dia'),
  week: both('week', 'semana'),
  month: both('month', 'mês'),
}
