/** What a person reads on the pages of the counter. */

import { both, formatCount, plural } from '#lib/language.ts'

export const texts = {
  // Around every page.
  counter: both('Counter', 'Balcão'),
  anotherScreen: both('Another screen', 'Outra tela'),
  newCharge: both('New charge', 'Nova cobrança'),
  soundOff: both('Sound: off', 'Som: desligado'),
  soundOn: both('Sound: on', 'Som: ligado'),
  soundBlocked: both('Sound: touch the page once', 'Som: toque uma vez na página'),
  reading: both('Reading the charges…', 'Lendo as cobranças…'),
  noContactSince: both('No contact since {time}', 'Sem contato desde as {time}'),
  ofThen: both('Everything here is of that time.', 'Tudo aqui é desse horário.'),
  neverHeard: both('No contact with the service yet.', 'Ainda sem contato com o serviço.'),
  toCounter: both('To the counter', 'Ir para o balcão'),
  toCode: both('Back to the code', 'Voltar ao código'),

  // The lists.
  count: both(
    (count: number) => `${formatCount(count)} ${plural(count, 'charge', 'charges')}`,
    count => `${formatCount(count)} ${plural(count, 'cobrança', 'cobranças')}`,
  ),
  toBePaid: both('To be paid', 'A receber'),
  paidToday: both('Paid today', 'Pagas hoje'),
  paidSince: both('Paid since {when}', 'Pagas desde {when}'),
  justPaid: both('Just paid', 'Pagas agora há pouco'),
  paidBefore: both('Paid before', 'Pagas antes'),
  ended: both('Ended without a payment', 'Encerradas sem pagamento'),
  announced: both(
    (open: number, paid: number) => `${open} to be paid, ${paid} paid`,
    (open, paid) => `${open} a receber, ${paid} ${plural(paid, 'paga', 'pagas')}`,
  ),
  amount: both('Amount', 'Valor'),
  description: both('Description', 'Descrição'),
  created: both('Created', 'Criada'),
  status: both('Status', 'Situação'),
  timeToPay: both('Time to pay', 'Prazo'),
  timePaid: both('Paid at', 'Paga às'),
  timeEnded: both('Ended at', 'Encerrada às'),
  waiting: both('Waiting for payment', 'Aguardando pagamento'),
  /** The time to pay is over, and the service hasn't said yet what became of the charge. */
  checking: both('checking', 'conferindo'),
  onlyLists: both('Only charges of lists', 'Só cobranças de listas'),
  lists: both('Show or hide lists', 'Mostrar ou esconder listas'),
  showLists: both(
    (count: number) => `Show lists (${formatCount(count)})`,
    count => `Mostrar listas (${formatCount(count)})`,
  ),
  hideLists: both('Hide lists', 'Esconder listas'),
  noneOpen: both('Nothing is to be paid', 'Nada a receber'),
  nonePaid: both('Nothing was paid so far', 'Nada foi pago até agora'),
  noneFound: both('No charge matches', 'Nenhuma cobrança encontrada'),
  searchIn: both('Amount, description or id', 'Valor, descrição ou id'),
  rest: both('… and {count} more: search for them', '… e mais {count}: use a busca'),

  // A new charge, and one that the service hasn't made.
  amountInReais: both('Amount in reais (350 is R$ 350,00)', 'Valor em reais (350 é R$ 350,00)'),
  amountInCents: both('Amount in cents (350 is R$ 3,50)', 'Valor em centavos (350 é R$ 3,50)'),
  erase: both('Delete the last digit', 'Apagar o último dígito'),
  unusual: both('{amount} is far above what this shop usually charges. Is it right?', '{amount} é muito acima do que esta loja costuma cobrar. Está certo?'),
  createSurely: both('Yes, charge it', 'Sim, cobrar'),
  theAmount: both('the amount', 'o valor'),
  create: both('Charge', 'Cobrar'),
  creations: both('Being created', 'Em criação'),
  sending: both('sending', 'enviando'),
  refused: both('not created', 'não criada'),
  unsent: both('not sent', 'não enviada'),
  unknown: both('not known whether created', 'não se sabe se foi criada'),
  wrong: both('check it', 'confira'),
  recover: both('Try again', 'Tentar de novo'),
  notAgain: both('Do not type it again.', 'Não digite de novo.'),
  noSecond: both('Trying again makes no second charge. Do not type it again.', 'Tentar de novo não cria uma segunda cobrança. Não digite a cobrança outra vez.'),
  why: both('Why', 'Motivo'),
  dismiss: both('Remove from the list', 'Tirar da lista'),
  dismissIt: both('Remove {amount} from the list?', 'Tirar {amount} da lista?'),
  whatDismissingIs: both('It was not made, and will not be charged.', 'Ela não foi criada e não será cobrada.'),

  // One charge.
  PAID: both('PAID', 'PAGA'),
  NOT_PAID: both('NOT PAID', 'NÃO PAGA'),
  EXPIRED: both('EXPIRED', 'EXPIRADA'),
  FAILED: both('FAILED', 'FALHOU'),
  NOT_KNOWN: both('NOT KNOWN', 'NÃO SE SABE'),
  paidAtTime: both('Paid at {time}', 'Paga às {time}'),
  paidLateAt: both('Paid LATE, at {time}: its order may have been given up', 'Paga COM ATRASO, às {time}: o pedido talvez já tenha sido cancelado'),
  saysNow: both('The service said so at {time}', 'O serviço respondeu isso às {time}'),
  noAnswer: both('No answer ({time}): whether it is paid is not known.', 'Sem resposta ({time}): não se sabe se foi paga.'),
  mayStillBePaid: both('A late payment may still come.', 'Ainda pode chegar um pagamento atrasado.'),
  ask: both('Ask the service now', 'Conferir pagamento agora'),
  customerPage: both('Page for the customer', 'Página do cliente'),
  otherPaid: both('ANOTHER charge was paid at {time}: {what} ({which})', 'OUTRA cobrança foi paga às {time}: {what} ({which})'),
  sentWithOther: both(
    'This form was sent before, with {amount}: that charge is in the list. To make this one too, send it again.',
    'Este formulário já foi enviado, com {amount}: essa cobrança está na lista. Para fazer esta também, envie de novo.',
  ),
  noCodeYet: both('The code comes as soon as the charge can be paid', 'O código aparece assim que a cobrança puder ser paga'),
  notHere: both('This charge is not at this counter', 'Esta cobrança não está neste balcão'),
  howToSee: both('It is of an earlier day, or the service does not know it. On a terminal:', 'Ela é de outro dia, ou o serviço não a conhece. No terminal:'),

  // The customer's page.
  payWithPix: both('Pay with Pix', 'Pague com Pix'),
  payHere: both('Pay here with Pix', 'Pague aqui com Pix'),
  paid: both('PAID', 'PAGO'),
  askAtCounter: both('Please ask at the counter', 'Fale com o caixa, por favor'),

  // The day by hour.
  todayByHour: both('Today by hour', 'Hoje, por hora'),
  hour: both('Hour', 'Hora'),
  createdAndPaid: both('Created and paid', 'Criadas e pagas'),
  countsOf: both(
    (created: number, paid: number) => `${created} created, ${paid} paid`,
    (created, paid) => `${created} ${plural(created, 'criada', 'criadas')}, ${paid} ${plural(paid, 'paga', 'pagas')}`,
  ),

  // Another screen.
  address: both('another screen of the counter (not for customers)', 'outra tela do balcão (não é para clientes)'),
  onlyHere: both(
    'Who opens it sees and makes all charges. It works once, within five minutes, on this computer only. Before a tablet can be a screen, this computer must be prepared for it.',
    'Quem abre vê e faz todas as cobranças. Vale uma vez, por cinco minutos, e só neste computador. Para usar um tablet como tela, é preciso antes preparar este computador.',
  ),
  scanIt: both(
    'Scan it with the camera of the tablet that becomes a screen: who opens it sees and makes all charges. It works once, within five minutes.',
    'Leia com a câmera do tablet que vai ser mais uma tela: quem abre vê e faz todas as cobranças. Vale uma vez, por cinco minutos.',
  ),
}
