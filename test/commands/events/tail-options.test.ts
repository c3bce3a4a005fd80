/** What the flags of `events tail` take. */

import { describe, expect, it } from 'vitest'
import { errorOf } from '../../support/pixctl.ts'
import { runCommand, testHost } from '../../support/run.ts'

/** Nothing listens there: whatever gets that far ends with 9 after a moment, or is stopped. */
const env = { PIXCTL_REALTIME_URL: 'ws://127.0.0.1:9/', PIXCTL_WS_TOKEN: 'service_ws_k3J9mQ2xA7' }
const tail = (...args: string[]) =>
  runCommand(['events', 'tail', '--json', ...args], { host: testHost({ env: { ...env } }) })

describe('--type', () => {
  it('like a known one is refused, with the nearest name', async () => {
    expect(errorOf(await tail('--type', 'payment.created', '--type', 'Payment.Faild'))).toMatchObject({
      exitCode: 2,
      error: expect.stringMatching(/Payment\.Faild .*\s.*did you mean --type payment\.failed\b/),
    })
  })

  it('that is like no known one is refused, with all that are known and the flag that allows it', async () => {
    const { error } = errorOf(await tail('--type', 'checkout.completed'))
    // The kinds of events of docs/service.md, 6.1.
    const payments = ['created', 'approved', 'expired', 'failed'].map(each => `payment.${each}`)
    const others = ['deposit.approved', 'endpoint.test', 'connection.test']
    for (const each of ['--allow-unknown-type', ...payments, ...others]) expect(error).toContain(each)
  })

  it.each(['connection.test', 'payment.*', 'deposit.*,endpoint.test'])('takes %s', async type => {
    // What is checked next is found wrong.
    const run = await tail('--type', type, '--forward-to', 'http://')
    expect(errorOf(run)).toMatchObject({ exitCode: 2, error: expect.stringContaining('--forward-to') })
  })

  it('takes any other with --allow-unknown-type', async () => {
    const run = await tail('--type', 'checkout.completed', '--allow-unknown-type', '--forward-to', 'http://')
    expect(errorOf(run)).toMatchObject({ exitCode: 2, error: expect.stringContaining('--forward-to') })
  })
})
