import { both } from '#lib/language.ts'

const STORAGE: Readonly<Record<string, () => string>> = {
  keychain: both('keychain', 'chaveiro'),
  file: both('file', 'arquivo'),
}

export const texts = {
  login: both('log in: store an API key or another secret', 'faz login: guarda uma chave de API ou outro segredo'),
  loginDescription: both(
    'Asks for the secret on a terminal, and for the address if it is missing; otherwise the secret is read from standard input. An API key is checked with the service before it is stored.',
    'No terminal, pergunta o segredo e, se faltar, o endereço; fora dele, lê o segredo da entrada padrão. Uma chave de API é conferida com o serviço antes de ser guardada.',
  ),
  whichToStore: both('which secret to store', 'qual segredo guardar'),
  realtimeUrl: both("the service's realtime address", 'o endereço do canal em tempo real do serviço'),
  insecureStorage: both('store the secret in a file that only you can read, if there is no keychain', 'guarda o segredo em um arquivo que só você pode ler, se não houver chaveiro do sistema'),
  ofSandbox: both('the profile "{profile}" belongs to a sandbox', 'o perfil "{profile}" é de um sandbox'),
  otherProfile: both('log in to another profile', 'faça login em outro perfil'),
  logout: both("remove a profile's stored secrets", 'faz logout: apaga os segredos guardados de um perfil'),
  whichToRemove: both('which secret to remove; all by default', 'qual segredo apagar; por padrão, todos'),
  mayBeThere: both('the keychain says it has no {kind}, but if it is locked, one may still be there', 'o chaveiro do sistema diz que não tem {kind}, mas, se estiver bloqueado, o segredo ainda pode estar lá'),
  nothingStored: both('nothing was stored for profile {profile}', 'não havia nada guardado para o perfil {profile}'),
  removed: both('removed from profile {profile}: {kinds}', 'apagado do perfil {profile}: {kinds}'),
  list: both('list profiles and which secrets each one has', 'lista os perfis e os segredos que cada um tem'),
  noProfiles: both('no profiles yet; create one with', 'ainda não há perfis; crie um com'),
  profileColumn: both('PROFILE', 'PERFIL'),
  baseUrlColumn: both('BASE URL', 'URL BASE'),
  realtimeColumn: both('REALTIME URL', 'TEMPO REAL'),
  secretsColumn: both('SECRETS', 'SEGREDOS'),
  /** Where secrets are, as config.json says; a newer pixctl may have written other words. */
  storage: (name: string): string => STORAGE[name]?.() ?? name,
  listDescription: both(
    'When piped, the columns are profile, current, baseUrl, realtimeUrl and secrets, such as api-key:keychain,ws-token:file.',
    'Com a saída em um pipe, as colunas são profile, current, baseUrl, realtimeUrl e secrets, como api-key:keychain,ws-token:file.',
  ),
  use: both('switch to another profile', 'muda para outro perfil'),
  profileName: both('the name of a profile, from auth list', 'o nome de um perfil, como auth list mostra'),
  switched: both('switched to profile {profile}', 'agora o perfil em uso é {profile}'),
}
