import { both, listed } from '#lib/language.ts'

/** Behind the name of a profile: the variables that its secrets come from. */
const withVariables = both(
  (names: readonly string[]) => (names.length === 0 ? '' : `, with ${listed(names)} of the environment`),
  names => (names.length === 0 ? '' : `, com ${listed(names)} do ambiente`),
)

export const texts = {
  account: both(
    (isSandbox: boolean, profile: string, { host, variables }: { host: string | undefined; variables: readonly string[] }) =>
      `${isSandbox ? 'SANDBOX, ' : ''}profile ${profile}${host === undefined ? '' : ` at ${host}`}${withVariables(variables)}`,
    (isSandbox, profile, { host, variables }) => `${isSandbox ? 'SANDBOX, ' : ''}perfil ${profile}${host === undefined ? '' : ` em ${host}`}${withVariables(variables)}`,
  ),
  withVariables,
  environmentHas: both(
    'in the environment: {names}; what is set there goes before what is stored, except for a profile that --profile names',
    'no ambiente: {names}; o que está nele vale mais do que está guardado, exceto para um perfil indicado com --profile',
  ),
  ofVariable: both('it comes from {variable}: correct it there, or unset it to use what is stored', 'o valor vem de {variable}: corrija nessa variável, ou remova-a para usar o que está guardado'),
  storedBaseUrl: both("the profile's base URL", 'a URL base do perfil'),
  noBaseUrl: both('the profile "{profile}" has no base URL', 'o perfil "{profile}" não tem URL base'),
  giveBaseUrl: both('give it with --base-url or PIXCTL_BASE_URL, or store it', 'informe com --base-url ou PIXCTL_BASE_URL, ou guarde no perfil'),
  otherKey: both('to log in with another one', 'para entrar com outra'),
  newSandboxKey: both("if the key of the sandbox's profile was revoked, stop the sandbox and start it again: that makes a new one", 'se a chave do perfil do sandbox foi revogada, pare o sandbox e inicie de novo: isso cria outra'),
  tryingAgain: both('trying again in {seconds} s: {why}', 'nova tentativa em {seconds} s: {why}'),
  storedInbox: both("the profile's inbox address", 'o endereço da caixa de entrada do perfil'),
  hasPassword: both('--inbox contains a password, which other users of this machine could read', '--inbox contém uma senha, que outros usuários deste computador poderiam ler'),
  passwordPlaces: both('leave it out, and give it in PGPASSWORD, or in ~/.pgpass or the file that PGPASSFILE names', 'deixe a senha de fora e informe em PGPASSWORD, em ~/.pgpass ou no arquivo indicado por PGPASSFILE'),
  storeAddress: both('or store the whole address', 'ou guarde o endereço completo'),
  onlyOne: both('there is no charge {given}; the only one found that begins like that is {id}', 'não existe a cobrança {given}; a única encontrada que começa assim é {id}'),
  someCharge: both('charge', 'cobrança'),
  realtimeUrl: both('the realtime URL', 'a URL do canal em tempo real'),
  notListening: both('not listening on the realtime channel: {why}', 'sem escutar o canal em tempo real: {why}'),
  storedRealtimeUrl: both("the profile's realtime URL", 'a URL do canal em tempo real do perfil'),
  noRealtimeUrl: both('the profile "{profile}" has no realtime URL', 'o perfil "{profile}" não tem URL do canal em tempo real'),
  giveRealtimeUrl: both('give it with --realtime-url or PIXCTL_REALTIME_URL, or store it', 'informe com --realtime-url ou PIXCTL_REALTIME_URL, ou guarde no perfil'),
  notLoggedIn: both('not logged in', 'você ainda não fez login'),
  noProfile: both('there is no profile "{profile}"', 'o perfil "{profile}" não existe'),
  useSandbox: both('or use your sandbox: add --profile {profile}', 'ou use o seu sandbox: acrescente --profile {profile}'),
  trySandbox: both('or try pixctl with a sandbox', 'ou experimente o pixctl com um sandbox'),
  startSandbox: both('start the sandbox', 'inicie o sandbox'),
  startNewSandbox: both('the sandbox was in memory, so its charges are gone; start a new one', 'o sandbox estava na memória, e as cobranças dele se perderam; inicie um novo'),
  ofProfile: both('the profile {profile}', 'perfil {profile}'),
  secretFileHolds: both('--secret-file takes a file with the webhook signing secret (whsec_…), or several while rotating', '--secret-file aceita um arquivo com o segredo de assinatura dos webhooks (whsec_…), ou com vários durante a troca'),
  askFile: both('Keep it in a file that only you can read?', 'Guardar em um arquivo que só você pode ler?'),
  olderSecret: both('an older secret of this profile may still be in the keychain', 'um segredo antigo deste perfil ainda pode estar no chaveiro do sistema'),
  saved: both(
    (kind: string, { profile, server }: { profile: string; server: string }, storage: 'file' | 'keychain') =>
      `${kind} of profile ${profile} for ${server} was saved in ${storage === 'file' ? 'a file that only you can read' : 'the keychain'}`,
    (kind, { profile, server }, storage) => `perfil ${profile}: ${kind} para ${server} está ${storage === 'file' ? 'em um arquivo que só você pode ler' : 'no chaveiro do sistema'}`,
  ),
  makeCurrent: both('to make it the current profile', 'para usar este perfil daqui em diante'),
  permissions: both(
    (names: string) => `permissions: ${names || 'none'}`,
    names => `permissões: ${names || 'nenhuma'}`,
  ),
  addressMissing: both(
    (kind: string, _isRealtime: boolean) => `the address for this ${kind} is missing`,
    (_kind, isRealtime) => `falta o endereço do ${isRealtime ? 'canal em tempo real' : 'serviço'}`,
  ),
  add: both('add {flag}', 'use {flag}'),
  askAddress: both(
    (isRealtime: boolean, example: string) => `Address of the ${isRealtime ? 'realtime channel' : 'service'}, such as ${example}:`,
    (isRealtime, example) => `Endereço do ${isRealtime ? 'canal em tempo real' : 'serviço'}, como ${example}:`,
  ),
  /** The address that was typed. */
  that: both('that', 'isso'),
  noneGiven: both('no {kind} was given', 'falta informar: {kind}'),
  giveFile: both('give it in a file', 'informe em um arquivo'),
  onTerminal: both('run it on a terminal, or', 'execute em um terminal, ou então'),
}
