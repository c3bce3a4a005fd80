/**
 * Arrays for PostgreSQL in its binary form: pg sends a Buffer as it is. As text, a body would be written in hexadecimal
 * and parsed again, and every text be searched for characters to escape.
 */

/** The number of each element type (pg_type). */
const TYPES = {
  boolean: 16,
  bytea: 17,
  int8: 20,
  int2: 21,
  int4: 23,
  text: 25,
  timestamptz: 1184,
  uuid: 2950,
} as const

const SIZES = { boolean: 1, int8: 8, int2: 2, int4: 4, timestamptz: 8, uuid: 16 } as const

/** PostgreSQL counts from here, in microseconds. */
const EPOCH_MS = Date.UTC(2000, 0, 1)

const ARRAY_HEADER = 20

/** Writes values one after the other, each with its length before it, as a message to the server has them. */
export class Values {
  /** Replaced by a larger one when it is full. */
  bytes = Buffer.alloc(0)
  /** Where the next value begins. */
  end = 0

  texts(values: readonly (string | null)[]): void {
    let size = 0
    for (const value of values) size += value === null ? 0 : value.length * 3
    const begin = this.#begin('text', values.length, size)
    const { bytes } = this
    let at = this.end
    for (const value of values) {
      const length = value === null ? -1 : bytes.write(value, at + 4)
      bytes.writeInt32BE(length, at)
      at += 4 + Math.max(length, 0)
    }
    this.#finish(begin, at)
  }

  blobs(values: readonly Uint8Array[]): void {
    let size = 0
    for (const value of values) size += value.length
    const begin = this.#begin('bytea', values.length, size)
    const { bytes } = this
    let at = this.end
    for (const value of values) {
      bytes.writeInt32BE(value.length, at)
      bytes.set(value, at + 4)
      at += 4 + value.length
    }
    this.#finish(begin, at)
  }

  /** @param values in hexadecimal */
  uuids(values: readonly (string | null)[]): void {
    this.#fixed('uuid', values, (bytes, value, at) => bytes.write(value, at, 'hex'))
  }

  booleans(values: readonly boolean[]): void {
    this.#fixed('boolean', values, (bytes, value, at) => bytes.writeUInt8(value ? 1 : 0, at))
  }

  smallints(values: readonly (number | null)[]): void {
    this.#fixed('int2', values, (bytes, value, at) => bytes.writeInt16BE(value, at))
  }

  integers(values: readonly (number | null)[]): void {
    this.#fixed('int4', values, (bytes, value, at) => bytes.writeInt32BE(value, at))
  }

  bigints(values: readonly (number | bigint | null)[]): void {
    this.#fixed('int8', values, (bytes, value, at) => bytes.writeBigInt64BE(BigInt(value), at))
  }

  /** @param values ISO 8601 */
  times(values: readonly string[]): void {
    this.#fixed('timestamptz', values, (bytes, value, at) => {
      const microseconds = (Date.parse(value) - EPOCH_MS) * 1000
      bytes.writeInt32BE(Math.floor(microseconds / 2 ** 32), at)
      return bytes.writeUInt32BE(microseconds >>> 0, at + 4)
    })
  }

  /** One value, not an array. */
  smallint(value: number): void {
    this.reserve(6)
    this.bytes.writeInt32BE(2, this.end)
    this.bytes.writeInt16BE(value, this.end + 4)
    this.end += 6
  }

  /** Makes room for so many bytes more. */
  reserve(size: number): void {
    if (this.end + size <= this.bytes.length) return
    const larger = Buffer.allocUnsafe(this.end === 0 ? size : (this.end + size) * 2)
    this.bytes.copy(larger, 0, 0, this.end)
    this.bytes = larger
  }

  #fixed<Value>(
    type: keyof typeof SIZES,
    values: readonly (Value | null)[],
    write: (bytes: Buffer, value: Value, at: number) => void,
  ): void {
    const size = SIZES[type]
    const begin = this.#begin(type, values.length, values.length * size)
    const { bytes } = this
    let at = this.end
    for (const value of values) {
      bytes.writeInt32BE(value === null ? -1 : size, at)
      at += 4
      if (value === null) continue
      write(bytes, value, at)
      at += size
    }
    this.#finish(begin, at)
  }

  /**
   * Writes the header of an array of one dimension, and makes room for its elements.
   *
   * @param size the most that they take
   * @returns where the array begins
   */
  #begin(type: keyof typeof TYPES, length: number, size: number): number {
    this.reserve(4 + ARRAY_HEADER + length * 4 + size)
    const { bytes } = this
    const begin = this.end + 4
    bytes.writeInt32BE(length === 0 ? 0 : 1, begin)
    // There may be nulls.
    bytes.writeInt32BE(1, begin + 4)
    bytes.writeInt32BE(TYPES[type], begin + 8)
    bytes.writeInt32BE(length, begin + 12)
    bytes.writeInt32BE(1, begin + 16)
    // An empty one has no dimension.
    this.end = begin + (length === 0 ? 12 : ARRAY_HEADER)
    return begin
  }

  #finish(begin: number, end: number): void {
    this.bytes.writeInt32BE(end - begin, begin - 4)
    this.end = end
  }
}

type ArrayKind = 'texts' | 'booleans' | 'smallints' | 'integers' | 'bigints' | 'times'

/** An array alone, as a value for pg. */
function alone<Kind extends ArrayKind>(kind: Kind) {
  return (values: Parameters<Values[Kind]>[0]): Buffer => {
    const written = new Values()
    ;(written[kind] as (values: Parameters<Values[Kind]>[0]) => void)(values)
    return written.bytes.subarray(4, written.end)
  }
}

export const texts = alone('texts')
export const booleans = alone('booleans')
export const smallints = alone('smallints')
export const integers = alone('integers')
export const bigints = alone('bigints')
export const times = alone('times')
