/** What runs beside the commands of the demo: the sandbox, the webhook listener, the tail, and a store's receiver. */

import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { start } from './machine.ts'
import { announce, say } from './screen.ts'

/** How long an event may take, in milliseconds. */
const TIMEOUT_MS = 20_000

export async function startSandbox(step: string): Promise<void> {
  announce(step, ['sandbox', 'start'])
  const child = start(['sandbox', 'start', '--port', '0', '--json'], ['ignore', 'pipe', 'inherit'])
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the sandbox ended with ${code}`)
  })
  ended.catch(() => {})
  const [line] = await Promise.race([once(createInterface(child.stdout!), 'line'), ended])
  say(`It serves ${JSON.parse(line).baseUrl}`)
}

/** Starts `webhook listen`; resolves once it listens. */
export async function startListener(step: string, port: number, target: string) {
  const command = ['webhook', 'listen', '--port', String(port), '--forward-to', target]
  announce(step, command)
  const child = start(command, ['ignore', 'ignore', 'pipe'])
  await new Promise<void>((resolve, reject) => {
    child.once('exit', code => reject(new Error(`webhook listen ended with ${code}`)))
    createInterface(child.stderr!).on('line', line => {
      if (line.includes('listening on')) resolve()
    })
  })
  return child
}

/** Starts `events tail`; resolves once it shows events. */
export async function startTail(step: string) {
  const command = ['events', 'tail']
  announce(step, command)
  const child = start(command, ['ignore', 'pipe', 'pipe'])
  const rows: string[] = []
  let arrived = () => {}
  createInterface(child.stdout!).on('line', row => {
    rows.push(row)
    arrived()
  })
  await new Promise<void>((resolve, reject) => {
    child.once('exit', code => reject(new Error(`events tail ended with ${code}`)))
    createInterface(child.stderr!).on('line', line => {
      if (line.includes('Ctrl-C')) resolve()
    })
  })
  const shows = (type: string, id: string): Promise<void> =>
    inTime(`no ${type} of ${id} was seen live`, resolve => {
      arrived = () => {
        if (rows.some(row => row.includes(`\t${type}\t${id}\t`))) resolve()
      }
      arrived()
    })
  return { child, shows }
}

/** @param failure what it means that it takes longer */
function inTime(failure: string, wait: (resolve: () => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error(`${failure} within ${TIMEOUT_MS / 1000} s`)), TIMEOUT_MS).unref()
    wait(resolve)
  })
}

interface Received {
  body: string
  timestamp: string
  signature: string
}

/** A store's own receiver: it answers 204, and gives the first delivery of a type. */
export async function startReceiver() {
  const server = createServer()
  const kept = new Map<string, Received>()
  let arrived = () => {}
  server.on('request', async (request, response) => {
    const body = await text(request)
    const [, timestamp = '', signature = ''] =
      /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(request.headers['x-service-signature'])) ?? []
    const { type } = JSON.parse(body)
    if (!kept.has(type)) kept.set(type, { body, timestamp, signature })
    response.writeHead(204).end()
    arrived()
  })
  await listening(server)
  const received = async (type: string): Promise<Received> => {
    const known = kept.get(type)
    if (known) return known
    await inTime(`no ${type} came`, resolve => {
      arrived = resolve
    })
    return received(type)
  }
  return { url: `http://127.0.0.1:${portOf(server)}/pix`, received, close: () => server.close() }
}

export function isSignedBy(secret: string, { timestamp, body, signature }: Received): boolean {
  return createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex') === signature
}

export async function freePort(): Promise<number> {
  const server = createServer()
  await listening(server)
  const port = portOf(server)
  server.close()
  await once(server, 'close')
  return port
}

async function listening(server: Server): Promise<void> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port
}
