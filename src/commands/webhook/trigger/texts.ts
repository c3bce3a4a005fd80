import { both } from '#lib/language.ts'

export const texts = {
  summary: both('send a signed test event', 'envia um evento de teste assinado'),
  description: both(
    'The made-up ids begin with pixctl_test_. With --from, the body is a copy: only the event id and the delivery id are new, and --set changes members. The event is sent once: exit 0 for a 2xx, 8 for another answer, 9 for none.',
    'Os ids fictícios começam com pixctl_test_. Com --from, o corpo é uma cópia: só os ids do evento e da entrega são novos, e --set muda membros. O evento é enviado uma vez: código de saída 0 para um 2xx, 8 para outra resposta, 9 para nenhuma.',
  ),
  typeArgument: both(
    'the event type; with --from, by default that of the body',
    'o tipo do evento; com --from, o padrão é o do corpo',
  ),
  fromFlag: both(
    'the body of a kept delivery or of a file, whole; - is stdin',
    'o corpo de uma entrega guardada ou de um arquivo, inteiro; - é stdin',
  ),
  setFlag: both(
    'changes a member, such as data.status=FAILED; an empty value removes it',
    'muda um membro, como data.status=FAILED; um valor vazio remove o membro',
  ),
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
  copy: both('a copy {source}, with a new event id', 'uma cópia {source}, com um id de evento novo'),
  ofFile: both('of the file {file}', 'do arquivo {file}'),
  ofDelivery: both('of delivery {delivery}', 'da entrega {delivery}'),
  ofStdin: both('of standard input', 'da entrada padrão'),
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
  typeMissing: both('TYPE is missing', 'falta o TIPO'),
  oneOf: both('one of {types}', 'um destes: {types}'),
  orFrom: both(
    'or --from DELIVERY, with the type that its body has',
    'ou --from ENTREGA, com o tipo que o corpo tiver',
  ),
  notWithFrom: both(
    '--payment-id and --amount are for made-up events, not for the body of --from',
    '--payment-id e --amount são para eventos fictícios, não para o corpo de --from',
  ),
  useSet: both(
    'change its members: --set data.paymentId=… --set data.amount=…',
    'mude os membros dele: --set data.paymentId=… --set data.amount=…',
  ),
  stdinIsTerminal: both(
    '--from - reads standard input, which is the terminal',
    '--from - lê a entrada padrão, que é o terminal',
  ),
  pipeOrFile: both(
    'pipe the body in, or name a file or a delivery',
    'envie o corpo por um pipe, ou indique um arquivo ou uma entrega',
  ),
  giveFrom: both(
    'give a file or a delivery that can be read, or - for stdin',
    'indique um arquivo ou uma entrega que dê para ler, ou - para stdin',
  ),
  neither: both(
    '--from {name}: there is no such file, and the inbox of this profile has no such delivery',
    '--from {name}: não existe esse arquivo, e a caixa de entrada deste perfil não tem essa entrega',
  ),

  event: both('Event', 'Evento'),
  eventId: both('Event id', 'Id do evento'),
  delivery: both('Delivery', 'Entrega'),
  to: both('To', 'Destino'),
  answer: both('Answer', 'Resposta'),
  answerIn: both('{status} in {time}', '{status} em {time}'),
  body: both('Answer body', 'Corpo da resposta'),
}
