import { both, plural } from '#lib/language.ts'

export const texts = {
  summary: both('finish creating charges whose outcome is unknown', 'conclui cobranças que talvez não tenham sido criadas'),
  help: both(
    'Sends each request again with the same idempotency key and body, to the same base URL. The service returns the charge if it exists, or creates it now. What was made with another base URL or API key is not sent.',
    'Envia cada cobrança de novo, igual à primeira vez e com a mesma chave (a chave de idempotência, que impede uma segunda cobrança), para a mesma URL base. O serviço devolve a cobrança, se ela existe, ou a cria agora. O que foi feito com outra URL base ou outra chave de API não é enviado.',
  ),
  json: both(
    () => 'a line for each, {charge-recover}, with "charge" or "error"; with --list {charge-recover-list}; with --forget {charge-recover-forget}',
    () => 'uma linha para cada uma, {charge-recover}, com "charge" ou "error"; com --list, {charge-recover-list}; com --forget, {charge-recover-forget}',
  ),
  keys: both('idempotency keys; all unresolved ones by default', 'as chaves, de --list; sem nenhuma, todas as pendentes'),
  list: both('only list them; nothing is sent', 'só mostra a lista; nada é enviado'),
  forget: both('remove one from the list; nothing is sent', 'tira uma da lista; nada é enviado'),
  force: both(
    'send those of each KEY to the current base URL, with the current API key; another store makes a charge of its own',
    'envia as de cada CHAVE para a URL base atual, com a chave de API atual; outra loja cria uma cobrança própria',
  ),

  noneUnresolved: both('there are no unresolved creations', 'nenhuma cobrança ficou pela metade'),
  heads: {
    key: both('KEY', 'CHAVE'),
    created: both('CREATED', 'CRIADA EM'),
    amount: both('AMOUNT', 'VALOR'),
    description: both('DESCRIPTION', 'DESCRIÇÃO'),
    baseUrl: both('BASE URL', 'URL BASE'),
  },
  toFinishThem: both('to finish them', 'para concluir'),
  forgotten: both('forgotten: {key}; if the charge was created, it still exists', 'retirada da lista: {key}; se a cobrança foi criada, ela continua existindo'),
  sendingAgain: both(
    (count: number) => `sending ${count} again; a charge that doesn't exist yet is created now`,
    count => `enviando ${count} ${plural(count, 'cobrança', 'cobranças')} de novo; a que ainda não existe será criada agora`,
  ),
  labels: {
    key: both('Key', 'Chave'),
    outcome: both('Outcome', 'Resultado'),
    charge: both('Charge', 'Cobrança'),
    status: both('Status', 'Situação'),
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
    (key, outcome, what) => `${key} ${outcome === 'refused' ? 'recusada' : 'com resultado desconhecido'}: ${what}`,
  ),
  someFailed: both(
    (failed: number, total: number, worst: string) => `${failed} of ${total} creations failed or are still unknown; the most serious: ${worst}`,
    (failed, total, worst) => `${failed} de ${total} ${plural(total, 'cobrança', 'cobranças')} ${plural(failed, 'falhou ou continua', 'falharam ou continuam')} com resultado desconhecido; o mais grave: ${worst}`,
  ),
  seeLeft: both('see what is left', 'veja o que falta'),
  noOtherKeys: both('{flag} takes no other keys', '{flag} não aceita outras chaves'),
  leaveOut: both('leave the others out', 'tire as outras'),

  mayBeOtherStore: both(
    'this is sent to {host}: if that is not the store that it was made for, that store makes a charge of its own',
    'o envio é para {host}: se essa não for a loja para a qual a cobrança foi pedida, essa loja cria uma cobrança própria',
  ),
}
