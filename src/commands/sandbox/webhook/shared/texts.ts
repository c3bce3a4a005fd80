import { both } from '#lib/language.ts'

export const texts = {
  idArg: both('the id of an endpoint, from sandbox webhook list', 'o id de um endpoint, de sandbox webhook list'),

  // add
  addSummary: both('register a webhook endpoint', 'cadastra um endpoint de webhook'),
  addDescription: both(
    "Shows the endpoint's signing secret only once. The profile keeps the secrets of all endpoints; pixctl webhook listen reads them when it starts, so start one that is already running again. With --json, an empty events list means all events.",
    'O segredo de assinatura do endpoint só aparece uma vez. O perfil guarda os segredos de todos os endpoints; o pixctl webhook listen lê esses segredos ao iniciar, então inicie de novo um que já esteja em execução. Com --json, uma lista de eventos vazia quer dizer todos.',
  ),
  url: both('an https URL, or a port or an http URL on this machine; with sandbox start --allow-remote, any http URL', 'uma URL https, ou uma porta ou URL http deste computador; com sandbox start --allow-remote, qualquer URL http'),
  event: both('send only these events, such as payment.approved or payment.*; all by default', 'envia só estes eventos, como payment.approved ou payment.*; por padrão, todos'),
  secretFile: both('sign with the secret in this file, not with a new one', 'assina com o segredo deste arquivo, e não com um novo'),
  severalSecrets: both('{file} has several secrets', '{file} tem vários segredos'),
  giveOne: both('give a file with one', 'informe um arquivo com um só'),
  endpoint: both('Endpoint', 'Endpoint'),
  events: both('Events', 'Eventos'),
  secret: both('Secret', 'Segredo'),
  all: both('all', 'todos'),
  copyNow: both("copy the secret now: it won't be shown again", 'copie o segredo agora: ele não aparece de novo'),
  startListenerAgain: both('if it is a webhook listen that is already running, start that again: it does not know this secret yet', 'se for um webhook listen que já está em execução, inicie de novo: ele ainda não conhece este segredo'),
  toTest: both('when your program has it, test the endpoint', 'quando o seu programa tiver o segredo, teste o endpoint'),

  isSandbox: both('{url} is the sandbox itself, which takes no webhooks', '{url} é o próprio sandbox, que não recebe webhooks'),
  giveProgram: both('give the address of your program', 'informe o endereço do seu programa'),

  // list
  listSummary: both('list webhook endpoints and the state of their deliveries', 'lista os endpoints de webhook e a situação das entregas deles'),
  listDescription: both(
    'When piped, the columns are id, url, events, createdAt, pending, delivered, failed, and the time, status and error of the last attempt.',
    'Com a saída em um pipe, as colunas são id, url, events, createdAt, pending, delivered, failed, e o horário, o status e o erro da última tentativa.',
  ),
  eventsHeader: both('EVENTS', 'EVENTOS'),
  createdHeader: both('CREATED', 'CRIADO EM'),
  pendingHeader: both('PENDING', 'PENDENTES'),
  deliveredHeader: both('DELIVERED', 'ENTREGUES'),
  failedHeader: both('FAILED', 'COM FALHA'),
  lastAnswerHeader: both('LAST ANSWER', 'ÚLTIMA RESPOSTA'),
  none: both('no endpoints; add one with', 'nenhum endpoint; cadastre um com'),

  // remove
  removeSummary: both('remove a webhook endpoint', 'remove um endpoint de webhook'),
  removeDescription: both('Its deliveries are removed too, including the pending ones.', 'As entregas dele também são removidas, até as pendentes.'),
  removed: both('endpoint {id} is removed', 'o endpoint {id} foi removido'),

  // rotate
  rotateSummary: both('give a webhook endpoint a new signing secret', 'troca o segredo de assinatura de um endpoint de webhook'),
  rotateDescription: both('Deliveries are signed with it from now on, those that are sent again too. The old secret is gone.', 'As entregas passam a ser assinadas com ele, também as reenviadas. O segredo antigo deixa de existir.'),

  // test
  testSummary: both('send a test event to a webhook endpoint', 'envia um evento de teste a um endpoint de webhook'),
  testDescription: both(
    'Sends endpoint.test once, even if the endpoint is not registered for it. Exit 8 for an answer other than 2xx, 9 for no answer.',
    'Envia endpoint.test uma vez, mesmo que o endpoint não esteja cadastrado para ele. Código de saída 8 para uma resposta que não é 2xx, 9 sem resposta.',
  ),
  delivery: both('Delivery', 'Entrega'),
  sentTo: both('Sent to', 'Enviada para'),
  answer: both('Answer', 'Resposta'),
  answerIn: both('{status} in {ms} ms', '{status} em {ms} ms'),
  noAnswer: both('no answer from {to}: {error}', 'sem resposta de {to}: {error}'),
  checkReceiver: both('check that the receiver is running and that this machine can reach it', 'confira se o destino está em execução e se este computador tem acesso a ele'),
  answered: both('{to} answered {status}, not 2xx', '{to} respondeu {status}, e não 2xx'),
  checkLog: both('check the log of your endpoint for the delivery {delivery}', 'procure a entrega {delivery} no log do seu endpoint'),
}
