/** What a person reads while a charge is waited for. */

import { both, plural } from '#lib/language.ts'

/** How many charges are waited for, and what became of them so far. */
export interface Counts {
  all: number
  paid: number
  /** Ended without a payment. */
  unpaid: number
  open: number
  /** The service doesn't know them. */
  unknown: number
  /** PAID, but they contradict that. */
  contradictory: number
}

export const texts = {
  readEarlier: both('this charge was read earlier; the last attempt to read it failed: {why}', 'a cobrança é a de uma leitura anterior; a última tentativa de ler falhou: {why}'),
  stoppedWaiting: both('you stopped waiting', 'você parou de aguardar'),
  contradicts: both(
    'the service says charge {id} is PAID, but its own answer contradicts that ({why}); do not hand over the goods',
    'o serviço diz que a cobrança {id} está paga, mas a própria resposta se contradiz ({why}); não entregue a mercadoria',
  ),
  endedUnpaid: both('charge {id} ended unpaid: it {is}', 'a cobrança {id} terminou sem pagamento: {is}'),
  latePayment: both('a late payment may still come', 'um pagamento atrasado ainda pode chegar'),
  newCharge: both('create a new charge if the payment is still wanted', 'crie outra cobrança se ainda quiser receber'),
  stillUnpaid: both('charge {id} is still unpaid: it {is}', 'a cobrança {id} ainda não foi paga: {is}'),
  toWaitAgain: both('to wait again', 'para aguardar de novo'),

  manyReadEarlier: both('these charges were read earlier; the last attempt to read them failed: {why}', 'as cobranças são as de uma leitura anterior; a última tentativa de ler falhou: {why}'),
  /** What became of several charges: those of each kind, without the kinds that none is of. */
  manyEnded: both(
    ({ all, paid, unpaid, open, unknown, contradictory }: Counts) =>
      [
        `${paid} of ${all} ${plural(all, 'charge', 'charges')} paid`,
        ...(unpaid > 0 ? [`${unpaid} ended unpaid`] : []),
        ...(open > 0 ? [`${open} not paid yet`] : []),
        ...(unknown > 0 ? [`${unknown} not found`] : []),
        ...(contradictory > 0 ? [`${contradictory} contradictory`] : []),
      ].join(', '),
    ({ all, paid, unpaid, open, unknown, contradictory }) =>
      [
        `${paid} de ${all} ${plural(all, 'cobrança paga', 'cobranças pagas')}`,
        ...(unpaid > 0 ? [`${unpaid} ${plural(unpaid, 'terminou', 'terminaram')} sem pagamento`] : []),
        ...(open > 0 ? [`${open} ainda não ${plural(open, 'paga', 'pagas')}`] : []),
        ...(unknown > 0 ? [`${unknown} não ${plural(unknown, 'encontrada', 'encontradas')}`] : []),
        ...(contradictory > 0 ? [`${contradictory} ${plural(contradictory, 'contraditória', 'contraditórias')}`] : []),
      ].join(', '),
  ),
  manyStopped: both('you stopped waiting; {counts}', 'você parou de aguardar; {counts}'),
  waitAgainByInput: both('to wait again: pixctl charge wait - reads the ids from standard input, one a line', 'para aguardar de novo: pixctl charge wait - lê os ids da entrada, um por linha'),
}
