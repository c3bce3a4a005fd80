/** What a person reads of the file of `charge create --from`. */

import { both, plural } from '#lib/language.ts'

export const texts = {
  inLine: both(
    (line: number, what: string) => `line ${line}: ${what}`,
    (line, what) => `linha ${line}: ${what}`,
  ),
  notChecked: both(
    (why: string) => `${why}; what follows could not be checked`,
    why => `${why}; o que vem depois não pôde ser conferido`,
  ),
  notUtf8: both('this is not UTF-8', 'isto não é UTF-8'),
  saveFile: both(
    'save the file as CSV UTF-8 (in Excel: Save As, CSV UTF-8)',
    'salve o arquivo como CSV UTF-8 (no Excel: Salvar como, CSV UTF-8)',
  ),
  saveIt: both(
    'save it as CSV UTF-8 (in Excel: Save As, CSV UTF-8)',
    'salve como CSV UTF-8 (no Excel: Salvar como, CSV UTF-8)',
  ),
  isEmpty: both(
    (name: string) => `${name} is empty`,
    name => `${name} está vazio`,
  ),
  firstLine: both(
    (columns: string) => `its first line names the columns: ${columns}`,
    columns => `a primeira linha dá os nomes das colunas: ${columns}`,
  ),
  noRows: both(
    (name: string) => `${name} has a header, but no rows`,
    name => `${name} tem cabeçalho, mas nenhuma linha`,
  ),
  writeRows: both(
    'write a row for each charge below the header',
    'escreva uma linha para cada cobrança abaixo do cabeçalho',
  ),
  errorsIn: both(
    (name: string, errors: number) =>
      `${name} has ${errors === 1 ? 'an error' : `${errors} errors`}; nothing was sent`,
    (name, errors) => `${errors === 1 ? 'um erro' : `${errors} erros`} em ${name}; nada foi enviado`,
  ),
  andMore: both(
    (count: number) => `and ${count} more`,
    count => `e mais ${count}`,
  ),
  correctFile: both(
    'correct the file, and run the command again',
    'corrija o arquivo e execute o comando de novo',
  ),
  forExcel: both(
    (separator: string) => `${separator} is for Excel alone: delete this line`,
    separator => `${separator} serve só para o Excel: apague esta linha`,
  ),
  noName: both(
    (column: number) => `column ${column} has no name`,
    column => `a coluna ${column} não tem nome`,
  ),
  deleteNameless: both('delete the columns that have no name', 'apague as colunas sem nome'),
  unknownColumn: both(
    (name: string, near: string | undefined) =>
      `unknown column ${name}${near ? `; did you mean ${near}?` : ''}`,
    (name, near) => `coluna desconhecida: ${name}${near ? `; você quis dizer ${near}?` : ''}`,
  ),
  columnsAre: both(
    (columns: string) => `the columns are ${columns}`,
    columns => `as colunas são ${columns}`,
  ),
  columnTwice: both(
    (name: string) => `the column ${name} is there twice`,
    name => `a coluna ${name} aparece duas vezes`,
  ),
  columnMissing: both(
    (name: string) => `the column ${name} is missing`,
    name => `falta a coluna ${name}`,
  ),
  cellsDiffer: both(
    (cells: number, columns: number) => `this row has ${cells} cells, the header ${columns}`,
    (cells, columns) =>
      `esta linha tem ${cells} ${plural(cells, 'célula', 'células')}; o cabeçalho, ${columns}`,
  ),
  quoteSeparator: both(
    'put a cell that has a separator in it in quotes, such as "35,90"',
    'ponha entre aspas a célula que contém o separador, como "35,90"',
  ),
  referenceTwice: both(
    (reference: string, line: number) => `the reference ${reference} is on line ${line} already`,
    (reference, line) => `a referência ${reference} já está na linha ${line}`,
  ),
  referenceForm: both(
    (longest: number) => `a reference has 1 to ${longest} characters on one line`,
    longest => `uma referência tem de 1 a ${longest} caracteres, numa linha só`,
  ),
  referenceMissing: both('the reference is missing', 'falta a referência'),
  referenceTooLong: both(
    (length: number) => `the reference has ${length} characters`,
    length => `a referência tem ${length} caracteres`,
  ),
  referenceUnseen: both(
    (code: string) => `the reference has a character that is invisible or was lost: ${code}`,
    code => `a referência tem um caractere invisível, ou um que se perdeu: ${code}`,
  ),
  notTruth: both(
    (text: string) => `passFee is neither true nor false: ${text}`,
    text => `passFee não é nem verdadeiro nem falso: ${text}`,
  ),
  truthForm: both(
    'write passFee as true or false, 1 or 0, yes or no, sim or não; empty is false',
    'escreva passFee como sim ou não, 1 ou 0, true ou false, verdadeiro ou falso; vazio é não',
  ),
  workbook: both(
    (name: string) => `${name} is a workbook, not a CSV file`,
    name => `${name} é uma pasta de trabalho (planilha), e não um arquivo CSV`,
  ),
  utf16: both(
    (name: string) => `${name} is text in UTF-16, not in UTF-8`,
    name => `${name} é um texto em UTF-16, e não em UTF-8`,
  ),
  faults: {
    CSV_QUOTE_NOT_CLOSED: both(
      'a quote is opened here and never closed',
      'aqui começam aspas que nunca se fecham',
    ),
    CSV_INVALID_CLOSING_QUOTE: both(
      'a quoted cell has text after its closing quote; to write a quote in a cell, use ""',
      'uma célula entre aspas tem texto depois das aspas finais; para escrever aspas numa célula, use ""',
    ),
    INVALID_OPENING_QUOTE: both(
      'there is a quote in the middle of a cell; put the whole cell in quotes',
      'há aspas no meio de uma célula; ponha a célula inteira entre aspas',
    ),
  },
  rowTooLong: both(
    (kibibytes: number) => `this row is longer than ${kibibytes} KiB: is a quote never closed?`,
    kibibytes => `esta linha tem mais de ${kibibytes} KiB: será que faltou fechar aspas?`,
  ),
}
