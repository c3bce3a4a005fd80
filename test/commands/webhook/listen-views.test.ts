/** The lines of `webhook listen` when the inbox can't be read. */

import { describe, expect, it } from 'vitest'
import type { Output } from '#cli/output/output.ts'
import type { Line, Lines } from '#commands/webhook/listen/lines.ts'
import { createView } from '#commands/webhook/listen/views.ts'
import type { Inbox } from '#inbox/inbox.ts'
import { stepText } from '#lib/suggestion.ts'
import type { SignedDelivery } from '#webhooks/receive.ts'

const SHOWN = {
  receivedAt: '2026-01-01T00:00:00.000Z',
  delivery: 'dlv_1',
  event: 'payment.created',
  verdict: 'accepted',
  status: 204,
} as const

describe('a line that needs the inbox', () => {
  it('is written without it, and nothing ends', async () => {
    const warnings: string[] = []
    const added: Line[] = []
    const out = {
      json: true,
      human: false,
      warn: text => void warnings.push(stepText(text)),
    } as Partial<Output>
    const lines = { full: true, add: line => void added.push(line) } as Partial<Lines>
    const inbox = { reading: { find: () => Promise.reject(new Error('broken')) } } as unknown as Inbox
    const view = createView(out as Output, lines as Lines, inbox)
    view.delivery(SHOWN, { json: {}, body: Buffer.from('{}') } as unknown as SignedDelivery, false)
    const [line] = added as [() => Promise<string>]
    expect(JSON.parse(await line())).toMatchObject({ delivery: 'dlv_1', verdict: 'accepted' })
    expect(warnings).toEqual(["a line is not complete: the inbox can't be read (broken)"])
  })
})
