/** Prints the results of the rows in the order of the file, and writes their QR codes. */

import { isNotSent, type RowEnd } from '#charges/from-file/results.ts'
import type { Rows } from '#charges/from-file/rows.ts'
import { texts } from '#charges/from-file/texts.ts'
import type { ListFormat } from '#cli/flags/csv.ts'
import type { Output } from '#cli/output/output.ts'
import { oneLine } from '#lib/failure.ts'
import { suggest } from '#lib/suggestion.ts'
import { headerOf, lineOf, type Window } from './lines.ts'
import { pictureName, writePicture } from './pictures.ts'
import type { Progress } from './progress.ts'

interface PrintingOptions {
  out: Output
  format: ListFormat
  rows: Rows
  progress: Progress
  /** The folder for the QR codes; undefined if none are wanted. */
  pictures: string | undefined
}

export class Printing {
  readonly #options: PrintingOptions
  readonly #window: Window
  #printed = 0
  #pictureFaults = 0
  #pictureFault: unknown

  constructor(options: PrintingOptions) {
    const { out, rows } = options
    this.#options = options
    this.#window = { style: out.style, columns: out.columns, longestReference: rows.longestReference }
  }

  /** How many pictures could not be written, and why the first one couldn't. */
  get missingPictures(): { count: number; why: unknown } {
    return { count: this.#pictureFaults, why: this.#pictureFault }
  }

  async run(ends: AsyncIterable<readonly RowEnd[]>): Promise<void> {
    const { out, format, progress } = this.#options
    const header = headerOf(format, this.#window)
    if (header !== '') await out.data(header)
    for await (const ready of ends) {
      if (this.#options.pictures !== undefined) for (const end of ready) await this.#picture(end)
      const text = ready.map(end => lineOf(format, end, this.#window)).join('')
      if (text !== '') await out.data(text)
      // In JSON the line itself has the error.
      if (format !== 'json') for (const end of ready) this.#warn(end)
      this.#printed += ready.length
      progress.update(this.#printed)
    }
  }

  async #picture({ row: { reference }, created }: RowEnd): Promise<void> {
    const { out, pictures, rows } = this.#options
    if (!created) return
    const { id, pixCode } = created.payment
    if (pixCode === null) {
      return out.warn(
        suggest('charges get', {
          say: texts.noCodeYet(JSON.stringify(reference)),
          args: [id],
        }),
      )
    }
    try {
      await writePicture(pictures!, pictureName(reference, rows.isUniqueIgnoringCase(reference)), pixCode)
    } catch (error) {
      this.#pictureFaults++
      this.#pictureFault ??= error
    }
  }

  #warn({ row: { line, reference }, outcome, failure }: RowEnd): void {
    if (!failure) return
    const what = oneLine(failure.said, ...failure.saidLines)
    this.#options.out.warn(
      texts.rowFailed(line, JSON.stringify(reference), isNotSent(failure) ? 'notSent' : outcome, what),
    )
  }
}
