/** What a person reads of the service and of the realtime channel while charges are followed. */

import { both } from '#lib/language.ts'

export const texts = {
  polling: both('{why}; reading the charge every {seconds} s instead', '{why}; a cobrança será lida a cada {seconds} s'),
  pollingMany: both('{why}; reading the charges every {seconds} s instead', '{why}; as cobranças serão lidas a cada {seconds} s'),
  channel: both('realtime channel: {why}', 'canal em tempo real: {why}'),
  lost: both("the service can't be read: {why}; trying again", 'não foi possível consultar o serviço: {why}; o pixctl continua tentando'),
  refusedElsewhere: both('the service refused it, as another pixctl was told', 'o serviço recusou essa cobrança, como outro pixctl já soube'),
  endedElsewhere: both('nothing was sent: another pixctl has already ended it', 'nada foi enviado: outro pixctl já encerrou essa cobrança'),
  back: both('the service can be read again', 'o serviço voltou a responder'),
}
