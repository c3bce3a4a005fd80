import { both } from '#lib/language.ts'

export const texts = {
  summary: both('send a signed test event', 'envia um evento de teste assinado'),
  description: both(
    'The made-up ids begin with pixctl_test_. The event is sent once: exit 0 for a 2xx, 8 for another answer, 9 for none.',
    'Os ids fictícios começam com pixctl_test_. O evento é enviado uma vez: código de saída 0 para um 2xx, 8 para outra resposta, 9 para nenhuma.',
  ),
  typeArgument: both('the event type', 'o tipo do evento'),
  toFlag: both(
    'the endpoint; a port alone means this machine',
    'o endpoint; uma porta sozinha é deste computador',
  ),
  paymentIdFlag: both(
    "the payment's id, instead of a made-up one",
    'o id do pagamento, em vez de um fictício',
  ),
  amountFlag: both('the amount', 'o valor'),
  yesFlag: both('send it to another machine without asking', 'envia para outro computador sem perguntar'),
  sending: both('sending a test {type} to {to}', 'enviando um evento {type} de teste para {to}'),
  signedWith: both('signed with {secret}', 'assinado com {secret}'),
  mayHaveArrived: both(
    'it may have arrived anyway: delivery {delivery}',
    'pode ter chegado mesmo assim: entrega {delivery}',
  ),
  onlyTransport: both(
    '{type} tests the transport only: it has no payment and no amount',
    '{type} só testa o transporte: não tem pagamento nem valor',
  ),
  leaveOut: both('leave --payment-id and --amount out', 'omita --payment-id e --amount'),

  event: both('Event', 'Evento'),
  eventId: both('Event id', 'Id do evento'),
  delivery: both('Delivery', 'Entrega'),
  to: both('To', 'Destino'),
  answer: both('Answer', 'Resposta'),
  answerIn: both('{status} in {time}', '{status} em {time}'),
  body: both('Body', 'Corpo'),
}
