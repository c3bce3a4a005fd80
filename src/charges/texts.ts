/** What a person reads about lists of charges: how much was read, what it adds up to, the archive. */

import { both, plural } from '#lib/language.ts'
import type { Order } from './list-order.ts'

const inEnglish = (count: number) => `${count} ${plural(count, 'charge', 'charges')}`
const charges = (count: number) => `${count} ${plural(count, 'cobrança', 'cobranças')}`

const pagesOf = (total: number, limit: number) => Math.max(1, Math.ceil(total / limit))

export const texts = {
  countOf: both(inEnglish, charges),
  page: both(
    (page: number, limit: number, found: number, total: number) => `page ${page} of ${pagesOf(total, limit)}, ${found} of ${inEnglish(total)}`,
    (page, limit, found, total) => `página ${page} de ${pagesOf(total, limit)}, ${found} de ${charges(total)}`,
  ),
  undated: both(
    (count: number) => `${inEnglish(count)} PAID without a time of payment: in no day of this report`,
    count => `${charges(count)} ${plural(count, 'paga', 'pagas')} sem horário de pagamento: fora de todos os dias deste relatório`,
  ),
  progress: both(
    (read: number, total: number, found: number) => `${read} of ${inEnglish(total)} read${found ? `, ${found} found` : ''}`,
    (read, total, found) => `${read} de ${charges(total)} ${plural(total, 'lida', 'lidas')}${found ? `, ${found} ${plural(found, 'encontrada', 'encontradas')}` : ''}`,
  ),
  allRead: both(
    (count: number) => `${inEnglish(count)} read`,
    count => `${charges(count)} ${plural(count, 'lida', 'lidas')}`,
  ),
  foundOf: both(
    (found: number, count: number) => `${found} of ${inEnglish(count)}`,
    (found, count) => `${found} ${plural(found, 'encontrada', 'encontradas')} (de ${count})`,
  ),
  matched: both(
    (found: number) => {
      if (found === 0) return 'no charge matches'
      return found === 1 ? '1 charge matches' : `${found} charges match`
    },
    found => (found === 0 ? 'nenhuma cobrança encontrada' : `${charges(found)} ${plural(found, 'encontrada', 'encontradas')}`),
  ),
  noMore: both('{matched}; {searched}, and no other can match', '{matched}; {searched}, e nenhuma outra se encaixa'),
  shownOfMore: both('showing {count}; there may be more with --all', 'mostrando {count}; pode haver mais: --all'),
  searched: both(
    (order: Order, read: number, total: number) => {
      const which = { 'newest first': 'newest', 'oldest first': 'oldest', unknown: 'first', none: 'first' }
      return `searched the ${which[order]} ${read} of ${total}`
    },
    (order, read, total) => {
      const which = {
        'newest first': 'mais novas',
        'oldest first': 'mais antigas',
        unknown: 'primeiras',
        none: 'primeiras',
      }
      return `busca nas ${read} ${which[order]} de ${total}`
    },
  ),
  slower: both('or read more slowly, with --rate-limit', 'ou leia mais devagar, com --rate-limit'),

  pagesContained: both(
    (total: number, read: number) => `the service reports ${total} charges, but its pages contained ${read}`,
    (total, read) => `o serviço informa ${charges(total)}, mas as páginas dele tinham ${read}`,
  ),
  runAgain: both('the list is not complete; run it again', 'a lista não está completa; execute o comando de novo'),
  pagesShowOnly: both(
    (total: number, pages: number, read: number) => `the service has ${total} charges; its ${pages} pages could show only ${read}`,
    (total, pages, read) => `o serviço tem ${charges(total)}; as ${pages} páginas dele só mostram ${read}`,
  ),
  outOfReach: both("the list can't reach the oldest or the newest ones", 'a lista não alcança as mais antigas ou as mais novas'),
  tooMuch: both('the charges add up to more than pixctl can count exactly', 'a soma das cobranças é maior do que o pixctl consegue calcular com exatidão'),
  largeAmounts: both('the service has very large amounts; see', 'o serviço tem valores muito altos; veja'),
  /** `field` is its name in the service. */
  notCentavos: both('the {field} of charge {id} is not whole centavos', 'o campo {field} da cobrança {id} não é um número inteiro de centavos'),
  /** `netAmount` is the name of the field in the service. */
  notNet: both('the netAmount of charge {id} is not its amount without the fee', 'o netAmount da cobrança {id} não é o valor menos a taxa'),
  readIt: both('read it', 'veja a cobrança'),

  noArchive: both('the profile "{profile}" has no archive of its charges at {host} yet', 'o perfil "{profile}" ainda não tem um arquivo local das cobranças de {host}'),
  toMakeArchive: both('to read them from the service and save them here', 'para ler as cobranças do serviço e gravar aqui'),
  firstSyncOpen: both(
    (archived: number, total: number) => `from the archive, which has ${archived} of ${total} charges: its first sync is not finished; to finish it`,
    (archived, total) => `do arquivo local, que tem ${archived} de ${charges(total)}: a primeira sincronização não terminou; para concluir`,
  ),
  asOf: both('from the archive as of {time}', 'do arquivo local, como estava em {time}'),
  archiveHas: both(
    (asOf: string, archived: number, total: number) => `${asOf}, which has ${archived} of ${total} charges`,
    (asOf, archived, total) => `${asOf}, com ${archived} de ${charges(total)}`,
  ),
  mayMiss: both('{asOf}; some charges may be missing', '{asOf}; podem faltar cobranças'),
  noStatement: both('the archive is not complete: it has {archived} of {total} charges, and a statement needs all of them', 'o arquivo local não está completo: tem {archived} de {total} cobranças, e o extrato precisa de todas'),
  toComplete: both('to complete it', 'para completar'),
  otherStore: both('the archive of the profile "{profile}" for {host} belongs to another store', 'o arquivo local do perfil "{profile}" para {host} é de outra loja'),
  ownProfile: both('give this store its own profile', 'crie um perfil para esta loja'),
  removeArchive: both('or remove the archive: {file}', 'ou apague o arquivo local: {file}'),
  saved: both(
    (archived: number, total: number) => `${archived} of ${total} charges are in the archive; the next run continues`,
    (archived, total) => `${archived} de ${charges(total)} no arquivo local; a próxima execução continua`,
  ),
  syncRunning: both('another charges sync of the profile "{profile}" is already running', 'outro charges sync do perfil "{profile}" já está em execução'),
  waitForIt: both('wait for that one; --offline already shows what it has read', 'aguarde o fim dele; --offline já mostra o que ele leu'),
  openRead: both(
    (index: number, count: number) => `${index} of ${count} ${plural(count, 'charge', 'charges')} read again`,
    (index, count) => `${index} de ${count} ${plural(count, 'cobrança lida', 'cobranças lidas')} de novo`,
  ),
  archivedOf: both(
    (archived: number, total: number) => `${archived} of ${total} charges archived`,
    (archived, total) => `${archived} de ${charges(total)} no arquivo local`,
  ),
  readIsArchived: both('what was read before that is in the archive', 'o que foi lido antes disso está no arquivo local'),
}

/** What an OFX file calls its entries: in Portuguese whatever the language, for it must not change with it. */
export const ofxTexts = { payment: 'Pix recebido', fee: 'Taxa do Pix' }
