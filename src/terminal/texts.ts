/** What a person reads of charges and deliveries. Names that scripts read are elsewhere, and the same in every language. */

import type { EventType } from '#contract/delivery.ts'
import { both, plural } from '#lib/language.ts'

export const texts = {
  charge: both('Charge', 'Cobrança'),
  status: both('Status', 'Situação'),
  /** A charge that was paid after it had expired. Short, because it is in every list. */
  late: both('{state} late', '{state} com atraso'),
  amount: both('Amount', 'Valor'),
  requested: both('Requested', 'Valor pedido'),
  fee: both('Fee', 'Taxa'),
  feeAnd: both(
    (fee: string, isPassed: boolean) => `${fee} (${isPassed ? 'added on top' : 'deducted'})`,
    (fee, isPassed) => `${fee} (${isPassed ? 'somada ao valor' : 'descontada'})`,
  ),
  netAmount: both('Net amount', 'Valor líquido'),
  description: both('Description', 'Descrição'),
  validity: both('Validity', 'Validade'),
  days: both(
    (days: number) => `${days} ${plural(days, 'day', 'days')}`,
    days => `${days} ${plural(days, 'dia', 'dias')}`,
  ),
  hours: both(
    (hours: number) => `${hours} ${plural(hours, 'hour', 'hours')}`,
    hours => `${hours} ${plural(hours, 'hora', 'horas')}`,
  ),
  minutes: both('{minutes} minutes', '{minutes} minutos'),
  created: both('Created', 'Criada em'),
  expires: both('Expires', 'Expira em'),
  paid: both('Paid', 'Paga em'),
  pixCode: both('Pix code', 'Pix copia e cola'),
  /** Behind what is to be paid. */
  payBy: both('to be paid by {time} ({left} left)', 'a receber até {time} (faltam {left})'),
  heads: {
    status: both('STATUS', 'SITUAÇÃO'),
    amount: both('AMOUNT', 'VALOR'),
    fee: both('FEE', 'TAXA'),
    net: both('NET', 'LÍQUIDO'),
    created: both('CREATED', 'CRIADA EM'),
    expires: both('EXPIRES', 'EXPIRA EM'),
    description: both('DESCRIPTION', 'DESCRIÇÃO'),
  },
  incomplete: both('incomplete', 'incompleto'),

  notes: {
    transport_test: both('test, proves no payment', 'teste, não comprova pagamento'),
    unsigned_event: both('event not signed', 'evento não assinado'),
  },
  /** These notes where there is little room. */
  shortNotes: {
    transport_test: both('no payment', 'não é pagamento'),
    unsigned_event: both('not signed', 'não assinado'),
  },
  /** What an event says, where people follow payments. One word that fits in eight columns; all are different. */
  eventWords: {
    'payment.created': both('created', 'criada'),
    'payment.approved': both('paid', 'paga'),
    'payment.expired': both('expired', 'expirada'),
    'payment.failed': both('failed', 'falhou'),
    'deposit.approved': both('deposit', 'depósito'),
  } satisfies Record<EventType, () => string>,
  /** Another event approves the same charge. */
  actOnce: both('act once, with {event}', 'processe uma vez só, com {event}'),
  /** That where there is no room for the other event. */
  once: both('act once', 'uma vez só'),
  verdicts: {
    accepted: both('accepted', 'aceita'),
    duplicate: both('duplicate', 'repetida'),
    rejected: both('rejected', 'recusada'),
    not_saved: both('not saved', 'não salva'),
  },
  waiting: both('waiting', 'aguardando'),
  attempt: both('try {number}', 'tentativa {number}'),
  noAnswer: both('no answer', 'sem resposta'),
}

/** Headings and states of `--csv-style excel-br`, in Portuguese whatever the language. */
export const csvTexts: Readonly<Record<'headings' | 'words', Readonly<Record<string, string>>>> = {
  headings: {
    status: 'situação',
    amount: 'valor',
    requestedAmount: 'valor pedido',
    fee: 'taxa',
    netAmount: 'valor líquido',
    passFee: 'taxa somada',
    validityMinutes: 'validade (min)',
    description: 'descrição',
    createdAt: 'criada em',
    expiresAt: 'expira em',
    paidAt: 'paga em',
    count: 'quantidade',
    period: 'período',
    created: 'criadas',
    paid: 'pagas',
    expired: 'expiradas',
    failed: 'falharam',
    reference: 'referência',
    outcome: 'resultado',
    pixCode: 'Pix copia e cola',
  },
  words: {
    CREATING: 'criando',
    PENDING: 'a receber',
    PAID: 'paga',
    EXPIRED: 'expirada',
    FAILED: 'falhou',
    created: 'criada',
    existing: 'já existia',
    conflict: 'conflito',
    refused: 'recusada',
    unknown: 'desconhecido',
    incomplete: 'incompleto',
  },
}
