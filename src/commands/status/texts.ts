import { both } from '#lib/language.ts'

export const texts = {
  summary: both('check the API key and list its permissions', 'confere a chave de API e lista as permissões dela'),
  profile: both('Profile', 'Perfil'),
  host: both('Host', 'Host'),
  authenticated: both('Authenticated', 'Autenticado'),
  yes: both('yes', 'sim'),
  permissions: both('Permissions', 'Permissões'),
  withdrawals: both('Withdrawals', 'Saques'),
  notPossible: both('not possible with these keys', 'não são possíveis com estas chaves'),
}
