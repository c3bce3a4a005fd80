import { both } from '#lib/language.ts'

export const texts = {
  delivery: both('Rejected delivery', 'Entrega recusada'),
  titleOf: both(
    (event: string | null) => `Rejected: ${event ?? 'delivery'}`,
    event => `Recusada: ${event ?? 'entrega'}`,
  ),
  rejected: both('rejected', 'recusada'),
  notSaved: both('not saved', 'não salva'),
  why: both('Why it was rejected', 'Por que foi recusada'),
  whatCame: both('What came', 'O que chegou'),
  answered: both('Answered', 'Resposta'),
  reason: both('Reason', 'Motivo'),
  request: both('Request', 'Requisição'),
  saysId: both('Says its id is', 'Id declarado'),
  saysEvent: both('Says its event is', 'Evento declarado'),
  validNotSaved: both('Its signature is valid, but it was not saved, and this copy is never forwarded.', 'A assinatura é válida, mas a entrega não foi salva, e esta cópia nunca será encaminhada.'),
  notVerified: both('Nothing of this is verified: anyone can send it. It was not saved and is never forwarded.', 'Nada disto foi verificado: qualquer pessoa pode ter enviado. A entrega não foi salva e nunca será encaminhada.'),
  inVerify: both(' in webhook verify)', ' no webhook verify)'),
  noSecret: both('No signing secret is known', 'Nenhum segredo de assinatura é conhecido'),
  storeIt: both('{why}. Store it, then start this again:', '{why}. Guarde o segredo e inicie de novo:'),
}
