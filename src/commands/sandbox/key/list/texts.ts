import { both } from '#lib/language.ts'

export const texts = {
  summary: both("list the sandbox's API keys", 'lista as chaves de API do sandbox'),
  description: both(
    'When piped, the columns are id, key, permissions, createdAt, revokedAt and expiresAt.',
    'Com a saída em um pipe, as colunas são id, key, permissions, createdAt, revokedAt e expiresAt.',
  ),
  key: both('KEY', 'CHAVE'),
  permissions: both('PERMISSIONS', 'PERMISSÕES'),
  created: both('CREATED', 'CRIADA EM'),
  expires: both('EXPIRES', 'EXPIRA EM'),
  revoked: both('REVOKED', 'REVOGADA EM'),
}
