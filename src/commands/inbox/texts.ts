import { both } from '#lib/language.ts'

export const texts = {
  init: both('make the schema of an inbox on PostgreSQL, or bring it up to date', 'cria o esquema de uma caixa de entrada no PostgreSQL, ou atualiza o que existe'),
  initDescription: both(
    'Needs a user who may create a schema in that database. It can be run again, and refuses a schema of a newer pixctl.',
    'Precisa de um usuário que possa criar um esquema nesse banco. Pode ser executado de novo, e recusa o esquema de uma versão mais nova do pixctl.',
  ),
  noAddress: both('there is no address of an inbox on PostgreSQL', 'falta o endereço de uma caixa de entrada no PostgreSQL'),
  giveWith: both('give it with --inbox postgres://user@host/database, or in PIXCTL_INBOX_URL', 'informe com --inbox postgres://usuario@host/banco, ou em PIXCTL_INBOX_URL'),
  orStore: both('or store it', 'ou guarde no perfil'),
  waiting: both('waiting: {why}', 'aguardando: {why}'),
  inbox: both('inbox: {name}', 'caixa de entrada: {name}'),
  schema: both(
    (before: number, after: number) => {
      if (before === 0) return `made the schema pixctl, version ${after}`
      return before === after ? `the schema pixctl is up to date, version ${after}` : `brought the schema pixctl from version ${before} to ${after}`
    },
    (before, after) => {
      if (before === 0) return `esquema pixctl criado, versão ${after}`
      return before === after ? `o esquema pixctl está atualizado, versão ${after}` : `esquema pixctl atualizado da versão ${before} para a ${after}`
    },
  ),
}
