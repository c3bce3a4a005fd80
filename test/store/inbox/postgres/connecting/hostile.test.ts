/** Servers that aren't what they should be. They speak as the PostgreSQL documentation has it (Message Formats). */

import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { expect, it, onTestFinished } from 'vitest'
import { openPostgres } from './opening.ts'

/** AuthenticationCleartextPassword. */
const ASK_AS_IT_IS = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 3])

/** A server's refusal with these words (28000, invalid_authorization_specification). */
const refusal = (words: string) => message('E', `SFATAL\0C28000\0M${words}\0\0`)

/**
 * A server without TLS that sends `answer` to every connection, and keeps what it is sent. Then it sends `more` without an
 * end, or refuses whoever answers.
 */
async function serverThatSends(answer: Buffer, more?: Buffer): Promise<{ port: number; received: string[] }> {
  const received: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket)
    let asked = false
    socket
      .on('error', () => {})
      .on('data', data => {
        // SSLRequest
        if (data.length === 8 && data.readInt32BE(4) === 80_877_103) socket.write('N')
        else if (asked) {
          received.push(String(data))
          if (!more) socket.end(refusal('not you'))
        } else {
          socket.write(answer)
          if (more) Readable.from(endless(more)).pipe(socket)
        }
        asked ||= data.length !== 8
      })
  })
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  await once(server.listen(0), 'listening')
  return { port: (server.address() as AddressInfo).port, received }
}

it.each(['disable', 'allow', 'prefer'])(
  'does not send a password as it is to another machine, with sslmode=%s',
  async sslmode => {
    const { port, received } = await serverThatSends(ASK_AS_IT_IS)
    await expect(
      openPostgres(`postgres://me:HIDDEN@0.0.0.0:${port}/db?sslmode=${sslmode}`),
    ).rejects.toMatchObject({
      category: 'network',
      message: `postgres://me@0.0.0.0:${port}/db asks for the password without any encryption`,
    })
    expect(received.join('')).not.toContain('HIDDEN')
  },
)

it('sends it so on the same machine', async () => {
  const { port, received } = await serverThatSends(ASK_AS_IT_IS)
  await expect(openPostgres(`postgres://me:HIDDEN@127.0.0.1:${port}/db`)).rejects.toThrow('not you')
  expect(received.join('')).toContain('HIDDEN')
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

function* endless(bytes: Buffer): Generator<Buffer> {
  for (;;) yield bytes
}

/** A message: its letter, and its length with these four bytes. */
function message(letter: string, content: Buffer | string = '', claims?: number): Buffer {
  const bytes = Buffer.from(content)
  const head = Buffer.alloc(5)
  head.write(letter)
  head.writeUInt32BE(claims ?? bytes.length + 4, 1)
  return Buffer.concat([head, bytes])
}

it('ends the connection to a server that sends without an end before it lets the user in', async () => {
  // A message of 1 GB, of which 2 MB come.
  const { port } = await serverThatSends(message('E', Buffer.alloc(2 * 1024 * 1024), 1024 ** 3))
  await expect(openPostgres(`postgres://me@127.0.0.1:${port}/db`)).rejects.toMatchObject({
    category: 'network',
    message: `the inbox postgres://me@127.0.0.1:${port}/db can't be used: it sends too much`,
  })
})

it('ends the connection to a server whose answer has no end', async () => {
  const LOGGED_IN = Buffer.concat([message('R', Buffer.alloc(4)), message('Z', 'I')])
  const row = message('D', Buffer.alloc(2))
  const rows = Buffer.concat(Array.from({ length: 10_000 }, () => row))
  const answer = Buffer.concat([LOGGED_IN, message('T', Buffer.alloc(2))])
  const { port } = await serverThatSends(answer, rows)
  const before = process.memoryUsage().rss
  // It takes a while to read so much.
  const address = `postgres://me@127.0.0.1:${port}/db`
  await expect(openPostgres(address, { patienceMs: 20_000 })).rejects.toThrow(
    "can't be used: it sends too much",
  )
  expect(process.memoryUsage().rss - before).toBeLessThan(600 * 1024 * 1024)
})
