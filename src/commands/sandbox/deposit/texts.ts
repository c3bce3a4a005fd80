import { both } from '#lib/language.ts'

export const texts = {
  summary: both('simulate a deposit through the wallet form', 'simula um depósito pela tela da carteira'),
  description: both(
    'Adds the amount to the balance and sends deposit.approved. It is not an API charge: charges list does not show it.',
    'Soma o valor ao saldo e envia deposit.approved. Não é uma cobrança da API: charges list não mostra.',
  ),
  amountArg: both('in reais, up to 1000000.00', 'em reais, até 1000000,00'),
  deposit: both('Deposit', 'Depósito'),
  amount: both('Amount', 'Valor'),
  balanceNow: both('Balance now', 'Saldo agora'),
}
