/** The memory of `reconcile` beside an archive of a million charges and an inbox with an event for each that was paid. */

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Archive } from '#charges/archive/archive.ts'
import type { Payment } from '#contract/generated/types.ts'
import { plainAddress } from '#lib/plain-address.ts'
import { CHARGES, chargeAt, fillArchive } from './archive.ts'
import { fillInbox } from './fill.ts'
import { row, verdict, walk } from './measure.ts'

const EVENTS = 1_000_000
const PAGE_SIZE = 100
const MOST_MIB = 700

/** @param env its data folder gets an archive and an inbox, of the profile `reconciled` */
export async function reconcile(run: string, env: NodeJS.ProcessEnv): Promise<void> {
  const now = Date.now()
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://127.0.0.1')
    const page = Number(searchParams.get('page'))
    const body = pathname.endsWith('/payments')
      ? { data: pageOf(page, now), pagination: { page, limit: PAGE_SIZE, total: CHARGES } }
      : { data: { ...chargeOfId(pathname.split('/').at(-1)!, now), qrCode: null } }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(body))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const profile = 'reconciled'
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`
  const archive = await Archive.open(env.PIXCTL_DATA_DIR!, profile, plainAddress(baseUrl))
  fillArchive(archive, now)
  archive.close()
  await fill(env.PIXCTL_DATA_DIR!, profile, now)
  const { ms, peakKib } = await walk({
    name: 'reconcile',
    args: [run, 'reconcile', '--rate-limit', 'off'],
    env: { ...env, PIXCTL_PROFILE: profile, PIXCTL_BASE_URL: baseUrl },
  })
  server.close()
  server.closeAllConnections()
  const mib = peakKib / 1024
  console.log(`\nPeak memory in MiB beside ${CHARGES} charges and ${EVENTS} events`)
  row('', 'MiB', 'seconds', 'goal')
  row('reconcile', mib.toFixed(0), (ms / 1000).toFixed(0), verdict(mib <= MOST_MIB, `≤ ${MOST_MIB}`))
}

/** Only new ones are read by their ids. */
function chargeOfId(id: string, now: number): Payment {
  for (let number = CHARGES - 1; ; number--) {
    const charge = chargeAt(number, now)
    if (charge.id === id) return charge
  }
}

function pageOf(page: number, now: number): Payment[] {
  const newest = CHARGES - 1 - (page - 1) * PAGE_SIZE
  return Array.from({ length: Math.min(PAGE_SIZE, newest + 1) }, (_, index) => chargeAt(newest - index, now))
}

/** The approved event of each charge that was paid, and for the others the event of their creation. */
function fill(dataDir: string, profile: string, now: number): Promise<void> {
  return fillInbox({ dataDir, profile }, EVENTS, number => {
    const { id: paymentId, status, amount, netAmount, paidAt, createdAt } = chargeAt(number, now)
    const [eventId, type] = [`evt_${number}`, status === 'PAID' ? 'payment.approved' : 'payment.created']
    const data = { paymentId, source: 'api', status, amount, netAmount }
    const body = Buffer.from(JSON.stringify({ id: eventId, type, data }))
    const receivedAt = paidAt ?? createdAt
    return { delivery: `dlv_${number}`, type, eventId, paymentId, receivedAt, body, forward: false }
  })
}
