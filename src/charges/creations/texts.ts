/** What a person reads while a charge is created and waited for. */

import { fieldName, fieldValue } from '#commands/charge/shared/fields-pt-br.ts'
import { WHOLE_FEE } from '#contract/charge.ts'
import { both } from '#lib/language.ts'

export const texts = {
  noBell: both(
    'on a terminal, ring no bell when the wait ends',
    'num terminal, não toca o alerta sonoro quando a espera termina',
  ),

  /** In large letters; src/terminal/large.ts must have each of them. */
  verdicts: {
    PAID: both('PAID', 'PAGO'),
    EXPIRED: both('EXPIRED', 'EXPIRADA'),
    FAILED: both('FAILED', 'FALHOU'),
    UNPAID: both('STILL UNPAID', 'EM ABERTO'),
  },
  leftToPay: both(
    (left: string, what: string) => `${left} left to pay ${what}`,
    (left, what) => `${left} para pagar ${what}`,
  ),
  waitingFor: both(
    (status: string, what: string) => `the charge is ${status}; waiting for ${what}`,
    (status, what) => `a cobrança está ${status}; aguardando ${what}`,
  ),
  /** `time` has its date unless it is today's. */
  paidAt: both(
    (time: string, _isToday: boolean) => `at ${time}`,
    (time, isToday) => `${isToday ? 'às' : 'em'} ${time}`,
  ),
  notPaid: both('not paid', 'não foi paga'),
  notPaidBy: both(
    (time: string) => `not paid by ${time}`,
    time => `não foi paga até ${time}`,
  ),

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

  differentCharge: both(
    (id: string) => `the service created charge ${id}, but it is not the one you asked for`,
    id => `o serviço criou a cobrança ${id}, mas ela não é a que você pediu`,
  ),
  askedAndGot: both(
    (field: string, asked: string, got: string) => `${field}: asked ${asked}, got ${got}`,
    (field, asked, got) =>
      `${fieldName(field)}: pedido ${fieldValue(field, asked)}, recebido ${fieldValue(field, got)}`,
  ),
  wholeFee: both(WHOLE_FEE, 'centavos inteiros, pelo menos 0,00'),
  unreadableBody: both('unreadable in the journal', 'ilegível no diário'),
  doNotShow: both(
    'do not show its code to the customer; read it with',
    'não mostre o código dela ao cliente; para ver a cobrança',
  ),
  unrecorded: both(
    (id: string, why: string) => `charge ${id} was created, but that could not be recorded (${why})`,
    (id, why) => `a cobrança ${id} foi criada, mas isso não pôde ser registrado (${why})`,
  ),
  readIt: both('read it with', 'para ver a cobrança'),
  findAgain: both(
    (key: string) => `its key ${key} stays unresolved; to find this charge again`,
    key => `a chave ${key} continua pendente; para encontrar esta cobrança de novo`,
  ),
  notCreated: both(
    (why: string) => `the charge was not created: ${why}`,
    why => `a cobrança não foi criada: ${why}`,
  ),
  unknownOutcome: both(
    (why: string) => `it is unknown whether the charge was created: ${why}`,
    why => `não se sabe se a cobrança foi criada: ${why}`,
  ),
  itsKey: both(
    (key: string) => `its idempotency key is ${key}`,
    key => `a chave de idempotência dela é ${key}`,
  ),
  /** `signal` is the category of the failure. */
  stopped: both(
    (signal: string) => (signal === 'interrupted' ? 'you interrupted it (Ctrl-C)' : 'pixctl was terminated'),
    signal => (signal === 'interrupted' ? 'você interrompeu o envio (Ctrl-C)' : 'o pixctl foi encerrado'),
  ),
  overWithFee: both(
    (most: string) =>
      `with the fee the customer would pay more than ${most}: lower the amount, or leave out --pass-fee`,
    most => `com a taxa, o cliente pagaria mais de ${most}: diminua o valor ou não use --pass-fee`,
  ),
  toCreateNow: both('it is kept; to create it now', 'ela ficou guardada; para criar agora'),
  toDrop: both('if you create another, drop this one', 'se for criar outra, descarte esta'),
  toFinish: both("don't create another; finish this one", 'não crie outra cobrança; conclua esta'),
  firstAndNow: both(
    (field: string, first: string, now: string) => `${field}: first ${first}, now ${now}`,
    (field, first, now) =>
      `${fieldName(field)}: antes ${fieldValue(field, first)}, agora ${fieldValue(field, now)}`,
  ),
  wasCreated: both(
    (id: string) => `charge ${id} was created`,
    id => `a cobrança ${id} foi criada`,
  ),
}
