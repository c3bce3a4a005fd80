/** A service that creates charges by their keys over a real socket, and fails when a test wants it to. */

import { onTestFinished } from 'vitest'
import { LocalMachine } from './local.ts'
import { API_KEY } from './scripted.ts'
import { serve } from './serve.ts'
import { type Act, answer, paymentBody, type SeenRequest, seenRequest } from './service.ts'

export interface Charge {
  key: string
  body: Record<string, unknown>
  payment: Record<string, unknown>
}

/** What happens to the request that comes as the nth, from 0 on; undefined lets it pass. */
export type Trouble = (n: number, request: SeenRequest, charging: Charging) => Act | undefined

export class Charging {
  /** In the order in which they were made. */
  readonly charges = new Map<string, Charge>()
  readonly seen: SeenRequest[] = []
  readonly #trouble: Trouble

  constructor(trouble: Trouble = () => undefined) {
    this.#trouble = trouble
  }

  /** Makes a charge or finds it, as the service does. */
  readonly create: Act = (response, request, socket) => {
    const key = String(request.headers['idempotency-key'])
    const body = JSON.parse(request.body)
    const made = this.charges.get(key)
    if (made && JSON.stringify(made.body) !== request.body) {
      return answer(409, { error: 'other data', code: 'idempotency_conflict' })(response, request, socket)
    }
    const payment = made?.payment ?? this.#payment(body)
    this.charges.set(key, { key, body, payment })
    answer(made ? 200 : 201, { data: payment })(response, request, socket)
  }

  /** Makes a charge, but its answer is lost. */
  readonly loseAnswer: Act = (_response, request, socket) =>
    this.create({ writeHead() {}, end: () => socket.destroy() } as never, request, socket)

  readonly read: Act = (response, request, socket) => {
    const payments = [...this.charges.values()].map(({ payment }) => payment)
    const payment = payments.find(({ id }) => request.url.endsWith(`/payments/${id}`))
    const found = payment ? answer(200, { data: payment }) : answer(404, { error: 'none', code: 'not_found' })
    found(response, request, socket)
  }

  #payment(body: Record<string, unknown>) {
    const { amount, description, passFee, validityMinutes } = body as Record<string, number>
    const id = `pay_${this.charges.size + 1}`
    const fee = 0.5
    const [paid, net] = passFee ? [amount! + fee, amount!] : [amount!, amount! - fee]
    const money = { requestedAmount: amount, amount: paid, fee, netAmount: net }
    return paymentBody({ id, description, passFee, validityMinutes, ...money })
  }

  /** Listens until the test ends; gives a machine for which it is the service. */
  async machine(): Promise<LocalMachine> {
    const origin = await serve(async (request, response) => {
      const seen = await seenRequest(request)
      const usual = request.method === 'GET' ? this.read : this.create
      const act = this.#trouble(this.seen.length, seen, this) ?? usual
      this.seen.push(seen)
      act(response, seen, request.socket)
    })
    const machine = new LocalMachine({ PIXCTL_API_KEY: API_KEY, PIXCTL_BASE_URL: `${origin}/api/v1` })
    onTestFinished(() => machine[Symbol.dispose]())
    return machine
  }
}

/** A file of that many rows, each with its own reference. */
export function csvOf(count: number, prefix = 'R'): string {
  const rows = Array.from(
    { length: count },
    (_, index) => `${prefix}-${index + 1},${(index % 90) + 1}.50,Row ${index + 1}`,
  )
  return ['reference,amount,description', ...rows, ''].join('\n')
}
