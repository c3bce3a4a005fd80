import { both } from '#lib/language.ts'

export const texts = {
  summary: both("show the wallet's available balance", 'mostra o saldo disponível da carteira'),
  availableBalance: both('Available balance', 'Saldo disponível'),
}
