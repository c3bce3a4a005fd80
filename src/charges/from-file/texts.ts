/** What a person reads of a file of charges: what is wrong in it, and how its rows ended. */

import type { Payment } from '#contract/generated/types.ts'
import { FINAL_STATUSES } from '#contract/states.ts'
import { both, plural } from '#lib/language.ts'
import { formatLocal } from '#lib/local-time.ts'
import { stateSentence } from '#lib/state-words.ts'

const lines = (rows: number) => `${rows} ${plural(rows, 'linha', 'linhas')}`

/** So many rows with one result; `many` is the Portuguese word for several. */
const counted = (english: string, one: string, many = one) =>
  both(
    (count: number) => `${count} ${english}`,
    count => `${count} ${plural(count, one, many)}`,
  )

const canBePaid = both(
  (time: string | null) => `can still be paid until ${time ?? 'it expires, at the latest 7 days after it was made'}`,
  time => `ainda pode ser paga até ${time ?? 'expirar, no máximo 7 dias depois de criada'}`,
)

function untilWhen(charge: Payment | null): string {
  if (charge === null) return canBePaid(null)
  const isOver = FINAL_STATUSES.has(charge.status)
  return `${charge.id} ${isOver ? stateSentence(charge.status) : canBePaid(charge.expiresAt && formatLocal(charge.expiresAt))}`
}

