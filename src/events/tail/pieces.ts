/** Events that are written together. */

import type { TailItem } from '#realtime/tail.ts'

/** At most so many, with so many characters. */
const MAX_PIECE = 500
const MAX_PIECE_LENGTH = 256 * 1024

/** Splits a batch into pieces that are small enough to be written together. */
export function* piecesOf(batch: readonly TailItem[]): Generator<readonly TailItem[]> {
  let start = 0
  let length = 0
  for (let index = 0; index < batch.length; index++) {
    const { event, sequence } = batch[index]!
    length += event.length + sequence.length
    if (length < MAX_PIECE_LENGTH && index - start + 1 < MAX_PIECE) continue
    yield batch.slice(start, index + 1)
    start = index + 1
    length = 0
  }
  if (start < batch.length) yield batch.slice(start)
}
