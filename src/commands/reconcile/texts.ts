import { both, plural } from '#lib/language.ts'

export const texts = {
  summary: both('check that charges, events and local records agree', 'mostra se as cobranças, os eventos e os registros locais conferem'),
  help: both(
    `Exit 0 if everything agrees, 11 if not. Each local day shows the total netAmount of the charges paid on it. The differences:

- missed_event (paid, but the notice is missing): the charge is paid, but no approved event arrived by webhook or realtime channel; payments before the first event of the inbox don't count
- not_paid (a notice, but not paid): an approved event arrived, but its charge isn't paid or isn't listed
- amount_mismatch (the amounts differ): the amount or netAmount differs between an approved event and its charge
- unknown_creation (unfinished creation): it is unknown whether the charge was created
- not_listed (created here, but not listed): a charge was created here, but the service doesn't list it

If there is an archive (charges sync), it is synced first and then compared. Otherwise the pages of the service are read; with --since only as far back as a charge may be that was paid since then.`,
    `Termina com 0 se tudo confere e com 11 se algo não confere. Cada dia, no fuso local, mostra a soma do valor líquido (netAmount) das cobranças pagas nele. As diferenças:

- missed_event (paga, mas o aviso não chegou): a cobrança está paga, mas nenhum evento de aprovação chegou por webhook nem pelo canal em tempo real; pagamentos anteriores ao primeiro evento da caixa de entrada não contam
- not_paid (aviso de pagamento, mas não paga): um evento de aprovação chegou, mas a cobrança dele não está paga ou não está na lista
- amount_mismatch (os valores não conferem): amount ou netAmount é diferente no evento de aprovação e na cobrança
- unknown_creation (criação não concluída): não se sabe se a cobrança foi criada
- not_listed (criada aqui, mas fora da lista): uma cobrança foi criada aqui, mas o serviço não a lista

Se há um arquivo local (charges sync), ele é sincronizado e depois comparado. Senão, as páginas do serviço são lidas; com --since, só até onde pode estar uma cobrança paga desde então.`,
  ),
  now: both('now', 'agora'),
  since: both('only what was created, received or paid since then: {form}; everything by default', 'só o que foi criado, recebido ou pago a partir de: {form}; o padrão é tudo'),

  heads: { day: both('DAY', 'DIA'), paid: both('PAID', 'PAGAS'), net: both('NET AMOUNT', 'VALOR LÍQUIDO') },
  /** For people; scripts read the kind. */
  kinds: {
    missed_event: both('paid, but the notice is missing', 'paga, mas o aviso não chegou'),
    not_paid: both('a notice, but not paid', 'aviso de pagamento, mas não paga'),
    amount_mismatch: both('the amounts differ', 'os valores não conferem'),
    unknown_creation: both('unfinished creation', 'criação não concluída'),
    not_listed: both('created here, but not listed', 'criada aqui, mas fora da lista'),
  },
  onlyNoticeMissing: both(
    'a paid charge without its notice is only that: its money is in the wallet; most often neither events tail nor webhook listen was running then',
    'se só o aviso não chegou, o dinheiro da cobrança está na carteira; em geral, nem events tail nem webhook listen estava em execução na hora',
  ),
  inboxEmpty: both('no event has arrived here yet: payments without a notice are not reported', 'ainda não chegou nenhum evento: pagamentos sem aviso não aparecem aqui'),
  inboxBegins: both('the events here begin at {time}: earlier payments without a notice are not reported', 'os eventos começam em {time}: pagamentos anteriores sem aviso não aparecem aqui'),
  mayBeMore: both('{incomplete}: there may be more', '{incomplete}: pode haver mais'),
  notAllCompared: both('{incomplete}, so not everything could be compared', '{incomplete}; por isso, nem tudo pôde ser comparado'),
  differences: both(
    (count: number) => `${count} ${plural(count, 'difference', 'differences')}`,
    count => `${count} ${plural(count, 'diferença', 'diferenças')}`,
  ),
  toSeeMeaning: both('to see what each one means', 'para ver o que cada uma significa'),
  mostListed: both('a list shows at most {most} charges; with --since it may need fewer', 'uma lista mostra no máximo {most} cobranças; com --since, podem bastar menos'),
  runAgain: both('run it again', 'execute o comando de novo'),
  agrees: both(
    (count: number) => `everything agrees: ${count} ${plural(count, 'charge', 'charges')} compared`,
    count => `tudo confere: ${count} ${plural(count, 'cobrança comparada', 'cobranças comparadas')}`,
  ),
}
