import { both } from '#lib/language.ts'

export const texts = {
  summary: both('check that a charge is paid before you hand over the goods', 'confere se a cobrança foi paga, antes de entregar a mercadoria'),
  help: both(
    'Exit 0 only if the service says the charge is paid, in BRL and for the expected amount. Otherwise exit 11, with each difference.',
    'Termina com 0 só se o serviço diz que a cobrança está paga, em reais e no valor esperado. Senão, termina com 11 e mostra cada diferença.',
  ),
  handOver: both('hand it over', 'pode entregar'),
  amount: both('the amount you requested', 'o valor que você pediu'),
  passFee: both('the fee was added to the amount', 'a taxa foi somada ao valor'),
  description: both('the description that the charge must have', 'a descrição que a cobrança deve ter'),
  isPaid: both('PAID: {what}, as expected; you may hand it over', 'PAGA: {what}, como esperado; pode entregar'),
  handNothingOver: both('DO NOT HAND IT OVER: {why}', 'NÃO ENTREGUE: {why}'),
  notAsExpected: both('charge {id} is not as expected', 'a cobrança {id} não está como esperado'),
  paidOtherwise: both(
    (id: string, isOtherAmount: boolean) => `charge ${id} is paid, but ${isOtherAmount ? 'with another amount' : 'not as expected'}`,
    (id, isOtherAmount) => `a cobrança ${id} está paga, mas ${isOtherAmount ? 'com outro valor' : 'não como esperado'}`,
  ),
  notWhole: both('the id {id} is too short, or has other capital letters: charge confirm takes only the whole id', 'o id {id} está incompleto, ou difere nas maiúsculas: charge confirm só aceita o id inteiro'),
  seeWhole: both('to see whole ids', 'para ver ids inteiros'),
  notKnown: both("it isn't known whether it is paid, so hand nothing over yet: {why}", 'não se sabe se está paga, não entregue ainda: {why}'),
  keepGoods: both('do not hand over the goods', 'não entregue a mercadoria'),
}
