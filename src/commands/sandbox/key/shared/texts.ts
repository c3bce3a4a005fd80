import { both } from '#lib/language.ts'

export const texts = {
  // create
  createSummary: both('create an API key', 'cria uma chave de API'),
  createDescription: both('The key is shown only once.', 'A chave só aparece uma vez.'),
  permission: both('what the key may do; everything by default', 'o que a chave pode fazer; por padrão, tudo'),
  expires: both('after this time the key is refused, as an expired one is', 'depois deste tempo a chave é recusada, como uma chave expirada'),
  keyId: both('Key id', 'Id da chave'),
  apiKey: both('API key', 'Chave de API'),
  permissions: both('Permissions', 'Permissões'),
  expiresAt: both('Expires', 'Expira em'),
  copyNow: both("copy the key now: it won't be shown again", 'copie a chave agora: ela não aparece de novo'),

  // list
  listSummary: both("list the sandbox's API keys", 'lista as chaves de API do sandbox'),
  listDescription: both('When piped, the columns are id, key, permissions, createdAt, expiresAt and revokedAt.', 'Com a saída em um pipe, as colunas são id, key, permissions, createdAt, expiresAt e revokedAt.'),
  keyHeader: both('KEY', 'CHAVE'),
  permissionsHeader: both('PERMISSIONS', 'PERMISSÕES'),
  createdHeader: both('CREATED', 'CRIADA EM'),
  expiresHeader: both('EXPIRES', 'EXPIRA EM'),
  revokedHeader: both('REVOKED', 'REVOGADA EM'),

  // revoke
  revokeSummary: both('revoke an API key of the sandbox', 'revoga uma chave de API do sandbox'),
  id: both('the id of a key, from sandbox key list', 'o id de uma chave, de sandbox key list'),
  revoked: both('key {id} is revoked', 'a chave {id} foi revogada'),
}
