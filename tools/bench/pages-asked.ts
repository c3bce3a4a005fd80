/** How many pages a search asks for, counted at the service: over 100,000 charges, of which 200 are today's. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { row, verdict } from './measure.ts'

const TOTAL = 100_000
const TODAY = 200
const PAGE_SIZE = 100
const MOST_PAGES = 5

/** @param run the path of bin/run.js */
export async function pagesAsked(run: string, env: NodeJS.ProcessEnv): Promise<void> {
  const now = Date.now()
  const midnight = new Date(now).setHours(0, 0, 0, 0)
  let pages = 0
  const server = createServer((request, response) => {
    const page = Number(new URL(request.url!, 'http://127.0.0.1').searchParams.get('page'))
    pages++
    const first = (page - 1) * PAGE_SIZE
    const data = Array.from({ length: PAGE_SIZE }, (_, index) => charge(first + index, now, midnight))
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ data, pagination: { page, limit: PAGE_SIZE, total: TOTAL } }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const args = ['charges', 'list', '--since', 'today', '--all', '-q']
  const child = spawn(process.execPath, [run, ...args], {
    env: { ...env, PIXCTL_BASE_URL: `http://127.0.0.1:${port}/api/v1` },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let printed = ''
  for await (const chunk of child.stdout) printed += chunk
  server.close()
  server.closeAllConnections()
  const found = printed.split('\n').length - 1
  if (found !== TODAY) throw new Error(`charges list --since today found ${found} charges, not ${TODAY}`)

  console.log(
    `\nPages asked for, of the ${TOTAL / PAGE_SIZE} of a service with ${TOTAL} charges, ${TODAY} of today`,
  )
  row('', 'pages', 'goal')
  row('charges list --since today', String(pages), verdict(pages <= MOST_PAGES, `≤ ${MOST_PAGES}`))
}

/** The newest first: those of today between midnight and now, the others a minute apart before that. */
function charge(index: number, now: number, midnight: number): object {
  const created =
    index < TODAY ? now - ((now - midnight) * index) / TODAY : midnight - (index - TODAY + 1) * 60_000
  const createdAt = new Date(Math.ceil(created)).toISOString()
  return {
    id: `pay_${TOTAL - index}`,
    status: 'PENDING',
    amount: 10.5,
    requestedAmount: 10.5,
    fee: 0.11,
    netAmount: 10.39,
    currency: 'BRL',
    description: null,
    passFee: false,
    pixCode: null,
    validityMinutes: 30,
    expiresAt: null,
    paidAt: null,
    createdAt,
  }
}
