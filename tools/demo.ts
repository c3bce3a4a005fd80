/**
 * The main job: the sandbox starts, a charge is created and its QR code shown, and it is paid. The payment is shown
 * live, its signed delivery is verified and forwarded to a receiver, the charge is confirmed, and the balance has
 * grown. Every step is a public command. The data is in temporary folders that are deleted at the end.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const run = join(root, 'bin', 'run.js')
const folder = mkdtempSync(join(tmpdir(), 'pixctl-demo-'))
const env = {
  // Nothing of the reader's own store.
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('PIXCTL_'))),
  PIXCTL_CONFIG_DIR: join(folder, 'config'),
  PIXCTL_DATA_DIR: join(folder, 'data'),
}
const bold = (text: string) =>
  process.stdout.isTTY && !process.env.NO_COLOR ? `\u001b[1m${text}\u001b[22m` : text

if (!existsSync(join(root, 'dist', 'pixctl.cjs'))) {
  console.error('pixctl is not built yet: run npm ci (or npm run build) first')
  process.exit(1)
}

/** How long an event may take, in milliseconds. */
const PATIENCE_MS = 20_000

const running: ChildProcess[] = []
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    for (const child of running) child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
    process.exit(1)
  })
}
const receiver = createServer()
try {
  await startSandbox()
  const { url, received } = await startReceiver()
  const port = await freePort()
  const { secret } = JSON.parse(
    await pixctl('sandbox', 'webhook', 'add', `http://127.0.0.1:${port}/`, '--json'),
  )
  announce(['sandbox', 'webhook', 'add', `http://127.0.0.1:${port}/`])
  const listener = await startListener(port, url)
  const tail = await startTail()
  const before = await balance()
  await show('balance')
  await show('charge', 'create', '--amount', '10.50', '--description', 'Coffee, table 4', '--qr', 'terminal')
  const id = (await pixctl('charges', 'list', '-q')).trim()
  await show('sandbox', 'pay', id)
  await tail.shows('payment.approved', id)
  const paid = await received('payment.approved')
  if (paid.signature !== sign(secret, paid) || JSON.parse(paid.body).data.paymentId !== id) {
    throw new Error('what the receiver was forwarded is not what the sandbox signed')
  }
  await show('charge', 'confirm', id, '--amount', '10.50', '--description', 'Coffee, table 4')
  await show('balance')
  const charge = JSON.parse(await pixctl('charges', 'get', id, '--json'))
  const grown = (await balance()) - before
  if (charge.status !== 'PAID' || grown !== Math.round(charge.netAmount * 100)) {
    throw new Error(`charge ${id} is ${charge.status} and the balance has grown by ${grown} centavos`)
  }
  console.log()
  await stop(tail.child)
  await stop(listener)
  const net = charge.netAmount.toFixed(2)
  console.log(bold(`\nThe charge is PAID, and the balance has grown by its netAmount, ${net}.`))
  console.log(bold('Its payment was seen live before the balance was read.'))
  console.log(bold('The delivery of its payment was verified, saved, and forwarded with its signature.'))
} finally {
  receiver.close()
  for (const child of running.toReversed()) await stop(child)
  rmSync(folder, { recursive: true, force: true })
}

async function startSandbox(): Promise<void> {
  const arguments_ = ['sandbox', 'start', '--port', '0', '--json']
  announce(arguments_)
  const child = spawn(process.execPath, [run, ...arguments_], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  running.push(child)
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the sandbox ended with ${code}`)
  })
  ended.catch(() => {})
  const [line] = await Promise.race([once(createInterface(child.stdout!), 'line'), ended])
  const { baseUrl } = JSON.parse(line)
  console.log(`serving ${baseUrl}`)
}

/** Starts `webhook listen`, whose lines show up among those of the other commands; resolves once it listens. */
async function startListener(port: number, target: string): Promise<ChildProcess> {
  const arguments_ = ['webhook', 'listen', '--port', String(port), '--forward-to', target]
  announce(arguments_)
  const child = spawn(process.execPath, [run, ...arguments_], { env, stdio: ['ignore', 'inherit', 'pipe'] })
  running.push(child)
  await new Promise<void>((resolve, reject) => {
    child.once('exit', code => reject(new Error(`webhook listen ended with ${code}`)))
    createInterface(child.stderr!).on('line', line => {
      console.log(line)
      if (line.includes('listening on')) resolve()
    })
  })
  return child
}

/** Starts `events tail`, and shows its rows as they come; resolves once it listens. */
async function startTail() {
  const arguments_ = ['events', 'tail']
  announce(arguments_)
  const child = spawn(process.execPath, [run, ...arguments_], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  running.push(child)
  const rows: string[] = []
  let arrived = () => {}
  createInterface(child.stdout).on('line', row => {
    console.log(row)
    rows.push(row)
    arrived()
  })
  await new Promise<void>((resolve, reject) => {
    child.once('exit', code => reject(new Error(`events tail ended with ${code}`)))
    createInterface(child.stderr).on('line', line => {
      console.log(line)
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
    setTimeout(() => reject(new Error(`${failure} within ${PATIENCE_MS / 1000} s`)), PATIENCE_MS).unref()
    wait(resolve)
  })
}

interface Received {
  body: string
  timestamp: string
  signature: string
}

/** A store's own receiver: it answers 204, and gives what came of a type. */
async function startReceiver() {
  const kept = new Map<string, Received>()
  let arrived = () => {}
  receiver.on('request', async (request, response) => {
    const body = await text(request)
    const [, timestamp = '', signature = ''] =
      /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(request.headers['x-service-signature'])) ?? []
    kept.set(JSON.parse(body).type, { body, timestamp, signature })
    response.writeHead(204).end()
    arrived()
  })
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const received = async (type: string): Promise<Received> => {
    const known = kept.get(type)
    if (known) return known
    await inTime(`no ${type} came`, resolve => {
      arrived = resolve
    })
    return received(type)
  }
  return { url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/pix`, received }
}

function sign(secret: string, { timestamp, body }: Received): string {
  return createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGINT')
  await once(child, 'exit')
}

/** Runs a command for its output. */
async function pixctl(...arguments_: string[]): Promise<string> {
  const child = spawn(process.execPath, [run, ...arguments_], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  if (code !== 0) throw new Error(`pixctl ${arguments_.join(' ')} ended with ${code}`)
  return output
}

/** Runs a command on this terminal. */
async function show(...arguments_: string[]): Promise<void> {
  announce(arguments_)
  const child = spawn(process.execPath, [run, ...arguments_], { env, stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`pixctl ${arguments_.join(' ')} ended with ${code}`)
}

function announce(arguments_: string[]): void {
  const words = arguments_.map(word => (/\s/.test(word) ? `"${word}"` : word))
  console.log(bold(`\n$ pixctl ${words.join(' ')}`))
}

/** The wallet's balance in centavos. */
async function balance(): Promise<number> {
  const reais = JSON.parse(await pixctl('balance', '--json')).availableBalance
  return Math.round(reais * 100)
}
