import { both, plural } from '#lib/language.ts'

export const texts = {
  summary: both('send stored events again', 'reenvia eventos salvos'),
  description: both(
    'Sends each event once: same body, same delivery id, new signature. A 2xx marks it as processed. ' +
      '--pending, --parked and --since send the oldest first, and stop if the target gives no answer. While a pixctl of the ' +
      'profile forwards, --pending and --parked hand over to it: it sends them now, with its own target and headers.',
    'Envia cada evento uma vez: mesmo corpo, mesmo id de entrega, nova assinatura. Um 2xx marca o evento como processado. ' +
      '--pending, --parked e --since enviam do mais antigo ao mais novo, e param se o destino não responde. Enquanto um pixctl do ' +
      'perfil encaminha, --pending e --parked passam os eventos a ele, que os envia na hora, com o destino e os cabeçalhos dele.',
  ),
  json: both(
    () => 'a line for each event, {webhook-replay}',
    () => 'uma linha para cada evento, {webhook-replay}',
  ),
  eventArgument: both('ids of deliveries or events, from webhook deliveries; the beginning of one will do', 'ids de entregas ou de eventos, de webhook deliveries; basta o começo'),
  pendingFlag: both('send every event that waits for a 2xx', 'envia todos os eventos à espera de um 2xx'),
  parkedFlag: both('send every event that is parked', 'envia todos os eventos em espera'),
  sinceFlag: both('send what was received then or later: {span}', 'envia o que foi recebido a partir de: {span}'),
  untilFlag: both('with --since: only what was received before that time, or on that day at the latest', 'com --since: só o que foi recebido antes desse horário, ou no máximo nesse dia'),
  toFlag: both('where to send them; by default where the last --forward-to on this machine says', 'para onde enviar; o padrão é o que o último --forward-to neste computador indica'),

  whichOnes: both('which events should be sent?', 'quais eventos enviar?'),
  exclusive: both('ids, --pending, --parked and --since exclude each other', 'ids, --pending, --parked e --since não podem ser usados juntos'),
  giveOne: both('give ids, or --pending, or --parked, or --since TIME', 'passe ids, ou --pending, ou --parked, ou --since DATA'),
  nothingPending: both('nothing is pending', 'nada está pendente'),
  nothingParked: both('nothing is parked', 'nada está em espera'),
  nothingSince: both(
    (since: string, until: string | null) => `nothing was received ${until === null ? `since ${since}` : `from ${since} to ${until}`}`,
    (since, until) => `nada foi recebido ${until === null ? `desde ${since}` : `de ${since} a ${until}`}`,
  ),
  otherForwards: both('another pixctl of this profile is forwarding', 'outro pixctl deste perfil está encaminhando'),
  stopOther: both('stop that one first; without --to, a listener or tail that forwards sends them itself', 'pare esse antes; sem --to, o pixctl que encaminha faz o envio'),
  handedOver: both(
    (count: number, to: string) => `a pixctl of this profile forwards to ${to}; it was asked to send ${count} ${plural(count, 'event', 'events')} now, with its own target and headers`,
    (count, to) => `um pixctl deste perfil encaminha para ${to}; ele recebeu o pedido de enviar agora ${count} ${plural(count, 'evento', 'eventos')}, com o destino e os cabeçalhos dele`,
  ),
  notHandedOver: both(
    (count: number, to: string) => `${count} ${plural(count, 'event stays', 'events stay')} as ${plural(count, 'it is', 'they are')}: that pixctl has no target for ${plural(count, 'its type', 'their types')}, only ${to}`,
    (count, to) => `${count} ${plural(count, 'evento fica como está', 'eventos ficam como estão')}: esse pixctl não tem destino para ${plural(count, 'o tipo dele', 'os tipos deles')}, só ${to}`,
  ),
  pendingLeftOut: both(
    'another pixctl of this profile is forwarding, so what is pending is left to it; to ask that one to send it now',
    'outro pixctl deste perfil está encaminhando, então o que está pendente fica com ele; para pedir que ele envie agora',
  ),
  seePending: both('see what is pending', 'veja o que está pendente'),
  seeParked: both('see what is parked', 'veja o que está em espera'),
  leaseLost: both('the inbox was away: another pixctl may be forwarding now', 'a caixa de entrada ficou fora do ar: outro pixctl pode estar encaminhando agora'),
  sentIsRecorded: both('what was sent is recorded; the rest was not sent', 'o que foi enviado está registrado; o resto não foi enviado'),

  sendingTo: both(
    (isSandbox: boolean, profile: string, to: string) => `${isSandbox ? 'SANDBOX, ' : ''}profile ${profile}, sending to ${to}`,
    (isSandbox, profile, to) => `${isSandbox ? 'SANDBOX, ' : ''}perfil ${profile}, enviando para ${to}`,
  ),
  signedWith: both('signed with {secret}', 'assinados com {secret}'),
  toSend: both(
    (count: number) => `${count} ${plural(count, 'event', 'events')} to send, the oldest first`,
    count => `${count} ${plural(count, 'evento', 'eventos')} a enviar, do mais antigo ao mais novo`,
  ),
  left: both(
    (count: number) => `${count} left that ${plural(count, 'was', 'were')} not sent`,
    count => plural(count, `resta ${count} evento não enviado`, `restam ${count} eventos não enviados`),
  ),
  leftToContinue: both('{left}; to continue', '{left}; para continuar'),
  notAccepted: both(
    (failed: number, total: number, worst: string) => `${failed} of ${total} events were not accepted; the most serious: ${worst}`,
    (failed, total, worst) => `${failed} de ${total} ${plural(total, 'evento', 'eventos')} não ${plural(failed, 'foi aceito', 'foram aceitos')}; o mais grave: ${worst}`,
  ),
  toMissing: both('--to is missing: where should it be sent?', 'falta --to: para onde enviar?'),
  noTargetYet: both('no --forward-to was used on this machine with this profile', 'nenhum --forward-to foi usado neste computador com este perfil'),
  toExample: both('for example: --to http://localhost:3000/webhooks', 'por exemplo: --to http://localhost:3000/webhooks'),
  lastTarget: both('the target of the last --forward-to', 'o destino do último --forward-to'),
  lastTargetIs: both(
    (count: number, since: string) => plural(count, `that is the target of the last --forward-to of ${since}`, `those are the targets of the last --forward-to of ${since}, each event going to the one that its type has there`),
    (count, since) => plural(count, `esse é o destino do último --forward-to, de ${since}`, `esses são os destinos do último --forward-to, de ${since}; cada evento vai para o do seu tipo`),
  ),
  noRoute: both('{delivery} was not sent: the last --forward-to names no target for {event}', '{delivery} não foi enviado: o último --forward-to não indica destino para {event}'),
}
