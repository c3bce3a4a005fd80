import { both, formatCount, plural } from '#lib/language.ts'

export const texts = {
  // Around every page.
  overview: both('Overview', 'Visão geral'),
  charges: both('Charges', 'Cobranças'),
  wallet: both('Wallet', 'Carteira'),
  keys: both('API keys', 'Chaves de API'),
  webhooks: both('Webhooks', 'Webhooks'),
  webSocket: both('WebSocket', 'WebSocket'),
  faults: both('Faults', 'Falhas'),
  unavailable: both('Unavailable account', 'Conta indisponível'),
  allRefused: both(
    'Every call with a key of this store is refused with 403.',
    'Todas as chamadas com uma chave desta loja são recusadas com 403.',
  ),
  makeAvailable: both('Make it available', 'Reativar a conta'),
  toOverview: both('To the overview', 'Ir para a visão geral'),
  notFound: both('Not found', 'Não encontrado'),
  noSuchStore: both('There is no such store.', 'Esta loja não existe.'),
  notPossibleNow: both('Not possible now', 'Não é possível agora'),
  notPossible: both('Not possible', 'Não é possível'),
  details: both('Details', 'Detalhes'),
  id: both('Id', 'Id'),
  theId: both('the id', 'o id'),
  all: both('All', 'Todos'),
  noneYet: both('None yet', 'Nenhuma ainda'),
  samplesAdded: both(
    (count: number) => `${count} sample charges added.`,
    count =>
      `${count} ${plural(count, 'cobrança de exemplo adicionada', 'cobranças de exemplo adicionadas')}.`,
  ),

  // The overview.
  availableBalance: both('Available balance', 'Saldo disponível'),
  paidToday: both('Paid today', 'Pago hoje'),
  feesToday: both('fees {amount}', 'taxas {amount}'),
  netToday: both('Net today', 'Líquido de hoje'),
  createdToday: both('Created today', 'Criadas hoje'),
  toBePaid: both(
    (count: number) => `${formatCount(count)} to be paid`,
    count => `${formatCount(count)} aguardando pagamento`,
  ),
  paidCount: both(
    (count: number) => `${formatCount(count)} paid today`,
    count => `${formatCount(count)} ${plural(count, 'paga', 'pagas')} hoje`,
  ),
  status: both('Status', 'Situação'),
  chargeCount: both(
    (count: number) => (count === 1 ? '1 charge' : `${formatCount(count)} charges`),
    count => `${formatCount(count)} ${plural(count, 'cobrança', 'cobranças')}`,
  ),
  waiting: both('To be paid', 'Aguardando pagamento'),
  allOfThem: both(
    (count: number) => `All ${formatCount(count)}`,
    count => `Ver todas (${formatCount(count)})`,
  ),
  noneWaiting: both('No charge is waiting to be paid', 'Nenhuma cobrança aguardando pagamento'),
  timeLeft: both('Time left', 'Tempo restante'),
  chargesPaidToday: both('Charges paid today', 'Cobranças pagas hoje'),
  paidAt: both('Paid', 'Paga às'),
  paidLate: both('paid late', 'paga com atraso'),
  nonePaid: both('Nothing was paid today so far', 'Nada foi pago hoje até agora'),
  liveEvents: both('Live events', 'Eventos ao vivo'),
  allCharges: both('All charges', 'Todas as cobranças'),
  newCharge: both('New charge', 'Nova cobrança'),
  noCharge: both('No charge yet', 'Nenhuma cobrança ainda'),
  createOne: both(
    'Create one with New charge, or from a terminal. It can then be paid here, as a customer would.',
    'Crie uma em Nova cobrança ou pelo terminal. Depois, pague aqui, como um cliente faria.',
  ),
  trySamples: both(
    'To try lists and exports, add charges of all states from the last hours.',
    'Para testar listas e exportações, adicione cobranças das últimas horas, em todas as situações.',
  ),
  addSamples: both('Add {count} sample charges', 'Adicionar {count} exemplos'),

  // Events.
  eventsNewestFirst: both('Events, newest first', 'Eventos, do mais novo ao mais antigo'),
  event: both('Event', 'Evento'),
  about: both('Description', 'Descrição'),
  amount: both('Amount', 'Valor'),
  time: both('Time', 'Horário'),
  /** What programs know it by. */
  eventNames: both('{type}, sequence {sequence}', '{type}, sequência {sequence}'),
  eventWords: {
    'payment.created': both('charge created', 'cobrança criada'),
    'payment.approved': both('charge paid', 'cobrança paga'),
    'payment.expired': both('charge expired', 'cobrança expirada'),
    'payment.failed': both('charge failed', 'cobrança que falhou'),
    'deposit.approved': both('deposit', 'depósito'),
    'connection.test': both('connection test', 'teste de conexão'),
  },

  // The wallet.
  walletLead: both(
    'Each paid charge adds what is left after its fee; each deposit adds all of it.',
    'Cada cobrança paga soma ao saldo o valor líquido, já sem a taxa; cada depósito soma o valor inteiro.',
  ),
  deposit: both('Deposit', 'Depósito'),
  makeDeposit: both('Deposit', 'Depositar'),
  amountInReais: both('Amount in reais', 'Valor em reais'),
  depositHint: both('Up to {most}.', 'Até {most}.'),
  giveAmount: both('Enter the amount.', 'Informe o valor.'),
  deposited: both('{amount} deposited as {id}.', 'Depósito de {amount} feito: {id}.'),
  latestCredits: both('Latest credits', 'Últimos créditos'),
  theLatest: both('The latest {count}', 'Os últimos {count}'),
  creditsNewestFirst: both('Credits, newest first', 'Créditos, do mais novo ao mais antigo'),
  from: both('From', 'Origem'),
  charge: both('Charge', 'Cobrança'),
  noCredit: both('No credit yet', 'Nenhum crédito ainda'),
  payOrDeposit: both('Pay a charge, or make a deposit.', 'Pague uma cobrança ou faça um depósito.'),

  // The realtime channel.
  webSocketLead: both(
    'The same events as by webhook, over one connection.',
    'Os mesmos eventos dos webhooks, por uma só conexão.',
  ),
  sendTest: both('Send connection.test', 'Enviar connection.test'),
  connection: both('Connection', 'Conexão'),
  address: both('Address', 'Endereço'),
  theAddress: both('the address', 'o endereço'),
  token: both('Token', 'Token'),
  makeToken: both('Make a new token', 'Gerar um novo token'),
  makeTokenAsked: both('Make a new token?', 'Gerar um novo token?'),
  oldTokenRefused: both(
    'The old one is refused from now on, and its connections are closed.',
    'O antigo passa a ser recusado, e as conexões dele são fechadas.',
  ),
  clients: both('Connected clients', 'Clientes conectados'),
  clientsOldestFirst: both(
    'Connected clients, the longest connected first',
    'Clientes conectados, primeiro o que está conectado há mais tempo',
  ),
  connected: both('Connected', 'Conectado em'),
  startedAfter: both('Started after', 'Começou depois de'),
  lastSent: both('Last event sent', 'Último evento enviado'),
  nobody: both('Nobody is connected', 'Ninguém está conectado'),
  connectFirst: both(
    'Connect from a terminal, then send connection.test.',
    'Conecte pelo terminal e depois envie connection.test.',
  ),
  testSent: both(
    (sequence: string, clients: number) =>
      `connection.test has the sequence ${sequence}: ${clients === 1 ? '1 client gets it' : `${clients} clients get it`}.`,
    (sequence, clients) =>
      clients === 0
        ? `connection.test criado com a sequência ${sequence}: nenhum cliente conectado.`
        : `connection.test enviado a ${clients} ${plural(clients, 'cliente', 'clientes')}, com a sequência ${sequence}.`,
  ),
  webSocketToken: both('WebSocket token', 'token do WebSocket'),
}
