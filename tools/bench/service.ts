/**
 * A loopback service for the benchmark, in a separate process. It answers `/balance`, and `/payments`
 * in pages rendered beforehand, so that it costs as little as a service can. The first part of the path
 * is the number of charges it holds: `/1000/api/v1`. Prints its port; ends with its standard input.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Payment } from '#contract/generated/types.ts'
import { chargeOf } from './charge.ts'

const PAGE_SIZE = 100
const STATES = ['PAID', 'PENDING', 'EXPIRED', 'PAID', 'FAILED'] as const
const sizes = process.argv.slice(2).map(Number)
const pages = new Map(sizes.map(size => [size, render(size)]))
const balance = Buffer.from(JSON.stringify({ data: { availableBalance: 1234.56, currency: 'BRL' } }))

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url!, 'http://127.0.0.1')
  const [, size, , , resource] = pathname.split('/')
  const page = pages.get(Number(size))?.[Number(searchParams.get('page') ?? 1) - 1]
  const body = resource === 'balance' ? balance : page
  response.writeHead(body ? 200 : 404, {
    'content-type': 'application/json',
    'content-length': body?.length ?? 0,
  })
  response.end(body)
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))
process.stdin.on('end', () => process.exit()).resume()

function render(total: number): Buffer[] {
  const pages: Buffer[] = []
  for (let first = 0; first < total; first += PAGE_SIZE) {
    const data = Array.from({ length: Math.min(PAGE_SIZE, total - first) }, (_, index) =>
      charge(total - first - index),
    )
    const pagination = { page: pages.length + 1, limit: PAGE_SIZE, total }
    pages.push(Buffer.from(JSON.stringify({ data, pagination })))
  }
  return pages
}

/** The higher its number, the newer the charge. */
function charge(number: number): Payment {
  return chargeOf(number, {
    id: `pay_${number.toString(16).padStart(24, '0')}`,
    status: STATES[number % STATES.length]!,
    description: number % 4 ? `Pedido ${number}, balcão ${number % 12}` : null,
    createdMs: Date.UTC(2026, 0, 1) + number * 60_000,
  })
}
