import { both, plural } from '#lib/language.ts'

export const texts = {
  // The endpoints.
  title: both('Webhooks', 'Webhooks'),
  lead: both(
    'Each event is posted to every endpoint that takes its type.',
    'Cada evento é enviado por POST a todos os endpoints que recebem esse tipo de evento.',
  ),
  signingSecret: both('signing secret', 'segredo de assinatura'),
  checksWithIt: both(
    'The receiver checks the signatures with it.',
    'É com ele que o seu programa confere as assinaturas.',
  ),
  newEndpoint: both('New endpoint', 'Novo endpoint'),
  urlHint: both(
    'An https address, or an http address on this machine.',
    'Um endereço https, ou um endereço http deste computador.',
  ),
  events: both('Events', 'Eventos'),
  noneIsAll: both('Check none to get all.', 'Deixe tudo desmarcado para receber todos.'),
  register: both('Register endpoint', 'Cadastrar endpoint'),
  endpoints: both('Endpoints', 'Endpoints'),
  oldestFirst: both('Endpoints, oldest first', 'Endpoints, do mais antigo ao mais novo'),
  secret: both('Secret', 'Segredo'),
  delivered: both('Delivered', 'Entregues'),
  pending: both('Pending', 'Pendentes'),
  failed: both('Failed', 'Com falha'),
  tests: both('Tests', 'Testes'),
  lastAttempt: both('Last attempt', 'Última tentativa'),
  allEvents: both('All', 'Todos'),
  noEndpoint: both('No endpoint yet', 'Nenhum endpoint ainda'),
  registerFirst: both(
    'Register the address of a receiver. To see deliveries without writing one, register http://127.0.0.1:4242/, then run this:',
    'Cadastre o endereço de um programa que recebe webhooks. Para ver as entregas sem escrever nenhum, cadastre http://127.0.0.1:4242/ e execute:',
  ),

  // One endpoint.
  noSuchEndpoint: both('There is no such webhook endpoint.', 'Este endpoint de webhook não existe.'),
  itsSecret: both('Signing secret', 'Segredo de assinatura'),
  registered: both('Registered', 'Cadastrado em'),
  sendTest: both('Send a test', 'Enviar um teste'),
  remove: both('Remove', 'Remover'),
  removeAsked: both('Remove this endpoint?', 'Remover este endpoint?'),
  removeMeans: both(
    (url: string, pending: number) =>
      `${url} gets nothing more, and its deliveries are deleted.${pending === 0 ? '' : ` ${pending} pending deliveries are never sent.`}`,
    (url, pending) =>
      `${url} não recebe mais nada, e as entregas dele são apagadas.${
        pending === 0
          ? ''
          : ` ${pending} ${plural(pending, 'entrega pendente nunca será enviada', 'entregas pendentes nunca serão enviadas')}.`
      }`,
  ),
  removed: both('The endpoint is removed.', 'O endpoint foi removido.'),
  byState: both('Deliveries by state', 'Entregas por situação'),
  all: both('All', 'Todas'),
  noDelivery: both('No delivery here', 'Nenhuma entrega aqui'),
  makeOne: both(
    'Send a test, or create a charge: its payment.created is delivered at once.',
    'Envie um teste ou crie uma cobrança: o payment.created dela é entregue na hora.',
  ),
  noAnswer: both('No answer: {error}.', 'Sem resposta: {error}.'),
  answered: both('The receiver answered {status}.', 'O destino respondeu {status}.'),
  answeredBadly: both(
    "The receiver answered {status}, which isn't a 2xx.",
    'O destino respondeu {status}, que não é 2xx.',
  ),

  // Deliveries.
  deliveries: both('Deliveries', 'Entregas'),
  newestFirst: both('Deliveries, newest first', 'Entregas, da mais nova à mais antiga'),
  event: both('Event', 'Evento'),
  state: both('State', 'Situação'),
  attempts: both('Attempts', 'Tentativas'),
  created: both('Created', 'Criada em'),
  nextAttempt: both('Next attempt', 'Próxima tentativa'),
  endpoint: both('Endpoint', 'Endpoint'),
  attemptsOf: both('{made} of {all}', '{made} de {all}'),
  noSuchDelivery: both('There is no such delivery.', 'Esta entrega não existe.'),
  sendAnotherTest: both('Send another test', 'Enviar outro teste'),
  sendAgain: both('Send again', 'Enviar de novo'),
  deliveryOf: both('Delivery {id}', 'Entrega {id}'),
  stateAndAttempts: both(
    (state: string, attempts: number) => `${state}, ${attempts} attempts`,
    (state, attempts) => `${state}, ${attempts} ${plural(attempts, 'tentativa', 'tentativas')}`,
  ),
  attemptsNewestFirst: both('Attempts, newest first', 'Tentativas, da mais nova à mais antiga'),
  body: both('Body', 'Corpo'),
  formatted: both('Formatted', 'Formatado'),
  asSent: both('As it is sent', 'Como é enviado'),
  charge: both('Charge', 'Cobrança'),
  oneBecauseTest: both('One, because it is a test', 'Uma, porque é um teste'),
  beingSent: both('It is being sent', 'Está sendo enviada'),
  notKept: both('Its attempts are no longer kept', 'As tentativas não estão mais guardadas'),
  sendToSee: both(
    'Send it again to see what the receiver answers.',
    'Envie de novo para ver o que o destino responde.',
  ),
  test: both('Test', 'Teste'),
  byHand: both('By hand', 'Manual'),
  attempt: both('Attempt {number}', 'Tentativa {number}'),
  in: both('in', 'em'),
  headersAndAnswer: both('Headers and answer', 'Cabeçalhos e resposta'),
  noBody: both('The receiver’s answer has no body.', 'A resposta do destino não tem corpo.'),
  answer: both('Answer', 'Resposta'),
  cutAnswer: both('Answer, its first 1 KiB', 'Resposta, o primeiro 1 KiB'),
}
