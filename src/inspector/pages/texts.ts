import { both, plural } from '#lib/language.ts'

const bytes = (count: number) => `${count} byte${count === 1 ? '' : 's'}`

export const texts = {
  // Around every page.
  deliveries: both('Deliveries', 'Entregas'),
  rejected: both('Rejected', 'Recusadas'),
  toForward: both('To be forwarded', 'A encaminhar'),
  parkedOnes: both('Parked', 'Em espera'),
  profile: both('Profile {name}', 'Perfil {name}'),
  replayKey: both('Replay the open delivery, or open the row with the focus', 'Reenviar a entrega aberta, ou abrir a linha com o foco'),
  cannotBeRead: both("What is kept can't be read", 'Não é possível ler o que está guardado'),
  inboxAway: both('The inbox is away', 'A caixa de entrada está fora do ar'),
  notFound: both('Not found', 'Não encontrado'),
  noSuchPage: both('There is no such page.', 'Esta página não existe.'),
  noSuchEvent: both('No such event', 'Evento não encontrado'),
  noSuchDelivery: both('No such delivery', 'Entrega não encontrada'),
  notInInbox: both('It is not in the inbox of this profile.', 'Ele não está na caixa de entrada deste perfil.'),
  latest200: both('Only the latest 200 rejected deliveries are kept.', 'Só as últimas 200 entregas recusadas ficam guardadas.'),
  noBody: both('No body', 'Sem corpo'),
  noBodyKept: both('The body of this delivery was not kept.', 'O corpo desta entrega não foi guardado.'),

  // The list.
  newestFirst: both('Deliveries, newest first', 'Entregas, da mais nova à mais antiga'),
  older: both('Older deliveries', 'Entregas mais antigas'),
  searchIn: both('id, type, amount or text', 'id, tipo, valor ou texto'),
  verdict: both('Verdict', 'Resultado'),
  forwarded: both('Forwarded', 'Encaminhada'),
  event: both('Event', 'Evento'),
  time: both('Time', 'Horário'),
  all: both('All', 'Todas'),
  /** Of results, events and times. */
  every: both('All', 'Todos'),
  noEventNamed: both('no event named', 'sem evento'),
  rejectedWith: both('rejected {status}', 'recusada {status}'),
  forwardedWith: both(
    (status: number | null) => `forwarded${status === null ? '' : ` ${status}`}`,
    status => `encaminhada${status === null ? '' : ` ${status}`}`,
  ),
  pending: both('pending', 'pendente'),
  pendingAfter: both(
    (status: number | null) => `pending, ${status ?? 'no answer'}`,
    status => `pendente, ${status ?? 'sem resposta'}`,
  ),
  parkedAfter: both(
    (status: number | null) => `parked, ${status ?? 'no answer'}`,
    status => `em espera, ${status ?? 'sem resposta'}`,
  ),
  replayedAfter: both(
    (status: number | null) => `replayed, ${status ?? 'no answer'}`,
    status => `reenviada, ${status ?? 'sem resposta'}`,
  ),
  cameTimes: both('came {count} times', 'chegou {count} vezes'),
  noMatch: both('Nothing matches these filters', 'Nenhuma entrega com estes filtros'),
  showAll: both('Show all deliveries', 'Mostrar todas as entregas'),
  noDelivery: both('No delivery yet', 'Nenhuma entrega ainda'),
  listenFirst: both('This command receives deliveries and shows them here.', 'Este comando recebe as entregas e mostra aqui.'),
  registerFirst: both('Deliveries appear here as they arrive. Register this address, or send a signed test event.', 'As entregas aparecem aqui assim que chegam. Cadastre este endereço ou envie um evento de teste assinado.'),

  // One delivery.
  whatHappened: both('What happened', 'O que aconteceu'),
  delivery: both('Delivery', 'Entrega'),
  headers: both('Headers', 'Cabeçalhos'),
  headersLead: both('As they came, without those that may hold a secret', 'Como chegaram, sem os que podem conter um segredo'),
  gaveNoAnswer: both('gave no answer', 'não respondeu'),
  answered: both('answered {status}', 'respondeu {status}'),
  attemptCount: both(
    (count: number) => (count === 1 ? '1 attempt' : `${count} attempts`),
    count => `${count} ${plural(count, 'tentativa', 'tentativas')}`,
  ),
  forwardedBefore: both('Accepted and forwarded. The attempt is not kept.', 'Aceita e encaminhada. A tentativa não está guardada.'),
  acceptedAndForwarded: both(
    (to: string, status: number | null, attempt: number) => `Accepted and forwarded: ${to} answered ${status ?? 'nothing'} on attempt ${attempt}.`,
    (to, status, attempt) => (status === null ? `Aceita e encaminhada: ${to} não respondeu na tentativa ${attempt}.` : `Aceita e encaminhada: ${to} respondeu ${status} na tentativa ${attempt}.`),
  ),
  laterSentAgain: both(' Later it was sent again: {to} {answer} on attempt {attempt}.', ' Depois foi enviada de novo: {to} {answer} na tentativa {attempt}.'),
  waits: both('Accepted. It waits to be forwarded.', 'Aceita. Aguarda para ser encaminhada.'),
  notForwardedYet: both('Accepted, but not forwarded yet: {to} {answer} after {times}. It is tried again until a 2xx.', 'Aceita, mas ainda não encaminhada: {to} {answer} em {times}. Haverá novas tentativas até um 2xx.'),
  parked: both(
    (to: string | undefined, answer: string | undefined, times: string) => `Accepted, but parked: ${to ?? 'the target'} ${answer ?? 'refused it'} after ${times}. Only a replay sends it again.`,
    (to, answer, times) => `Aceita, mas em espera: ${to ?? 'o destino'} ${answer ?? 'recusou'} em ${times}. Só um reenvio manda de novo.`,
  ),
  sentByHand: both(' It was sent by hand: {to} {answer}.', ' Foi enviada manualmente: {to} {answer}.'),
  cameOverRealtime: both('It came over the realtime channel and was saved', 'Chegou pelo canal em tempo real e foi salva'),
  acceptedAndSaved: both('Accepted and saved', 'Aceita e salva'),
  noForwardTo: both('It is not forwarded: there was no --forward-to.', 'Não será encaminhada: não havia --forward-to.'),
  received: both('Received', 'Recebida em'),
  over: both('Over', 'Via'),
  theRealtimeChannel: both('the realtime channel', 'canal em tempo real'),
  theDeliveryId: both('the delivery id', 'o id da entrega'),
  theEventId: both('the event id', 'o id do evento'),
  payment: both('Payment', 'Pagamento'),
  thePaymentId: both('the payment id', 'o id do pagamento'),
  amount: both('Amount', 'Valor'),

  // Sending it again.
  replay: both('Replay', 'Reenviar'),
  secretNeeded: both('To send it again, a signing secret is needed. {why}', 'Para enviar de novo é preciso um segredo de assinatura. {why}'),
  replayLead: both('The same bytes and delivery id, with a new signature', 'Os mesmos bytes e o mesmo id de entrega, com uma assinatura nova'),
  sendTo: both('Send it to', 'Enviar para'),
  sendToHint: both('A URL, host:port/path, or a port on this machine', 'Uma URL, host:porta/caminho ou uma porta deste computador'),
  otherMachine: both('Send to another machine?', 'Enviar para outro computador?'),
  theDelivery: both('The delivery', 'A entrega'),
  confirmReplay: both(
    'The delivery {delivery} ({event}) will be signed and sent to {host}. That is not this machine, and it may act on a payment.',
    'A entrega {delivery} ({event}) será assinada e enviada para {host}. Esse destino não é este computador e pode tratar a entrega como um pagamento novo.',
  ),
  sendItTo: both('Send it to {host}', 'Enviar para {host}'),

  // Its attempts.
  attempts: both('Attempts', 'Tentativas'),
  latestFirst: both('The latest first', 'A mais recente primeiro'),
  happenedLatestFirst: both('What happened, the latest first', 'O que aconteceu, o mais recente primeiro'),
  arrivals: both('Arrivals', 'Chegadas'),
  receivedAndAnswered: both('Received over the webhook and answered 204', 'Recebida pelo webhook e respondida com 204'),
  receivedOverRealtime: both('Received over the realtime channel', 'Recebida pelo canal em tempo real'),
  moreNotKept: both('{count} more, of which only the number is kept', 'mais {count}, das quais só a quantidade foi guardada'),
  forwardedTo: both('{attempt}. Forwarded to {to} ', '{attempt}. Encaminhada para {to} '),
  replayedTo: both('{attempt}. Replayed to {to} ', '{attempt}. Reenviada para {to} '),
  startOfAnswer: both('Start of the answer', 'Início da resposta'),
  whyNoAnswer: both('Why there was no answer', 'Por que não houve resposta'),
  attempt: both('Attempt {number}', 'Tentativa {number}'),

  // Its body.
  body: both('Body', 'Corpo'),
  bodyNotKept: both('The body was not kept', 'O corpo não foi guardado'),
  whyNotKept: both('It was rejected before its body was read, or the body held a signing secret.', 'A entrega foi recusada antes da leitura do corpo, ou o corpo continha um segredo de assinatura.'),
  /** Numbers of bytes; null if not known, not cut, not shown in part. */
  lengths: both(
    (all: number | null, kept: number | null, shown: number | null) =>
      `${all === null ? 'unknown length' : bytes(all)}${kept === null ? '' : `, of which the first ${kept} are kept`}${shown === null ? '' : `. The first ${shown} are shown`}`,
    (all, kept, shown) => `${all === null ? 'tamanho desconhecido' : bytes(all)}${kept === null ? '' : `, com os primeiros ${kept} guardados`}${shown === null ? '' : `. Só os primeiros ${shown} aparecem aqui`}`,
  ),
  download: both('Download', 'Baixar'),
  bodyEmpty: both('The body is empty.', 'O corpo está vazio.'),
  notUtf8: both('Raw, with bytes that are not UTF-8', 'Original, com bytes que não são UTF-8'),
  formatted: both('Formatted', 'Formatado'),
  asItCame: both('Raw, as it came', 'Original, como chegou'),

  // On the terminal.
  verifyAgain: both('Verify it again:', 'Verifique de novo:'),
}
