/**
 * The bodies of the sandbox's deliveries, parsed and written again by other languages (rewriters/): never the same bytes,
 * and `webhook verify` finds out what was done to them.
 */

import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parseSignature } from '#contract/signature.ts'
import { systemClock } from '#lib/clock.ts'
import { findCause } from '#webhooks/wrong-signature/find-cause.ts'
import { describeIn } from '../support/programs.ts'
import { outputOf } from '../support/runtimes.ts'
import { startHarness } from './harness.ts'
import { startReceiver } from './receiver.ts'

/** What JavaScript writes is in test/testing/rewriting-shop.test.ts. */
const REWRITERS = { python: 'rewrite.py', php: 'rewrite.php' } as const

/** Amounts and descriptions that libraries write in different ways, or all in the same. */
const CHARGES = [
  { amount: 999.99 },
  { amount: 20, description: 'order 7' },
  { amount: 10.5, description: 'Pão d’água, 1/2 kg <b>&amp; "x" \\ \u{1f950} \u2028 \u007f' },
]

/** Deliveries of every type, and the secret that signed them. */
async function deliveries() {
  const { control, create } = await startHarness()
  const receiver = await startReceiver()
  const endpoint = (await control('/webhooks', { url: receiver.url })).body.data
  for (const charge of CHARGES) {
    for (const action of ['pay', 'expire', 'fail']) {
      const { id } = (await create(charge)).body.data
      await control(`/charges/${id}/${action}`, {})
    }
  }
  await control('/deposits', { amount: 5 })
  await control(`/webhooks/${endpoint.id}/test`, {})
  return { secret: String(endpoint.secret), received: await receiver.received.until(20) }
}

for (const [language, file] of Object.entries(REWRITERS) as [keyof typeof REWRITERS, string][]) {
  describeIn(language, `${language}`, () => {
    it('writes no body of a delivery as it came, and the cause is found', async () => {
      const { secret, received } = await deliveries()
      const bodies = received.map(({ body }) => String(body))
      const rewriter = join(import.meta.dirname, 'rewriters', file)
      const rewritten: string[][] = JSON.parse(outputOf(language, rewriter, JSON.stringify(bodies)))
      expect(rewritten).toHaveLength(20)
      for (const [index, texts] of rewritten.entries()) {
        const header = parseSignature(String(received[index]!.headers['x-service-signature']))!
        for (const text of texts) {
          expect(JSON.parse(text)).toEqual(JSON.parse(bodies[index]!))
          expect(text).not.toBe(bodies[index])
          const cause = await findCause(header, Buffer.from(text), { secrets: [secret], clock: systemClock })
          expect(cause, text).toEqual(['reserialized_json'])
        }
      }
    })
  })
}
