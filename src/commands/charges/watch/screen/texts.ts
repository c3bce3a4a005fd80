/** What a person reads on the screen of `charges watch`. */

import { both } from '#lib/language.ts'

export const texts = {
  /** `when` is short: a time without seconds, or a day. */
  paidAt: both('paid {when}', 'paga {when}'),
  late: both('late', 'com atraso'),
  /** The time to pay is over, and the service hasn't said yet what became of the charge. */
  checking: both('checking', 'conferindo'),
  creations: {
    sending: both('sending', 'enviando'),
    refused: both('not created', 'não criada'),
    unsent: both('not sent', 'não enviada'),
    unknown: both('unknown', 'incerta'),
    wrong: both('check it', 'confira'),
  },
  /** In large letters; src/terminal/large.ts must have each of them. */
  large: {
    PAID: both('PAID', 'PAGA'),
    EXPIRED: both('EXPIRED', 'EXPIRADA'),
    FAILED: both('FAILED', 'FALHOU'),
    NOT_PAID: both('NOT PAID', 'NÃO PAGA'),
  },

  reading: both('reading the charges…', 'lendo as cobranças…'),
  noCharges: both('no charges yet', 'nenhuma cobrança ainda'),
  open: both('to be paid: {count}', 'a receber: {count}'),
  paid: both('paid: {count}', 'pagas: {count}'),
  /** `when` is short: a time without seconds, or a day. */
  since: both('since {when}', 'desde {when}'),
  /** Payments of the last minutes for which there is no line. */
  morePaid: both('paid just before: {count} more', 'pagas há pouco: mais {count}'),
  /** How many; null if there are none. */
  more: both(
    (above: number | null, below: number | null) => `more: ${[above && `${above} above`, below && `${below} below`].filter(Boolean).join(', ')}`,
    (above, below) => `há mais: ${[above && `${above} acima`, below && `${below} abaixo`].filter(Boolean).join(', ')}`,
  ),
  channelAway: both('last read at {time}, the realtime channel is away', 'última leitura às {time}, o canal em tempo real caiu'),
  polling: both('last read at {time}, without the realtime channel (to set up: pixctl setup)', 'última leitura às {time}, sem o canal em tempo real (configure: pixctl setup)'),
  lost: both(
    (time: string, why: string) => `no contact since ${time}, all of this is of then${why && `: ${why}`}`,
    (time, why) => `sem contato desde ${time}, tudo aqui é dessa hora${why && `: ${why}`}`,
  ),

  neverHeard: both('no contact with the service yet: {why}', 'ainda sem contato com o serviço: {why}'),

  search: both('Search:', 'Procurar:'),
  /** Of a payment that is shown though it isn't what is searched. */
  outside: both('outside the search', 'fora da busca'),
  /** How many charges the search hides, and `b`; null if it hides none. */
  hidden: both(
    (search: number | null, files: number | null) => [search !== null && `${search} hidden by the search`, files !== null && `${files} of a list hidden (b shows them)`].filter(Boolean).join(', '),
    (search, files) => [search !== null && `${search} escondidas pela busca`, files !== null && `${files} de lista escondidas (b mostra)`].filter(Boolean).join(', '),
  ),

  asking: both('asking the service…', 'perguntando ao serviço…'),
  /** `problem` is why there is no answer. What is paid is known in any case. */
  answer: both(
    (time: string, problem: string, isPaid: boolean) => (problem ? `no answer${isPaid ? '' : ': not known'} (at ${time}): ${problem}` : `answer of the service at ${time}`),
    (time, problem, isPaid) => (problem ? `sem resposta${isPaid ? '' : ': não dá para saber'} (às ${time}): ${problem}` : `resposta do serviço às ${time}`),
  ),

  keys: {
    create: both('n new', 'n nova'),
    code: both('Enter QR code', 'Enter QR Code'),
    details: both('Enter details', 'Enter detalhes'),
    ask: both('v check', 'v confere'),
    search: both('/ search', '/ procura'),
    hideFiles: both('b hide lists', 'b esconde listas'),
    showFiles: both('b show lists', 'b mostra listas'),
    help: both('? keys', '? teclas'),
    keep: both('Enter keeps it', 'Enter mantém'),
    all: both('Esc shows all', 'Esc mostra todas'),
    copy: both('c copy', 'c copia'),
    quit: both('q quit', 'q sai'),
    choose: both('↑↓ choose', '↑↓ escolhe'),
    interrupt: both('Ctrl-C quits', 'Ctrl-C sai'),
    next: both('Enter next', 'Enter continua'),
    send: both('Enter create', 'Enter cria'),
    leave: both('Esc cancel', 'Esc desiste'),
    back: both('any other key goes back', 'outra tecla volta'),
    again: both('r try again', 'r tenta de novo'),
    drop: both('d drop it', 'd descarta'),
  },

  /** Each key, and what it does, a line for each. */
  allKeys: both(
    `n  new charge
arrows  choose; left and right change the column; Page Up, Page Down, Home, End too
Enter  its QR code, or how it ended
v  asks the service now whether it is paid
c  copies its Pix code
/  searches amounts and texts; Esc shows all again
b  shows what was made of a list, or hides it again
r  at one that was not created: tries again; d drops it if it was never sent
q  quits; Ctrl-C too`,
    `n  nova cobrança
setas  escolhem; para os lados mudam de coluna; também Page Up, Page Down, Home e End
Enter  o QR Code dela, ou como terminou
v  pergunta agora ao serviço se está paga
c  copia o Pix copia e cola dela
/  procura por valor e texto; Esc mostra todas de novo
b  mostra as que vieram de uma lista, ou esconde de novo
r  numa que não foi criada: tenta de novo; d descarta a que nunca foi enviada
q  sai; Ctrl-C também`,
  ),

  newCharge: both('New charge', 'Nova cobrança'),
  amount: both('Amount in reais:', 'Valor em reais:'),
  amountInCents: both('Amount in cents (350 is R$ 3,50):', 'Valor em centavos (350 é R$ 3,50):'),
  unusual: both('{amount} is far above what this shop usually charges; Enter creates it, Esc cancels', '{amount} é muito acima do que esta loja costuma cobrar; Enter cria, Esc desiste'),
  description: both('Description (optional):', 'Descrição (opcional):'),
  theAmount: both('the amount', 'o valor'),

  noneChosen: both('there is no charge to choose', 'não há cobrança para escolher'),
  hasEnded: both('can not be paid any more: {what}', 'já não pode ser paga: {what}'),
  /** What was done with a charge. */
  ofCharge: both('{what}: {text}', '{what}: {text}'),
  noCode: both('this charge has no Pix code yet', 'esta cobrança ainda não tem Pix copia e cola'),
  stillSending: both('it is still being sent', 'ela ainda está sendo enviada'),
  notCreatedYet: both('a charge is still being sent; q again quits without its answer', 'uma cobrança ainda está sendo enviada; q de novo sai sem a resposta'),
  pasted: both('pasted text does nothing here: press one key at a time', 'texto colado não faz nada aqui: pressione uma tecla por vez'),
  created: both('created: {what}', 'criada: {what}'),
  becamePaidLate: both('PAID LATE: {what}', 'PAGA COM ATRASO: {what}'),
  /** Beside a charge, of others: how many, with their sum, and the last of them. */
  othersPaid: both(
    (count: number, sum: string, what: string, time: string) => (count === 1 ? `another charge was paid at ${time}: ${what}` : `${count} others were paid${sum}, the last: ${what}, at ${time}`),
    (count, sum, what, time) => (count === 1 ? `outra cobrança foi paga às ${time}: ${what}` : `${count} outras foram pagas${sum}, a última: ${what}, às ${time}`),
  ),
  became: {
    PAID: both('PAID: {what}', 'PAGA: {what}'),
    EXPIRED: both('expired: {what}', 'expirada: {what}'),
    FAILED: both('failed: {what}', 'falhou: {what}'),
  },

  gone: both('the service does not know it any more: {what}', 'o serviço não conhece mais: {what}'),

  leftToPay: both('{left} left to pay', 'faltam {left} para pagar'),
  timeIsOver: both('time is over; checking', 'tempo esgotado; conferindo'),
  paidOn: both('paid: {time}', 'paga: {time}'),
  opening: both('opening the picture…', 'abrindo a imagem…'),
  opened: both('the picture of the QR code was opened', 'a imagem do QR Code foi aberta'),
  tooSmall: both('the QR code does not fit this window', 'o QR Code não cabe nesta janela'),
  noBlocks: both('to draw the QR code, the terminal needs UTF-8', 'para desenhar o QR Code, o terminal precisa de UTF-8'),
}
