import type { Order } from '#charges/list-order.ts'
import { both, plural } from '#lib/language.ts'

export const texts = {
  summary: both("keep an archive of the store's charges on this machine", 'mantém neste computador um arquivo local das cobranças da loja'),
  help: both(
    `The first run reads all pages. Later runs read what is new, and read again what was not final: charges that were being created or still to be paid, and those that expired in the last 30 days, because they may be paid late. If a run is interrupted, the next one continues.

charges list, charges get and report answer from the archive with --offline.`,
    `A primeira execução lê todas as páginas. As seguintes leem o que é novo e leem de novo o que não era definitivo: as cobranças que estavam sendo criadas ou a receber e as que expiraram nos últimos 30 dias, porque podem ser pagas com atraso. Se uma execução é interrompida, a próxima continua.

charges list, charges get e report respondem com o arquivo local quando têm --offline.`,
  ),
  synced: both('Synced', 'Sincronizado em'),
  archived: both('Archived', 'No arquivo'),
  archivedOf: both(
    (archived: number, total: number) => `${archived} of ${total} charges`,
    (archived, total) => `${archived} de ${total} ${plural(total, 'cobrança', 'cobranças')}`,
  ),
  new: both('New', 'Novas'),
  changed: both('Changed', 'Alteradas'),
  gone: both(
    (count: number) => `the service no longer knows ${count} of the archived charges: they stay in the archive`,
    count => `o serviço não conhece mais ${count} das cobranças do arquivo local: ${plural(count, 'ela continua', 'elas continuam')} no arquivo`,
  ),
  beyondPages: both(
    (count: number, total: number, order: Order) => {
      const which = { 'newest first': ', the oldest', 'oldest first': ', the newest', none: '', unknown: '' }
      return `the service's pages can't show ${count} of its ${total} charges${which[order]}: they are not in the archive`
    },
    (count, total, order) => {
      const which = {
        'newest first': ', as mais antigas',
        'oldest first': ', as mais novas',
        none: '',
        unknown: '',
      }
      return `as páginas do serviço não mostram ${count} das ${total} cobranças${which[order]}: ${plural(count, 'ela não está', 'elas não estão')} no arquivo local`
    },
  ),
  archiveHas: both(
    (total: number, archived: number) => `the service reports ${total} charges, but the archive has ${archived}`,
    (total, archived) => `o serviço informa ${total} ${plural(total, 'cobrança', 'cobranças')}, mas o arquivo local tem ${archived}`,
  ),
  runAgain: both('the archive is not complete; run it again', 'o arquivo local não está completo; execute o comando de novo'),
}
