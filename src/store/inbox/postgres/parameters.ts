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

const HEADER = 20

export function texts(values: readonly (string | null)[]): Buffer {
  let size = 0
  for (const value of values) size += value === null ? 0 : value.length * 3
  const buffer = begin('text', values.length, size)
  let at = HEADER
  for (const value of values) {
    const length = value === null ? -1 : buffer.write(value, at + 4)
    buffer.writeInt32BE(length, at)
    at += 4 + Math.max(length, 0)
  }
  return buffer.subarray(0, at)
}

export function blobs(values: readonly Uint8Array[]): Buffer {
  let size = 0
  for (const value of values) size += value.length
  const buffer = begin('bytea', values.length, size)
  let at = HEADER
  for (const value of values) {
    buffer.writeInt32BE(value.length, at)
    buffer.set(value, at + 4)
    at += 4 + value.length
  }
  return buffer.subarray(0, at)
}

/** @param values in hexadecimal */
export const uuids = (values: readonly (string | null)[]) =>
  fixed('uuid', values, (buffer, value, at) => buffer.write(value, at, 'hex'))

export const booleans = (values: readonly boolean[]) =>
  fixed('boolean', values, (buffer, value, at) => buffer.writeUInt8(value ? 1 : 0, at))

export const smallints = (values: readonly (number | null)[]) =>
  fixed('int2', values, (buffer, value, at) => buffer.writeInt16BE(value, at))

export const integers = (values: readonly (number | null)[]) =>
  fixed('int4', values, (buffer, value, at) => buffer.writeInt32BE(value, at))

export const bigints = (values: readonly (number | bigint | null)[]) =>
  fixed('int8', values, (buffer, value, at) => buffer.writeBigInt64BE(BigInt(value), at))

/** @param values ISO 8601 */
export const times = (values: readonly string[]) =>
  fixed('timestamptz', values, (buffer, value, at) =>
    buffer.writeBigInt64BE(BigInt(Date.parse(value) - EPOCH_MS) * 1000n, at),
  )

function fixed<Value>(
  type: keyof typeof SIZES,
  values: readonly (Value | null)[],
  write: (buffer: Buffer, value: Value, at: number) => void,
): Buffer {
  const size = SIZES[type]
  const buffer = begin(type, values.length, values.length * size)
  let at = HEADER
  for (const value of values) {
    buffer.writeInt32BE(value === null ? -1 : size, at)
    at += 4
    if (value === null) continue
    write(buffer, value, at)
    at += size
  }
  return buffer.subarray(0, at)
}

/** Room for an array of one dimension whose elements take `size` bytes at most, with its header written. */
function begin(type: keyof typeof TYPES, length: number, size: number): Buffer {
  const buffer = Buffer.allocUnsafe(HEADER + length * 4 + size)
  buffer.writeInt32BE(length === 0 ? 0 : 1, 0)
  // There may be nulls.
  buffer.writeInt32BE(1, 4)
  buffer.writeInt32BE(TYPES[type], 8)
  buffer.writeInt32BE(length, 12)
  buffer.writeInt32BE(1, 16)
  return length === 0 ? buffer.subarray(0, 12) : buffer
}
