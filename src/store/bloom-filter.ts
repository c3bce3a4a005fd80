/**
 * A Bloom filter with one hash: says of most events that they are new without asking the disk. What has no bit was
 * never shown, what has one may have been. The inbox's thread fills it with what earlier runs have shown, in memory
 * that it shares; until it has, every event may have been shown.
 */

/** 2 MiB: of a million events one new one in sixteen is asked for, of ten million every second one. */
const BITS = 24
const BYTES = 2 ** (BITS - 3)

export class BloomFilter {
  readonly memory: SharedArrayBuffer
  /** What earlier runs have shown. */
  readonly #before: Int32Array
  readonly #filled: Int32Array
  /** What this one does: two threads setting bits of one word might lose one. */
  readonly #now = new Int32Array(BYTES / 4)

  /** @param memory of another one, to be filled */
  constructor(memory = new SharedArrayBuffer(BYTES + 4)) {
    this.memory = memory
    this.#before = new Int32Array(memory, 0, BYTES / 4)
    this.#filled = new Int32Array(memory, BYTES, 1)
  }

  /** Whether an event with this hash may have been shown. */
  mayHave(hash: number): boolean {
    // First of all: what is read behind it is there once it is set.
    if (Atomics.load(this.#filled, 0) === 0) return true
    const bit = hash >>> (32 - BITS)
    const word = this.#now[bit >>> 5]! | this.#before[bit >>> 5]!
    return (word & (1 << (bit & 31))) !== 0
  }

  /** An event with this hash is shown. */
  add(hash: number): void {
    const bit = hash >>> (32 - BITS)
    this.#now[bit >>> 5]! |= 1 << (bit & 31)
  }

  /** Earlier runs have shown events with these hashes. */
  fill(hashes: readonly number[]): void {
    for (const hash of hashes) {
      const bit = hash >>> (32 - BITS)
      this.#before[bit >>> 5]! |= 1 << (bit & 31)
    }
  }

  /** All that earlier runs have shown is in it. */
  setFilled(): void {
    Atomics.store(this.#filled, 0, 1)
  }
}
