/** What a person sees on a terminal while charges are waited for. */

import { both } from '#lib/language.ts'

export const texts = {
  noBell: both('on a terminal, ring no bell when the wait ends', 'não toca o alerta sonoro quando a espera termina'),

  /** In large letters; src/terminal/large.ts must have each of them. */
  verdicts: {
    PAID: both('PAID', 'PAGA'),
    EXPIRED: both('EXPIRED', 'EXPIRADA'),
    FAILED: both('FAILED', 'FALHOU'),
    UNPAID: both('TO BE PAID', 'A RECEBER'),
  },
  leftToPay: both('{left} left to pay {what}', '{left} para pagar {what}'),
  waitingFor: both('the charge {is}: {what}', 'a cobrança {is}: {what}'),
  /** `time` has its date unless it is today's. */
  paidAt: both(
    (time: string, _isToday: boolean) => `at ${time}`,
    (time, isToday) => `${isToday ? 'às' : 'em'} ${time}`,
  ),
  notPaid: both('not paid', 'não foi paga'),
  notPaidBy: both('not paid by {time}', 'não foi paga até {time}'),
}
