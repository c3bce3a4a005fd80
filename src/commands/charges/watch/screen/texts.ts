/** What a person reads on the screen of `charges watch`. */

import { both, plural } from '#lib/language.ts'

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
  },

  reading: both('reading the charges…', 'lendo as cobranças…'),
  noCharges: both('no charges yet', 'nenhuma cobrança ainda'),
  open: both('to be paid: {count}', 'a receber: {count}'),
  paid: both('paid: {count}', 'pagas: {count}'),
  /** `when` is short: a time without seconds, or a day. */
  since: both('since {when}', 'desde {when}'),
  more: both('more: {above} above, {below} below', 'há mais: {above} acima, {below} abaixo'),
  polling: both('without the realtime channel; last read at {time}', 'sem o canal em tempo real; última leitura às {time}'),
  lost: both(
    (time: string, why: string) => `no contact since ${time}${why && `: ${why}`}`,
    (time, why) => `sem contato desde ${time}${why && `: ${why}`}`,
  ),

  keys: {
    create: both('n new', 'n nova'),
    code: both('Enter QR code', 'Enter QR Code'),
    details: both('Enter details', 'Enter detalhes'),
    copy: both('c copy', 'c copia'),
    quit: both('q quit', 'q sai'),
    choose: both('↑↓ choose', '↑↓ escolhe'),
    interrupt: both('Ctrl-C quits', 'Ctrl-C sai'),
    next: both('Enter next', 'Enter continua'),
    send: both('Enter create', 'Enter cria'),
    leave: both('Esc cancel', 'Esc desiste'),
    back: both('any other key goes back', 'outra tecla volta'),
    again: both('r try again', 'r tenta de novo'),
  },

  newCharge: both('New charge', 'Nova cobrança'),
  amount: both('Amount in reais:', 'Valor em reais:'),
  description: both('Description (optional):', 'Descrição (opcional):'),
  theAmount: both('the amount', 'o valor'),

  noneChosen: both('there is no charge to choose', 'não há cobrança para escolher'),
  hasEnded: both('this charge can not be paid any more', 'esta cobrança já não pode ser paga'),
  noCode: both('this charge has no Pix code yet', 'esta cobrança ainda não tem Pix copia e cola'),
  stillSending: both('it is still being sent', 'ela ainda está sendo enviada'),
  notCreatedYet: both('a charge is still being sent; q again quits without its answer', 'uma cobrança ainda está sendo enviada; q de novo sai sem a resposta'),
  pasted: both('pasted text does nothing here: press one key at a time', 'texto colado não faz nada aqui: pressione uma tecla por vez'),
  created: both('created: {what}', 'criada: {what}'),
  becamePaid: both('PAID: {what}', 'PAGA: {what}'),
  becamePaidLate: both('PAID LATE: {what}', 'PAGA COM ATRASO: {what}'),
  /** Beside a charge, of another one. */
  otherPaid: both('another charge was paid at {time}: {what}', 'outra cobrança foi paga às {time}: {what}'),
  becameExpired: both('expired: {what}', 'expirada: {what}'),
  becameFailed: both('failed: {what}', 'falhou: {what}'),

  gone: both('the service does not know it any more: {what}', 'o serviço não conhece mais: {what}'),

  leftToPay: both('{left} left to pay', '{left} para pagar'),
  timeIsOver: both('time is over; checking', 'tempo esgotado; conferindo'),
  paidOn: both('paid: {time}', 'paga: {time}'),
  opening: both('opening the picture…', 'abrindo a imagem…'),
  opened: both('the picture of the QR code was opened', 'a imagem do QR Code foi aberta'),
  tooSmall: both('the QR code does not fit this window', 'o QR Code não cabe nesta janela'),
  noBlocks: both('to draw the QR code, the terminal needs UTF-8', 'para desenhar o QR Code, o terminal precisa de UTF-8'),

  summary: {
    open: both(
      (count: number, amount: string) => `to be paid: ${count} ${plural(count, 'charge', 'charges')}${amount}`,
      (count, amount) => `a receber: ${count} ${plural(count, 'cobrança', 'cobranças')}${amount}`,
    ),
    paid: both(
      (count: number, amount: string) => `paid: ${count} ${plural(count, 'charge', 'charges')}${amount}`,
      (count, amount) => `pagas: ${count} ${plural(count, 'cobrança', 'cobranças')}${amount}`,
    ),
  },
}
