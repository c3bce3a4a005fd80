/** What a person reads of `charge create --from`. The columns of the file and of the output are the same in every language. */

import { both, plural } from '#lib/language.ts'

const lines = (rows: number) => `${rows} ${plural(rows, 'linha', 'linhas')}`

const outcomes = {
  created: both('created', 'criada'),
  existing: both('existing', 'já existia'),
  conflict: both('conflict', 'conflito'),
  refused: both('refused', 'recusada'),
  unknown: both('unknown', 'desconhecido'),
  notSent: both('not sent', 'não enviada'),
}

export const texts = {
  from: both('a charge for each row of a CSV file; - is stdin', 'uma cobrança por linha de um CSV; -: entrada padrão'),
  batch: both('another batch charges the same references again', 'outro lote cobra de novo as mesmas referências'),
  dryRun: both('check every row and send nothing', 'confere todas as linhas e não envia nada'),
  qrDir: both('write each QR code to DIR/REFERENCE.png', 'grava cada QR Code em PASTA/REFERÊNCIA.png'),
  parallel: both('how many rows are sent at once', 'quantas linhas enviar ao mesmo tempo'),

  standardInput: both('standard input', 'stdin (entrada padrão)'),
  readAs: both('{name} is read as {encoding}', '{name} foi lido como {encoding}'),
  giveCsv: both('give the name of a CSV file', 'informe o nome de um arquivo CSV'),
  batchUnseen: both('--batch has a character that is invisible or was lost: {code}', '--batch tem um caractere invisível, ou um que se perdeu: {code}'),
  nameForm: both('a name is one line of plain text', 'um nome é uma linha de texto simples'),
  charges: both('Charges', 'Cobranças'),
  amount: both('Amount', 'Valor'),
  allCorrect: both('all rows are correct; nothing was sent (--dry-run)', 'todas as linhas estão corretas; nada foi enviado (--dry-run)'),
  waitingForAnswers: both(
    (rows: number) => `waiting for the answers to ${rows === 1 ? '1 row that was' : `${rows} rows that were`} sent; press Ctrl-C again to end at once`,
    rows => `aguardando ${plural(rows, `a resposta de ${rows} linha enviada`, `as respostas de ${rows} linhas enviadas`)}; pressione Ctrl-C de novo para encerrar já`,
  ),
  outputClosed: both(
    (charged: number, rows: number) => `the output was closed: ${charged} of ${rows} rows have their charge`,
    (charged, rows) => `a saída foi fechada: ${charged} de ${lines(rows)} já ${plural(charged, 'tem', 'têm')} cobrança`,
  ),

  heads: {
    reference: both('REFERENCE', 'REFERÊNCIA'),
    outcome: both('OUTCOME', 'RESULTADO'),
    amount: both('AMOUNT', 'VALOR'),
    expires: both('EXPIRES', 'EXPIRA EM'),
  },
  outcomes,
  noCodeYet: both('the charge of {reference} has no Pix code yet; to read it later', 'a cobrança de {reference} ainda não tem Pix copia e cola; para ver depois'),
  rowFailed: both(
    (line: number, reference: string, outcome: keyof typeof outcomes, what: string) => `line ${line}, reference ${reference}: ${outcomes[outcome]()}: ${what}`,
    (line, reference, outcome, what) => `linha ${line}, referência ${reference}: ${outcome === 'unknown' ? 'resultado desconhecido' : outcomes[outcome]()}: ${what}`,
  ),
  cannotWriteIn: both("--qr-dir can't write in {folder} ({why})", '--qr-dir não consegue gravar em {folder} ({why})'),
  chooseFolder: both('choose a folder that you can write in', 'escolha uma pasta em que você possa gravar'),
  codeTooLong: both('the Pix code is too long for a QR code', 'o Pix copia e cola é longo demais para um QR Code'),
  rowsOf: both(
    (done: number, total: number, percent: number) => `${done} of ${total} rows, ${percent}%`,
    (done, total, percent) => `${done} de ${lines(total)}, ${percent}%`,
  ),
  rate: both(
    (rows: string) => `${rows}/s`,
    rows => `${rows.replace('.', ',')}/s`,
  ),
  left: both('{time} left', 'faltam {time}'),
}
