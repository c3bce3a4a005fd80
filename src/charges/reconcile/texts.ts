/** What a person reads of a comparison: how far it is, and each difference. */

import { both, plural } from '#lib/language.ts'
import { stateSentence } from '#lib/state-words.ts'

export const texts = {
  withArchive: both('compared with the archive of charges, updated just now', 'comparado com o arquivo local de cobranças, atualizado agora'),
  readOf: both(
    (read: number, total: number) => `${read} of ${total} charges read`,
    (read, total) => `${read} de ${total} ${plural(total, 'cobrança lida', 'cobranças lidas')}`,
  ),
  olderNeedEvent: both(
    (read: number, total: number, time: string) => `${read} of ${total} charges read; those created before ${time} count only with an event`,
    (read, total, time) => `${read} de ${total} ${plural(total, 'cobrança lida', 'cobranças lidas')}; as criadas antes de ${time} só contam se houver um evento`,
  ),
  singleRead: both(
    (index: number, count: number) => `${index} of ${count} single charges read`,
    (index, count) => `${index} de ${count} ${plural(count, 'cobrança lida', 'cobranças lidas')} uma a uma`,
  ),
  listReadBefore: both('the list was read before that', 'a lista foi lida antes disso'),

  arrived: both('payment.approved {event} arrived at {time}', 'payment.approved {event} chegou em {time}'),
  but: both('{arrived}, but {state}', '{arrived}, mas {state}'),
  chargeIs: both(
    (status: string) => `the charge is ${status}`,
    status => `a cobrança ${stateSentence(status)}`,
  ),
  notInList: both('the service does not list the charge', 'o serviço não lista a cobrança'),
  amounts: both('{field} is {inEvent} in the event, {inCharge} in the charge', '{field} é {inEvent} no evento e {inCharge} na cobrança'),
  missed: both('PAID at {time}, {amount}, net {net}; no approved event arrived', 'paga em {time}, {amount}, líquido {net}; nenhum evento de aprovação chegou'),
  unresolved: both(
    (key: string, time: string, baseUrl: string | null, inDoubt: boolean) => {
      const state = inDoubt ? 'it may have created a charge' : 'it has not created a charge yet'
      return `creation ${key} of ${time}${baseUrl === null ? '' : ` at ${baseUrl}`} is unresolved: ${state}`
    },
    (key, time, baseUrl, inDoubt) => {
      const state = inDoubt ? 'pode ter criado uma cobrança' : 'ainda não criou uma cobrança'
      return `a criação ${key} de ${time}${baseUrl === null ? '' : ` em ${baseUrl}`} está pendente: ${state}`
    },
  ),
  notListed: both('created at {time} by creation {key}, but the service does not list it', 'criada em {time} pela criação {key}, mas o serviço não a lista'),
}
