/** Reads a CSV file of a spreadsheet: its records, each with the line on which it begins. */

import { Failure } from '#lib/failure.ts'
import { english, localized, type Text } from '#lib/language.ts'
import { texts } from './texts.ts'

/** The longest record, in bytes. A charge needs far less. */
const LONGEST_RECORD = 64 * 1024

/** How many bytes are parsed at once. If many records were alive at the same time, V8 would enlarge its heap. */
const PIECE = 4 * 1024

const BYTE_ORDER_MARK = Buffer.from('\ufeff')

export interface CsvRecord {
  /** From 1 on. */
  line: number
  /** What is between its cells. */
  separator: string
  /** Bytes, because it isn't checked yet whether they are UTF-8. */
  cells: Buffer[]
}

/** From this line on nothing can be read. */
export class BrokenCsv extends Error {
  readonly line: number
  readonly text: Text

  constructor(line: number, text: Text) {
    super(english(text))
    this.line = line
    this.text = text
  }
}

/**
 * The records of a file, in groups. The separator is the semicolon if the first line contains one, otherwise the comma.
 * Throws {@link BrokenCsv} at the first error, after the records before it, and a Failure (usage) if it isn't a CSV file.
 */
export async function* csvRecords(source: AsyncIterable<Buffer>, name: Text): AsyncGenerator<CsvRecord[]> {
  const { parse } = await import('csv-parse')
  // The byte order mark is removed, because with it csv-parse would give text instead of bytes.
  const { start, chunks } = await readFirstLine(source)
  refuseOtherFormats(start, name)
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
      records.push({ line, separator, cells })
      line += 1 + cells.reduce((sum, cell) => sum + lineBreaks(cell), 0)
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
      if (fault) throw brokenCsv(line, fault)
    }
  }
  yield await step(done => parser.end(done))
  if (fault) throw brokenCsv(line, fault)
}

/** Reads the first line (up to the length limit). Returns it and a stream of all chunks. */
async function readFirstLine(source: AsyncIterable<Buffer>) {
  const rest = source[Symbol.asyncIterator]()
  let start: Buffer = Buffer.alloc(0)
  while (!/[\r\n]/.test(start.toString('latin1')) && start.length < LONGEST_RECORD) {
    const { value, done } = await rest.next()
    if (done) break
    start = Buffer.concat([start, value])
  }
  if (start.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK)) {
    start = start.subarray(BYTE_ORDER_MARK.length)
  }
  async function* chunks(): AsyncGenerator<Buffer> {
    yield start
    yield* { [Symbol.asyncIterator]: () => rest }
  }
  return { start, chunks: chunks() }
}

function separatorOf(start: Buffer): string {
  const [header = ''] = start.toString('latin1').split(/[\r\n]/, 1)
  return header.includes(';') ? ';' : ','
}

/** Refuses other formats that spreadsheets save: xlsx and UTF-16. */
function refuseOtherFormats(start: Buffer, name: Text): void {
  const begins = (...bytes: number[]) => bytes.every((byte, index) => start[index] === byte)
  const found = begins(0x50, 0x4b, 0x03, 0x04)
    ? texts.workbook
    : begins(0xff, 0xfe) || begins(0xfe, 0xff) || (start[0] === 0) !== (start[1] === 0)
      ? texts.utf16
      : null
  if (found) throw new Failure('usage', () => found(localized(name)), { next: texts.saveIt })
}

/** Counts CR LF as one line break, and a single CR or LF too. */
function lineBreaks(cell: Buffer): number {
  if (!cell.includes(10) && !cell.includes(13)) return 0
  let breaks = 0
  for (const [index, byte] of cell.entries()) {
    if (byte === 10 || (byte === 13 && cell[index + 1] !== 10)) breaks++
  }
  return breaks
}

const FAULTS: Readonly<Record<string, Text>> = {
  ...texts.faults,
  CSV_MAX_RECORD_SIZE: () => texts.rowTooLong(LONGEST_RECORD / 1024),
}

function brokenCsv(line: number, error: Error & { code?: string }): BrokenCsv {
  return new BrokenCsv(line, FAULTS[error.code ?? ''] ?? error.message)
}
