/** What a person reads while a charge is waited for. */

import { both } from '#lib/language.ts'

export const texts = {
  readEarlier: both(
    (why: string) => `this charge was read earlier; the last attempt to read it failed: ${why}`,
    why => `a cobrança é a de uma leitura anterior; a última tentativa de ler falhou: ${why}`,
  ),
  stoppedWaiting: both('stopped waiting', 'a espera foi interrompida'),
  stillPayable: both(
    (time: string) => `stopped waiting; the charge can still be paid until ${time}`,
    time =>
      `a espera foi interrompida; a cobrança continua valendo, e o cliente ainda pode pagar até ${time}`,
  ),
  endedUnpaid: both(
    (id: string, status: string) => `charge ${id} ended unpaid: ${status}`,
    (id, status) => `a cobrança ${id} terminou sem pagamento: ${status}`,
  ),
  latePayment: both('a late payment may still come', 'um pagamento atrasado ainda pode chegar'),
  newCharge: both(
    'create a new charge if the payment is still wanted',
    'crie outra cobrança se ainda quiser receber',
  ),
  stillUnpaid: both(
    (id: string, status: string) => `charge ${id} is still unpaid: ${status}`,
    (id, status) => `a cobrança ${id} ainda não foi paga: ${status}`,
  ),
  toWaitAgain: both('to wait again', 'para aguardar de novo'),
  polling: both(
    (why: string, seconds: number) => `${why}; reading the charge every ${seconds} s instead`,
    (why, seconds) => `${why}; a cobrança será lida a cada ${seconds} s`,
  ),
  channel: both(
    (why: string) => `realtime channel: ${why}`,
    why => `canal em tempo real: ${why}`,
  ),
}
