/** What a person reads while a charge is waited for. */

import { both } from '#lib/language.ts'

export const texts = {
  readEarlier: both(
    'this charge was read earlier; the last attempt to read it failed: {why}',
    'a cobrança é a de uma leitura anterior; a última tentativa de ler falhou: {why}',
  ),
  stoppedWaiting: both('you stopped waiting', 'você parou de aguardar'),
  stillPayable: both(
    'you stopped waiting; the charge can still be paid until {time}',
    'você parou de aguardar; a cobrança continua valendo, e o cliente ainda pode pagar até {time}',
  ),
  endedUnpaid: both('charge {id} ended unpaid: it {is}', 'a cobrança {id} terminou sem pagamento: {is}'),
  latePayment: both('a late payment may still come', 'um pagamento atrasado ainda pode chegar'),
  newCharge: both(
    'create a new charge if the payment is still wanted',
    'crie outra cobrança se ainda quiser receber',
  ),
  stillUnpaid: both('charge {id} is still unpaid: it {is}', 'a cobrança {id} ainda não foi paga: {is}'),
  toWaitAgain: both('to wait again', 'para aguardar de novo'),
  polling: both(
    '{why}; reading the charge every {seconds} s instead',
    '{why}; a cobrança será lida a cada {seconds} s',
  ),
  channel: both('realtime channel: {why}', 'canal em tempo real: {why}'),
}
