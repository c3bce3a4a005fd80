/** What a person reads of the service and of the realtime channel while charges are followed. */

import { both, plural } from '#lib/language.ts'

export const texts = {
  polling: both('{why}; reading every {seconds} s instead', '{why}; a leitura passa a ser a cada {seconds} s'),
  channel: both('realtime channel: {why}', 'canal em tempo real: {why}'),
  lost: both("the service can't be read: {why}; trying again", 'não foi possível consultar o serviço: {why}; o pixctl continua tentando'),
  refusedElsewhere: both('the service refused it, as another pixctl was told', 'o serviço recusou essa cobrança, como outro pixctl já soube'),
  endedElsewhere: both('nothing was sent: another pixctl has already ended it', 'nada foi enviado: outro pixctl já encerrou essa cobrança'),
  /** By the category of the failure: what somebody at a counter does. */
  plain: {
    network: both('check the internet connection', 'confira a internet'),
    service: both('the service has a problem; it is asked again and again', 'o serviço está com problema; a pergunta é repetida até ele responder'),
    rate_limited: both('the service asks to wait; it is asked again soon', 'o serviço pediu para esperar; a pergunta é repetida daqui a pouco'),
    unauthenticated: both('the service no longer accepts the access of this shop; call whoever set up pixctl', 'o serviço não aceita mais o acesso desta loja; chame quem configurou o pixctl'),
    forbidden: both('the service refuses this shop (account or permission); call whoever set up pixctl', 'o serviço recusa esta loja (conta ou permissão); chame quem configurou o pixctl'),
  },
  /** In large letters; src/terminal/large.ts must have each of them. */
  paid: {
    now: both('PAID', 'PAGA'),
    /** Nobody knows when. */
    before: both('PAID BEFORE', 'PAGA ANTES'),
    minutesAgo: both(
      (count: number) => `PAID ${count} MIN AGO`,
      count => `PAGA HÁ ${count} MIN`,
    ),
    hoursAgo: both(
      (count: number) => `PAID ${count} H AGO`,
      count => `PAGA HÁ ${count} H`,
    ),
    daysAgo: both(
      (count: number) => `PAID ${count} ${plural(count, 'DAY', 'DAYS')} AGO`,
      count => `PAGA HÁ ${count} ${plural(count, 'DIA', 'DIAS')}`,
    ),
  },
  back: both('the service can be read again', 'o serviço voltou a responder'),
}
