import { both } from '#lib/language.ts'

export const texts = {
  summary: both('show a charge', 'mostra uma cobrança'),
  inArchive: both('charge in the archive', 'cobrança do arquivo local'),
  notArchived: both('the archive has no charge {id}', 'o arquivo local não tem a cobrança {id}'),
  toAsk: both('to ask the service', 'para perguntar ao serviço'),
}
