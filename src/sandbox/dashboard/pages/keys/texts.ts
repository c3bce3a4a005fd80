import { both } from '#lib/language.ts'

export const texts = {
  title: both('API keys', 'Chaves de API'),
  lead: both('A key is shown once, when it is made. Only its end is kept.', 'Uma chave só aparece uma vez, quando é criada. Só o final dela fica guardado.'),
  apiKey: both('API key', 'chave de API'),
  newKey: both('New key', 'Nova chave'),
  permissions: both('Permissions', 'Permissões'),
  mayCreate: both('Create charges', 'Criar cobranças'),
  mayRead: both('Read charges', 'Consultar cobranças'),
  mayReadBalance: both('Read the balance', 'Consultar o saldo'),
  expires: both('Expires', 'Expira'),
  never: both('Never', 'Nunca'),
  minute: both('In 1 minute', 'Em 1 minuto'),
  hour: both('In 1 hour', 'Em 1 hora'),
  day: both('In 1 day', 'Em 1 dia'),
  days: both('In {count} days', 'Em {count} dias'),
  create: both('Create key', 'Criar chave'),
  keys: both('Keys', 'Chaves'),
  newestFirst: both('API keys, newest first', 'Chaves de API, da mais nova à mais antiga'),
  key: both('Key', 'Chave'),
  state: both('State', 'Situação'),
  created: both('Created', 'Criada em'),
  profile: both('profile {name}', 'perfil {name}'),
  on: both('on', 'em'),
  until: both('until', 'até'),
  revoke: both('Revoke', 'Revogar'),
  revokeThis: both('Revoke {hint}', 'Revogar {hint}'),
  revokeAsked: both('Revoke this key?', 'Revogar esta chave?'),
  /** `ofProfile` is the profile whose key it is; null for another one. */
  revokeMeans: both(
    (hint: string, ofProfile: string | null) => `${ofProfile === null ? '' : `It is the key of the profile ${ofProfile}. ${NEW_KEY()} `}Calls with ${hint} are refused from now on. This can't be undone.`,
    (hint, ofProfile) => `${ofProfile === null ? '' : `É a chave do perfil ${ofProfile}. ${NEW_KEY()} `}As chamadas com ${hint} passam a ser recusadas. Não dá para desfazer.`,
  ),
  revoked: both('{hint} is revoked: calls with it are refused with 401.', '{hint} foi revogada: as chamadas com ela são recusadas com 401.'),
  noValidKey: both(
    (profile: string) => `The profile ${profile} has no valid key now. ${NEW_KEY()}`,
    profile => `O perfil ${profile} ficou sem chave válida. ${NEW_KEY()}`,
  ),
  use: both('Use a key', 'Como usar uma chave'),
  baseUrl: both('Base URL', 'URL base'),
  theBaseUrl: both('the base URL', 'a URL base'),
  header: both('Header', 'Cabeçalho'),
  withVariable: both('With a key in the variable API_KEY of a shell, this calls the service:', 'Com uma chave na variável API_KEY do shell, este comando chama o serviço:'),
}

const NEW_KEY = both('When the sandbox is started again, it makes a new one for it.', 'Quando o sandbox for iniciado de novo, ele cria outra.')
