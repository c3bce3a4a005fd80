/** A charge of 1 real, to see that all works: the person pays it. */

import { randomUUID } from 'node:crypto'
import { Creations } from '#charges/creations/create.ts'
import { afterCreation } from '#charges/creations/failures.ts'
import type { Context } from '#cli/context/context.ts'
import { confirm } from '#cli/host/prompt.ts'
import { deliverQr } from '#cli/output/qr.ts'
import { DEFAULT_VALIDITY_MINUTES } from '#contract/limits.ts'
import { centavos } from '#contract/money.ts'
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
    if (isSandbox) return out.note(suggest('sandbox pay', { say: texts.payIt, args: [id] }))
    await out.data(formatNewCharge(payment, out))
    await deliverQr(host, out, payment, { otherwise: 'terminal', now: Date.parse(payment.createdAt) })
    out.note(suggest('charge wait', { say: texts.waitForIt, args: [id] }))
  } catch (error) {
    throw afterCreation(error, id)
  }
}
