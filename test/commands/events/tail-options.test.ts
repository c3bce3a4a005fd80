/** What the flags of `events tail` take. */

import { describe, expect, it } from 'vitest'
import { errorOf } from '../../support/pixctl.ts'
import { runCommand, testHost } from '../../support/run.ts'

/** Nothing listens there: whatever gets that far ends with 9 after a moment, or is stopped. */
const env = { PIXCTL_REALTIME_URL: 'ws://127.0.0.1:9/', PIXCTL_WS_TOKEN: 'service_ws_k3J9mQ2xA7' }
const tail = (...args: string[]) =>
  runCommand(['events', 'tail', '--json', ...args], { host: testHost({ env: { ...env } }) })

describe('--type', () => {
  it.each([
    ['payment.aproved', 'payment.approved'],
    ['Payment.Failed', 'payment.failed'],
    ['deposit.aprovd', 'deposit.approved'],
    ['endpoint.tests', 'endpoint.test'],
  ])('%s is refused, with the nearest name', async (type, near) => {
    expect(errorOf(await tail('--type', 'payment.created', '--type', type))).toMatchObject({
      exitCode: 2,
      error: expect.stringMatching(`${type}.*\\s.*did you mean --type ${near}\\b`),
    })
  })

  it('that is like no known one is refused, with all that are known and the flag that allows it', async () => {
    const { error } = errorOf(await tail('--type', 'checkout.completed'))
    expect(error).toContain('--allow-unknown-type')
    // The kinds of events of docs/service.md, 6.1.
    for (const type of [
      'payment.created',
      'payment.approved',
      'payment.expired',
      'payment.failed',
      'deposit.approved',
      'endpoint.test',
      'connection.test',
    ])
      expect(error).toContain(type)
  })

  it.each([
    'payment.created',
    'payment.approved',
    'payment.expired',
    'payment.failed',
    'deposit.approved',
    'endpoint.test',
    'connection.test',
    'payment.*',
    'deposit.*,endpoint.test',
  ])('takes %s', async type => {
    // What is checked next is found wrong.
    const run = await tail('--type', type, '--forward-to', 'http://')
    expect(errorOf(run)).toMatchObject({ exitCode: 2, error: expect.stringContaining('--forward-to') })
  })

  it('takes any other with --allow-unknown-type', async () => {
    const run = await tail('--type', 'checkout.completed', '--allow-unknown-type', '--forward-to', 'http://')
    expect(errorOf(run)).toMatchObject({ exitCode: 2, error: expect.stringContaining('--forward-to') })
  })
})
