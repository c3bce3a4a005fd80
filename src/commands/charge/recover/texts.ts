import { both, plural } from '../../../shared/language.ts'

export const texts = {
  summary: both(
    'finish creating charges whose outcome is unknown',
    'conclui a criação de cobranças de resultado desconhecido',
  ),
  help: both(
    'Sends each request again with the same idempotency key and body, to the same base URL. The service returns the charge if it exists, or creates it now.',
    'Envia cada requisição de novo, com a mesma chave de idempotência e o mesmo corpo, para a mesma URL base. O serviço devolve a cobrança, se ela existe, ou a cria agora.',
  ),
  keys: both(
    'idempotency keys; all unresolved ones by default',
    'chaves de idempotência; sem nenhuma, todas as pendentes',
  ),
  list: both('only list them; nothing is sent', 'só mostra a lista; nada é enviado'),
  forget: both('remove one from the list; nothing is sent', 'tira uma da lista; nada é enviado'),

  noneUnresolved: both('there are no unresolved creations', 'não há criações pendentes'),
  heads: {
    key: both('KEY', 'CHAVE'),
    created: both('CREATED', 'CRIADA EM'),
    amount: both('AMOUNT', 'VALOR'),
    description: both('DESCRIPTION', 'DESCRIÇÃO'),
    baseUrl: both('BASE URL', 'URL BASE'),
  },
  toFinishThem: both('to finish them', 'para concluir'),
  forgotten: both(
    (key: string) => `forgotten: ${key}; if the charge was created, it still exists`,
    key => `retirada da lista: ${key}; se a cobrança foi criada, ela continua existindo`,
  ),
  sendingAgain: both(
    (count: number) => `sending ${count} again; a charge that doesn't exist yet is created now`,
    count =>
      `enviando ${count} ${plural(count, 'criação', 'criações')} de novo; a cobrança que ainda não existe será criada agora`,
  ),
  labels: {
    key: both('Key', 'Chave'),
    outcome: both('Outcome', 'Resultado'),
    charge: both('Charge', 'Cobrança'),
    status: both('Status', 'Status'),
    amount: both('Amount', 'Valor'),
    description: both('Description', 'Descrição'),
  },
  outcomes: {
    created: both('created now', 'criada agora'),
    existing: both('already existed', 'já existia'),
  },
  /** `outcome` is the word that scripts read. */
  failed: both(
    (key: string, outcome: string, what: string) => `${key} ${outcome}: ${what}`,
    (key, outcome, what) =>
      `${key} ${outcome === 'refused' ? 'recusada' : 'com resultado desconhecido'}: ${what}`,
  ),
  someFailed: both(
    (failed: number, total: number, worst: string) =>
      `${failed} of ${total} creations failed or are still unknown; the most serious: ${worst}`,
    (failed, total, worst) =>
      `${failed} de ${total} ${plural(total, 'criação', 'criações')} ${plural(failed, 'falhou ou continua', 'falharam ou continuam')} com resultado desconhecido; o mais grave: ${worst}`,
  ),
  seeLeft: both('see what is left', 'veja o que falta'),
  noOtherKeys: both(
    (flag: string) => `${flag} takes no other keys`,
    flag => `${flag} não aceita outras chaves`,
  ),
  leaveOut: both('leave the others out', 'tire as outras'),

  createdFor: both(
    (baseUrl: string) => `created for ${baseUrl}`,
    baseUrl => `criada para ${baseUrl}`,
  ),
  otherApiKey: both('created with another API key', 'criada com outra chave de API'),
  notSent: both(
    (key: string, why: string) => `not sent: ${key}, ${why}`,
    (key, why) => `não enviada: ${key}, ${why}`,
  ),
  nothingSent: both('nothing was sent', 'nada foi enviado'),
  baseUrlOf: both(
    (key: string) => `the base URL of creation ${key}`,
    key => `a URL base da criação ${key}`,
  ),
  otherStore: both(
    (key: string, baseUrl: string) => `creation ${key} was made for ${baseUrl}, with another API key`,
    (key, baseUrl) => `a criação ${key} foi feita para ${baseUrl}, com outra chave de API`,
  ),
  mayBeOtherStore: both(
    'nothing was sent: the API key in use may belong to another store',
    'nada foi enviado: a chave de API em uso pode ser de outra loja',
  ),
  /** `outcome` is the word that scripts read. */
  nothingTo: both(
    (use: 'recover' | 'forget', key: string, outcome: string) =>
      `nothing to ${use}: the outcome of ${key} is ${outcome}`,
    (use, key, outcome) =>
      `nada a ${use === 'recover' ? 'recuperar' : 'retirar da lista'}: o resultado de ${key} é ${outcome}`,
  ),
  see: both('see', 'veja'),
  severalWithKey: both(
    (count: number, key: string) => `${count} unresolved creations of different API keys have the key ${key}`,
    (count, key) => `${count} criações pendentes, de chaves de API diferentes, têm a chave ${key}`,
  ),
  runWithItsKey: both(
    'nothing was sent or forgotten; run it with the API key and base URL of the one you mean',
    'nada foi enviado nem retirado da lista; execute com a chave de API e a URL base da que você quer',
  ),
  unknownKey: both(
    (key: string) => `no creation of this profile has the key ${key}`,
    key => `nenhuma criação deste perfil tem a chave ${key}`,
  ),
  sendAnyway: both('if it is the same store, send it with', 'se for a mesma loja, envie com'),
}