export const texts = {
  inLine: both('line {line}: {what}', 'linha {line}: {what}'),
  notChecked: both('{why}; what follows could not be checked', '{why}; o que vem depois não pôde ser conferido'),
  otherEncoding: both('this has another encoding than what is above it', 'isto tem uma codificação diferente da que vem acima'),
  saveIt: both('save it as CSV UTF-8 (in Excel: Save As, CSV UTF-8; in LibreOffice: Save As, Text CSV)', 'salve como CSV UTF-8 (no Excel: Salvar como, CSV UTF-8; no LibreOffice: Salvar como, Texto CSV)'),
  otherLetters: both(
    '{cell} has letters that are not used in Portuguese: the file is in another encoding, such as CP850 ("CSV (MS-DOS)") or Mac',
    '{cell} tem letras que o português não tem: o arquivo está em outra codificação, como CP850 ("CSV (MS-DOS)") ou Mac',
  ),
  isEmpty: both('{name} is empty', '{name} está vazio'),
  firstLine: both('its first line names the columns: {columns}', 'a primeira linha dá os nomes das colunas: {columns}'),
  noRows: both('{name} has a header, but no rows', '{name} tem cabeçalho, mas nenhuma linha'),
  writeRows: both('write a row for each charge below the header', 'escreva uma linha para cada cobrança abaixo do cabeçalho'),
  errorsIn: both(
    (name: string, errors: number) => `${name} has ${errors === 1 ? 'an error' : `${errors} errors`}; nothing was sent`,
    (name, errors) => `${errors === 1 ? 'um erro' : `${errors} erros`} em ${name}; nada foi enviado`,
  ),
  correctFile: both('correct the file, and run the command again', 'corrija o arquivo e execute o comando de novo'),
  forExcel: both('{separator} is for Excel alone: delete this line', '{separator} serve só para o Excel: apague esta linha'),
  noName: both('column {column} has no name', 'a coluna {column} não tem nome'),
  deleteNameless: both('delete the columns that have no name', 'apague as colunas sem nome'),
  columns: {
    reference: both('reference', 'referência'),
    amount: both('amount', 'valor'),
    description: both('description', 'descrição'),
    passFee: both('passFee', 'taxa somada'),
    validity: both('validity', 'validade'),
  },
  unknownColumn: both(
    (name: string, near: string | undefined) => `unknown column ${name}${near ? `; did you mean ${near}?` : ''}`,
    (name, near) => `coluna desconhecida: ${name}${near ? `; você quis dizer ${near}?` : ''}`,
  ),
  columnsAre: both('the columns are {columns}', 'as colunas são {columns}'),
  /** What --columns takes. */
  ownHeadings: both('COLUMN=NAME, where a column is {columns}', 'COLUNA=NOME, em que a coluna é {columns}'),
  ownHeading: both('--columns reference=WhatsApp,description=Name', '--columns referência=WhatsApp,descrição=Nome'),
  namedTwice: both('--columns names {name} twice', '--columns dá {name} duas vezes'),
  nameOnce: both('give each column one name, and each name to one column', 'dê um nome a cada coluna, e cada nome a uma coluna só'),
  noHeading: both('there is no column {heading}, which --columns names', 'não há a coluna {heading}, que está em --columns'),
  headingsAre: both('the file has {headings}', 'o arquivo tem {headings}'),
  correctColumn: both('correct it; if it is another column, give it another name', 'corrija; se for outra coluna, dê outro nome a ela'),
  nearlyColumn: both('the column {name} is nearly {near}, which is there too', 'a coluna {name} é quase {near}, que também está no arquivo'),
  renameColumn: both('give one of them another name', 'dê outro nome a uma delas'),
  nameColumn: both('if it has another name here: --columns {name}=NAME', 'se ela tem outro nome no arquivo: --columns {name}=NOME'),
  columnTwice: both(
    (name: string, again: string) => (name === again ? `the column ${name} is there twice` : `${name} and ${again} are the same column`),
    (name, again) => (name === again ? `a coluna ${name} aparece duas vezes` : `${name} e ${again} são a mesma coluna`),
  ),
  columnMissing: both('the column {name} is missing', 'falta a coluna {name}'),
  cellsDiffer: both(
    (cells: number, columns: number) => `this row has ${cells} cells, the header ${columns}`,
    (cells, columns) => `esta linha tem ${cells} ${plural(cells, 'célula', 'células')}; o cabeçalho, ${columns}`,
  ),
  splitAmount: both('this may be the amount {amount} without quotes, or two cells', 'isto pode ser o valor {amount} sem aspas, ou duas células'),
  quoteSeparator: both('put a cell that has a separator in it in quotes, such as "35,90"; an amount can be written 35.90 too', 'ponha entre aspas a célula que contém o separador, como "35,90"; um valor também pode ser escrito 35.90'),
  referenceTwice: both('the reference {reference} is on line {line} already', 'a referência {reference} já está na linha {line}'),
  referenceForm: both('a reference has 1 to {longest} characters on one line', 'uma referência tem de 1 a {longest} caracteres, numa linha só'),
  referenceMissing: both('the reference is missing', 'falta a referência'),
  referenceTooLong: both('the reference has {length} characters', 'a referência tem {length} caracteres'),
  referenceChanged: both('a spreadsheet has changed the reference: {text}', 'uma planilha mudou a referência: {text}'),
  formatAsText: both('format the column as text, write the reference again, and save', 'formate a coluna como texto, escreva a referência de novo e salve'),
  referenceUnseen: both('the reference has a character that is invisible or was lost: {code}', 'a referência tem um caractere invisível, ou um que se perdeu: {code}'),
  notTruth: both('{name} is neither true nor false: {text}', '{name} não é nem sim nem não: {text}'),
  truthForm: both('write {name} as true or false, 1 or 0, yes or no, sim or não; empty is false', 'escreva {name} como sim ou não, 1 ou 0, verdadeiro ou falso, true ou false; vazio é não'),
  /** `kind` is the ending of its name, or `HTML`. */
  otherFile: both(
    (name: string, kind: string) => (kind === 'HTML' ? `${name} is a web page (HTML), not a CSV file` : `${name} is a workbook (${kind}), not a CSV file`),
    (name, kind) => (kind === 'HTML' ? `${name} é uma página da web (HTML), e não um arquivo CSV` : `${name} é uma planilha do Excel ou do LibreOffice (${kind}), e não um arquivo CSV`),
  ),
  faults: {
    CSV_QUOTE_NOT_CLOSED: both('a quote is opened here and never closed', 'aqui começam aspas que nunca se fecham'),
    CSV_INVALID_CLOSING_QUOTE: both('a quoted cell has text after its closing quote; to write a quote in a cell, use ""', 'uma célula entre aspas tem texto depois das aspas finais; para escrever aspas numa célula, use ""'),
    INVALID_OPENING_QUOTE: both('there is a quote in the middle of a cell; put the whole cell in quotes', 'há aspas no meio de uma célula; ponha a célula inteira entre aspas'),
  },
  rowTooLong: both('this row is longer than {kibibytes} KiB: is a quote never closed?', 'esta linha tem mais de {kibibytes} KiB: será que faltou fechar aspas?'),

  usedReference: both('this reference was already used with other data', 'esta referência já foi usada com outros dados'),
  /** The charge that has the reference already; null if it isn't known on this machine. */
  earlierCharge: both(
    (charge: Payment | null) => `the earlier charge ${untilWhen(charge)}; for another charge give this line alone a new reference`,
    charge => `a cobrança anterior ${untilWhen(charge)}; para outra cobrança, dê uma referência nova só a esta linha`,
  ),
  unresolvedReference: both('an unresolved creation has this reference, with other data', 'uma criação não concluída usa esta referência com outros dados'),
  journalFault: both('the journal could not be written ({why})', 'não foi possível gravar o diário ({why})'),
  freeSpace: both('free some space on the disk, or check what blocks the file', 'libere espaço no disco, ou veja o que bloqueia o arquivo'),

  paidOrOver: both(
    (count: number) => `${count} of those that existed can no longer be paid, or are paid; for a new charge give that line alone a new reference`,
    count => `${count} ${plural(count, 'das que já existiam não pode mais ser paga, ou já foi', 'das que já existiam não podem mais ser pagas, ou já foram')}; para uma cobrança nova, dê uma referência nova só a essa linha`,
  ),
  codeless: both(
    (count: number) => `${count} have no Pix code yet: to read it, run the same command again later`,
    count => `${count} ainda não ${plural(count, 'tem', 'têm')} Pix copia e cola: para ler o código, execute o mesmo comando mais tarde`,
  ),
  notSent: both(
    (unsent: number, rows: number) => `${unsent} of ${rows} rows were not sent`,
    (unsent, rows) => `${unsent} de ${lines(rows)} não ${plural(unsent, 'foi enviada', 'foram enviadas')}`,
  ),
  noPictures: both(
    (count: number, why: string) => `${count} ${count === 1 ? 'file' : 'files'} of --qr-dir could not be written (${why})`,
    (count, why) => `${count} ${plural(count, 'arquivo de --qr-dir não pôde ser gravado', 'arquivos de --qr-dir não puderam ser gravados')} (${why})`,
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
  endedEarly: both('the run ended early: {why}', 'a execução terminou antes da hora: {why}'),
  correctRows: both('correct the rows that were refused or are in conflict', 'corrija as linhas recusadas ou em conflito'),
  finishUnknown: both('to finish those that are unknown', 'para concluir as de resultado desconhecido'),
  createNotSent: both('what was not created is kept; to create it now', 'o que não foi criado ficou guardado; para criar agora'),
  finishEarlier: both('to finish what an earlier run left unknown', 'para concluir o que uma execução anterior deixou com resultado desconhecido'),
  runAgain: both(
    (isUnfinished: boolean) => `to ${isUnfinished ? 'continue' : 'try again'}, run the same command again: nothing is created twice`,
    isUnfinished => `para ${isUnfinished ? 'continuar' : 'tentar de novo'}, execute o mesmo comando de novo: nada é criado duas vezes`,
  ),
  nothingCreated: both('nothing was created', 'nada foi criado'),
  counts: {
    created: counted('created', 'criada', 'criadas'),
    existing: counted('existed already', 'já existia', 'já existiam'),
    different: counted('not as asked for', 'diferente do pedido', 'diferentes do pedido'),
    conflict: counted('in conflict', 'em conflito'),
    refused: counted('refused', 'recusada', 'recusadas'),
    notSent: counted('not created', 'não criada', 'não criadas'),
    unknown: counted('unknown', 'com resultado desconhecido'),
  },
}
