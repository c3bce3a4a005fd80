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
  matchesNow: both('it matches a secret that is known now', 'confere com um segredo conhecido agora'),
  tooFarOff: both('it matches, but its time is too far off', 'confere, mas o horário está fora do limite'),
  noMatch: both(
    (secrets: number | null) => (secrets === 1 ? "it doesn't match the signing secret known here" : `it matches none of the ${secrets} signing secrets known here`),
    secrets => (secrets === 1 ? 'não confere com o segredo de assinatura conhecido aqui' : `não confere com nenhum dos ${secrets} segredos de assinatura conhecidos aqui`),
  ),
  unreadable: both("the header can't be read", 'não dá para ler o cabeçalho'),
  matchedThen: both('it matched when it came', 'conferia quando chegou'),
  notExamined: both('not examined', 'não examinada'),
  signedOtherwise: both("it doesn't match: it was made in another way", 'não confere: foi feita de outro modo'),
  matchesBefore: both('it matches the body as it was before, not these bytes', 'confere com o corpo como era antes, e não com estes bytes'),
}
