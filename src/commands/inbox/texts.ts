import { both } from '../../shared/language.ts'

export const texts = {
  init: both(
    'make the schema of an inbox on PostgreSQL, or bring it up to date',
    'cria o esquema de uma caixa de entrada no PostgreSQL, ou atualiza o que existe',
  ),
  initDescription: both(
    'Needs a user who may create a schema in that database. It can be run again, and refuses a schema of a newer pixctl.',
    'Precisa de um usuário que possa criar um esquema nesse banco. Pode ser executado de novo, e recusa o esquema de uma versão mais nova do pixctl.',
  ),
  noAddress: both(
    'there is no address of an inbox on PostgreSQL',
    'falta o endereço de uma caixa de entrada no PostgreSQL',
  ),
  giveWith: both(
    (flag: string) => `give it with ${flag} postgres://user@host/database, or in PIXCTL_INBOX_URL`,
    flag => `informe com ${flag} postgres://usuario@host/banco, ou em PIXCTL_INBOX_URL`,
  ),
  orStore: both('or store it', 'ou guarde no perfil'),
  waiting: both(
    (name: string, why: string) => `waiting for ${name}: ${why}`,
    (name, why) => `aguardando ${name}: ${why}`,
  ),
  inbox: both(
    (name: string) => `inbox: ${name}`,
    name => `caixa de entrada: ${name}`,
  ),
  schema: both(
    (before: number, after: number) => {
      if (before === 0) return `made the schema pixctl, version ${after}`
      return before === after
        ? `the schema pixctl is up to date, version ${after}`
        : `brought the schema pixctl from version ${before} to ${after}`
    },
    (before, after) => {
      if (before === 0) return `esquema pixctl criado, versão ${after}`
      return before === after
        ? `o esquema pixctl está atualizado, versão ${after}`
        : `esquema pixctl atualizado da versão ${before} para a ${after}`
    },
  ),
  copy: both(
    'copy the inbox on this machine to one on PostgreSQL',
    'copia a caixa de entrada deste computador para uma no PostgreSQL',
  ),
  copyDescription: both(
    'Copies the deliveries with what became of them, the events that were shown and the place in their stream. It can be run again, also while a listener runs: what is there already stays as it is.',
    'Copia as entregas com o que aconteceu com cada uma, os eventos já mostrados e a posição no fluxo deles. Pode ser executado de novo, mesmo com o webhook listen em execução: o que já está lá fica como está.',
  ),
  copyTo: both(
    'the inbox to copy to, without the password; PIXCTL_INBOX_URL or the stored one by default',
    'a caixa de entrada de destino, sem a senha; por padrão, PIXCTL_INBOX_URL ou a que está guardada',
  ),
  copyingTo: both(
    (profile: string, name: string) => `profile ${profile}: to ${name}`,
    (profile, name) => `perfil ${profile}: para ${name}`,
  ),
  progress: both(
    (done: number, total: number) => `${done} of ${total} deliveries`,
    (done, total) => `${done} de ${total} entregas`,
  ),
  nothingToCopy: both(
    (folder: string, profile: string) =>
      `there is nothing to copy: ${folder} has no inbox of the profile ${profile}`,
    (folder, profile) => `não há nada para copiar: ${folder} não tem caixa de entrada do perfil ${profile}`,
  ),
  copied: both(
    ({ deliveries, shown, cursors }: { deliveries: number; shown: number; cursors: number }) =>
      `copied deliveries: ${deliveries}, shown events: ${shown}, places of events tail: ${cursors}; the rest was there already`,
    ({ deliveries, shown, cursors }) =>
      `copiado: entregas: ${deliveries}, eventos mostrados: ${shown}, posições do events tail: ${cursors}; o resto já estava lá`,
  ),
  pendingInBoth: both(
    (count: number) =>
      `both inboxes now have ${count === 1 ? '1 delivery that is' : `${count} deliveries that are`} pending on this machine, and an event that both forward is sent twice`,
    count =>
      `agora ${count === 1 ? '1 entrega pendente' : `${count} entregas pendentes`} neste computador também ${count === 1 ? 'está' : 'estão'} na outra caixa de entrada, e um evento que as duas encaminharem será enviado duas vezes`,
  ),
  stopListener: both(
    'stop the listener on this machine, run this again, and start it with the shared inbox (--inbox)',
    'pare o webhook listen deste computador, execute isto de novo e inicie-o com a caixa compartilhada (--inbox)',
  ),
}
