/** Answers that no HTTP library writes, byte by byte. curl takes all of `UNUSUAL`. */

import type { ServerResponse } from 'node:http'

const length = (body: string) => `Content-Length: ${Buffer.byteLength(body)}\r\n`

type Bytes = (status: number, body: string) => string

/** Valid answers, by what is unusual in them. */
export const UNUSUAL: [name: string, bytes: Bytes][] = [
  ['comes after a 100', (status, body) => `HTTP/1.1 100 Continue\r\n\r\n${usual(status, body)}`],
  [
    'comes after thousands of 1xx',
    (status, body) => 'HTTP/1.1 103 Early Hints\r\nLink: </>\r\n\r\n'.repeat(5_000) + usual(status, body),
  ],
  [
    'has the same Content-Length three times',
    (status, body) => usual(status, body, `${length(body).toUpperCase()}${length(body)}`),
  ],
  [
    'has the same Content-Length twice in a line',
    (status, body) => usual(status, body).replace(/(\d+)\r\n\r\n/, '$1, $1\r\n\r\n'),
  ],
  ['has 60 KB of headers', (status, body) => usual(status, body, `X-Long: ${'x'.repeat(60_000)}\r\n`)],
]

/** What is no answer, because two programs could read it in two ways, or it isn't HTTP at all. */
export const WRONG: [name: string, bytes: Bytes][] = [
  ['two different Content-Lengths', (status, body) => usual(status, body, 'Content-Length: 1\r\n')],
  ['two of them in a line', (status, body) => usual(status, body).replace(/(\d+)\r\n\r\n/, '$1, 1\r\n\r\n')],
  [
    'a Content-Length and chunks',
    (status, body) =>
      `HTTP/1.1 ${status} OK\r\nTransfer-Encoding: chunked\r\n${length(body)}${length(body)}\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
  ],
  ['the headers of another line', (status, body) => usual(status, body, ' folded\r\n')],
  ['another protocol', () => 'SSH-2.0-OpenSSH_9.2\r\n'],
  ['a 100 alone', () => 'HTTP/1.1 100 Continue\r\n\r\n'],
  [
    'an upgrade that nobody asked for',
    (status, body) =>
      `HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n${usual(status, body)}`,
  ],
]

/** An ordinary answer, with more headers if wanted. */
export function usual(status: number, body: string, headers = ''): string {
  return `HTTP/1.1 ${status} OK\r\nContent-Type: application/json\r\n${headers}${length(body)}\r\n${body}`
}

/** Writes these bytes in place of an answer, and ends the connection. */
export const written =
  (bytes: string) =>
  ({ socket }: Pick<ServerResponse, 'socket'>): void => {
    socket!.end(bytes)
  }
