/** What a person reads of `charge create --from`. The columns of the file and of the output are the same in every language. */

import type { KnownRows } from '#charges/from-file/known-rows.ts'
import { both, plural } from '#lib/language.ts'

/** `lines 5, 9, …`: those that are named of so many. */
const inLines = (one: string, many: string, named: readonly number[], count: number) => `${count === 1 ? one : many} ${named.join(', ')}${count > named.length ? ', …' : ''}`
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
  columns: both("a list's own names", 'os nomes que a lista usa'),
  batch: both('another batch charges the same references again', 'outro lote cobra de novo as mesmas referências'),
  dryRun: both('check every row and send nothing', 'confere todas as linhas e não envia nada'),
  qrDir: both('write REFERENCE.png for each, and index.html', 'grava REFERÊNCIA.png de cada uma e index.html'),
  parallel: both('how many rows are sent at once', 'quantas linhas enviar ao mesmo tempo'),

  standardInput: both('standard input', 'stdin (entrada padrão)'),
  readAs: both('{name} is read as {encoding}', '{name} foi lido como {encoding}'),
  shortValidity: both('without the column validity each charge can be paid for 30 minutes', 'sem a coluna validade, cada cobrança pode ser paga por 30 minutos'),
  carriedAlong: both('other columns, carried along: {columns}', 'outras colunas, copiadas para o resultado: {columns}'),
  known: both(
    ({ fresh, unchanged, contradicting, lines }: KnownRows) => {
      const parts = [
        fresh > 0 && `${fresh} new`,
        unchanged > 0 && `${unchanged} unchanged`,
        contradicting > 0 && `${contradicting} ${contradicting === 1 ? 'contradicts' : 'contradict'} what was sent before (${inLines('line', 'lines', lines, contradicting)})`,
      ]
      return parts.filter(Boolean).join(', ')
    },
    ({ fresh, unchanged, contradicting, lines }) => {
      const parts = [
        fresh > 0 && `${fresh} ${plural(fresh, 'nova', 'novas')}`,
        unchanged > 0 && `${unchanged} sem mudança`,
        contradicting > 0 && `${contradicting} ${plural(contradicting, 'mudou', 'mudaram')} depois de ${plural(contradicting, 'enviada', 'enviadas')} (${inLines('linha', 'linhas', lines, contradicting)})`,
      ]
      return parts.filter(Boolean).join(', ')
    },
  ),
  sendThem: both(
    (contradicts: boolean) => (contradicts ? 'Send the file? A line that contradicts makes no charge.' : 'Send the file?'),
    contradicts => (contradicts ? 'Enviar o arquivo? Uma linha que mudou não cria outra cobrança.' : 'Enviar o arquivo?'),
  ),
  nothingSent: both('nothing was sent', 'nada foi enviado'),
  newReference: both('correct the file; for another charge give that line alone a new reference', 'corrija o arquivo; para outra cobrança, dê uma referência nova só a essa linha'),
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
  rowFailed: both(
    (line: number, reference: string, outcome: keyof typeof outcomes, what: string) => `line ${line}, reference ${reference}: ${outcomes[outcome]()}: ${what}`,
    (line, reference, outcome, what) => `linha ${line}, referência ${reference}: ${outcome === 'unknown' ? 'resultado desconhecido' : outcomes[outcome]()}: ${what}`,
  ),
  cannotWriteIn: both("--qr-dir can't write in {folder} ({why})", '--qr-dir não consegue gravar em {folder} ({why})'),
  chooseFolder: both('choose a folder that you can write in', 'escolha uma pasta em que você possa gravar'),
  pageTitle: both('Pix charges', 'Cobranças Pix'),
  payUntil: both('can be paid until {time}', 'pode ser paga até {time}'),
  qrCode: both('QR code', 'QR Code'),
  copy: both('Copy', 'Copiar'),
  copied: both('Copied', 'Copiado'),
  selected: both('Selected: press Ctrl+C', 'Selecionado: tecle Ctrl+C'),
  noCode: both('no Pix code yet', 'ainda sem Pix copia e cola'),
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
