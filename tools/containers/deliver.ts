/**
 * Sends deliveries to the listeners behind nginx, as the service does, and kills one of them after a third:
 *
 *     node deliver.ts COUNT URL SHOP SECRET_FILE PID
 *
 * It fails if one isn't taken in five attempts, doesn't reach the shop in the end, or comes twice without being the one that
 * was forwarded at that moment. It is for containers that are in a network of their own on this machine.
 */
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'

const [count, url, shop, secretFile, pid] = process.argv.slice(2)
const COUNT = Number(count)
const SENDERS = 32
const ATTEMPTS = 5
const PAUSE_MS = 200
/** A listener forwards one at a time. */
const MOST_COPIES = 1
const FORWARDED_WITHIN_MS = 90_000

const secret = readFileSync(secretFile!, 'utf8').trim()
const ca = readFileSync(new URL('../../test/support/tls/cert.pem', import.meta.url))
const agent = new Agent({ keepAlive: true, maxSockets: SENDERS, ca })
let next = 0
let again = 0
const lost: string[] = []

await Promise.all(Array.from({ length: SENDERS }, send))
agent.destroy()
if (lost.length > 0) throw new Error(`not taken in ${ATTEMPTS} attempts: ${lost.join(' ')}`)

const came = await forwarded()
const copies = Object.values(came).reduce((sum, times) => sum + times - 1, 0)
if (copies > MOST_COPIES) throw new Error(`${copies} reached the shop again`)
console.log(
  `${COUNT} deliveries taken, ${again} of them after another attempt; all reached the shop, ${copies} of them twice`,
)

async function send(): Promise<void> {
  while (next < COUNT) {
    const n = next++
    if (n === Math.floor(COUNT / 3)) process.kill(Number(pid), 'SIGKILL')
    if (!(await deliver(n))) lost.push(`dlv_${n}`)
  }
}

/** Whether it was taken. */
async function deliver(n: number): Promise<boolean> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const status = await sendOnce(n)
    if (status === 204) return true
    if (attempt === 1) again++
    await sleep(PAUSE_MS * 2 ** attempt)
  }
  return false
}

/** The status, or null if no answer came. */
function sendOnce(n: number): Promise<number | null> {
  const body = JSON.stringify({
    id: `evt_${n}`,
    type: 'payment.approved',
    createdAt: new Date().toISOString(),
    storeId: 'store_1',
    data: { paymentId: `pay_${n}`, source: 'api', status: 'PAID', amount: 10.5 },
  })
  const time = Math.floor(Date.now() / 1000)
  const v1 = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
  const headers = {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    'X-Service-Event': 'payment.approved',
    'X-Service-Delivery': `dlv_${n}`,
    'X-Service-Signature': `t=${time},v1=${v1}`,
  }
  return new Promise(resolve => {
    const sent = request(url!, { method: 'POST', agent, headers }, answer => {
      answer.resume().on('end', () => resolve(answer.statusCode!))
      answer.on('error', () => resolve(null))
    })
    sent.on('error', () => resolve(null)).end(body)
  })
}

/** How often each delivery reached the shop, once all have. */
async function forwarded(): Promise<Record<string, number>> {
  for (const start = performance.now(); ; await sleep(PAUSE_MS)) {
    const came = (await (await fetch(shop!)).json()) as Record<string, number>
    const missing = Array.from({ length: COUNT }, (_, n) => `dlv_${n}`).filter(id => !came[id])
    if (missing.length === 0) return came
    if (performance.now() - start > FORWARDED_WITHIN_MS) {
      throw new Error(`${missing.length} did not reach the shop: ${missing.slice(0, 10).join(' ')}`)
    }
  }
}
