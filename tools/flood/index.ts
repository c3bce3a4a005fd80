/**
 * How many real deliveries `webhook listen` answers while many senders that sign nothing try to block it.
 * Everything happens on this machine, over loopback, for a few seconds each.
 *
 *     npm run build && node tools/flood/index.ts
 *
 * The genuine senders are slow ones: their body comes 400 ms after its header.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { createHmac, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const SECRET = `whsec_${randomBytes(16).toString('hex')}`
const SECONDS = 6
const GENUINE_PER_SECOND = 20
const GAP_MS = 400
/** How long an answer may take, in milliseconds. */
const TIMEOUT_MS = 5_000
/** The share that has to be answered; the machine may have more to do. */
const ENOUGH = 0.95

const CROWDS = {
  none: 'nobody else',
  stall: 'large bodies with a false signature that stall',
  silent: '3,000 connections a second that send nothing',
  header: '3,000 connections a second that send a header alone',
  forged: '3,000 deliveries of 8 KiB a second with a false signature',
}

const folder = mkdtempSync(join(tmpdir(), 'pixctl-flood-'))
try {
  let isGood = true
  for (const [crowd, name] of Object.entries(CROWDS)) {
    const { sent, answered, rejected } = await during(crowd)
    console.log(
      `${name}: ${answered} of ${sent} genuine deliveries answered 204, ${rejected} lines of rejected ones`,
    )
    isGood &&= answered >= sent * ENOUGH
  }
  process.exitCode = isGood ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function during(crowd: string) {
  const env = { ...process.env, PIXCTL_WEBHOOK_SECRET: SECRET }
  for (const kind of ['CONFIG', 'DATA', 'CACHE'])
    Object.assign(env, { [`PIXCTL_${kind}_DIR`]: join(folder, kind) })
  const listener = spawn(
    process.execPath,
    [at('../../bin/run.js'), 'webhook', 'listen', '--port', '0', '--json'],
    {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let rejected = 0
  createInterface(listener.stdout).on('line', line => {
    if (line.includes('"rejected"')) rejected++
  })
  const port = await portOf(listener)
  const flood =
    crowd === 'none'
      ? null
      : spawn(process.execPath, [at('crowd.ts'), crowd, String(port), String(SECONDS)], { stdio: 'inherit' })
  // Until the crowd is there.
  await sleep(1_000)
  const answers: Promise<boolean>[] = []
  const count = (SECONDS - 2) * GENUINE_PER_SECOND
  for (let n = 0; n < count; n++) {
    answers.push(deliver(port, n))
    await sleep(1_000 / GENUINE_PER_SECOND)
  }
  const answered = (await Promise.all(answers)).filter(isAnswered => isAnswered).length
  if (flood && flood.exitCode === null) await once(flood, 'exit')
  listener.kill('SIGTERM')
  if (listener.exitCode === null) await once(listener, 'exit')
  return { sent: count, answered, rejected }
}

async function portOf(listener: ChildProcess): Promise<number> {
  for await (const line of createInterface(listener.stderr!)) {
    const port = /listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(line)?.[1]
    if (port === undefined) continue
    listener.stderr!.resume()
    return Number(port)
  }
  throw new Error('webhook listen did not start')
}

/** Sends a signed delivery, slowly; whether it was answered 204. */
function deliver(port: number, n: number): Promise<boolean> {
  const body = JSON.stringify({ id: `evt_${n}`, type: 'payment.created', data: { paymentId: `pay_${n}` } })
  const t = Math.floor(Date.now() / 1000)
  const v1 = createHmac('sha256', SECRET).update(`${t}.${body}`).digest('hex')
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1', async () => {
      socket.write(
        `POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Service-Event: payment.created\r\nX-Service-Delivery: dlv_${n}\r\n` +
          `X-Service-Signature: t=${t},v1=${v1}\r\nContent-Length: ${body.length}\r\n\r\n`,
      )
      await sleep(GAP_MS)
      socket.write(body)
    })
    const end = (isAnswered: boolean) => {
      socket.destroy()
      resolve(isAnswered)
    }
    socket.setTimeout(TIMEOUT_MS, () => end(false))
    socket.on('error', () => end(false))
    socket.on('close', () => end(false))
    socket.on('data', answer => end(answer.toString('latin1', 9, 12) === '204'))
  })
}
