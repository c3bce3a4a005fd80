/** What is advised on a check that did not pass. */

import { describe, expect, it } from 'vitest'
import { adviceOn } from '#webhooks/check/advice.ts'
import type { Reply } from '#webhooks/check/run-checks.ts'
import { CUT, isFirst, judge, run, type Sent } from './checking.ts'

describe('the advice on a check', () => {
  const advice = async (answer: (sent: Sent) => Reply | number, name: string) => {
    const { report } = await run(answer)
    return adviceOn(report.checks.find(each => each.name === name)!, report)
  }

  it.each<[string, (sent: Sent) => Reply | number, string, string]>([
    ['all are refused', () => 401, 'valid_delivery', 'then the header that it reads, X-Service-Signature'],
    [
      'all are refused, with words',
      () => ({ status: 401, ms: 1, start: 'no signature' }),
      'valid_delivery',
      'It answered: no signature',
    ],
    ['all are refused with 403', () => 403, 'valid_delivery', '@csrf_exempt'],
    ['all get 500', () => 500, 'valid_delivery', 'It answers 500 to everything, valid or not'],
    [
      'computing the signature fails',
      sent => (['stale_signature', 'missing_signature'].includes(sent.name) ? 401 : 500),
      'valid_delivery',
      'It answers 500 to a valid delivery: its log says why.',
    ],
    [
      'only what is valid gets 500',
      sent => (judge(sent) === 204 ? 500 : 401),
      'valid_delivery',
      'what comes after the verification fails',
    ],
    [
      'a forged one is taken, and no valid one',
      sent => (judge(sent) === 204 ? 401 : 204),
      'valid_delivery',
      'a forged one was not',
    ],
    [
      'only the first is taken',
      sent => (isFirst(sent) || sent.name === 'recent_signature' ? 204 : 401),
      'raw_bytes_spacing',
      'another of the same kind',
    ],
    ['one is skipped, for it got the same', () => 401, 'stale_signature', 'got the same answer (401)'],
    ['one is skipped, for none is taken', () => 401, 'duplicate_event', 'accept a valid delivery first'],
    [
      'one is skipped, for what is some minutes old is refused',
      sent => (sent.name === 'recent_signature' ? 401 : judge(sent)),
      'raw_bytes_spacing',
      'accept a delivery signed some minutes ago first',
    ],
    [
      'one is skipped, for all are taken',
      () => 204,
      'raw_bytes_spacing',
      'accepts forged deliveries accepts',
    ],
    [
      'one print is refused',
      sent => (sent.name === 'raw_bytes_spacing' ? 401 : judge(sent)),
      'raw_bytes_spacing',
      'express.raw()',
    ],
    ['a forgery is taken', () => 204, 'forged_signature', 'forge'],
    [
      'it is refused otherwise',
      sent => (judge(sent) === 401 ? 403 : 204),
      'forged_signature',
      '401, not 403',
    ],
    ['it redirects', () => 301, 'valid_delivery', 'redirect'],
    ['there is nothing', () => 404, 'valid_delivery', 'path'],
    ['it limits the rate', () => 429, 'valid_delivery', '429'],
    [
      'a duplicate is a conflict',
      sent => (sent.name === 'duplicate_delivery' ? 409 : judge(sent)),
      'duplicate_delivery',
      '2xx',
    ],
    ['nothing comes', sent => (judge(sent) === 401 ? CUT : 204), 'altered_body', 'the connection was cut'],
  ])('if %s', async (_name, answer, name, says) => {
    expect(await advice(answer, name)).toContain(says)
  })

  it('of an endpoint that always fails says nothing about signatures', async () => {
    for (const status of [500, 502, 404, 302]) {
      expect(await advice(() => status, 'valid_delivery')).not.toMatch(/sign|secret|raw/i)
    }
  })
})
