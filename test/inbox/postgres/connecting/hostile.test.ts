/** Servers that aren't what they should be. They speak as the PostgreSQL documentation has it (Message Formats). */

import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { TLSSocket } from 'node:tls'
import { expect, it, onTestFinished } from 'vitest'
import { temporaryFolder } from '../../../support/folder.ts'
import { openPostgres } from './opening.ts'

/** AuthenticationCleartextPassword. */
const ASK_AS_IT_IS = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 3])

/** A server's refusal with these words (28000, invalid_authorization_specification). */
const refusal = (words: string) => message('E', `SFATAL\0C28000\0M${words}\0\0`)

interface Sending {
  /** It takes TLS, with the certificate below. */
  tls?: boolean
  /** The path of a Unix socket. */
  listenOn?: string
}

/** For `localhost`, signed by itself. */
const CERTIFICATE = join(import.meta.dirname, '../../../support/tls/cert.pem')
const KEY_AND_CERTIFICATE = {
  cert: readFileSync(CERTIFICATE),
  key: readFileSync(CERTIFICATE.replace('cert.pem', 'key.pem')),
}

/** A server that sends `answer` to every connection, and keeps what it is sent. Then it refuses whoever answers. */
async function serverThatSends(answer: Buffer, { tls, listenOn }: Sending = {}) {
  const received: string[] = []
  const sockets = new Set<Socket>()
  const speak = (stream: Duplex) => {
    let asked = false
    stream
      .on('error', () => {})
      .on('data', (data: Buffer) => {
        if (asked) {
          received.push(String(data))
          stream.end(refusal('not you'))
          return
        }
        asked = true
        stream.write(answer)
      })
  }
  const server = createServer(socket => {
    sockets.add(socket)
    socket
      .on('error', () => {})
      .once('data', data => {
        const isTlsRequest = data.length === 8 && data.readInt32BE(4) === 80_877_103
        if (!isTlsRequest) socket.unshift(data)
        if (isTlsRequest) socket.write(tls ? 'S' : 'N')
        speak(
          isTlsRequest && tls ? new TLSSocket(socket, { isServer: true, ...KEY_AND_CERTIFICATE }) : socket,
        )
      })
  })
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  await once(listenOn === undefined ? server.listen(0) : server.listen(listenOn), 'listening')
  return { port: (server.address() as AddressInfo).port, received }
}

// Whoever has the port on this machine may be another user's program.
it.each(['0.0.0.0', '127.0.0.1', 'localhost'])(
  'sends no password in clear text to %s without TLS',
  async host => {
    const { port, received } = await serverThatSends(ASK_AS_IT_IS)
    for (const sslmode of ['disable', 'allow', 'prefer']) {
      await expect(
        openPostgres(`postgres://me:HIDDEN@${host}:${port}/db?sslmode=${sslmode}`),
      ).rejects.toMatchObject({
        category: 'network',
        message: `postgres://me@${host}:${port}/db asks for the password in clear text, without a verified certificate`,
      })
    }
    expect(received.join('')).not.toContain('HIDDEN')
  },
)

it('sends none to a server with TLS whose certificate is not verified', async () => {
  const { port, received } = await serverThatSends(ASK_AS_IT_IS, { tls: true })
  for (const sslmode of ['prefer', 'require']) {
    await expect(
      openPostgres(`postgres://me:HIDDEN@localhost:${port}/db?sslmode=${sslmode}`),
    ).rejects.toThrow('asks for the password in clear text')
  }
  expect(received.join('')).not.toContain('HIDDEN')
})

it('sends it to a server with a verified certificate, and by a Unix socket', async () => {
  const { port, received } = await serverThatSends(ASK_AS_IT_IS, { tls: true })
  const query = `sslmode=verify-full&sslrootcert=${CERTIFICATE}`
  await expect(openPostgres(`postgres://me:OVER_TLS@localhost:${port}/db?${query}`)).rejects.toThrow(
    'not you',
  )
  const folder = temporaryFolder()
  const socket = await serverThatSends(ASK_AS_IT_IS, { listenOn: join(folder, '.s.PGSQL.5432') })
  await expect(openPostgres(`postgres://me:BY_SOCKET@/db?host=${folder}`)).rejects.toThrow('not you')
  expect([received.join(''), socket.received.join('')]).toEqual([
    expect.stringContaining('OVER_TLS'),
    expect.stringContaining('BY_SOCKET'),
  ])
})

it.each([
  ['lets everybody in', Buffer.concat([message('R', Buffer.alloc(4)), message('Z', 'I')])],
  ['asks for the password as it is', ASK_AS_IT_IS],
  ['offers no channel binding', message('R', Buffer.from('\0\0\0\x0aSCRAM-SHA-256\0\0'))],
])('with channel_binding=require gives nothing to a server that %s', async (_name, answer) => {
  const { port, received } = await serverThatSends(answer, { tls: true })
  const query = `sslmode=verify-full&sslrootcert=${CERTIFICATE}&channel_binding=require`
  await expect(openPostgres(`postgres://me:HIDDEN@localhost:${port}/db?${query}`)).rejects.toMatchObject({
    category: 'network',
    message: expect.stringContaining('did not prove with channel binding that nobody is in between'),
  })
  expect(received).toEqual([])
})

it('shows only the beginning of a long error', async () => {
  const { port } = await serverThatSends(refusal('x'.repeat(100_000)))
  const error: Error = await openPostgres(`postgres://me@127.0.0.1:${port}/db`).then(
    () => expect.unreachable(),
    reason => reason,
  )
  expect(error.message).toContain('refused the user me: xxx')
  expect(error.message.length).toBeLessThan(1_000)
})

/** A message: its letter, and its length with these four bytes. */
function message(letter: string, content: Buffer | string): Buffer {
  const bytes = Buffer.from(content)
  const head = Buffer.alloc(5)
  head.write(letter)
  head.writeUInt32BE(bytes.length + 4, 1)
  return Buffer.concat([head, bytes])
}
