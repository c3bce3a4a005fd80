import { both } from '#lib/language.ts'

/** A kind of secret in messages: its name, with the indefinite and with the definite article. */
function kind(a: 'a' | 'an', english: string, portuguese: string, gender: 'um' | 'uma' = 'um') {
  return {
    name: both(english, portuguese),
    a: both(`${a} ${english}`, `${gender} ${portuguese}`),
    the: both(`the ${english}`, `${gender === 'um' ? 'o' : 'a'} ${portuguese}`),
  }
}

export const texts = {
  apiKey: kind('an', 'API key', 'chave de API', 'uma'),
  wsToken: kind('a', 'WebSocket token', 'token do WebSocket'),
  webhookSecret: kind('a', 'webhook signing secret', 'segredo de assinatura dos webhooks'),
  inboxUrl: {
    ...kind('an', 'inbox address', 'endereço da caixa de entrada'),
    a: both('an inbox address', 'um endereço de caixa de entrada'),
  },
  dashboardToken: kind('a', 'dashboard token', 'token do painel'),
  input: both('the input', 'a entrada'),
  stored: both('the stored {name}', 'o que está guardado como {name}'),
  isNot: both('{source} is not {kind}: {why}', '{source} não é {kind}: {why}'),
  startAgain: both(
    'if the sandbox is running, stop it with Ctrl-C in its terminal; then start it',
    'se o sandbox estiver em execução, pare com Ctrl-C no terminal dele; depois inicie de novo',
  ),
  startSandbox: both('start the sandbox again', 'inicie o sandbox de novo'),
  copyAgain: both(
    'copy the {name} ({prefix}…) from the dashboard again',
    'copie de novo do painel: {name} ({prefix}…)',
  ),
  isEmpty: both('it is empty', 'está em branco'),
  tooManySecrets: both('more than {most} secrets', 'há mais de {most} segredos'),
  whiteSpace: both('it has white space inside', 'há um espaço no meio'),
  notAscii: both(
    'it has characters other than printable ASCII',
    'há caracteres que não são ASCII imprimível',
  ),
  nothingFollows: both('nothing follows {prefix}', 'não há nada depois de {prefix}'),
  tooLong: both('it is longer than {most} bytes', 'passa de {most} bytes'),
  startsAs: both('it starts with {prefix}, as {kind} does', 'começa com {prefix}, como {kind}'),
  otherStart: both("it doesn't start with {prefix}", 'não começa com {prefix}'),
  /** `what` is one of the values below. */
  hasBad: both('{path} has {what}', '{path} tem {what}'),
  badEndpoints: both(
    '"endpoints" that are not a list of endpoints',
    'um "endpoints" que não é uma lista de endpoints',
  ),
  checkPermissions: both('check its permissions', 'confira as permissões do arquivo'),
  badProfile: both('a profile that is not an object', 'um perfil que não é um objeto'),
  badSecret: both('a secret that is not a string', 'um segredo que não é um texto'),
  removeIt: both('remove it and log in again', 'apague esse arquivo e faça login de novo'),
  otherWrites: both('another pixctl is writing in {folder}', 'outro pixctl está gravando em {folder}'),
  removeLock: both(
    'run it again; if no other pixctl runs, remove {path}',
    'execute de novo; se não houver outro pixctl em execução, apague {path}',
  ),
  notWritten: both('{path} could not be written ({why})', 'não foi possível gravar {path} ({why})'),
  diskFull: both(
    'the disk is full: free some space and run it again',
    'o disco está cheio: libere espaço e execute de novo',
  ),
  checkFolder: both(
    'check the permissions of its folder, or choose another one with PIXCTL_CONFIG_DIR',
    'confira as permissões da pasta, ou escolha outra com PIXCTL_CONFIG_DIR',
  ),
  setVariable: both('set {name} in the environment', 'defina a variável de ambiente {name}'),
  anySecret: both(
    'for a test, make one up (whsec_ and some letters), and give it to the endpoint too',
    'para um teste, invente um (whsec_ e algumas letras) e use o mesmo no endpoint',
  ),
  orStoreInFile: both(
    'or store it in a file that only you can read',
    'ou guarde em um arquivo que só você pode ler',
  ),
  noLibrary: both(
    "there is no keychain here: its library can't be loaded (on Linux: libsecret)",
    'não há chaveiro do sistema aqui: não foi possível carregar a biblioteca dele (no Linux: libsecret)',
  ),
  locked: both('the keychain is locked ({why})', 'o chaveiro do sistema está bloqueado ({why})'),
  unlock: both('unlock the keychain and run it again', 'desbloqueie o chaveiro do sistema e execute de novo'),
  noBus: both('DBUS_SESSION_BUS_ADDRESS is not set', 'DBUS_SESSION_BUS_ADDRESS não está definida'),
  noKeychain: both(
    'there is no working keychain here ({why})',
    'não há um chaveiro do sistema que funcione aqui ({why})',
  ),
  keychainSilent: both(
    "the keychain didn't answer within {seconds} s (locked and waiting for a prompt, or stuck)",
    'o chaveiro do sistema não respondeu em {seconds} s (está bloqueado, esperando a senha, ou travou)',
  ),
  checkConfig: both(
    'check its permissions, or choose another folder with PIXCTL_CONFIG_DIR',
    'confira as permissões do arquivo, ou escolha outra pasta com PIXCTL_CONFIG_DIR',
  ),
  secretInAddress: both(
    'an address of the profile contains a secret',
    'um endereço do perfil contém um segredo',
  ),
  giveWithoutSecret: both(
    'give the address without it; to store a secret',
    'informe o endereço sem o segredo; para guardar um segredo',
  ),
  badProfileName: both("{quoted} can't be a profile", '{quoted} não pode ser um perfil'),
  profileNameForm: both(
    'a profile is 1 to 64 letters, digits, ".", "_" and "-"; it begins with a letter or a digit, and doesn\'t end with "."',
    'o nome de um perfil tem de 1 a 64 letras sem acento, dígitos, ".", "_" e "-"; começa com letra ou dígito e não termina com "."',
  ),
  deviceNames: both(
    'names of devices on Windows, such as "con" and "nul", can\'t be used anywhere',
    'nomes de dispositivos do Windows, como "con" e "nul", não podem ser usados em nenhum sistema',
  ),
  otherCase: both(
    '"{name}" can\'t be a profile: it differs from "{other}" only in upper and lower case',
    '"{name}" não pode ser um perfil: só muda em relação a "{other}" nas letras maiúsculas e minúsculas',
  ),
  badCurrent: both(
    'a "current" that is not a valid profile name',
    'um "current" que não é um nome de perfil válido',
  ),
  badProfiles: both('"profiles" that are not an object', 'um "profiles" que não é um objeto'),
  badNameInFile: both('a profile with an invalid name', 'um perfil com nome inválido'),
  twoProfiles: both(
    '{path} has two profiles "{name}" that differ only in upper and lower case',
    '{path} tem dois perfis "{name}" que só mudam nas letras maiúsculas e minúsculas',
  ),
  badInProfile: both(
    '{path} has {problem} in the profile "{profile}"',
    '{path} tem, no perfil "{profile}", {problem}',
  ),
  notObject: both('a value that is not an object', 'um valor que não é um objeto'),
  notString: both('a "{member}" that is not a string', 'um "{member}" que não é um texto'),
  badSecrets: both('"secrets" that are not an object', 'um "secrets" que não é um objeto'),
  secretWithoutPlace: both(
    'a secret without its "storage" and "origin"',
    'um segredo sem "storage" e "origin"',
  ),
  notAFile: both("{path} can't be used: {what}", 'não é possível usar {path}: {what}'),
  moveAway: both('move it away and log in again', 'tire-o dessa pasta e faça login de novo'),
  correctIt: both(
    'correct it, or move it away and log in again',
    'corrija o arquivo, ou tire-o dessa pasta e faça login de novo',
  ),
  notJson: both('{path} is not JSON', '{path} não é um JSON válido'),
  notJsonObject: both('{path} is not a JSON object', '{path} não é um objeto JSON'),
  choosePort: both(
    'choose a port with --port, and register it',
    'escolha uma porta com --port e cadastre o endpoint',
  ),
  registerEndpoint: both('register an endpoint', 'cadastre um endpoint'),
  hasNone: both('the profile "{profile}" has no {name}', 'o perfil "{profile}" não tem {name}'),
  orSetVariable: both(
    (name: string, orFile: boolean) =>
      `or set ${name} in the environment${orFile ? ', or give a file with it: --secret-file PATH' : ''}`,
    (name, orFile) =>
      `ou defina a variável de ambiente ${name}${orFile ? ', ou informe um arquivo com ele: --secret-file CAMINHO' : ''}`,
  ),
  wrongOrigin: both(
    (secret: string, profile: string, { storedFor, inUse }: { storedFor: string; inUse: string }) =>
      `${secret} of the profile "${profile}" was stored for ${storedFor} and is not sent to ${inUse}`,
    (secret, profile, { storedFor, inUse }) =>
      `${secret} do perfil "${profile}" só vale para ${storedFor}, por isso não vai para ${inUse}`,
  ),
  otherProfile: both('or log in to another profile', 'ou faça login em outro perfil'),
  unknownAddress: both(
    'the address of the service for this {name} is not known',
    'falta o endereço do serviço ({name})',
  ),
  giveWith: both('give it with {flag} URL', 'informe com {flag} URL'),
  unusableAddress: both(
    '{address} is not an address that pixctl can use',
    '{address} não é um endereço que o pixctl possa usar',
  ),
  addressForm: both(
    'give it as https://host/path, without a user name or password',
    'escreva https://host/caminho, sem usuário e sem senha',
  ),
  notReturned: both(
    'the keychain didn\'t return {secret} of the profile "{profile}": it is locked, or the secret was removed from it',
    'o chaveiro do sistema não entregou {secret} do perfil "{profile}": está bloqueado, ou o segredo foi apagado dele',
  ),
  unlockOrLogin: both(
    'unlock the keychain, or log in again',
    'desbloqueie o chaveiro do sistema, ou faça login de novo',
  ),
  unknownStorage: both(
    '{path} stores {secret} of the profile "{profile}" in a way this pixctl doesn\'t know',
    '{path} guarda {secret} do perfil "{profile}" de um jeito que este pixctl não conhece',
  ),
  updateOrLogin: both('update pixctl, or log in again', 'atualize o pixctl, ou faça login de novo'),
}
