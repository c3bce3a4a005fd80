/**
 * Lets undici read what every other client takes for an answer. Its parser, like Node's, ends the connection when a
 * `100 Continue` comes that nobody asked for, or the same Content-Length twice (docs/decisions/rest.md#answers).
 */

import type { Socket } from 'node:net'
import type { Agent, buildConnector, Client, Pool } from 'undici'

/** The most that the headers of an answer may have, in bytes. */
const MAX_HEADERS_BYTES = 64 * 1024

type Undici = Pick<typeof import('undici'), 'Client' | 'Pool'>

/** The options that every agent has. Time limits are the caller's. */
export function agentOptions({ Client, Pool }: Undici): Agent.Options {
  const client = (origin: URL, { connect, ...options }: Client.Options) =>
    new Client(origin, {
      ...options,
      // A pool makes a function of its options. It gives the socket when it is connected.
      connect: (to, done) =>
        (connect as buildConnector.connector)(to, (...end) => {
          if (end[1]) readAnswers(end[1])
          done(...end)
        }),
    })
  const factory = (origin: string | URL, options: object) =>
    new Pool(origin, { ...options, factory: client } as Pool.Options)
  // Over HTTP/1 a request that gets no answer in time takes its connection with it: the next one needs another.
  return { factory, allowH2: false, maxHeaderSize: MAX_HEADERS_BYTES, headersTimeout: 0, bodyTimeout: 0 }
}

/** Changes what is read from a socket: each request that undici writes to it is followed by the head of an answer. */
function readAnswers(socket: Socket): void {
  let head: AnswerHead | undefined
  const { push, write } = socket
  socket.push = (chunk: Buffer | null) => push.call(socket, head && chunk ? head.read(chunk) : chunk)
  socket.write = (...args: [never]) => {
    const [chunk]: unknown[] = args
    if (typeof chunk === 'string' && chunk.includes(' HTTP/1.1\r\n')) head = new AnswerHead()
    return write.apply(socket, args)
  }
}

/** The bytes from a request on to the end of its answer. Only complete lines of the head are handed on. */
class AnswerHead {
  #isOver = false
  #begunLine = ''
  #kind: 'interim' | 'final' | undefined
  #length: string | undefined

  read(chunk: Buffer): Buffer {
    if (this.#isOver) return chunk
    let rest = this.#begunLine + chunk.toString('latin1')
    let read = ''
    for (let end = lineEnd(rest); end > 0 && !this.#isOver; end = lineEnd(rest)) {
      read += this.#line(rest.slice(0, end))
      rest = rest.slice(end)
    }
    const waits = !this.#isOver && rest.length < MAX_HEADERS_BYTES
    this.#begunLine = waits ? rest : ''
    if (waits) rest = ''
    return Buffer.from(read + rest, 'latin1')
  }

  /** What the parser gets of a line. It refuses whatever else is wrong. */
  #line(line: string): string {
    const kind = this.#kind ?? (/^HTTP\/1\.[01] 1(?!01)\d\d[ \r]/.test(line) ? 'interim' : 'final')
    const isEmpty = /^\r?\n$/.test(line)
    this.#isOver = isEmpty && this.#kind === 'final'
    this.#kind = isEmpty ? undefined : kind
    if (kind === 'interim') return ''
    const [, list] = /^content-length:([\d, \t]+)\r\n$/i.exec(line) ?? []
    const [length, ...others] = new Set(list?.split(',').map(value => value.trim()))
    if (length === undefined || others.length > 0 || length !== (this.#length ?? length)) return line
    if (this.#length !== undefined) return ''
    this.#length = length
    return `Content-Length: ${length}\r\n`
  }
}

/** Where the first line of a text ends; 0 if it doesn't. */
const lineEnd = (text: string) => text.indexOf('\n') + 1
