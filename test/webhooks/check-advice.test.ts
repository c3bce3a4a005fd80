/** What is advised on a check that did not pass. */

import { describe, expect, it } from 'vitest'
import { adviceOn } from '#webhooks/check/advice.ts'
import type { Reply } from '#webhooks/check/run-checks.ts'
import { CUT, judge, run, type Sent } from './checking.ts'

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
      'some of the same kind are taken',
      sent => (sent.name === 'try' ? judge(sent) : 401),
      'valid_delivery',
      'another of the same kind',
    ],
    ['one is skipped, for it got the same', () => 401, 'stale_signature', 'got the same answer (401)'],
    ['one is skipped, for none is taken', () => 401, 'duplicate_event', 'accept a valid delivery first'],
    [
      'one is skipped, for what is some minutes old is refused',
      sent => (sent.name === 'recent_signature' ? 401 : judge(sent)),
      'duplicate_event',
      'accept a delivery signed some minutes ago first',
    ],
    [
      'one is skipped, for an answer was late',
      sent => ({ status: judge(sent), ms: 12_000 }),
      'duplicate_event',
      'answer in time first',
    ],
    [
      'it refuses, and is too slow to be tried',
      () => ({ status: 401, ms: 12_000 }),
      'valid_delivery',
      'too slowly to try',
    ],
    [
      'what lies ahead is taken',
      sent => (sent.name === 'future_signature' ? 204 : judge(sent)),
      'future_signature',
      'in either direction',
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

  it('does not send a person to the secret if the endpoint has accepted it', async () => {
    expect(await advice(sent => (sent.name === 'try' ? judge(sent) : 401), 'valid_delivery')).not.toMatch(
      /secret/,
    )
  })

  it('of an endpoint that always fails says nothing about signatures', async () => {
    for (const status of [500, 502, 404, 302]) {
      expect(await advice(() => status, 'valid_delivery')).not.toMatch(/sign|secret|raw/i)
    }
  })
})
