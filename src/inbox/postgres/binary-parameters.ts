/**
 * Arrays for PostgreSQL in its binary form: pg sends a Buffer as it is. As text, a body would be written in hexadecimal
 * and parsed again, and every text be searched for characters to escape (docs/performance.md).
 */

/** The number of each element type (pg_type). */
const TYPES = { boolean: 16, bytea: 17, int8: 20, int4: 23, text: 25, timestamptz: 1184, uuid: 2950 } as const

/** PostgreSQL counts from here, in microseconds. */
const EPOCH_MS = Date.UTC(2000, 0, 1)

export class BinaryParameters {
  readonly values: Buffer[] = []
  /** Where it was written; replaced by a larger one when it is full. */
  memory: Buffer
  #end = 0

  constructor(memory: Buffer) {
    this.memory = memory
  }

  texts(values: readonly (string | null)[]): void {
    let most = 0
    for (const value of values) most += value === null ? 0 : value.length * 3
    this.#array('text', values, most, (bytes, value, at) => at + bytes.write(value, at))
  }

  blobs(values: readonly Uint8Array[]): void {
    let size = 0
    for (const value of values) size += value.length
    this.#array('bytea', values, size, (bytes, value, at) => {
      bytes.set(value, at)
      return at + value.length
    })
  }

  /** @param values in hexadecimal */
  uuids(values: readonly (string | null)[]): void {
    this.#array('uuid', values, values.length * 16, (bytes, value, at) => at + bytes.write(value, at, 'hex'))
  }

  booleans(values: readonly boolean[]): void {
    this.#array('boolean', values, values.length, (bytes, value, at) => bytes.writeUInt8(value ? 1 : 0, at))
  }

  integers(values: readonly number[]): void {
    this.#array('int4', values, values.length * 4, (bytes, value, at) => bytes.writeInt32BE(value, at))
  }

  bigints(values: readonly (number | bigint | null)[]): void {
    this.#array('int8', values, values.length * 8, (bytes, value, at) =>
      bytes.writeBigInt64BE(BigInt(value), at),
    )
  }

  /** @param values ISO 8601 */
  times(values: readonly string[]): void {
    this.#array('timestamptz', values, values.length * 8, (bytes, value, at) =>
      bytes.writeBigInt64BE(BigInt(Date.parse(value) - EPOCH_MS) * 1000n, at),
    )
  }

  /** @param most bytes that all values together may take; `write` returns where its value ends */
  #array<Value>(
    type: keyof typeof TYPES,
    values: readonly (Value | null)[],
    most: number,
    write: (bytes: Buffer, value: Value, at: number) => number,
  ): void {
    // How many dimensions, whether there may be nulls, the type; then how many values, and the number of the first.
    const header = values.length === 0 ? [0, 1, TYPES[type]] : [1, 1, TYPES[type], values.length, 1]
    const size = (header.length + values.length) * 4 + most
    if (this.#end + size > this.memory.length) {
      this.memory = Buffer.allocUnsafe((this.#end + size) * 2)
      this.#end = 0
    }
    const bytes = this.memory
    let at = this.#end
    for (const field of header) at = bytes.writeInt32BE(field, at)
    for (const value of values) {
      const begin = at + 4
      at = value === null ? begin : write(bytes, value, begin)
      bytes.writeInt32BE(value === null ? -1 : at - begin, begin - 4)
    }
    this.values.push(bytes.subarray(this.#end, at))
    this.#end = at
  }
}
