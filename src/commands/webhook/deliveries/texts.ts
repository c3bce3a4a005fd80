import { both } from '#lib/language.ts'

export const texts = {
  summary: both('list the deliveries in the inbox, newest first', 'lista as entregas da caixa de entrada, da mais nova à mais antiga'),
  description: both(
    'An event that came by both channels is one row, that of the webhook. If the event was forwarded as another delivery, forwardedAs is that one. ' +
      'When piped, the columns are receivedAt, delivery, type, eventId, forward, attemptCount, lastStatus; with --rejected receivedAt, id, delivery, type, status, reason, hint.',
    'Um evento que veio pelos dois canais é uma linha só, a do webhook. Se o evento foi encaminhado em outra entrega, forwardedAs é essa. ' +
      'Com a saída em um pipe, as colunas são receivedAt, delivery, type, eventId, forward, attemptCount, lastStatus; com --rejected, receivedAt, id, delivery, type, status, reason, hint.',
  ),
  jsonRejected: both(
    () => '; with --rejected [{"id","delivery","type","receivedAt","verdict","status","reason","hints":[…]}]',
    () => '; com --rejected [{"id","delivery","type","receivedAt","verdict","status","reason","hints":[…]}]',
  ),
  limitFlag: both('how many to show', 'quantas mostrar'),
  sinceFlag: both('received then or later: {span}', 'recebidas a partir de: {span}'),
  untilFlag: both('received before that time, or on that day at the latest', 'recebidas antes desse horário, ou no máximo nesse dia'),
  typeFlag: both('of these event types, such as payment.approved or payment.*', 'destes tipos de evento, como payment.approved ou payment.*'),
  forwardFlag: both('what became of its event: not forwarded, waiting for a 2xx, forwarded, or parked', 'o que houve com o evento: não encaminhado (none), à espera de um 2xx (pending), encaminhado (done) ou em espera (parked)'),
  paymentFlag: both('about this payment; the beginning of its id will do', 'deste pagamento; basta o começo do id'),
  searchFlag: both('with this text in an id, the type, the amount or the body; case and accents make no difference', 'com este texto em um id, no tipo, no valor ou no corpo; maiúsculas e acentos não fazem diferença'),
  rejectedFlag: both('the refused ones that this machine keeps (the latest 200) and why', 'as recusadas que este computador guarda (as últimas 200), e por quê'),
  noneRefused: both('nothing was refused', 'nada foi recusado'),
  toSeeOne: both('to see all of one', 'para ver uma completa'),
  onlyNewest: both('only the newest {limit} are shown; use --limit for more', 'só as {limit} mais novas estão aqui; use --limit para ver mais'),
  noMatch: both('no delivery matches', 'nenhuma entrega corresponde ao filtro'),
  noMatchShort: both(
    "no delivery matches: the beginning of a payment's id needs at least {least} characters after pay_",
    'nenhuma entrega corresponde ao filtro: o começo do id de um pagamento precisa de pelo menos {least} caracteres depois de pay_',
  ),
  noneYet: both('no deliveries yet; to receive some', 'ainda não há entregas; para receber'),
  /** After the state: the last attempt got no answer. */
  noAnswer: both('no answer', 'sem resposta'),
  isEmpty: both('--{flag} is empty', '--{flag} está vazio'),
  leaveOut: both('leave it out for all', 'omita para ver todas'),
  paymentInInbox: both('payment in the inbox', 'pagamento na caixa de entrada'),

  received: both('RECEIVED', 'RECEBIDA'),
  delivery: both('DELIVERY', 'ENTREGA'),
  event: both('EVENT', 'EVENTO'),
  id: both('ID', 'ID'),
  reason: both('REASON', 'MOTIVO'),
  hint: both('HINT', 'PISTA'),
  amount: both('AMOUNT', 'VALOR'),
  payment: both('PAYMENT', 'PAGAMENTO'),
  eventId: both('EVENT ID', 'ID DO EVENTO'),
  forward: both('FORWARD', 'ENCAMINHADA'),
  attempts: both('ATTEMPTS', 'TENTATIVAS'),
}
