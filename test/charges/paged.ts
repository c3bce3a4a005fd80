/** A service that has a list of charges and answers with its pages, and a machine that has a key for it. */

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { Payment } from '#contract/generated/types.ts'
import { type HostOptions, type RunOptions, runCommand, testHost } from '../support/run.ts'
import { paymentBody } from '../support/service.ts'

export interface PagedOptions {
  /** The service gives no longer pages than this. */
  pageSize?: number
  /** Which page it gives for one that is asked for; the same one by default. */
  shown?: (page: number) => number
  /** The total in its answers, from how many charges there are; by default that. */
  total?: (count: number) => number
  /** Called before each answer with the number of the call, from 1; it may change the list. A number it gives is the status. */
  onCall?: (call: number, list: Payment[]) => unknown
}

export interface Paged {
  list: Payment[]
  /** The pages that were asked for, in order. */
  calls: number[]
  /** The ids of the single charges that were asked for, in order. */
  asked: string[]
  env: Record<string, string>
  host(options?: HostOptions): ReturnType<typeof testHost>
  /** Runs `charges list` with these flags, and no rate limit. */
  charges: Run
  /** Runs any command. */
  run: Run
}

type Run = (
  args: readonly string[],
  options?: HostOptions & Omit<RunOptions, 'host'>,
) => ReturnType<typeof runCommand>

/** Starts it; it ends with the test. */
export async function paged(
  list: Payment[],
  { pageSize = 100, shown = page => page, total = count => count, onCall }: PagedOptions = {},
): Promise<Paged> {
  const calls: number[] = []
  const asked: string[] = []
  const server = createServer((request, response) => {
    const { searchParams, pathname } = new URL(request.url!, 'http://localhost')
    const single = /\/payments\/(.+)$/.exec(pathname)?.[1]
    if (single !== undefined) {
      asked.push(single)
      const found = list.find(({ id }) => id === single)
      response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' })
      return void response.end(JSON.stringify(found ? { data: found } : { error: 'not found' }))
    }
    const [page, limit] = ['page', 'limit'].map(name => Number(searchParams.get(name)))
    calls.push(page!)
    const answer = onCall?.(calls.length, list)
    const status = typeof answer === 'number' ? answer : 200
    response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '1' })
    if (status !== 200) return void response.end('{"error":"busy"}')
    const size = Math.min(pageSize, limit!)
    const end = shown(page!) * size
    const data = list.slice(end - size, end)
    response.end(JSON.stringify({ data, pagination: { page, limit, total: total(list.length) } }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  const env = {
    PIXCTL_API_KEY: 'service_live_paged',
    PIXCTL_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`,
  }
  const host = (options: HostOptions = {}) => testHost({ ...options, env: { ...env, ...options.env } })
  const run: Run = (args, { until, onOutput, ...options } = {}) =>
    runCommand(args, { host: host(options), ...(until && { until }), ...(onOutput && { onOutput }) })
  return {
    list,
    calls,
    asked,
    env,
    host,
    run,
    charges: (args, options) => run(['charges', 'list', ...args, '--rate-limit', 'off'], options),
  }
}

/** A charge created at a time; its id is its number. */
export function charge(number: number, createdAt: string | number, over: Partial<Payment> = {}): Payment {
  const body = paymentBody({ id: `pay_${number}`, createdAt: new Date(createdAt).toISOString(), ...over })
  return body as unknown as Payment
}

const MINUTE_MS = 60_000

/** Charges a minute apart, the newest first, the last one at a time; `pay_1` is the oldest. */
export function minutely(count: number, newest: string | number, over: Partial<Payment> = {}): Payment[] {
  const last = new Date(newest).getTime()
  return Array.from({ length: count }, (_, index) => charge(count - index, last - index * MINUTE_MS, over))
}
