/** Reads a CSV file of a spreadsheet: its records, each with the line on which it begins. */

import { isAscii, isUtf8 } from 'node:buffer'
import { Failure } from '#lib/failure.ts'
import { localized, type Text } from '#lib/language.ts'
import { utf16Of } from '#lib/text-bytes.ts'
import { hasOtherLetters } from './other-letters.ts'
import { texts } from './texts.ts'

/** The longest record, in bytes. A charge needs far less. */
const LONGEST_RECORD = 64 * 1024

/** How many bytes are parsed at once. If many records were alive at the same time, V8 would enlarge its heap. */
const PIECE = 4 * 1024

/** How much of a cell an error shows, in UTF-16 units. */
const MOST_SHOWN = 40

/** CR LF is one line break, and a single CR or LF too. */
const BREAKS = /\r\n?|\n/g
const BYTE_ORDER_MARK = Buffer.from('\ufeff')
const WINDOWS_1252 = new TextDecoder('windows-1252')

export interface CsvRecord {
  /** From 1 on. */
  line: number
  /** What is between its cells. */
  separator: string
  /** Null for one that isn't of the encoding of the text above it. */
  cells: (string | null)[]
}

/** Called once the encoding is known, if it isn't UTF-8. */
type OnEncoding = (encoding: 'Windows-1252' | 'UTF-16') => void

/** From this line on nothing can be read. */
export class BrokenCsv extends Failure {
  readonly line: number

  constructor(line: number, text: Text, next: readonly Text[] = []) {
    super('usage', text, { next })
    this.line = line
  }
}

/**
 * The records of a file, in groups. The separator is the semicolon if the first line contains one, otherwise a tab or the comma.
 * Throws {@link BrokenCsv} at the first error, after the records before it, and a Failure (usage) if it isn't a CSV file.
 */
export async function* csvRecords(
  source: AsyncIterable<Buffer>,
  name: Text,
  onEncoding: OnEncoding,
): AsyncGenerator<CsvRecord[]> {
  const { parse } = await import('csv-parse')
  // The byte order mark is removed, because with it csv-parse would give text instead of bytes.
  const { start, chunks, isUnicode } = await readFirstLine(source, onEncoding)
  const [, kind] = OTHER_FILES.find(([form]) => form.test(start.toString('latin1'))) ?? []
  if (kind) throw new Failure('usage', () => texts.otherFile(localized(name), kind), { next: texts.saveIt })
  const readCell = cellReader(isUnicode || undefined, onEncoding, cell => {
    fault ??= new BrokenCsv(line, () => texts.otherLetters(JSON.stringify(cell.slice(0, MOST_SHOWN))), [
      texts.saveIt,
    ])
  })
  const separator = separatorOf(start)
  let line = 1
  let records: CsvRecord[] = []
  let fault: Error | undefined
  const parser = parse({
    delimiter: separator,
    encoding: null,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    max_record_size: LONGEST_RECORD,
    on_record: (record: unknown) => {
      // Without an encoding it gives bytes.
      const cells = record as Buffer[]
      const read = cells.map(readCell)
      // From here on no letter is certain.
      if (!fault) records.push({ line, separator, cells: read })
      line += 1 + cells.reduce((sum, cell) => sum + (cell.toString('latin1').match(BREAKS)?.length ?? 0), 0)
      // The records don't go through the stream: after an error it would drop those that are still in it.
      return null
    },
  })
  parser.on('error', error => {
    fault = error
  })
  const step = async (send: (done: (error?: Error | null) => void) => void) => {
    await new Promise<void>(resolve => {
      send(error => {
        fault ??= error ?? undefined
        resolve()
      })
    })
    const read = records
    records = []
    return read
  }
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += PIECE) {
      yield await step(done => parser.write(chunk.subarray(at, at + PIECE), done))
      if (fault) throw asBrokenCsv(line, fault)
    }
  }
  yield await step(done => parser.end(done))
  if (fault) throw asBrokenCsv(line, fault)
}

/** Reads the first line (up to the length limit). Returns it, a stream of all chunks, and whether they are known to be UTF-8. */
async function readFirstLine(source: AsyncIterable<Buffer>, onEncoding: OnEncoding) {
  const rest = source[Symbol.asyncIterator]()
  let start: Buffer = Buffer.alloc(0)
  while (!/[\r\n]/.test(start.toString('latin1')) && start.length < LONGEST_RECORD) {
    const { value, done } = await rest.next()
    if (done) break
    start = Buffer.concat([start, value])
  }
  const utf16 = utf16Of(start)
  const decoder = utf16 && new TextDecoder(utf16)
  if (decoder) onEncoding('UTF-16')
  const inUtf8 = (chunk: Buffer) => (decoder ? Buffer.from(decoder.decode(chunk, { stream: true })) : chunk)
  const hasMark = start.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK)
  start = hasMark ? start.subarray(BYTE_ORDER_MARK.length) : inUtf8(start)
  async function* chunks(): AsyncGenerator<Buffer> {
    yield start
    for await (const chunk of { [Symbol.asyncIterator]: () => rest }) yield inUtf8(chunk)
    if (decoder) yield Buffer.from(decoder.decode())
  }
  return { start, chunks: chunks(), isUnicode: hasMark || decoder !== undefined }
}

function separatorOf(start: Buffer): string {
  const [header = ''] = start.toString('latin1').split(/[\r\n]/, 1)
  return [';', '\t'].find(separator => header.includes(separator)) ?? ','
}

/**
 * The first cell that isn't ASCII shows the encoding, unless it is known.
 *
 * @param onOther called with a cell that can't be Windows-1252, as it was read
 */
function cellReader(
  isUnicode: boolean | undefined,
  onEncoding: OnEncoding,
  onOther: (cell: string) => void,
): (cell: Buffer) => string | null {
  return cell => {
    if (isAscii(cell)) return cell.toString('latin1')
    const fits = isUtf8(cell)
    if (!fits && isUnicode === undefined) onEncoding('Windows-1252')
    isUnicode ??= fits
    if (fits !== isUnicode) return null
    const text = fits ? cell.toString('utf8') : WINDOWS_1252.decode(cell)
    if (!fits && hasOtherLetters(text)) onOther(text)
    return text
  }
}

/** What a spreadsheet saves, and what is offered for download as `.xls`, by how it begins. */
const OTHER_FILES: readonly [RegExp, string][] = [
  [/^\xd0\xcf\x11\xe0/, '.xls'],
  [/^PK\x03\x04.{26}mimetypeapplication\/vnd\.oasis/s, '.ods'],
  [/^PK\x03\x04/, '.xlsx'],
  [/^\s*</, 'HTML'],
]

const FAULTS: Readonly<Record<string, Text>> = {
  ...texts.faults,
  CSV_MAX_RECORD_SIZE: () => texts.rowTooLong(LONGEST_RECORD / 1024),
}

function asBrokenCsv(line: number, error: Error & { code?: string }): BrokenCsv {
  if (error instanceof BrokenCsv) return error
  return new BrokenCsv(line, FAULTS[error.code ?? ''] ?? error.message)
}
