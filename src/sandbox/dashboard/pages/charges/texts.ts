import type { PaymentStatus } from '#contract/generated/types.ts'
import { both } from '#lib/language.ts'
import { stateSentence } from '#lib/state-words.ts'

/** What a button does to a charge, in a sentence: that it was so before, and that it can't be done. */
const MOVES = {
  pay: { was: ['was paid', 'estava paga'], become: ['be paid', 'ser paga'] },
  expire: { was: ['had expired', 'tinha expirado'], become: ['expire', 'expirar'] },
  fail: { was: ['had failed', 'tinha falhado'], become: ['fail', 'falhar'] },
} as const

export const texts = {
  // One charge.
  chargeOf: both('Charge {id}', 'Cobrança {id}'),
  noDescription: both('No description', 'Sem descrição'),
  chargeIs: both(
    (status: PaymentStatus) => `The charge ${stateSentence(status)}`,
    status => `A cobrança ${stateSentence(status)}`,
  ),
  deliveries: both('Notices sent to your programs (webhooks)', 'Avisos enviados aos seus programas (webhooks)'),
  noDelivery: both('No notice was sent', 'Nenhum aviso enviado'),
  noEndpoint: both('No program is registered for these events.', 'Nenhum programa está cadastrado para receber estes eventos.'),
  registerOne: both('Register one', 'Cadastre um'),
  toGetNext: both('to send it the next ones.', 'para enviar os próximos.'),
  pay: both('Pay', 'Pagar'),
  payLate: both('Pay late', 'Pagar com atraso'),
  requested: both('Requested', 'Valor pedido'),
  fee: both('Fee', 'Taxa'),
  feePaidBy: both('Fee paid by', 'Quem paga a taxa'),
  theCustomer: both('the customer', 'o cliente'),
  theStore: both('the store', 'a loja'),
  customerPays: both('Customer pays', 'O cliente paga'),
  storeGets: both('Store gets', 'Valor líquido'),
  created: both('Created', 'Criada em'),
  payableUntil: both('Can be paid until', 'Expira em'),
  wasPayableUntil: both('Could be paid until', 'Podia ser paga até'),
  expiredAt: both('Expired', 'Expirou em'),
  paidAt: both('Paid', 'Paga em'),
  paidLateAt: both('Paid late', 'Paga com atraso em'),
  pixCode: both('Pix code', 'Pix copia e cola'),
  noCodeYet: both('Not there yet', 'Ainda não existe'),
  codeComes: both('The code comes when the charge can be paid.', 'O código aparece quando a cobrança puder ser paga.'),
  wasPaid: both('Already paid', 'Já foi paga'),
  notPayable: both('No longer payable', 'Não pode mais ser paga'),
  noBankTakesIt: both(
    (status: PaymentStatus) => `The charge ${stateSentence(status)}, so no bank takes its code.`,
    status => `A cobrança ${stateSentence(status)}: nenhum banco aceita mais o código.`,
  ),
  requestKey: both('Request key', 'Chave da requisição'),
  openPayer: both('Open the payer’s page', 'Abrir a página do pagador'),
  anotherWindow: both('In place of the customer’s bank, in another window. No money moves.', 'No lugar do banco do cliente, em outra janela. Nenhum dinheiro é movimentado.'),
  already: both(
    (move: keyof typeof MOVES) => `The charge ${MOVES[move].was[0]} already: nothing has changed.`,
    move => `A cobrança já ${MOVES[move].was[1]}: nada mudou.`,
  ),
  notPossible: both(
    (move: keyof typeof MOVES, status: PaymentStatus) => `The charge ${stateSentence(status)}, so it can't ${MOVES[move].become[0]}.`,
    (move, status) => `A cobrança ${stateSentence(status)} e não pode ${MOVES[move].become[1]}.`,
  ),

  // The list.
  all: both('All', 'Todas'),
  byStatus: both('Charges by status', 'Cobranças por situação'),
  searchIn: both('Description, id or amount', 'Descrição, id ou valor'),
  noMatch: both('No charge matches', 'Nenhuma cobrança encontrada'),
  tryAnother: both('Try another word or another status.', 'Tente outra palavra ou outra situação.'),
  newestFirst: both('Charges, newest first', 'Cobranças, da mais nova à mais antiga'),
  amount: both('Amount', 'Valor'),
  description: both('Description', 'Descrição'),
  net: both('Net', 'Valor líquido'),

  // The form for a new one.
  formSentBefore: both('This form was sent before: this is the charge that it created.', 'Este formulário já tinha sido enviado: esta é a cobrança que ele criou.'),
  newLead: both('What the customer will pay by Pix', 'Quanto o cliente vai pagar por Pix'),
  amountHint: both('Up to {most}, with its fee.', 'Até {most}, com a taxa.'),
  descriptionHint: both('Optional: what the customer sees, up to {longest} characters.', 'Opcional: é o que o cliente vê, com até {longest} caracteres.'),
  payableFor: both('Can be paid for', 'Validade'),
  feeOnCustomer: both('The customer pays the fee', 'O cliente paga a taxa'),
  feeHint: both('It is added to the amount. Otherwise it is taken off what the store gets.', 'Ela é somada ao valor. Senão, é descontada do que a loja recebe.'),
  create: both('Create charge', 'Criar cobrança'),
  cancel: both('Cancel', 'Cancelar'),
  minutes: both('{count} minutes', '{count} minutos'),
  hours: both(
    (count: number) => `${count} hour${count === 1 ? '' : 's'}`,
    count => `${count} hora${count === 1 ? '' : 's'}`,
  ),
  days: both(
    (count: number) => `${count} day${count === 1 ? '' : 's'}`,
    count => `${count} dia${count === 1 ? '' : 's'}`,
  ),

  // What the payer sees.
  payTitle: both('Pay {amount}', 'Pagar {amount}'),
  bank: both('Sandbox bank', 'Banco de teste'),
  noMoney: both('No money moves', 'Nada é debitado'),
  inDashboard: both('This charge in the store’s dashboard', 'Esta cobrança no painel da loja'),
  payerTitle: {
    CREATING: both('It can’t be paid yet', 'Ainda não pode ser paga'),
    PENDING: both('You are paying', 'Você vai pagar'),
    PAID: both('Pix sent', 'Pix enviado'),
    EXPIRED: both('This charge has expired', 'Esta cobrança expirou'),
    FAILED: both('The payment failed', 'O pagamento falhou'),
  },
  to: both('to', 'para'),
  store: both('Store', 'Loja'),
  letItExpire: both('Let it expire', 'Deixar expirar'),
  letItFail: both('Let it fail', 'Fazer falhar'),
}
