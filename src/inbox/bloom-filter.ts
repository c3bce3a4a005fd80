/**
 * Says of most events that they were never shown, without a read from the disk. The inbox's thread fills it, through shared
 * memory, with what earlier runs have shown. Until that is done, every event may have been shown.
 */

/** 2 MiB. After a million events, one new event in 16 needs a look on the disk; after ten million, one in two. */
const BITS = 24
const BYTES = 2 ** (BITS - 3)

const bitOf = (hash: bigint) => Number(BigInt.asUintN(BITS, hash))

export class BloomFilter {
  readonly memory: SharedArrayBuffer
  readonly #before: Int32Array
  readonly #filled: Int32Array
  /** What this run has shown. Kept apart: if two threads set bits of the same word, one bit may be lost. */
  readonly #now = new Int32Array(BYTES / 4)

  /** @param memory of a filter in another thread, to fill it from here */
  constructor(memory = new SharedArrayBuffer(BYTES + 4)) {
    this.memory = memory
    this.#before = new Int32Array(memory, 0, BYTES / 4)
    this.#filled = new Int32Array(memory, BYTES, 1)
  }

  /** Whether an event with this {@link eventHash} may have been shown. */
  mayHave(hash: bigint): boolean {
    // Read this first: once it is set, all the bits are visible to this thread.
    if (Atomics.load(this.#filled, 0) === 0) return true
    const bit = bitOf(hash)
    const word = this.#now[bit >>> 5]! | this.#before[bit >>> 5]!
    return (word & (1 << (bit & 31))) !== 0
  }

  add(hash: bigint): void {
    const bit = bitOf(hash)
    this.#now[bit >>> 5]! |= 1 << (bit & 31)
  }

  /** Records that earlier runs have shown events with these hashes. */
  fill(hashes: readonly bigint[]): void {
    for (const hash of hashes) {
      const bit = bitOf(hash)
      this.#before[bit >>> 5]! |= 1 << (bit & 31)
    }
  }

  setFilled(): void {
    Atomics.store(this.#filled, 0, 1)
  }
}
