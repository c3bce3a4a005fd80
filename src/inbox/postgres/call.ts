/**
 * A statement whose values are written into one message, without a Buffer and a copy for each value: pg copies each one
 * into a message that it makes larger again and again. This uses the interface that pg has for queries of others
 * (https://node-postgres.com/apis/client#clientquery).
 */

import type { Connection, Submittable } from 'pg'
import type { Values } from './parameters.ts'

/** A row as the server sends it: each value as text. */
export type Fields = readonly (string | null)[]

const [BIND, EXECUTE, SYNC] = ['B', 'E', 'S'].map(letter => letter.charCodeAt(0)) as [number, number, number]

/** The statements that a connection has prepared. */
const prepared = new WeakMap<Connection, Set<string>>()

export interface CallStatement {
  /** Of the prepared statement. */
  name: string
  text: string
  /** How many values it has. */
  count: number
  /** How long it may take, in milliseconds. */
  timeoutMs: number
}

export class Call implements Submittable {
  readonly query_timeout: number
  /** Resolves with the rows, when the server has ended. */
  readonly done: Promise<readonly Fields[]>
  /** Called, and replaced, by pg. */
  callback: (error: Error | null) => void
  readonly #statement: CallStatement
  readonly #message: Buffer
  readonly #rows: Fields[] = []
  #forget: () => void = () => {}

  /** @param message of {@link messageOf}. It must not change before `done` */
  constructor(statement: CallStatement, message: Buffer) {
    this.#statement = statement
    this.#message = message
    this.query_timeout = statement.timeoutMs
    const { promise, resolve, reject } = Promise.withResolvers<readonly Fields[]>()
    this.done = promise
    this.callback = error => (error ? reject(error) : resolve(this.#rows))
  }

  get name(): string {
    return this.#statement.name
  }

  submit(connection: Connection): void {
    const { name, text } = this.#statement
    const { stream } = connection
    // pg then ends what waits with an error.
    if (!stream.writable) return
    const known = prepared.get(connection) ?? new Set()
    prepared.set(connection, known)
    this.#forget = () => known.delete(name)
    stream.cork()
    if (!known.has(name)) {
      // It may be there, if a call failed: to close one that isn't there is no error.
      connection.close({ type: 'S', name }, true)
      connection.parse({ name, text, types: [] }, true)
      known.add(name)
    }
    stream.write(this.#message)
    stream.uncork()
  }

  handleDataRow({ fields }: { fields: Fields }): void {
    this.#rows.push(fields)
  }

  handleReadyForQuery(): void {
    this.callback(null)
  }

  handleError(error: Error): void {
    this.#forget()
    this.callback(error)
  }

  // What else the server says about a statement.
  handleRowDescription(): void {}
  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
}

/**
 * Binds the values to the statement and runs it, in one message.
 *
 * @param values what it is written with; what they held before is overwritten
 */
export function messageOf(
  { name, count }: CallStatement,
  values: Values,
  write: (values: Values) => void,
): Buffer {
  values.end = 0
  const nameLength = Buffer.byteLength(name)
  values.reserve(nameLength + 16)
  const { bytes } = values
  let at = bytes.writeUInt8(BIND, 0) + 4
  // Its portal has no name.
  at = bytes.writeUInt8(0, at)
  at += bytes.write(name, at)
  at = bytes.writeUInt8(0, at)
  // One form for all of them: binary.
  at = bytes.writeInt16BE(1, at)
  at = bytes.writeInt16BE(1, at)
  values.end = bytes.writeInt16BE(count, at)
  write(values)
  return end(values)
}

function end(values: Values): Buffer {
  values.reserve(17)
  const { bytes } = values
  // No forms of results: all as text.
  let at = bytes.writeInt16BE(0, values.end)
  bytes.writeInt32BE(at - 1, 1)
  at = bytes.writeUInt8(EXECUTE, at)
  at = bytes.writeInt32BE(9, at)
  at = bytes.writeUInt8(0, at)
  // All rows.
  at = bytes.writeInt32BE(0, at)
  at = bytes.writeUInt8(SYNC, at)
  at = bytes.writeInt32BE(4, at)
  return bytes.subarray(0, at)
}
