import { both, plural } from '#lib/language.ts'

export const texts = {
  summary: both('show one event whole', 'mostra um evento completo'),
  description: both(
    'Its headers, its body, how it arrived, and each attempt to forward it, with the start of the answer of your program.',
    'Os cabeçalhos, o corpo, como chegou e cada tentativa de encaminhar, com o começo da resposta do seu programa.',
  ),
  json: both(
    () => '{webhook-show}; of a refused one {webhook-show-rejected}',
    () => '{webhook-show}; de uma recusada {webhook-show-rejected}',
  ),
  deliveryArgument: both(
    'a delivery id or an event id, from webhook deliveries; its beginning will do. Or the id of a refused delivery',
    'um id de entrega ou de evento, de webhook deliveries; basta o começo. Ou o id de uma entrega recusada',
  ),
  bodyFlag: both('print only the body, byte for byte', 'mostra só o corpo, byte a byte'),
  headersFlag: both('print only the headers', 'mostra só os cabeçalhos'),
  escaped: both('characters that are not text are shown as escapes; a pipe gets the bytes', 'caracteres que não são texto aparecem como escapes; um pipe recebe os bytes'),

  notKept: both('{id} is not kept: only the latest 200 refused deliveries of this machine are', '{id} não está guardada: só ficam guardadas as últimas 200 entregas recusadas deste computador'),
  inNoInbox: both('refused deliveries are kept on this machine, in no inbox', 'as entregas recusadas ficam guardadas neste computador, fora de qualquer caixa de entrada'),
  leaveOutInbox: both('leave out --inbox', 'tire --inbox'),
  bodyNotKept: both('its body was not kept', 'o corpo não foi guardado'),
  whyNoBody: both('a body that was not read, or that contains a secret, is not kept', 'um corpo que não foi lido, ou que contém um segredo, não é guardado'),
  onlyStart: both('only its first {bytes} bytes are kept', 'só os primeiros {bytes} bytes ficam guardados'),
  verifyAgain: both('To verify it again', 'Para verificar de novo'),
  id: both('Id', 'Id'),
  saysId: both('Says its id is', 'Id declarado'),
  saysEvent: both('Says its event is', 'Evento declarado'),
  request: both('Request', 'Requisição'),
  answered: both('Answered', 'Resposta'),
  why: both('Why it was refused', 'Por que foi recusada'),
  bodyUnknown: both('Body', 'Corpo'),

  headers: both('Headers', 'Cabeçalhos'),
  body: both(
    (count: number) => `Body (${count} ${plural(count, 'byte', 'bytes')})`,
    count => `Corpo (${count} ${plural(count, 'byte', 'bytes')})`,
  ),
  delivery: both('Delivery', 'Entrega'),
  event: both('Event', 'Evento'),
  eventId: both('Event id', 'Id do evento'),
  payment: both('Payment', 'Pagamento'),
  amount: both('Amount', 'Valor'),
  received: both('Received', 'Recebido'),
  receivedBy: both('{time} by {channel}', '{time} por {channel}'),
  forward: both('Forward', 'Encaminhado'),
  forwardAfter: both(
    (state: string, attempts: number) => (attempts === 0 ? state : `${state}, ${attempts} ${plural(attempts, 'attempt', 'attempts')}`),
    (state, attempts) => (attempts === 0 ? state : `${state}, ${attempts} ${plural(attempts, 'tentativa', 'tentativas')}`),
  ),
  arrivals: both(
    (kept: number, count: number) => (kept === count ? 'Arrivals' : `Arrivals (${kept} of ${count} are kept)`),
    (kept, count) => (kept === count ? 'Chegadas' : `Chegadas (${kept} de ${count} estão guardadas)`),
  ),
  cameAt: both('RECEIVED', 'RECEBIDA'),
  channel: both('CHANNEL', 'CANAL'),
  deliveryId: both('DELIVERY', 'ENTREGA'),
  attempts: both(
    (kept: number, count: number) => (kept === count ? 'Attempts' : `Attempts (the latest ${kept} of ${count})`),
    (kept, count) => (kept === count ? 'Tentativas' : `Tentativas (as ${kept} últimas de ${count})`),
  ),
  sent: both('SENT', 'ENVIADA'),
  to: both('TO', 'DESTINO'),
  status: both('STATUS', 'STATUS'),
  took: both('TOOK', 'TEMPO'),
  replayed: both('{time} replay', '{time} reenvio'),
}
