/** A forwarding loop on an inbox with some deliveries, over real connections, with a clock that stands still. */

import { onTestFinished } from 'vitest'
import type { Host } from '#cli/host/host.ts'
import type { ForwardResult } from '#forwarding/attempt.ts'
import { ForwardLoop, type ForwardLoopOptions } from '#forwarding/forward-loop.ts'
import { createPost } from '#forwarding/targets.ts'
import { Claims } from '#inbox/sqlite/claims.ts'
import type { InboxFile } from '#inbox/sqlite/inbox-file.ts'
import { systemClock } from '#lib/clock.ts'
import { arrival, openInbox } from '../inbox/arriving.ts'
import { FakeClock } from '../support/clock.ts'
import { type Answer, openTarget, SECRET, sign, type Target } from '../webhooks/target.ts'

/** The time of the clock, in seconds. */
export const NOW = Date.parse('2026-03-10T12:00:00.000Z') / 1000

export const BODY = Buffer.from('{ "description":"café \\u00e9",\r\n"amount":10.50}\n')

export function headersOf(delivery: string, signature: string): string[] {
  return [
    ...['content-type', 'application/json', 'User-Agent', 'Service/1.0'],
    ...['X-Service-Event', 'payment.created', 'X-Service-Delivery', delivery],
    ...['X-Service-Signature', signature],
  ]
}

/** Takes a delivery that was signed when the clock began. */
export function put(inbox: InboxFile, n: number, over: Parameters<typeof arrival>[0] = {}): void {
  const delivery = `dlv_${n}`
  const body = over.body ?? BODY
  const headers = headersOf(delivery, sign(String(NOW), Buffer.from(body))).join('\n')
  inbox.inTransaction(() => inbox.insert(arrival({ delivery, eventId: `evt_${n}`, headers, body, ...over })))
}

export interface Setting {
  inbox: InboxFile
  clock: FakeClock
  loop: ForwardLoop
  results: ForwardResult[]
  /** Resolves once that many attempts were made. */
  attempts(count: number): Promise<void>
  /** Ends the forwarding, as Ctrl-C does; resolves at its end. */
  stop(): Promise<void>
}

/** A forwarding loop that runs on an inbox, over real connections, and stops with the test. */
export async function forwardTo(
  to: string,
  inbox: InboxFile,
  { timeoutMs = 10_000, ...over }: Partial<ForwardLoopOptions> & { timeoutMs?: number } = {},
): Promise<Setting> {
  const clock = new FakeClock()
  const end = new AbortController()
  const results: ForwardResult[] = []
  const claims = new Claims(inbox.prepare, (over.concurrency ?? 1) === 1)
  let waiting: { count: number; resolve: () => void }[] = []
  const hard = new AbortController()
  const host = { env: {}, clock: systemClock, signal: hard.signal } as unknown as Host
  const loop = new ForwardLoop({
    to,
    queue: { claim: async most => claims.claim(most), unclaim: async ids => claims.end(ids) },
    record: async attempt => {
      inbox.inTransaction(() => inbox.attempted(attempt))
      if (attempt.outcome !== 'failed') claims.end([attempt.id])
    },
    concurrency: 1,
    shouldPark: undefined,
    lost: new AbortController().signal,
    post: createPost(host, timeoutMs),
    secret: SECRET,
    extraHeaders: [],
    clock,
    signal: end.signal,
    // The middle of the random range.
    random: () => 1,
    onAttempt: result => {
      results.push(result)
      for (const each of waiting) if (results.length >= each.count) each.resolve()
      waiting = waiting.filter(each => results.length < each.count)
    },
    ...over,
  })
  const running = loop.run()
  const stop = async () => {
    end.abort()
    await running
  }
  onTestFinished(async () => {
    hard.abort()
    await stop()
  })
  const attempts = (count: number) =>
    new Promise<void>(resolve => {
      if (results.length >= count) resolve()
      else waiting.push({ count, resolve })
    })
  return { inbox, clock, loop, results, attempts, stop }
}

/** A target, and a forwarding loop on an inbox with so many deliveries. */
export async function forwarding(
  answers: Answer[],
  count: number,
  over: Parameters<typeof forwardTo>[2] = {},
): Promise<Setting & { target: Target }> {
  const target = await openTarget(...answers)
  const inbox = await openInbox()
  for (let n = 1; n <= count; n++) put(inbox, n)
  return { target, ...(await forwardTo(target.url, inbox, over)) }
}

/** The delivery ids that came to a target, in their order. */
export const deliveriesOf = (target: Target): unknown[] =>
  target.got.map(each => each.headers['x-service-delivery'])
