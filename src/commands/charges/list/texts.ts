import { both } from '#lib/language.ts'

export const texts = {
  summary: both("list, find and total the store's charges", 'lista, busca e soma as cobranças da loja'),
  help: both(
    `Without a filter it shows one page, with --all every charge, or with a --limit beyond a page as many as that. With a filter it reads page after page until it has found --limit matches, or everything that can match; it says on stderr what it has not searched. --sum prints totals instead of the charges.

Days are local days. A charge is in the list with the state it has when its page is read.`,
    `Sem filtro, mostra uma página; com --all, todas as cobranças; com um --limit maior que uma página, essa quantidade. Com um filtro, lê página após página até encontrar --limit cobranças, ou até ler tudo em que pode haver alguma; se a busca parou antes, um aviso diz até onde foi. --sum mostra os totais em vez das cobranças.

Os dias são os do fuso local. Uma cobrança aparece na lista com a situação que tem quando a página dela é lida.`,
  ),
  json: both(
    () => '{charges-list}; with a filter {charges-list-filtered}; with --all a line for each charge; with --sum {charges-list-sum}; with --offline "archive" too, except with --all',
    () => '{charges-list}; com filtro, {charges-list-filtered}; com --all, uma linha para cada cobrança; com --sum, {charges-list-sum}; com --offline, também "archive", menos com --all',
  ),
  exampleDay: both('2026-11-20', '20/11/2026'),
  examplePaid: both('paid', 'paga'),
  exampleFile: both('charges.csv', 'cobrancas.csv'),
  page: both('which page to show, without a filter and with a --limit up to {most}', 'qual página mostrar, sem filtro e com --limit até {most}'),
  limit: both('how many charges to show at most; more than {most} come from several pages', 'quantas cobranças mostrar, no máximo; mais de {most} vêm de várias páginas'),
  all: both('show every charge, or every match', 'mostra todas as cobranças, ou todas as encontradas'),
  sum: both('print count, amount, fee and net amount by status and in all', 'mostra quantidade, valor, taxa e valor líquido, por situação e no total'),
  rateLimit: both('with --all, --sum, a filter or a large --limit, the most calls per minute, or off', 'com --all, --sum, filtro ou --limit grande, o máximo de chamadas por minuto, ou off'),
  status: both('in one of these states, in any case; to-be-paid is PENDING', 'em uma destas situações, em português ou inglês'),
  since: both('created then or later: {form}', 'criadas a partir de: {form}'),
  until: both('created before that time, or on that day at the latest', 'criadas antes desse horário, ou até o fim desse dia'),
  paidSince: both('paid then or later', 'pagas a partir desse dia ou horário'),
  paidUntil: both('paid before that time, or on that day at the latest', 'pagas antes desse horário, ou até o fim desse dia'),
  search: both('with this text in the description or the id; case and accents make no difference', 'com este texto na descrição ou no id; maiúsculas e acentos não fazem diferença'),
  amount: both('the store asked for exactly this, or the customer pays it', 'a loja pediu, ou o cliente paga, exatamente este valor'),
  min: both('the customer pays at least this', 'o cliente paga pelo menos este valor'),
  max: both('the customer pays at most this', 'o cliente paga no máximo este valor'),
  minOverMax: both(
    (least: string, most: string) => `--min-amount ${least} is more than --max-amount ${most}`,
    (least, most) => `--min-amount ${least.replace('.', ',')} é maior que --max-amount ${most.replace('.', ',')}`,
  ),
  smallerToMin: both('give the smaller amount to --min-amount', 'use o menor valor em --min-amount'),
  emptySearch: both('--search is empty', '--search está vazio'),
  givePart: both('give a part of the description or of the id', 'informe uma parte da descrição ou do id'),
  pageOfSeveral: both('--page goes with a --limit up to {most}, as many as a page of the service has', '--page só funciona com --limit até {most}, o tamanho máximo de uma página do serviço'),
  withoutPage: both('leave --page out: a larger --limit reads as many pages as it needs', 'não use --page: um --limit maior lê todas as páginas necessárias'),
  rateOfOnePage: both('--rate-limit is for what reads many pages: --all, --sum, a filter or a large --limit', '--rate-limit serve para o que lê muitas páginas: --all, --sum, um filtro ou um --limit grande'),
  addAll: both('leave it out, or add --all', 'não use essa opção, ou use --all também'),
  /** The name of the last row, when the rows above have different states. */
  totalOfSeveral: both('all these', 'todas'),
  heads: {
    status: both('STATUS', 'SITUAÇÃO'),
    count: both('COUNT', 'QTD.'),
    amount: both('AMOUNT', 'VALOR'),
    fee: both('FEE', 'TAXA'),
    net: both('NET', 'LÍQUIDO'),
  },
}
