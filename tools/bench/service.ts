/**
 * A loopback service for the benchmark, in a separate process. It answers `/balance`, and `/payments`
 * in pages rendered beforehand, so that it costs as little as a service can. The first part of the path
 * is the number of charges it holds: `/1000/api/v1`. Prints its port; ends with its standard input.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const PAGE_SIZE = 100
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

/** A charge as the service lists it; the higher its number, the newer. */
function charge(number: number) {
  const status = ['PAID', 'PENDING', 'EXPIRED', 'PAID', 'FAILED'][number % 5]!
  const centavos = 100 + ((number * 7919) % 99_000)
  const fee = Math.max(1, Math.round(centavos / 100))
  const created = Date.UTC(2026, 0, 1) + number * 60_000
  const time = (minutes: number) => new Date(created + minutes * 60_000).toISOString()
  const id = `pay_${number.toString(16).padStart(24, '0')}`
  const amount = (centavos / 100).toFixed(2)
  return {
    id,
    status,
    amount: centavos / 100,
    requestedAmount: centavos / 100,
    fee: fee / 100,
    netAmount: (centavos - fee) / 100,
    currency: 'BRL',
    description: number % 4 ? `Pedido ${number}, balcão ${number % 12}` : null,
    passFee: false,
    pixCode: `00020126580014br.gov.bcb.pix0136${id}-0000-00005204000053039865${String(amount.length).padStart(2, '0')}${amount}5802BR5912LOJA EXEMPLO6009SAO PAULO62290525${id.slice(-25)}6304ABCD`,
    validityMinutes: 30,
    expiresAt: time(30),
    paidAt: status === 'PAID' ? time(3) : null,
    createdAt: time(0),
  }
}
