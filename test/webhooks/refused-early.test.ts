/** What is refused before it is a delivery leaves a trace: each kind, made by a real client, is reported once, with its reason. */

import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { get } from 'node:https'
import { connect } from 'node:net'
import { connect as tlsConnect } from 'node:tls'
import { expect, it, onTestFinished } from 'vitest'
import { EARLY_REFUSALS } from '#lib/refused-early.ts'
import { Connection, startReceiver, TLS } from './receiver.ts'

const HEAD = 'POST / HTTP/1.1\r\nHost: x\r\n'

/** Sends text over plain TCP, and ends. Gives all that was answered. */
async function sendText(port: number, text: string): Promise<string> {
  const connection = new Connection(connect(port, '127.0.0.1'))
  connection.socket.end(text)
  await connection.closed()
  return connection.text
}

/** Node's client, which leaves without an alert if it doesn't trust the certificate. */
async function askWithNode(port: number, options = {}): Promise<void> {
  const request = get({ port, host: '127.0.0.1', agent: false, ...options })
  const [error] = await once(request, 'error')
  expect(error.code).toMatch(/SELF_SIGNED|ECONNRESET|ALERT/)
}

/** OpenSSL's client. */
const askWithOpenssl = (port: number, ...options: string[]) =>
  new Promise<void>(resolve => {
    const client = execFile('openssl', ['s_client', '-connect', `127.0.0.1:${port}`, ...options], () =>
      resolve(),
    )
    client.stdin!.end()
  })

/** The same, as what is to be sent. */
const text = (what: string) => (port: number) => sendText(port, what)
const openssl =
  (...options: string[]) =>
  (port: number) =>
    askWithOpenssl(port, ...options)
const END = 'HTTP/1.1\r\nConnection: close\r\n\r\n'

it.each<[string, string, 'http' | 'https', (port: number) => Promise<unknown>, RegExp?]>([
  ['headers_too_large', '20 KB', 'http', text(`${HEAD}X: ${'a'.repeat(20_000)}\r\n\r\n`), /^HTTP\/1\.1 431 /],
  ['not_http', 'a greeting', 'http', text('HELO x\r\n\r\n'), /^HTTP\/1\.1 400 /],
  ['not_http', 'the preface of HTTP/2', 'http', text('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), /^HTTP\/1\.1 400 /],
  ['incomplete', 'half a body', 'http', text(`${HEAD}Content-Length: 9\r\n\r\nab`)],
  ['tls_to_plain_port', 'TLS', 'http', openssl()],
  ['plain_to_tls_port', 'HTTP without TLS', 'https', text(`${HEAD}\r\n`)],
  ['tls_failed', 'what is neither', 'https', text('hello\r\n\r\n')],
  ['tls_failed', 'only HTTP/2 over TLS', 'https', openssl('-alpn', 'h2')],
  ['certificate_distrusted', 'said so', 'https', openssl('-verify_return_error', '-verify', '1')],
  ['closed_without_request', 'a sender in Node that doesn’t trust it', 'https', port => askWithNode(port)],
  ['other_method', 'CONNECT', 'http', text('CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n'), /^HTTP\/1\.1 405 /],
  ['other_method', 'GET', 'http', text(`GET / ${END}`), /^HTTP\/1\.1 405 /],
  ['other_path', 'another path', 'http', text(`POST /x ${END}`), /^HTTP\/1\.1 404 /],
  ['request_ahead', 'requests ahead', 'http', text(`${HEAD}Content-Length: 0\r\n\r\n`.repeat(3))],
])('%s: %s', async (reason, _what, scheme, send, answer = /^/) => {
  const reported = Promise.withResolvers<string>()
  const all: string[] = []
  const { receiver, kept, refused } = await startReceiver(undefined, {
    tls: scheme === 'https' ? TLS : undefined,
    onRefused: refusedFor => {
      all.push(refusedFor)
      reported.resolve(refusedFor)
    },
  })
  expect(EARLY_REFUSALS).toContain(reason)
  const answered = await send(receiver.port)
  expect(await reported.promise).toBe(reason)
  if (typeof answered === 'string') expect(answered).toMatch(answer)
  // The next one is served, and nothing is reported twice.
  await sendText(receiver.port, scheme === 'https' ? '' : 'GET /other HTTP/1.1\r\nConnection: close\r\n\r\n')
  expect(all).toEqual(scheme === 'https' ? [reason] : [reason, 'other_path'])
  expect([kept, reason === 'request_ahead' ? [] : refused]).toEqual([[], []])
})

it('a probe that only connects, over plain TCP or before it ends idle TLS after a request, is nothing', async () => {
  const all: string[] = []
  const { receiver } = await startReceiver(undefined, { tls: TLS, onRefused: reason => all.push(reason) })
  await sendText(receiver.port, '')
  const reset = connect(receiver.port, '127.0.0.1')
  await once(reset, 'connect')
  reset.resetAndDestroy()
  const used = new Connection(
    tlsConnect({ port: receiver.port, host: '127.0.0.1', rejectUnauthorized: false }),
  )
  used.socket.write(`${HEAD}Content-Length: 0\r\n\r\n`)
  await used.answers(1)
  used.socket.end()
  await used.closed()
  expect(all).toEqual([])
})

it('a listener that stops reports none of the connections that it ends itself', async () => {
  const all: string[] = []
  const { receiver } = await startReceiver(undefined, { tls: TLS, onRefused: reason => all.push(reason) })
  const idle = tlsConnect({ port: receiver.port, host: '127.0.0.1', rejectUnauthorized: false })
  await once(idle, 'secureConnect')
  const closed = once(idle.resume(), 'close')
  await receiver.stop()
  await closed
  expect(all).toEqual([])
})

it('at the limit of connections, each that is ended is reported', async () => {
  const all: string[] = []
  const { receiver } = await startReceiver(undefined, {
    maxConnections: 4,
    onRefused: reason => all.push(reason),
  })
  const crowd = Array.from({ length: 10 }, () => connect(receiver.port, '127.0.0.1').on('error', () => {}))
  onTestFinished(() => {
    for (const socket of crowd) socket.destroy()
  })
  await expect.poll(() => all).toEqual(Array(6).fill('too_many_connections'))
})
