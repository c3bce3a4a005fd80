import { both } from '#lib/language.ts'

export const texts = {
  summary: both('create an API key', 'cria uma chave de API'),
  description: both('The key is shown only once.', 'A chave só aparece uma vez.'),
  permission: both(
    'what the key may do; everything by default',
    'o que a chave pode fazer; por padrão, tudo',
  ),
  expires: both(
    'after this time the key is refused, as an expired one is',
    'depois deste tempo a chave é recusada, como uma chave expirada',
  ),
  keyId: both('Key id', 'Id da chave'),
  apiKey: both('API key', 'Chave de API'),
  permissions: both('Permissions', 'Permissões'),
  expiresAt: both('Expires', 'Expira em'),
  copyNow: both("copy the key now: it won't be shown again", 'copie a chave agora: ela não aparece de novo'),
}
