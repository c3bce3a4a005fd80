import { both } from '#lib/language.ts'

export const texts = {
  summary: both('not offered by the service; says how to pay a customer back', 'devolução não existe no serviço; explica o que fazer'),
  help: both(
    "The service has no call for a refund, so this command changes nothing and always ends with 2. Pay the money back from the store's own bank: return the Pix (devolução) if the bank received it, otherwise make a new Pix to the customer. Write down the charge's id with it: the charge stays paid, and lists and totals still count it.",
    'O serviço não tem devolução. Por isso, este comando não muda nada e sempre termina com 2. Devolva o dinheiro pelo banco da loja: faça a devolução do Pix, se foi o banco que o recebeu; se não, faça um novo Pix para o cliente. Anote o id da cobrança junto: a cobrança continua paga, e as listas e os totais ainda contam com ela.',
  ),
  notOffered: both("the service has no refunds, so pixctl can't pay anything back", 'devolução não existe no serviço; por isso, o pixctl não pode devolver nada'),
  payBack: both(
    "pay it back from the store's own bank: return the Pix (devolução) if the bank received it, otherwise make a new Pix to the customer",
    'devolva pelo banco da loja: faça a devolução do Pix, se foi o banco que o recebeu; se não, faça um novo Pix para o cliente',
  ),
  writeDown: both("write down the charge's id with it: the charge stays paid, and lists and totals still count it", 'anote o id da cobrança junto: a cobrança continua paga, e as listas e os totais ainda contam com ela'),
  toSee: both('to see what was paid', 'para ver o que foi pago'),
}
