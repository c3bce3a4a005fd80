/**
 * Says of most events that they were never shown, without a read from the disk. At the start of a run it is filled with what
 * earlier runs have shown. Until that is done, every event may have been shown.
 */

/** 2 MiB. After a million events, one new event in 16 needs a look on the disk; after ten million, one in two. */
const BITS = 24

const bitOf = (hash: bigint) => Number(BigInt.asUintN(BITS, hash))

export class BloomFilter {
  readonly #words = new Int32Array(2 ** BITS / 32)
  #isFilled = false

  /** Whether an event with this {@link eventHash} may have been shown. */
  mayHave(hash: bigint): boolean {
    const bit = bitOf(hash)
    return !this.#isFilled || (this.#words[bit >>> 5]! & (1 << (bit & 31))) !== 0
  }

  add(hash: bigint): void {
    const bit = bitOf(hash)
    this.#words[bit >>> 5]! |= 1 << (bit & 31)
  }

  /** It has everything that earlier runs have shown. */
  setFilled(): void {
    this.#isFilled = true
  }
}
