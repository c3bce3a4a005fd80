/** A charge of 1 real, to see that all works: paid at once in a sandbox, by the person otherwise. */

import { randomUUID } from 'node:crypto'
import type { Client } from '#api/client.ts'
import { createTransport } from '#api/transport.ts'
import { TransportError } from '#api/transport-error.ts'
import { Creations } from '#charges/creations/create.ts'
import { afterCreation } from '#charges/creations/failures.ts'
import { type Context, timeoutOf } from '#cli/context/context.ts'
import { confirm } from '#cli/host/prompt.ts'
import { deliverQr } from '#cli/output/qr.ts'
import { DEFAULT_VALIDITY_MINUTES } from '#contract/limits.ts'
import { centavos } from '#contract/money.ts'
import { networkSettings } from '#lib/input/addresses.ts'
import { controlUrl } from '#lib/sandbox/data.ts'
import { stateSentence } from '#lib/state-words.ts'
import { suggest } from '#lib/suggestion.ts'
import { formatNewCharge } from '#terminal/charge.ts'
import { texts } from './texts.ts'

const AMOUNT = centavos(100)

export async function makeTestCharge(context: Context, isSandbox: boolean): Promise<void> {
  const { host, out } = context
  out.note(() => texts.testCharge(isSandbox))
  if (!(await confirm(host, texts.askCharge()))) return
  const creations = await Creations.open(context)
  const { payment } = await creations.create(randomUUID(), {
    amount: AMOUNT,
    description: texts.test(),
    passFee: false,
    validityMinutes: DEFAULT_VALIDITY_MINUTES,
  })
  const { id } = payment
  try {
    if (isSandbox) return await payInSandbox(context, creations.client, id)
    await out.data(formatNewCharge(payment, out))
    await deliverQr(host, out, payment, { otherwise: 'terminal', now: Date.parse(payment.createdAt) })
    out.note(suggest('charge wait', { say: texts.waitForIt, args: [id] }))
  } catch (error) {
    throw afterCreation(error, id)
  }
}

/** Pays it as the payer would, and reads it again. If the sandbox can't be controlled from here, says how to pay it. */
async function payInSandbox(context: Context, client: Client, id: string): Promise<void> {
  const { host, out, signal, flags, baseUrl, apiKey } = context
  const transport = await createTransport(networkSettings(host.env))
  const answer = await transport
    .send({
      method: 'POST',
      url: controlUrl(baseUrl(), `/charges/${encodeURIComponent(id)}/pay`),
      headers: { authorization: `Bearer ${await apiKey(baseUrl())}`, 'content-type': 'application/json' },
      body: Buffer.from('{}'),
      timeoutMs: timeoutOf(flags),
      signal,
    })
    .catch(error => {
      if (error instanceof TransportError) return null
      throw error
    })
  if (answer?.status !== 200) return out.note(suggest('sandbox pay', { say: texts.payIt, args: [id] }))
  const { data } = await client.payment(id)
  out.note(() => texts.testEnded(id, stateSentence(data.status)))
}
