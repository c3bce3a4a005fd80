import { both } from '#lib/language.ts'

/** Seconds and percents may have a fraction. */
const comma = (value: number | null) => String(value).replace('.', ',')

export const texts = {
  title: both('Faults', 'Falhas'),
  lead: both('Let calls and events go wrong, to see how your integration takes it. Faults end with the sandbox.', 'Provoque falhas em chamadas e eventos, para ver como a sua integração se comporta. Elas valem até o sandbox ser encerrado.'),
  clearAll: both('Clear all', 'Encerrar todas'),
  clear: both('Clear', 'Encerrar'),
  clearThis: both('Clear the fault {id}', 'Encerrar a falha {id}'),
  newFault: both('New fault', 'Nova falha'),
  all: both('All faults', 'Todas as falhas'),
  isOn: both('The fault {id} is on.', 'A falha {id} está ativa.'),
  newestFirst: both('Faults, newest first', 'Falhas, da mais nova à mais antiga'),

  places: {
    create: both('Creating a charge', 'Criar uma cobrança'),
    get: both('Reading one charge', 'Consultar uma cobrança'),
    list: both('Listing charges', 'Listar cobranças'),
    balance: both('Reading the balance', 'Consultar o saldo'),
    status: both('Reading the status', 'Consultar o status'),
    webhook: both('Webhook deliveries', 'Entregas de webhook'),
    realtime: both('The WebSocket', 'O WebSocket'),
  },
  kinds: {
    status: both('Answer with an error status', 'Responder com um status de erro'),
    'lose-answer': both('Do the work, then cut the connection before the answer', 'Processar e cortar a conexão antes de responder'),
    delay: both('Wait before it', 'Esperar antes de responder'),
    hang: both('Never answer', 'Nunca responder'),
    garbage: both('Answer with something that is not JSON', 'Responder com algo que não é JSON'),
    close: both('Cut the connection in the middle', 'Cortar a conexão no meio'),
  },
  answer: both(
    (status: number | null) => `Answer ${status}`,
    status => `Responder ${status}`,
  ),
  wait: both(
    (seconds: number | null) => `Wait ${seconds} s`,
    seconds => `Esperar ${comma(seconds)} s`,
  ),

  // The form and the table.
  whatFails: both('What goes wrong', 'O que falha'),
  how: both('How', 'Como'),
  webhookHint: both(
    'The receiver answers as usual, then its answer is lost or counts as another status. Not JSON: the body is altered after it was signed. Never answer, or cut: half of the body is sent.',
    'O destino responde normalmente, mas a resposta se perde ou conta como outro status. Com algo que não é JSON, o corpo é alterado depois de assinado. Com nunca responder ou cortar, só metade do corpo é enviada.',
  ),
  statusCode: both('Status code', 'Código de status'),
  retryAfter: both('Retry-After of a 429 or 503, in seconds', 'Retry-After de um 429 ou 503, em segundos'),
  onlyCharge: both('Only for this charge (its id)', 'Só para esta cobrança (o id)'),
  onlyType: both('Only for events of this type, or payment.*', 'Só para eventos deste tipo, ou payment.*'),
  onlyEndpoint: both('Only for this endpoint (its id)', 'Só para este endpoint (o id)'),
  seconds: both('Wait, in seconds', 'Espera, em segundos'),
  often: both('How often', 'Com que frequência'),
  always: both('Every time, until you clear it', 'Sempre, até você encerrar'),
  aNumber: both('A number of times', 'Um número de vezes'),
  aPart: both('A part of the times', 'Uma parte das vezes'),
  number: both('Number of times', 'Número de vezes'),
  percent: both('Percent of the times', 'Porcentagem das vezes'),
  add: both('Add fault', 'Adicionar falha'),
  what: both('What', 'O que'),
  used: both('Used', 'Usos'),
  left: both('Left', 'Restam'),
  added: both('Added', 'Adicionada em'),
  nothing: both('Nothing goes wrong', 'Nada está falhando'),
  nothingText: both('Every call is answered as it should be, until a fault is added.', 'Todas as chamadas são respondidas normalmente, até que uma falha seja adicionada.'),
  usedUp: both('used up', 'esgotada'),
  leftOf: both('{left} of {times}', '{left} de {times}'),
  untilCleared: both('Until cleared', 'Até você encerrar'),
  ofCalls: both(
    (percent: number) => `${percent} % of the calls`,
    percent => `${comma(percent)}% das chamadas`,
  ),
}
