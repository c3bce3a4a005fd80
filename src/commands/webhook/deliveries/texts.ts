import { both } from '#lib/language.ts'

export const texts = {
  summary: both('list the events in the inbox, newest first', 'lista os eventos da caixa de entrada, do mais novo ao mais antigo'),
  description: both(
    'An event is one row, however often it came and over which channel; its delivery is the first arrival. ' +
      'When piped, the columns are receivedAt, delivery, type, eventId, forward, attemptCount, lastStatus; with --rejected receivedAt, id, delivery, type, status, reason, hint.',
    'Um evento é uma linha só, não importa quantas vezes veio nem por qual canal; a entrega é a primeira que chegou. ' +
      'Com a saída em um pipe, as colunas são receivedAt, delivery, type, eventId, forward, attemptCount, lastStatus; com --rejected, receivedAt, id, delivery, type, status, reason, hint.',
  ),
  json: both(
    () => '{webhook-deliveries}; with --rejected {webhook-deliveries-rejected}',
    () => '{webhook-deliveries}; com --rejected {webhook-deliveries-rejected}',
  ),
  limitFlag: both('how many to show', 'quantos mostrar'),
  sinceFlag: both('received then or later: {span}', 'recebidos a partir de: {span}'),
  untilFlag: both('received before that time, or on that day at the latest', 'recebidos antes desse horário, ou no máximo nesse dia'),
  typeFlag: both('of these event types, such as payment.approved or payment.*', 'destes tipos de evento, como payment.approved ou payment.*'),
  forwardFlag: both('what became of it: not forwarded, waiting for a 2xx, forwarded, or parked', 'o que houve com ele: não encaminhado (none), à espera de um 2xx (pending), encaminhado (done) ou em espera (parked)'),
  paymentFlag: both('about this payment; the beginning of its id will do', 'deste pagamento; basta o começo do id'),
  searchFlag: both('with this text in an id, the type, the amount or the body; case and accents make no difference', 'com este texto em um id, no tipo, no valor ou no corpo; maiúsculas e acentos não fazem diferença'),
  rejectedFlag: both('the refused ones that this machine keeps (the latest 200) and why', 'as recusadas que este computador guarda (as últimas 200), e por quê'),
  noneRefused: both('nothing was refused', 'nada foi recusado'),
  toSeeOne: both('to see all of one', 'para ver uma completa'),
  onlyNewest: both('only the newest {limit} are shown; use --limit for more', 'só aparecem {limit}, a começar do mais novo; use --limit para ver mais'),
  noMatch: both('nothing matches', 'nada corresponde ao filtro'),
  noneYet: both('no events yet; to receive some', 'ainda não há eventos; para receber'),
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
