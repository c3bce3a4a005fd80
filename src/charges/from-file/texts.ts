/** What a person reads of how the rows of a file ended. */

import { both, plural } from '#lib/language.ts'

const lines = (rows: number) => `${rows} ${plural(rows, 'linha', 'linhas')}`

export const texts = {
  usedReference: both(
    'this reference was already used with other data',
    'esta referência já foi usada com outros dados',
  ),
  unresolvedReference: both(
    'an unresolved creation has this reference, with other data',
    'uma criação não concluída usa esta referência com outros dados',
  ),
  sameCharge: both(
    (id: string, line: number) => `the service gave charge ${id} for line ${line} too`,
    (id, line) => `o serviço deu a cobrança ${id} também para a linha ${line}`,
  ),
  doNotShow: both('do not show its code to the customer', 'não mostre o código dela ao cliente'),
  journalFault: both(
    (why: string) => `the journal could not be written (${why})`,
    why => `não foi possível gravar o diário (${why})`,
  ),
  freeSpace: both(
    'free some space on the disk, or check what blocks the file',
    'libere espaço no disco, ou veja o que bloqueia o arquivo',
  ),

  paidOrOver: both(
    (count: number) =>
      `${count} of those that existed can no longer be paid, or are paid; for new charges choose another --batch`,
    count =>
      `${count} ${plural(count, 'das que já existiam não pode mais ser paga, ou já foi', 'das que já existiam não podem mais ser pagas, ou já foram')}; para cobranças novas, escolha outro --batch`,
  ),
  codeless: both(
    (count: number) => `${count} have no Pix code yet: to read it, run the same command again later`,
    count =>
      `${count} ainda não ${plural(count, 'tem', 'têm')} Pix copia e cola: para ler o código, execute o mesmo comando mais tarde`,
  ),
  notSent: both(
    (unsent: number, rows: number) => `${unsent} of ${rows} rows were not sent`,
    (unsent, rows) => `${unsent} de ${lines(rows)} não ${plural(unsent, 'foi enviada', 'foram enviadas')}`,
  ),
  noPictures: both(
    (count: number, why: string) => `${count} QR codes could not be written (${why})`,
    (count, why) =>
      `${count} ${plural(count, 'QR Code não pôde ser gravado', 'QR Codes não puderam ser gravados')} (${why})`,
  ),
  endedWithout: both(
    (bad: number, rows: number) => `${bad} of ${rows} rows ended without the charge asked for`,
    (bad, rows) => `${bad} de ${lines(rows)} ${plural(bad, 'terminou', 'terminaram')} sem a cobrança pedida`,
  ),
  /** `signal` is the category of the failure. */
  stoppedBy: both(
    (signal: string, what: string) => `${signal}: ${what}`,
    (signal, what) => `${signal === 'interrupted' ? 'interrompido' : 'encerrado'}: ${what}`,
  ),
  allSent: both('every row was sent', 'todas as linhas foram enviadas'),
  endedEarly: both(
    (why: string) => `the run ended early: ${why}`,
    why => `a execução terminou antes da hora: ${why}`,
  ),
  ofConflict: both(
    'a conflict: give the row another reference, or the whole file another --batch',
    'conflito: dê outra referência à linha, ou outro --batch ao arquivo todo',
  ),
  correctRefused: both('correct the rows that were refused', 'corrija as linhas recusadas'),
  finishUnknown: both('to finish those that are unknown', 'para concluir as de resultado desconhecido'),
  createNotSent: both(
    'what was not created is kept; to create it now',
    'o que não foi criado ficou guardado; para criar agora',
  ),
  finishEarlier: both(
    'to finish what an earlier run left unknown',
    'para concluir o que uma execução anterior deixou com resultado desconhecido',
  ),
  again: both(
    (isUnfinished: boolean) => (isUnfinished ? 'to continue' : 'to try again'),
    isUnfinished => (isUnfinished ? 'para continuar' : 'para tentar de novo'),
  ),
  nothingCreated: both('nothing was created', 'nada foi criado'),
  counts: {
    created: both(
      (count: number) => `${count} created`,
      count => `${count} ${plural(count, 'criada', 'criadas')}`,
    ),
    existing: both(
      (count: number) => `${count} existed already`,
      count => `${count} já ${plural(count, 'existia', 'existiam')}`,
    ),
    different: both(
      (count: number) => `${count} not as asked for`,
      count => `${count} ${plural(count, 'diferente do pedido', 'diferentes do pedido')}`,
    ),
    conflict: both(
      (count: number) => `${count} in conflict`,
      count => `${count} em conflito`,
    ),
    refused: both(
      (count: number) => `${count} refused`,
      count => `${count} ${plural(count, 'recusada', 'recusadas')}`,
    ),
    notSent: both(
      (count: number) => `${count} not created`,
      count => `${count} ${plural(count, 'não criada', 'não criadas')}`,
    ),
    unknown: both(
      (count: number) => `${count} unknown`,
      count => `${count} com resultado desconhecido`,
    ),
  },
}
