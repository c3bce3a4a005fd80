import { both } from '#lib/language.ts'

export const texts = {
  summary: both('add up what was charged and paid, by hour, day, week or month', 'soma o que foi cobrado e pago, por hora, dia, semana ou mês'),
  help: both(
    `Without flags it is about today. A charge counts as created in the period of its createdAt, and as paid in the period of its paidAt, no matter when it was created; amount, fee and net amount are those of paid charges. Expired and failed are the charges created in the period that are in that state now.

Hours and days are local ones, weeks are those of ISO 8601, which begin on Monday. By hour, each day has rows from its first hour with something to its last. All charges that the service lists are read, because an old one may be paid late.`,
    `Sem opções, trata do dia de hoje. Uma cobrança conta como criada no período em que foi criada (createdAt) e como paga no período em que foi paga (paidAt), não importa quando foi criada; valor, taxa e valor líquido são os das cobranças pagas. As expiradas e as que falharam são as criadas no período que agora estão nessa situação.

As horas e os dias são os do fuso local; as semanas começam na segunda-feira. Por hora, cada dia vai da primeira à última hora com movimento. Todas as cobranças que o serviço lista são lidas, porque uma antiga pode ser paga com atraso.`,
  ),
  json: both(
    () => '{report}; with --offline "archive" too',
    () => '{report}; com --offline, também "archive"',
  ),
  exampleFirst: both('2026-11-01', '01/11/2026'),
  exampleLast: both('2026-11-30', '30/11/2026'),
  exampleHour: both('hour', 'hora'),
  exampleWeek: both('week', 'semana'),
  exampleMonth: both('month', 'mês'),
  exampleFile: both('month.csv', 'mes.csv'),
  since: both('from then on: {form}; by default from the beginning of the day, week or month of the end', 'a partir de: {form}; o padrão é o início do dia, da semana ou do mês em que termina'),
  until: both('up to that time, or to the end of that day; by default to the end of today', 'até esse horário, ou até o fim desse dia; o padrão é o fim de hoje'),
  ofx: both('print an OFX bank statement for accounting programs: each payment and its fee', 'gera um extrato OFX para programas de contabilidade: cada pagamento e a taxa dele'),
  exampleStatement: both('november.ofx', 'novembro.ofx'),
  by: both('how long a period is', 'o tamanho de cada período: hora, dia, semana ou mês'),
  someUnit: both('hour, day, week or month', 'hora, dia, semana ou mês'),
  span: both('from {from} up to {before}', 'de {from} até {before}'),
  tooManyRows: both('the report would have more than {most} rows', 'o relatório teria mais de {most} linhas'),
  laterSince: both('give a later --since, or a longer --by', 'use um --since mais recente ou um --by maior'),
  heads: {
    period: both('PERIOD', 'PERÍODO'),
    created: both('CREATED', 'CRIADAS'),
    paid: both('PAID', 'PAGAS'),
    expired: both('EXPIRED', 'EXPIRADAS'),
    failed: both('FAILED', 'FALHOU'),
    amount: both('AMOUNT', 'VALOR'),
    fee: both('FEE', 'TAXA'),
    net: both('NET', 'LÍQUIDO'),
  },
  days: both('from {first} to {last}', 'de {first} a {last}'),
  /** A week of ISO 8601, `2026-W47`, with its first and its last day; Brazilians don't number weeks. */
  week: both(
    (name: string, _first: string, _last: string) => name,
    (_name, first, last) => (first === last ? first : `${first} a ${last}`),
  ),
  hour: both('{hour}:00', '{hour}h'),
  month: both('{year}-{month}', '{month}/{year}'),
}
