import { both, listed, plural } from '#lib/language.ts'

export const texts = {
  summary: both('send stored deliveries again', 'reenvia entregas salvas'),
  description: both(
    'Sends each delivery once: same body, same delivery id, new signature. A 2xx marks the event as processed, ' +
      'and other deliveries of that event are then skipped. --pending, --parked and --since send the oldest first and each event ' +
      'once, and stop if the target gives no answer.',
    'Envia cada entrega uma vez: mesmo corpo, mesmo id de entrega, nova assinatura. Um 2xx marca o evento como processado, ' +
      'e as outras entregas desse evento são puladas. --pending, --parked e --since enviam da mais antiga à mais nova, cada evento ' +
      'uma vez, e param se o destino não responde.',
  ),
  json: both(
    () => 'a line for each delivery, {"delivery","to","status","ms"}',
    () => 'uma linha para cada entrega, {"delivery","to","status","ms"}',
  ),
  deliveryArgument: both('delivery ids, from webhook deliveries; the beginning of one will do', 'ids de entrega, de webhook deliveries; basta o começo'),
  pendingFlag: both('send every event that waits for a 2xx', 'envia todos os eventos à espera de um 2xx'),
  parkedFlag: both('send every event that is parked; it stays parked unless the answer is a 2xx', 'envia todos os eventos em espera; sem um 2xx, continuam em espera'),
  sinceFlag: both('send what was received then or later: {span}', 'envia o que foi recebido a partir de: {span}'),
  untilFlag: both('with --since: only what was received before that time, or on that day at the latest', 'com --since: só o que foi recebido antes desse horário, ou no máximo nesse dia'),
  toFlag: both('where to send them; by default where the last --forward-to on this machine says', 'para onde enviar; o padrão é o que o último --forward-to neste computador indica'),

  whichOnes: both('which deliveries should be sent?', 'quais entregas enviar?'),
  exclusive: both('delivery ids, --pending, --parked and --since exclude each other', 'ids de entrega, --pending, --parked e --since não podem ser usados juntos'),
  giveOne: both('give delivery ids, or --pending, or --parked, or --since TIME', 'passe ids de entrega, ou --pending, ou --parked, ou --since DATA'),
  nothingPending: both('nothing is pending', 'nada está pendente'),
  nothingParked: both('nothing is parked', 'nada está em espera'),
  nothingSince: both(
    (since: string, until: string | null) => `nothing was received ${until === null ? `since ${since}` : `from ${since} to ${until}`}`,
    (since, until) => `nada foi recebido ${until === null ? `desde ${since}` : `de ${since} a ${until}`}`,
  ),
  otherSendsParked: both('another pixctl of this profile is sending what is parked', 'outro pixctl deste perfil está enviando o que está em espera'),
  waitForOther: both('wait until that one ends', 'aguarde até que ele termine'),
  otherForwards: both('another pixctl of this profile is forwarding what is pending', 'outro pixctl deste perfil está encaminhando o que está pendente'),
  stopOther: both('stop that one first; without --to, a listener or tail that forwards is asked to try now', 'pare esse antes; sem --to, o pixctl que encaminha recebe o pedido de tentar agora'),
  asked: both(
    (count: number, to: string) => `a pixctl of this profile forwards to ${to}; it was asked to send ${count} pending ${plural(count, 'delivery', 'deliveries')} now`,
    (count, to) => `um pixctl deste perfil encaminha para ${to}; ele recebeu o pedido de enviar agora ${count} ${plural(count, 'entrega pendente', 'entregas pendentes')}`,
  ),
  pendingLeftOut: both(
    (count: number) =>
      `${count} pending ${plural(count, 'delivery was', 'deliveries were')} left out, because another pixctl of this profile is forwarding ${plural(count, 'it', 'them')}; to ask that one to send ${plural(count, 'it', 'them')} now`,
    count => `${count} ${plural(count, 'entrega pendente ficou', 'entregas pendentes ficaram')} de fora, porque outro pixctl deste perfil está encaminhando; para pedir que ele envie agora`,
  ),
  seePending: both('see what is pending', 'veja o que está pendente'),
  seeParked: both('see what is parked', 'veja o que está em espera'),
  lostPending: both('the inbox was away: another pixctl may be forwarding what is pending now', 'a caixa de entrada ficou fora do ar: outro pixctl pode estar encaminhando o que está pendente agora'),
  lostParked: both('the inbox was away: another pixctl may be sending what is parked now', 'a caixa de entrada ficou fora do ar: outro pixctl pode estar enviando agora o que está em espera'),
  sentIsRecorded: both('what was sent is recorded; the rest was not sent', 'o que foi enviado está registrado; o resto não foi enviado'),

  sendingTo: both(
    (isSandbox: boolean, profile: string, to: string) => `${isSandbox ? 'SANDBOX, ' : ''}profile ${profile}, sending to ${to}`,
    (isSandbox, profile, to) => `${isSandbox ? 'SANDBOX, ' : ''}perfil ${profile}, enviando para ${to}`,
  ),
  signedWith: both('signed with {secret}', 'assinadas com {secret}'),
  toSend: both(
    (count: number) => `${count} ${plural(count, 'delivery', 'deliveries')} to send, the oldest first`,
    count => `${count} ${plural(count, 'entrega', 'entregas')} a enviar, da mais antiga à mais nova`,
  ),
  sameEvent: both('{delivery} is the same event as {accepted}, which was accepted: not sent', '{delivery} é o mesmo evento de {accepted}, que foi aceita: não enviada'),
  left: both(
    (count: number) => `${count} left that ${plural(count, 'was', 'were')} not sent`,
    count => plural(count, `resta ${count} entrega não enviada`, `restam ${count} entregas não enviadas`),
  ),
  leftToContinue: both('{left}; to continue', '{left}; para continuar'),
  notAccepted: both(
    (failed: number, total: number, worst: string) => `${failed} of ${total} deliveries were not accepted; the most serious: ${worst}`,
    (failed, total, worst) => `${failed} de ${total} ${plural(total, 'entrega', 'entregas')} não ${plural(failed, 'foi aceita', 'foram aceitas')}; o mais grave: ${worst}`,
  ),
  notSent: both(
    (unsent: number, total: number) => `${unsent} of ${total} deliveries ${plural(unsent, 'was', 'were')} not sent: the last --forward-to names no target for ${plural(unsent, 'its type', 'their types')}`,
    (unsent, total) => `${unsent} de ${total} entregas não ${plural(unsent, 'foi enviada', 'foram enviadas')}: o último --forward-to não indica destino para ${plural(unsent, 'o tipo dela', 'os tipos delas')}`,
  ),
  toMissing: both('--to is missing: where should the delivery be sent?', 'falta --to: para onde enviar a entrega?'),
  noTargetYet: both('no --forward-to was used on this machine with this profile', 'nenhum --forward-to foi usado neste computador com este perfil'),
  toExample: both('for example: --to http://localhost:3000/webhooks', 'por exemplo: --to http://localhost:3000/webhooks'),
  lastTarget: both('the target of the last --forward-to', 'o destino do último --forward-to'),
  lastTargetIs: both(
    (count: number, since: string) => plural(count, `that is the target of the last --forward-to of ${since}`, `those are the targets of the last --forward-to of ${since}, each delivery going to the one that its type has there`),
    (count, since) => plural(count, `esse é o destino do último --forward-to, de ${since}`, `esses são os destinos do último --forward-to, de ${since}; cada entrega vai para o do seu tipo`),
  ),
  neverAnswered: both(
    (lastTarget: string, several: boolean, silent: readonly string[]) => `${lastTarget}${several ? '. These have' : ', which has'} never answered: ${listed(silent)}`,
    (lastTarget, several, silent) => `${lastTarget}${several ? '. Sem nenhuma resposta até agora' : ', que nunca respondeu'}: ${listed(silent)}`,
  ),
  noRoute: both('{delivery} was not sent: the last --forward-to names no target for {event}', '{delivery} não foi enviada: o último --forward-to não indica destino para {event}'),
}
